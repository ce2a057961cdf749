//! Addresses of hosts as people type them, and the address of this computer.

use std::net::{IpAddr, Ipv4Addr};

/// The port that a host listens on unless another is chosen.
pub const DEFAULT_PORT: u16 = 24680;

/// The port of a link that begins with `https://` and has no port.
const TLS_PORT: u16 = 443;

/// Returns a typed address, with the default port added if it has none. Links to a table are
/// accepted, too. The address of an encrypted connection begins with `https://`.
///
/// # Examples
/// ```
/// use qipan::together::with_port;
///
/// assert_eq!(with_port("192.168.1.7"), "192.168.1.7:24680");
/// assert_eq!(with_port(" http://laptop.local:8000/#A2B3C4 "), "laptop.local:8000");
/// assert_eq!(with_port("https://games.example.org/#A2B3C4"), "https://games.example.org:443");
/// assert_eq!(with_port("fe80::1"), "[fe80::1]:24680");
/// assert_eq!(with_port("[fe80::1]:8000"), "[fe80::1]:8000");
/// ```
pub fn with_port(typed: &str) -> String {
    let address = typed.trim();
    let (scheme, port) = match address.starts_with("https://") {
        true => ("https://", TLS_PORT),
        false => ("", DEFAULT_PORT),
    };
    let address = address.split_once("://").map_or(address, |(_, rest)| rest);
    let address = address.split(['/', '#']).next().unwrap_or_default();
    let has_port = address.parse::<IpAddr>().is_err()
        && address.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    match (has_port, address.parse::<IpAddr>()) {
        (true, _) => format!("{scheme}{address}"),
        (false, Ok(IpAddr::V6(address))) => format!("{scheme}[{address}]:{port}"),
        (false, _) => format!("{scheme}{address}:{port}"),
    }
}

/// Returns the address of this computer in the local network: the source address that the system
/// would use for another network. Connecting a UDP socket selects a route and sends nothing.
pub(super) fn own_address() -> Option<IpAddr> {
    let socket = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // 192.0.2.1 is reserved for documentation (RFC 5737). Port 9 is that of the discard protocol.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|address| !address.is_unspecified())
}
