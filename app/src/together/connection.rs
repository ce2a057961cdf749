//! The connection of a guest to a host: a WebSocket with JSON messages.

use futures_util::{SinkExt, StreamExt};
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::message::{GuestMessage, Hello, HostMessage, MAX_MESSAGE, Welcome};

/// The connection to a host.
pub struct HostConnection {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

/// The reason why a host did not admit a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JoinError {
    /// The host cannot be reached, or its answer cannot be read.
    Unreachable(String),
    /// The host refused, with a sentence.
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

impl HostConnection {
    /// Connects and greets. Returns the connection and the host's welcome.
    pub async fn open(address: &str, hello: Hello) -> Result<(Self, Welcome), JoinError> {
        let unreachable = |why: String| JoinError::Unreachable(format!("{address}: {why}"));
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE));
        let url = format!("ws://{address}/socket");
        let connecting = tokio_tungstenite::connect_async_with_config(url, Some(config), true);
        let (socket, _) = connecting.await.map_err(|why| unreachable(why.to_string()))?;
        let mut connection = Self { socket };
        connection.send(&GuestMessage::Hello(hello)).await.map_err(unreachable)?;
        loop {
            let message = connection.receive::<serde_json::Value, serde_json::Value>().await;
            match message.map_err(unreachable)? {
                HostMessage::Welcome(welcome) => return Ok((connection, *welcome)),
                HostMessage::Error { why } => return Err(JoinError::Refused(why)),
                _ => {}
            }
        }
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &GuestMessage) -> Result<(), String> {
        let text = serde_json::to_string(message).map_err(|why| why.to_string())?;
        self.socket.send(Message::text(text)).await.map_err(|why| why.to_string())
    }

    /// Receives the next message.
    pub async fn receive<View, Event>(&mut self) -> Result<HostMessage<View, Event>, String>
    where
        HostMessage<View, Event>: DeserializeOwned,
    {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    return serde_json::from_str(&text).map_err(|why| format!("the host: {why}"));
                }
                Some(Ok(Message::Close(_))) | None => return Err("the host closed".to_owned()),
                Some(Ok(_)) => {}
                Some(Err(why)) => return Err(why.to_string()),
            }
        }
    }
}
