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

use super::limits::is_local;

/// The most connections at once.
const MAX_CONNECTIONS: usize = 4_000;
/// The most connections of one address at once, other than this computer.
const MAX_OF_ADDRESS: usize = 64;

/// A listener that admits only some connections.
pub struct Gate {
    listener: TcpListener,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// An admitted connection. It is counted until it is dropped.
pub struct Admitted {
    stream: TcpStream,
    address: IpAddr,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Gate {
    /// Creates the gate of a listener.
    pub fn new(listener: TcpListener) -> Self {
        Self { listener, open: Arc::default() }
    }

    /// Counts a connection, unless there are too many or it may not come in.
    fn admit(&self, stream: TcpStream, address: IpAddr) -> Option<Admitted> {
        // Guests from the internet come through a proxy, which is local.
        if !is_local(address) {
            return None;
        }
        let mut open = self.open.lock().ok()?;
        let all: usize = open.values().sum();
        let of_address = open.get(&address).copied().unwrap_or(0);
        if all >= MAX_CONNECTIONS || (of_address >= MAX_OF_ADDRESS && !address.is_loopback()) {
            return None;
        }
        open.insert(address, of_address + 1);
        drop(open);
        // Moves are small, and waiting to send more with them would delay them.
        let _ = stream.set_nodelay(true);
        Some(Admitted { stream, address, open: Arc::clone(&self.open) })
    }
}

impl Drop for Admitted {
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

    async fn accept(&mut self) -> (Admitted, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    if let Some(admitted) = self.admit(stream, peer.ip().to_canonical()) {
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
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Admitted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
