//! The server of a host: the page, its pictures, and a WebSocket for each guest, on one port and on
//! one thread of its own.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Path, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::SinkExt;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};

use super::accept::{Gate, PeerAddress};
use super::address::own_address;
use super::hub::{Hub, Incoming, OUT_QUEUE, TableFactory};
use super::limits::{MessageRate, is_local};
use super::message::MAX_MESSAGE;
use super::table::{GuestId, Text};
use super::tls::Certificate;
use crate::model::embedded::PAGE;
use crate::model::robot_threads::RepaintSignal;

/// The content security policy: the page may use its own files and sockets, and nothing inline.
const CONTENT_POLICY: &str = "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' \
     data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The time in which a connection has to send its first message.
const HELLO_TIME: Duration = Duration::from_secs(10);
/// The time between two pings.
const PING_TIME: Duration = Duration::from_secs(15);
/// The time without any sign of life after which a connection counts as lost.
const SILENCE: Duration = Duration::from_secs(40);
/// The maximum time for sending a message.
const SEND_TIME: Duration = Duration::from_secs(10);
/// The delay before a step is sent to watchers.
const WATCHER_DELAY: Duration = Duration::from_millis(30);
/// The size of the buffers of a connection, in bytes. A longer message enlarges them temporarily.
const BUFFER: usize = 4 << 10;
/// The maximum number of messages that wait for the hub, of all connections together.
const IN_QUEUE: usize = 4096;

/// The options of a server.
#[derive(Clone)]
pub struct ServerOptions {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// True to take any free port if that one is in use.
    pub takes_any_port: bool,
    /// True if a proxy on this computer passes the addresses of guests on.
    pub behind_proxy: bool,
    /// True to admit guests from outside the local network.
    pub admits_internet: bool,
    /// The certificate for encrypted connections.
    pub certificate: Option<Certificate>,
    /// The folder for the files of tables.
    pub folder: PathBuf,
    /// The folder for finished games, or `None` for a host in the window, which saves them itself.
    pub saves: Option<PathBuf>,
}

/// A running server. It ends when it is dropped.
pub struct Server {
    address: SocketAddr,
    admits_internet: bool,
    incoming: mpsc::Sender<Incoming>,
    thread: Option<JoinHandle<()>>,
}

/// The state that all requests share.
#[derive(Clone)]
struct Shared {
    incoming: mpsc::Sender<Incoming>,
    /// The number of the next connection.
    next_guest: Arc<AtomicU64>,
    behind_proxy: bool,
}

impl Server {
    /// Starts a server with these tables.
    ///
    /// # Errors
    /// The port is in use, or the system allows no thread.
    pub fn start(options: ServerOptions, tables: Vec<TableFactory>) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let wanted = SocketAddr::new(options.address, options.port);
        let mut bound = runtime.block_on(TcpListener::bind(wanted));
        if bound.is_err() && options.takes_any_port {
            let any = SocketAddr::new(options.address, 0);
            bound = runtime.block_on(TcpListener::bind(any));
        }
        let listener = bound?;
        let address = listener.local_addr()?;
        let admits_internet = options.admits_internet;
        let (sender, receiver) = mpsc::channel(IN_QUEUE);
        let incoming = sender.clone();
        let serve = move || {
            let wake_sender = sender.clone();
            let wake: RepaintSignal = Arc::new(move || {
                let _ = wake_sender.try_send(Incoming::Wake);
            });
            let shared = Shared {
                incoming: sender,
                next_guest: Arc::new(AtomicU64::new(1)),
                behind_proxy: options.behind_proxy,
            };
            let gate = Gate::new(listener, options.certificate, options.admits_internet);
            let local = tokio::task::LocalSet::new();
            local.block_on(&runtime, async move {
                let app = router(shared).into_make_service_with_connect_info::<PeerAddress>();
                let serving = tokio::spawn(async move { axum::serve(gate, app).await });
                let hub = Hub::new(tables, (options.folder, options.saves), &wake);
                hub.run(receiver).await;
                serving.abort();
            });
        };
        let thread = std::thread::Builder::new().name("together".to_owned()).spawn(serve)?;
        Ok(Self { address, admits_internet, incoming, thread: Some(thread) })
    }

    /// Returns the address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the addresses under which the server can be reached, from the network and from this
    /// computer.
    pub fn reachable_addresses(&self) -> Vec<IpAddr> {
        if !self.address.ip().is_unspecified() {
            return vec![self.address.ip()];
        }
        // A public address is listed only if guests from the internet are admitted.
        let own = own_address().filter(|own| self.admits_internet || is_local(*own));
        own.into_iter().chain([IpAddr::V4(Ipv4Addr::LOCALHOST)]).collect()
    }
}

