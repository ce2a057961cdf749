//! The gate of a server: it limits connections, and turns strangers from the internet away.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, Sleep};

use super::limits::is_local;
use super::tls::{Certificate, Stream};

/// The maximum number of open connections.
const MAX_CONNECTIONS: usize = 4_000;
/// The maximum number of open connections of one address. It does not apply to this computer.
const MAX_PER_ADDRESS: usize = 64;

/// The time after which a connection is closed if nothing was sent to it. A WebSocket is sent pings
/// more often.
const IDLE_TIME: Duration = Duration::from_secs(60);

/// The maximum duration of a TLS handshake.
const HANDSHAKE_TIME: Duration = Duration::from_secs(10);
/// The maximum number of encrypted connections that wait to be served.
const READY_QUEUE: usize = 64;

/// A listener that admits only some connections, and encrypts them if the host has a certificate.
pub struct Gate {
    listener: TcpListener,
    /// True to admit guests from outside the local network.
    admits_internet: bool,
    certificate: Option<Certificate>,
    /// The number of open connections of each address.
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    /// Connections whose TLS handshake is complete. Each handshake runs in its own task, so that a
    /// slow guest does not hold up the next one.
    ready: mpsc::Receiver<Ready>,
    ready_out: mpsc::Sender<Ready>,
}

/// An admitted connection and the address of its other side.
type Ready = (Admitted, SocketAddr);

/// An admitted connection. It is counted until it is dropped.
pub struct Admitted {
    stream: Stream,
    /// The timeout for a connection that asks for nothing, or never finishes its request. It starts
    /// again when something is sent to the connection.
    timeout: Pin<Box<Sleep>>,
    idle_time: Duration,
    _counted: Counted,
}

impl Admitted {
    fn new(stream: Stream, counted: Counted, idle_time: Duration) -> Self {
        let timeout = Box::pin(tokio::time::sleep(idle_time));
        Self { stream, timeout, idle_time, _counted: counted }
    }
}

/// A guard that keeps a connection in the count of its address until it is dropped.
struct Counted {
    address: IpAddr,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Gate {
    /// Creates the gate of a listener.
    pub fn new(
        listener: TcpListener,
        certificate: Option<Certificate>,
        admits_internet: bool,
    ) -> Self {
        let (ready_out, ready) = mpsc::channel(READY_QUEUE);
        Self { listener, admits_internet, certificate, open: Arc::default(), ready, ready_out }
    }

    /// Counts a connection until the returned guard is dropped. Returns `None` if the connection is
    /// not admitted.
    fn count(&self, address: IpAddr) -> Option<Counted> {
        // Guests behind a proxy of the host are admitted, because their connections come from the
        // proxy, which is local.
        if !self.admits_internet && !is_local(address) {
            return None;
        }
        let mut open = self.open.lock().ok()?;
        let all: usize = open.values().sum();
        let of_address = open.get(&address).copied().unwrap_or(0);
        if all >= MAX_CONNECTIONS || (of_address >= MAX_PER_ADDRESS && !address.is_loopback()) {
            return None;
        }
        open.insert(address, of_address + 1);
        drop(open);
        Some(Counted { address, open: Arc::clone(&self.open) })
    }

    /// Returns a connection if it is admitted and not encrypted. An encrypted connection is sent to
    /// `ready` after its handshake instead.
    fn admit(&self, stream: TcpStream, peer: SocketAddr) -> Option<Admitted> {
        let counted = self.count(peer.ip().to_canonical())?;
        // Messages are small, and Nagle's algorithm would delay them.
        let _ = stream.set_nodelay(true);
        let Some(certificate) = self.certificate.clone() else {
            return Some(Admitted::new(Stream::Plain(stream), counted, IDLE_TIME));
        };
        let ready = self.ready_out.clone();
        tokio::spawn(async move {
            let handshake = certificate.accept(stream);
            if let Ok(Ok(stream)) = tokio::time::timeout(HANDSHAKE_TIME, handshake).await {
                let _ = ready.send((Admitted::new(stream, counted, IDLE_TIME), peer)).await;
            }
        });
        None
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let Ok(mut open) = self.open.lock() else { return };
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

impl Listener for Gate {
    type Io = Admitted;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> Ready {
        loop {
            let accepted = tokio::select! {
                Some(ready) = self.ready.recv() => return ready,
                accepted = self.listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => {
                    if let Some(admitted) = self.admit(stream, peer) {
                        return (admitted, peer);
                    }
                }
                // The process may have too many open files for the moment.
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connected<IncomingStream<'_, Gate>> for PeerAddress {
    fn connect_info(stream: IncomingStream<'_, Gate>) -> Self {
        Self(*stream.remote_addr())
    }
}

/// The address of the other side of a connection.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddress(pub SocketAddr);

impl AsyncRead for Admitted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(result) = Pin::new(&mut self.stream).poll_read(context, buffer) {
            return Poll::Ready(result);
        }
        self.timeout.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncWrite for Admitted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let until = Instant::now() + self.idle_time;
        self.timeout.as_mut().reset(until);
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[test]
    fn silent_connections_time_out_unless_something_is_sent_to_them() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let mut guest = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
            let (stream, peer) = listener.accept().await.unwrap();
            let gate = Gate::new(listener, None, false);
            let counted = gate.count(peer.ip()).unwrap();
            let idle_time = Duration::from_millis(400);
            let mut admitted = Admitted::new(Stream::Plain(stream), counted, idle_time);
            let began = Instant::now();
            tokio::time::sleep(Duration::from_millis(200)).await;
            admitted.write_all(b"ping").await.unwrap();
            // Half a request does not keep a connection open.
            guest.write_all(b"GET / HT").await.unwrap();
            let mut all = Vec::new();
            let why = admitted.read_to_end(&mut all).await.unwrap_err();
            assert_eq!((why.kind(), &all[..]), (io::ErrorKind::TimedOut, &b"GET / HT"[..]));
            assert!(began.elapsed() >= Duration::from_millis(600));
            drop(admitted);
            assert!(gate.open.lock().unwrap().is_empty());
        });
    }
}
