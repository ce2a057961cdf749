//! Announces tables on the local network, and finds them without an address. Both use mDNS, the
//! protocol that also finds printers.
//!
//! A host announces a table with its code, so anybody on the network can join it with one click.
//! Anybody can send an announcement, so its texts are checked and truncated.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use mdns_sd::{Receiver, ServiceDaemon, ServiceEvent, ServiceInfo};

use super::code::TableCode;
use super::limits::is_local;
use super::table::is_allowed_char;

/// The type of the service.
const SERVICE: &str = "_qipan._tcp.local.";
/// The maximum number of tables that are listed.
const MAX_TABLES: usize = 20;
/// The maximum length of the name of a host, in characters.
const MAX_NAME: usize = 30;

/// The announcement of a table. It ends when it is dropped.
pub struct Announcement {
    daemon: ServiceDaemon,
    name: String,
}

impl Announcement {
    /// Announces a table of a preset on this port. `host` is the name of the person who has opened
    /// it, which may be empty.
    ///
    /// # Errors
    /// mDNS cannot be started. The text says why.
    pub fn new(code: &TableCode, port: u16, preset: &str, host: &str) -> Result<Self, String> {
        let daemon = ServiceDaemon::new().map_err(|why| why.to_string())?;
        let properties = [("code", code.as_str()), ("game", preset), ("host", host)];
        let mdns_host = format!("qipan-{code}.local.");
        let service =
            ServiceInfo::new(SERVICE, code.as_str(), &mdns_host, "", port, &properties[..]);
        let service = service.map_err(|why| why.to_string())?.enable_addr_auto();
        let name = service.get_fullname().to_owned();
        daemon.register(service).map_err(|why| why.to_string())?;
        Ok(Self { daemon, name })
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        // If this message is not sent, others list the table until the announcement expires.
        if let Ok(done) = self.daemon.unregister(&self.name) {
            let _ = done.recv_timeout(std::time::Duration::from_millis(200));
        }
        let _ = self.daemon.shutdown();
    }
}

/// A table that was found on the local network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearbyTable {
    /// The address with the port.
    pub address: String,
    /// The code.
    pub code: TableCode,
    /// The preset.
    pub preset: String,
    /// The name of the person who has opened it, which may be empty.
    pub host: String,
}

/// A search for tables on the local network. It ends when it is dropped.
pub struct Nearby {
    daemon: ServiceDaemon,
    events: Receiver<ServiceEvent>,
    found: BTreeMap<String, NearbyTable>,
}

impl Nearby {
    /// Starts to search.
    ///
    /// # Errors
    /// mDNS cannot be started. The text says why.
    pub fn search() -> Result<Self, String> {
        let daemon = ServiceDaemon::new().map_err(|why| why.to_string())?;
        let events = daemon.browse(SERVICE).map_err(|why| why.to_string())?;
        Ok(Self { daemon, events, found: BTreeMap::new() })
    }

    /// Handles the announcements since the last call. Returns true if the list of tables changed.
    pub fn poll(&mut self) -> bool {
        let mut has_changed = false;
        while let Ok(event) = self.events.try_recv() {
            match event {
                ServiceEvent::ServiceResolved(service) => {
                    let property = |key: &str| service.txt_properties.get_property_val_str(key);
                    let addresses = service.get_addresses_v4().into_iter();
                    let reachable = addresses
                        .filter(|address| is_local((*address).into()) && !address.is_loopback());
                    // An address in 192.168 is preferred, because virtual networks of the host's
                    // computer rarely use that range.
                    let address =
                        reachable.min_by_key(|address| (address.octets()[0] != 192, *address));
                    let table = table_of(
                        address.map(|address| SocketAddr::from((address, service.port))),
                        [property("code"), property("game"), property("host")],
                    );
                    let has_room =
                        self.found.len() < MAX_TABLES || self.found.contains_key(&service.fullname);
                    if let Some(table) = table.filter(|_| has_room) {
                        has_changed |= self.found.insert(service.fullname.clone(), table.clone())
                            != Some(table);
                    }
                }
                ServiceEvent::ServiceRemoved(_, name) => {
                    has_changed |= self.found.remove(&name).is_some();
                }
                _ => {}
            }
        }
        has_changed
    }

    /// Returns the tables found so far.
    pub fn tables(&self) -> impl Iterator<Item = &NearbyTable> {
        self.found.values()
    }
}

impl Drop for Nearby {
    fn drop(&mut self) {
        let _ = self.daemon.shutdown();
    }
}

/// Returns the table that an announcement describes, or `None` if it is not valid.
fn table_of(
    address: Option<SocketAddr>,
    [code, preset, host]: [Option<&str>; 3],
) -> Option<NearbyTable> {
    let preset = preset.filter(|preset| qipan_core::registry::presets().any(|it| it == *preset))?;
    let host = host.unwrap_or_default().chars().filter(|c| is_allowed_char(*c));
    Some(NearbyTable {
        address: address?.to_string(),
        code: code?.parse().ok()?,
        preset: preset.to_owned(),
        host: host.take(MAX_NAME).collect::<String>().trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "needs a network that carries multicast"]
    fn announced_tables_are_found_until_they_close() {
        use std::time::{Duration, Instant};

        let code: TableCode = "A2B3C4".parse().unwrap();
        let announcement = Announcement::new(&code, 24680, "dark", "Ann").unwrap();
        let mut nearby = Nearby::search().unwrap();
        let start = Instant::now();
        let mut wait_for = |count: usize| {
            while nearby.tables().filter(|table| table.code == code).count() != count {
                assert!(start.elapsed() < Duration::from_secs(20), "{count}");
                nearby.poll();
                std::thread::sleep(Duration::from_millis(20));
            }
        };
        wait_for(1);
        drop(announcement);
        wait_for(0);
    }

    #[test]
    fn announcements_are_checked_and_truncated() {
        let address = Some(SocketAddr::from(([192, 168, 1, 7], 24680)));
        let table = table_of(address, [Some("A2B3C4"), Some("dark"), Some(" Ann\u{202E}\n ")]);
        let table = table.unwrap();
        assert_eq!((table.address.as_str(), table.host.as_str()), ("192.168.1.7:24680", "Ann"));
        let long = "x".repeat(300);
        let table = table_of(address, [Some("A2B3C4"), Some("dark"), Some(&long)]).unwrap();
        assert_eq!(table.host.len(), MAX_NAME);
        for [code, preset] in [["A2", "dark"], ["A2B3C4", "nonsense"], ["", ""]] {
            assert_eq!(table_of(address, [Some(code), Some(preset), None]), None);
        }
        assert_eq!(table_of(None, [Some("A2B3C4"), Some("dark"), None]), None);
    }
}
