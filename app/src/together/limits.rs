//! The limits that protect a host: who may connect, and how many wrong codes and messages it takes.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// The maximum number of wrong codes that an address may try in [`CODE_TIME`].
const MAX_WRONG_CODES: usize = 5;
/// The time for which a wrong code counts.
const CODE_TIME: Duration = Duration::from_secs(60);
/// The maximum number of addresses whose wrong codes are remembered.
const MAX_ADDRESSES: usize = 10_000;

/// The number of messages that a connection may send at once.
const BURST: f64 = 100.0;
/// The number of messages a second that a connection may send. It is large because robots play
/// quickly.
const RATE: f64 = 50.0;

/// Returns true if an address belongs to this computer or to a local network.
///
/// # Examples
/// ```
/// use qipan::together::is_local;
///
/// assert!(["127.0.0.1", "192.168.1.7", "10.0.0.1", "fe80::1", "fd00::2", "::ffff:172.16.0.1"]
///     .iter()
///     .all(|address| is_local(address.parse().unwrap())));
/// assert!(["8.8.8.8", "172.32.0.1", "2001:db8::1", "::ffff:8.8.8.8"]
///     .iter()
///     .all(|address| !is_local(address.parse().unwrap())));
/// ```
pub fn is_local(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            address.is_loopback() || address.is_private() || address.is_link_local()
        }
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

/// Counts wrong codes by address.
#[derive(Debug, Default)]
pub struct WrongCodes(HashMap<IpAddr, Vec<Instant>>);

impl WrongCodes {
    /// Returns true if an address may try a code now.
    pub fn may_try(&mut self, address: IpAddr, now: Instant) -> bool {
        let Some(times) = self.0.get_mut(&address) else { return true };
        times.retain(|at| now.saturating_duration_since(*at) < CODE_TIME);
        times.len() < MAX_WRONG_CODES
    }

    /// Counts a wrong code.
    pub fn count(&mut self, address: IpAddr, now: Instant) {
        if self.0.len() >= MAX_ADDRESSES {
            self.0.retain(|_, times| {
                times.iter().any(|at| now.saturating_duration_since(*at) < CODE_TIME)
            });
        }
        if self.0.len() < MAX_ADDRESSES {
            self.0.entry(address).or_default().push(now);
        }
    }
}

/// Limits the messages of a connection with a token bucket.
#[derive(Debug)]
pub struct MessageRate {
    tokens: f64,
    filled_at: Instant,
}

impl MessageRate {
    /// Begins with a full bucket.
    pub fn new(now: Instant) -> Self {
        Self { tokens: BURST, filled_at: now }
    }

    /// Counts a message. Returns the time to wait before the next one is read.
    pub fn count(&mut self, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.filled_at).as_secs_f64();
        self.filled_at = now;
        self.tokens = (self.tokens + passed * RATE).min(BURST) - 1.0;
        Duration::from_secs_f64((-self.tokens).max(0.0) / RATE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_codes_are_limited_by_address_and_minute() {
        let (mut codes, now) = (WrongCodes::default(), Instant::now());
        let [a, b] = ["192.168.1.2", "192.168.1.3"].map(|text| text.parse::<IpAddr>().unwrap());
        for _ in 0..MAX_WRONG_CODES {
            assert!(codes.may_try(a, now));
            codes.count(a, now);
        }
        assert!(!codes.may_try(a, now) && codes.may_try(b, now));
        assert!(codes.may_try(a, now + CODE_TIME));
    }

    #[test]
    fn floods_are_slowed_down_but_bursts_are_not() {
        let now = Instant::now();
        let mut rate = MessageRate::new(now);
        let waits: Vec<Duration> = (0..200).map(|_| rate.count(now)).collect();
        assert!(waits[..100].iter().all(Duration::is_zero));
        assert_eq!(waits[199], Duration::from_secs(2));
        assert!(rate.count(now + Duration::from_secs(60)).is_zero());
    }
}
