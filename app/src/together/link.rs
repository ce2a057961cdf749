//! The connection of the window to a host, on a thread of its own that exists only while the player
//! is at a table.

use std::io;
use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::mpsc;

use super::connection::{HostConnection, JoinError};
use super::limits::is_local;
use super::message::{GuestMessage, Hello, HostMessage, VERSION, Welcome};
use crate::model::robot_threads::RepaintSignal;

/// The delay before the next attempt to connect.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// The time after which an attempt to connect is given up.
const CONNECT_TIME: Duration = Duration::from_secs(8);
/// The maximum number of events that wait for the window.
const QUEUE: usize = 256;
/// The maximum number of messages that wait for the host. Further messages are dropped.
const OUT_QUEUE: usize = 64;

/// Something that happened to the connection.
#[derive(Debug)]
pub enum LinkEvent {
    /// The host admitted the player, for the first time or after a lost connection.
    Joined(Box<Welcome>),
    /// The host sent a message.
    Message(Box<HostMessage<Value, Value>>),
    /// The table has moved to another host, at this address. The link connects to it.
    Moved(String),
    /// The connection was lost. The link keeps trying to reconnect.
    Lost,
    /// The player cannot join or stay, for this reason. The link has ended.
    Failed(JoinError),
}

/// A connection to a table. Dropping it closes the connection; the host then keeps the seat for the
/// player.
pub struct Link {
    outgoing: mpsc::Sender<GuestMessage>,
    events: Receiver<LinkEvent>,
}

impl Link {
    /// Connects to a host. `wake` is called whenever an event has arrived.
    ///
    /// # Errors
    /// The system cannot start the thread.
    pub fn open(address: String, hello: Hello, wake: RepaintSignal) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (outgoing, messages) = mpsc::channel(OUT_QUEUE);
        let (sender, events) = sync_channel(QUEUE);
        let events_out = Events { sender, wake };
        // The thread ends by itself once the link is dropped.
        std::thread::Builder::new().name("guest".to_owned()).spawn(move || {
            runtime.block_on(keep_connected(address, hello, messages, events_out))
        })?;
        Ok(Self { outgoing, events })
    }

    /// Sends a message. It is lost if there is no connection or too many messages wait.
    pub fn send(&self, message: GuestMessage) {
        let _ = self.outgoing.try_send(message);
    }

    /// Returns the next event, if there is one.
    pub fn poll(&self) -> Option<LinkEvent> {
        self.events.try_recv().ok()
    }
}

/// The sending end of the queue of events.
struct Events {
    sender: SyncSender<LinkEvent>,
    wake: RepaintSignal,
}

impl Events {
    /// Adds an event and wakes the window. Returns false if the link was dropped.
    fn add(&self, event: LinkEvent) -> bool {
        let is_heard = self.sender.send(event).is_ok();
        (self.wake)();
        is_heard
    }
}

/// Joins a table, and comes back to the seat whenever the connection is lost.
async fn keep_connected(
    mut address: String,
    mut hello: Hello,
    mut messages: mpsc::Receiver<GuestMessage>,
    events: Events,
) {
    let mut has_joined = false;
    loop {
        let opening =
            tokio::time::timeout(CONNECT_TIME, HostConnection::open(&address, hello.clone()));
        // The player may leave while the connection is being made.
        let opened = tokio::select! {
            opened = opening => opened,
            () = wait_until_dropped(&mut messages) => return,
        };
        let opened =
            opened.unwrap_or_else(|_| Err(JoinError::Unreachable(format!("{address}: no answer"))));
        match opened {
            Ok((connection, welcome)) => {
                has_joined = true;
                if connection.address() != address {
                    connection.address().clone_into(&mut address);
                    if !events.add(LinkEvent::Moved(address.clone())) {
                        return;
                    }
                }
                // From now on the token leads back to the seat.
                if let Some(token) = welcome.token {
                    hello = Hello {
                        v: VERSION,
                        table: Some(welcome.table.clone()),
                        token: Some(token),
                        code: None,
                        seat: None,
                        ..hello
                    };
                }
                if !events.add(LinkEvent::Joined(Box::new(welcome))) {
                    return;
                }
                match relay_messages(connection, &mut messages, &events).await {
                    ConnectionEnd::Closed => return,
                    ConnectionEnd::Moved(to) => {
                        address = to.to_string();
                        if !events.add(LinkEvent::Moved(address.clone())) {
                            return;
                        }
                        continue;
                    }
                    ConnectionEnd::Lost => {}
                }
                if !events.add(LinkEvent::Lost) {
                    return;
                }
            }
            Err(why) if !has_joined || matches!(why, JoinError::Refused(_)) => {
                events.add(LinkEvent::Failed(why));
                return;
            }
            Err(_) => {}
        }
        tokio::select! {
            () = tokio::time::sleep(RETRY_DELAY) => {}
            () = wait_until_dropped(&mut messages) => return,
        }
    }
}

/// Waits until the window drops the link. Messages that it sends meanwhile are lost.
async fn wait_until_dropped(messages: &mut mpsc::Receiver<GuestMessage>) {
    while messages.recv().await.is_some() {}
}

/// How a connection ended.
enum ConnectionEnd {
    /// The window closed the connection, or the host ended it for good.
    Closed,
    /// The table has moved to another host.
    Moved(SocketAddr),
    /// The connection was lost.
    Lost,
}

/// Passes messages in both directions until the connection ends.
async fn relay_messages(
    mut connection: HostConnection,
    messages: &mut mpsc::Receiver<GuestMessage>,
    events: &Events,
) -> ConnectionEnd {
    loop {
        tokio::select! {
            message = messages.recv() => {
                let Some(message) = message else {
                    connection.close().await;
                    return ConnectionEnd::Closed;
                };
                if connection.send(&message).await.is_err() {
                    return ConnectionEnd::Lost;
                }
            }
            received = connection.receive::<Value, Value>() => {
                let message = match received {
                    Ok(message) => message,
                    Err(JoinError::Unreachable(_)) => return ConnectionEnd::Lost,
                    Err(why) => {
                        events.add(LinkEvent::Failed(why));
                        return ConnectionEnd::Closed;
                    }
                };
                // After this message, the host closes the connection for good.
                if let HostMessage::Error { why } = message {
                    events.add(LinkEvent::Failed(JoinError::Refused(why)));
                    return ConnectionEnd::Closed;
                }
                if let HostMessage::Moved { address } = message {
                    // A host may redirect guests only within the local network.
                    if is_local(address.ip()) {
                        return ConnectionEnd::Moved(address);
                    }
                    continue;
                }
                if !events.add(LinkEvent::Message(Box::new(message))) {
                    return ConnectionEnd::Closed;
                }
            }
        }
    }
}
