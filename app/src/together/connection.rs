//! The connection of a guest to a host: a WebSocket with JSON messages.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::limits::is_local;
use super::message::{GuestMessage, Hello, HostMessage, MAX_MESSAGE, VERSION, Welcome};
use super::tls::{self, Stream};

/// The maximum time for sending a message.
const SEND_TIME: Duration = Duration::from_secs(10);
/// The time without any sign of life after which the connection counts as lost.
const SILENCE: Duration = Duration::from_secs(50);

/// The time in which the host has to confirm that a connection is closed.
const CLOSING_TIME: Duration = Duration::from_secs(2);

/// The maximum number of times that a guest follows a table to another host before it gives up.
const MAX_REDIRECTS: usize = 4;

/// The prefix of the addresses of encrypted connections.
const TLS_PREFIX: &str = "https://";

/// The connection to a host.
pub struct HostConnection {
    socket: WebSocketStream<Stream>,
    address: String,
}

/// The answer of a host to a guest that connects.
enum Answer {
    /// The host admits the guest.
    Welcome(Box<HostConnection>, Box<Welcome>),
    /// The table has moved to the host at this address.
    Moved(SocketAddr),
}

/// The reason why a host did not admit a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JoinError {
    /// The host cannot be reached, or the connection was lost.
    Unreachable(String),
    /// The host refused and gave this reason, or it sent a message that cannot be read.
    Refused(String),
}

impl JoinError {
    /// Returns the reason as a sentence.
    pub fn into_text(self) -> String {
        match self {
            Self::Unreachable(why) | Self::Refused(why) => why,
        }
    }
}

/// Connects to an address with a port. The connection is encrypted if the address begins with
/// `https://`.
async fn connect(address: &str) -> io::Result<Stream> {
    let host = address.strip_prefix(TLS_PREFIX).unwrap_or(address);
    let stream = TcpStream::connect(host).await?;
    // Messages are small, and Nagle's algorithm would delay them.
    stream.set_nodelay(true)?;
    if host == address {
        return Ok(Stream::Plain(stream));
    }
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    tls::connect(stream, name.trim_matches(['[', ']'])).await
}

impl HostConnection {
    /// Connects and sends `hello`. Returns the connection and the host's welcome. If the table has
    /// moved to another host, connects to that one.
    pub async fn open(address: &str, hello: Hello) -> Result<(Self, Welcome), JoinError> {
        let mut address = address.to_owned();
        for _ in 0..=MAX_REDIRECTS {
            match Self::greet(&address, hello.clone()).await? {
                Answer::Welcome(connection, welcome) => return Ok((*connection, *welcome)),
                Answer::Moved(to) => address = to.to_string(),
            }
        }
        Err(JoinError::Unreachable(format!("{address}: the table has moved too often")))
    }

    /// Returns the address of the host.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Connects to the host at this address and sends `hello`.
    async fn greet(address: &str, hello: Hello) -> Result<Answer, JoinError> {
        let unreachable = |why: String| JoinError::Unreachable(format!("{address}: {why}"));
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE));
        let stream = connect(address).await.map_err(|why| unreachable(why.to_string()))?;
        let url = match address.strip_prefix(TLS_PREFIX) {
            Some(host) => format!("wss://{host}/socket"),
            None => format!("ws://{address}/socket"),
        };
        let opening = tokio_tungstenite::client_async_with_config(url, stream, Some(config));
        let (socket, _) = opening.await.map_err(|why| unreachable(why.to_string()))?;
        let mut connection = Self { socket, address: address.to_owned() };
        connection.send(&GuestMessage::Hello(hello)).await.map_err(unreachable)?;
        loop {
            let message = connection.receive::<serde_json::Value, serde_json::Value>().await;
            match message? {
                HostMessage::Welcome(welcome) if welcome.v != VERSION => {
                    let host = welcome.v;
                    let why = format!(
                        "the host uses version {host} of the protocol, this program {VERSION}"
                    );
                    return Err(JoinError::Refused(why));
                }
                HostMessage::Welcome(welcome) => {
                    return Ok(Answer::Welcome(Box::new(connection), welcome));
                }
                // A host may redirect guests only within the local network.
                HostMessage::Moved { address } if is_local(address.ip()) => {
                    return Ok(Answer::Moved(address));
                }
                HostMessage::Error { why } => return Err(JoinError::Refused(why)),
                _ => {}
            }
        }
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &GuestMessage) -> Result<(), String> {
        let text = serde_json::to_string(message).map_err(|why| why.to_string())?;
        let sending = self.socket.send(Message::text(text));
        let sent = tokio::time::timeout(SEND_TIME, sending).await;
        sent.map_err(|_| "the host does not answer")?.map_err(|why| why.to_string())
    }

    /// Closes the connection after everything that was sent has arrived. If messages of the host
    /// were still unread, dropping the connection would reset it, and the host could miss the last
    /// message of the guest.
    pub async fn close(mut self) {
        let closing = async {
            if self.socket.close(None).await.is_ok() {
                while let Some(Ok(_)) = self.socket.next().await {}
            }
        };
        // If the host does not answer, the connection is closed without its confirmation.
        let _ = tokio::time::timeout(CLOSING_TIME, closing).await;
    }

    /// Receives the next message. A message that cannot be read counts as a refusal, because the
    /// host would send it again after a reconnection.
    pub async fn receive<View, Event>(&mut self) -> Result<HostMessage<View, Event>, JoinError>
    where
        HostMessage<View, Event>: DeserializeOwned,
    {
        loop {
            let lost = |why: &str| JoinError::Unreachable(why.to_owned());
            // The host sends a ping every 15 seconds.
            let received = tokio::time::timeout(SILENCE, self.socket.next()).await;
            match received.map_err(|_| lost("the host does not answer"))? {
                Some(Ok(Message::Text(text))) => {
                    let message = serde_json::from_str(&text);
                    return message.map_err(|why| {
                        JoinError::Refused(format!("a message of the host cannot be read: {why}"))
                    });
                }
                Some(Ok(Message::Close(_))) | None => {
                    return Err(lost("the host closed the connection"));
                }
                Some(Ok(_)) => {}
                Some(Err(why)) => return Err(lost(&why.to_string())),
            }
        }
    }
}
