//! The server of a host: the page, its pictures, and a WebSocket for each guest, on one port and on
//! one thread of its own.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Path, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use include_dir::{Dir, include_dir};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};

use super::accept::{Gate, PeerAddress};
use super::hub::{Hub, Incoming, OUT_QUEUE, TableMaker};
use super::limits::MessageRate;
use super::message::MAX_MESSAGE;
use super::table::{GuestId, Text};
use crate::model::robot_threads::RepaintSignal;

/// The page for browsers.
static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/together/page");

/// What the page may do: use its own files and sockets, and nothing inline.
const CONTENT_POLICY: &str = "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' \
     data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The time in which a connection has to send its first message.
const HELLO_TIME: Duration = Duration::from_secs(10);
/// The time between two signs of life that the host asks for.
const PING_TIME: Duration = Duration::from_secs(15);
/// The time without any sign of life after which a connection is lost.
const SILENCE: Duration = Duration::from_secs(40);
/// The time in which a message has to leave.
const SEND_TIME: Duration = Duration::from_secs(10);
/// Messages of all connections that wait for the hub.
const IN_QUEUE: usize = 4096;

/// What a host listens to.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// True if guests from the internet are admitted.
    pub allow_internet: bool,
    /// True if a proxy on this computer passes the addresses of guests on.
    pub behind_proxy: bool,
    /// The folder for the files of tables.
    pub folder: PathBuf,
    /// The folder for finished games.
    pub saves: PathBuf,
}

/// A running server. It ends when it is dropped.
pub struct Server {
    address: SocketAddr,
    incoming: mpsc::Sender<Incoming>,
    thread: Option<JoinHandle<()>>,
}

/// What all requests share.
#[derive(Clone)]
struct Shared {
    incoming: mpsc::Sender<Incoming>,
    guests: Arc<AtomicU64>,
    behind_proxy: bool,
}

impl Server {
    /// Starts a server with these tables.
    ///
    /// # Errors
    /// The port is in use, or the system allows no thread.
    pub fn start(options: ServerOptions, tables: Vec<TableMaker>) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let wanted = SocketAddr::new(options.address, options.port);
        let listener = runtime.block_on(TcpListener::bind(wanted))?;
        let address = listener.local_addr()?;
        let (sender, receiver) = mpsc::channel(IN_QUEUE);
        let incoming = sender.clone();
        let serve = move || {
            let wake_sender = sender.clone();
            let wake: RepaintSignal = Arc::new(move || {
                let _ = wake_sender.try_send(Incoming::Wake);
            });
            let shared = Shared {
                incoming: sender,
                guests: Arc::new(AtomicU64::new(1)),
                behind_proxy: options.behind_proxy,
            };
            let gate = Gate::new(listener, options.allow_internet || options.behind_proxy);
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
        Ok(Self { address, incoming, thread: Some(thread) })
    }

    /// Returns the address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the addresses under which others in the local network reach the server.
    pub fn links(&self) -> Vec<IpAddr> {
        if !self.address.ip().is_unspecified() {
            return vec![self.address.ip()];
        }
        let own = own_address();
        own.into_iter().chain([IpAddr::V4(Ipv4Addr::LOCALHOST)]).collect()
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

/// Returns the address of this computer in the local network: that from which the system would
/// send to another network. Nothing is sent.
fn own_address() -> Option<IpAddr> {
    let socket = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|address| !address.is_unspecified())
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
    let response = match PAGE.get_file(name) {
        Some(file) => {
            let kind = match name.rsplit('.').next() {
                Some("html") => "text/html; charset=utf-8",
                Some("css") => "text/css; charset=utf-8",
                Some("js") => "text/javascript; charset=utf-8",
                Some("svg") => "image/svg+xml",
                _ => "application/octet-stream",
            };
            let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
            (headers, file.contents()).into_response()
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

/// Opens the WebSocket of a guest. A page of another site may not.
async fn open_socket(
    State(shared): State<Shared>,
    ConnectInfo(PeerAddress(peer)): ConnectInfo<PeerAddress>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_same_site(&headers) {
        return with_headers((StatusCode::FORBIDDEN, "Another site asked.").into_response());
    }
    let address = match shared.behind_proxy {
        true => forwarded_address(&headers).unwrap_or(peer.ip()),
        false => peer.ip(),
    };
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    upgrade.on_upgrade(move |socket| talk(socket, shared, address.to_canonical()))
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
async fn talk(mut socket: WebSocket, shared: Shared, address: IpAddr) {
    let guest: GuestId = shared.guests.fetch_add(1, Ordering::Relaxed);
    let (sender, mut outgoing) = mpsc::channel::<Text>(OUT_QUEUE);
    let connect = Incoming::Connect { guest, address, sender };
    if shared.incoming.send(connect).await.is_err() {
        return;
    }
    let started = Instant::now();
    let (mut rate, mut heard_at, mut has_greeted) = (MessageRate::new(started), started, false);
    let mut ping = tokio::time::interval(PING_TIME);
    let mut read_at = tokio::time::Instant::now();
    loop {
        let hello_due = tokio::time::sleep(HELLO_TIME.saturating_sub(started.elapsed()));
        tokio::select! {
            message = outgoing.recv() => {
                let Some(text) = message else { break };
                if !send(&mut socket, Message::Text(text)).await {
                    break;
                }
            }
            message = async {
                // A flood is slowed down by reading it slowly.
                tokio::time::sleep_until(read_at).await;
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
                read_at = tokio::time::Instant::now() + rate.count(now);
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
    // What the hub sent before it closed the connection still leaves.
    while let Ok(text) = outgoing.try_recv() {
        if !send(&mut socket, Message::Text(text)).await {
            break;
        }
    }
    let _ = shared.incoming.send(Incoming::Lost(guest)).await;
    send(&mut socket, Message::Close(None)).await;
}

/// Sends a message. Returns false if the connection does not take it in time.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(SEND_TIME, socket.send(message)).await, Ok(Ok(())))
}