impl Server {
    /// Removes the player of a seat from a table.
    pub fn remove_player(&self, code: &str, seat: &str) {
        let remove = Incoming::Remove(code.to_owned(), seat.to_owned());
        let _ = self.incoming.blocking_send(remove);
    }

    /// Hands a table over to the player of a seat.
    pub fn hand_over(&self, code: &str, seat: &str) {
        let hand_over = Incoming::HandOver(code.to_owned(), seat.to_owned());
        let _ = self.incoming.blocking_send(hand_over);
    }

    /// Closes all tables for good, and ends. A server that is dropped leaves its tables to be
    /// resumed.
    pub fn close(self) {
        let _ = self.incoming.blocking_send(Incoming::Close);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.incoming.blocking_send(Incoming::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Returns the routes of the server.
fn router(shared: Shared) -> Router {
    Router::new()
        .route("/socket", get(open_socket))
        .route("/pictures/{table}/{kind}/{seat}", get(picture))
        .fallback(get(page))
        .with_state(shared)
}

/// Adds the headers that every answer has.
fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns a file of the page.
async fn page(uri: Uri) -> Response {
    let name = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let response = match PAGE.bytes(name) {
        Some(bytes) => {
            let kind = match name.rsplit('.').next() {
                Some("html") => "text/html; charset=utf-8",
                Some("css") => "text/css; charset=utf-8",
                Some("js") => "text/javascript; charset=utf-8",
                Some("svg") => "image/svg+xml",
                _ => "application/octet-stream",
            };
            let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
            (headers, bytes).into_response()
        }
        None => (StatusCode::NOT_FOUND, "There is no such page.").into_response(),
    };
    with_headers(response)
}

/// Returns a picture of a table.
async fn picture(
    State(shared): State<Shared>,
    Path(name): Path<(String, String, String)>,
    uri: Uri,
) -> Response {
    let (reply, picture) = oneshot::channel();
    let name = [name.0, name.1, name.2];
    let asked = Incoming::Picture(name, uri.query() == Some("theme=dark"), reply);
    let picture = match shared.incoming.send(asked).await {
        Ok(()) => picture.await.ok().flatten(),
        Err(_) => None,
    };
    with_headers(match picture {
        Some(svg) => {
            let headers = [
                (header::CONTENT_TYPE, "image/svg+xml"),
                (header::CACHE_CONTROL, "private, max-age=3600"),
            ];
            (headers, svg.to_string()).into_response()
        }
        None => (StatusCode::NOT_FOUND, "There is no such picture.").into_response(),
    })
}

/// Opens the WebSocket of a guest. Refuses requests from pages of other sites.
async fn open_socket(
    State(shared): State<Shared>,
    ConnectInfo(PeerAddress(peer)): ConnectInfo<PeerAddress>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_same_site(&headers) {
        return with_headers(
            (StatusCode::FORBIDDEN, "This request comes from another site.").into_response(),
        );
    }
    let address = match shared.behind_proxy {
        true => forwarded_address(&headers).unwrap_or(peer.ip()),
        false => peer.ip(),
    };
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    // Messages of guests are short. The usual buffers take 128 kB for each connection.
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    upgrade.on_upgrade(move |socket| relay_messages(socket, shared, address.to_canonical()))
}

/// Returns true if the request comes from a page of this server, or from no page.
fn is_same_site(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    origin.is_some_and(|(_, origin)| Some(origin) == host)
}

/// Returns the address that the proxy passes on: the last one, which the proxy itself added.
fn forwarded_address(headers: &HeaderMap) -> Option<IpAddr> {
    let all = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    all.rsplit(',').next()?.trim().parse().ok()
}

/// Passes messages between a WebSocket and the hub.
async fn relay_messages(mut socket: WebSocket, shared: Shared, address: IpAddr) {
    let guest: GuestId = shared.next_guest.fetch_add(1, Ordering::Relaxed);
    let (sender, mut outgoing) = mpsc::channel::<Text>(OUT_QUEUE);
    let only_watches = Arc::new(AtomicBool::new(false));
    let connect =
        Incoming::Connect { guest, address, sender, only_watches: Arc::clone(&only_watches) };
    if shared.incoming.send(connect).await.is_err() {
        return;
    }
    let started = Instant::now();
    let (mut rate, mut heard_at, mut has_greeted) = (MessageRate::new(started), started, false);
    let mut ping = tokio::time::interval(PING_TIME);
    let mut next_read_at = tokio::time::Instant::now();
    loop {
        let hello_due = tokio::time::sleep(HELLO_TIME.saturating_sub(started.elapsed()));
        tokio::select! {
            message = outgoing.recv() => {
                let Some(text) = message else { break };
                if only_watches.load(Ordering::Relaxed) {
                    // The delay lets players be served before watchers.
                    tokio::time::sleep(WATCHER_DELAY).await;
                }
                if !send_all(&mut socket, text, &mut outgoing).await {
                    break;
                }
            }
            message = async {
                // A guest that sends too many messages is read more slowly.
                tokio::time::sleep_until(next_read_at).await;
                socket.recv().await
            } => {
                let now = Instant::now();
                heard_at = now;
                match message {
                    Some(Ok(Message::Text(text))) => {
                        has_greeted = true;
                        let message = Incoming::Message(guest, text.to_string());
                        if shared.incoming.send(message).await.is_err() {
                            break;
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    _ => break,
                }
                next_read_at = tokio::time::Instant::now() + rate.count(now);
            }
            _ = ping.tick() => {
                let is_silent = heard_at.elapsed() > SILENCE;
                if is_silent || !send(&mut socket, Message::Ping(Vec::new().into())).await {
                    break;
                }
            }
            () = hello_due, if !has_greeted => break,
        }
    }
    // Messages that the hub sent before it closed the connection are still delivered.
    while let Ok(text) = outgoing.try_recv() {
        if !send(&mut socket, Message::Text(text)).await {
            break;
        }
    }
    let _ = shared.incoming.send(Incoming::Lost(guest)).await;
    send(&mut socket, Message::Close(None)).await;
}

/// Sends a message with all that wait behind it. Returns false if the connection does not take them
/// in time.
async fn send_all(socket: &mut WebSocket, first: Text, others: &mut mpsc::Receiver<Text>) -> bool {
    let sending = async {
        socket.feed(Message::Text(first)).await?;
        while let Ok(text) = others.try_recv() {
            socket.feed(Message::Text(text)).await?;
        }
        socket.flush().await
    };
    matches!(tokio::time::timeout(SEND_TIME, sending).await, Ok(Ok(())))
}

/// Sends a message. Returns false if the connection does not take it in time.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(SEND_TIME, socket.send(message)).await, Ok(Ok(())))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use qipan_core::games::junqi::Junqi;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::together::table::tests::new_table;
    use crate::together::table::{AnyTable, TableOptions};

    /// Starts a server with one table. Returns the server and the code of the table.
    fn start(folder: &std::path::Path) -> (Server, String) {
        let (code_sender, code_receiver) = std::sync::mpsc::channel();
        let make: TableFactory = Box::new(move |_, _| {
            let table = new_table::<Junqi>("dark", TableOptions::default());
            let _ = code_sender.send(table.code().to_string());
            Box::new(table)
        });
        let options = ServerOptions {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            behind_proxy: false,
            admits_internet: false,
            certificate: None,
            folder: folder.join("tables"),
            saves: Some(folder.join("saves")),
            takes_any_port: false,
        };
        let server = Server::start(options, vec![make]).unwrap();
        (server, code_receiver.recv().unwrap())
    }

    /// Sends bytes on a new connection, and returns what comes back until it is closed or silent.
    fn exchange(server: &Server, bytes: &[u8]) -> String {
        let mut stream = connect(server);
        let _ = stream.write_all(bytes);
        read_some(&mut stream)
    }

    fn connect(server: &Server) -> TcpStream {
        let stream = TcpStream::connect(server.address()).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
        stream
    }

    fn read_some(stream: &mut TcpStream) -> String {
        let (mut all, mut part) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = stream.read(&mut part) {
            all.extend(&part[..count]);
        }
        String::from_utf8_lossy(&all).into_owned()
    }

    /// Returns the request that opens a WebSocket, with `more` header lines.
    fn upgrade(server: &Server, more: &str) -> String {
        format!(
            "GET /socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{more}\r\n",
            server.address()
        )
    }

    /// Returns a text frame of a guest, masked with zeros.
    fn frame(text: &str) -> Vec<u8> {
        let length = (text.len() as u16).to_be_bytes();
        [&[0x81, 0xfe][..], &length, &[0; 4], text.as_bytes()].concat()
    }

    /// Joins the table, and returns what the host sends.
    fn join(server: &Server, code: &str) -> String {
        let hello =
            format!(r#"{{"type":"hello","v":1,"code":"{code}","watch":true,"plain":true}}"#);
        exchange(server, &[upgrade(server, "").into_bytes(), frame(&hello)].concat())
    }

    #[test]
    fn pages_have_strict_headers_and_other_files_are_not_served() {
        let folder = tempfile::tempdir().unwrap();
        let (server, code) = start(folder.path());
        let get = |path: &str| {
            exchange(&server, format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes())
        };
        let index = get("/");
        assert!(index.starts_with("HTTP/1.1 200"), "{index}");
        for header in ["content-security-policy: default-src 'self';", "nosniff", "no-referrer"] {
            assert!(index.contains(header), "{header} in {index}");
        }
        assert!(get(&format!("/pictures/{code}/board/south")).contains("<svg"));
        for path in [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/etc/passwd",
            "//etc/passwd",
            "/page.js/..",
            "/pictures/000000/board/south",
            "/pictures/x/y/z",
            &format!("/pictures/{code}/board/../south"),
            &format!("/pictures/{code}/board/pluto"),
        ] {
            let answer = get(path);
            assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        }
    }

    #[test]
    fn sockets_of_other_sites_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (server, _) = start(folder.path());
        for origin in ["http://evil.example", "null", "http://localhost:1"] {
            let request = upgrade(&server, &format!("Origin: {origin}\r\n"));
            let answer = exchange(&server, request.as_bytes());
            assert!(answer.starts_with("HTTP/1.1 403"), "{origin}: {answer}");
        }
        let own = upgrade(&server, &format!("Origin: http://{}\r\n", server.address()));
        assert!(exchange(&server, own.as_bytes()).starts_with("HTTP/1.1 101"));
    }

    #[test]
    fn hostile_connections_do_not_keep_others_from_playing() {
        let folder = tempfile::tempdir().unwrap();
        let (server, code) = start(folder.path());
        let mut rng = SmallRng::seed_from_u64(4);
        let open = upgrade(&server, "");
        let nested = "[".repeat(20_000);
        let mut open_streams = Vec::new();
        for number in 0..500 {
            let mut stream = connect(&server);
            let noise: Vec<u8> = (0..200).map(|_| rng.random()).collect();
            let attack: Vec<u8> = match number % 8 {
                // Neither a request nor a WebSocket.
                0 => noise,
                // Half a request.
                1 => b"GET /socket HTTP/1.1\r\nHost: x\r\n".to_vec(),
                // Frames of noise, of a giant length, of an unknown kind.
                2 => [open.as_bytes(), &noise].concat(),
                3 => [open.as_bytes(), &[0x81, 0xff], &[0x7f; 8], &noise].concat(),
                4 => [open.as_bytes(), &[0x83, 0x80, 0, 0, 0, 0]].concat(),
                // Messages that are not JSON, are nested too deeply, or must not come first.
                5 => [open.clone().into_bytes(), frame("{\"type\"")].concat(),
                6 => [open.clone().into_bytes(), frame(&nested)].concat(),
                _ => {
                    let act = r#"{"type":"act","step":0,"id":0}"#;
                    [open.clone().into_bytes(), frame(act).repeat(50)].concat()
                }
            };
            let _ = stream.write_all(&attack);
            open_streams.push(stream);
        }
        let answer = join(&server, &code);
        assert!(answer.contains(r#""type":"welcome""#), "{answer}");
        drop(open_streams);
        let unread = exchange(&server, &[open.as_bytes(), &frame(&nested)].concat());
        assert!(unread.contains("cannot be read"), "{unread}");
        let early = exchange(&server, &[open.as_bytes(), &frame(r#"{"type":"leave"}"#)].concat());
        assert!(early.contains("has to be `hello`"), "{early}");
    }

    #[test]
    fn wrong_codes_are_counted_by_address() {
        let folder = tempfile::tempdir().unwrap();
        let (server, code) = start(folder.path());
        for _ in 0..5 {
            assert!(join(&server, "000000").contains("There is no table with this code."));
        }
        assert!(join(&server, &code).contains("Too many wrong codes"));
    }
}
