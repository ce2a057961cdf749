//! Random mutations of a file.

use rand::{Rng, RngExt};

/// Numbers at the limits of common types.
const EDGE_NUMBERS: [&str; 14] = [
    "-1",
    "0",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775809",
    "1e400",
    "-0.0",
    "1e-400",
];

/// Returns a file with one to five mutations, which may take parts from another file.
pub fn mutate<R: Rng>(rng: &mut R, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    let times = if rng.random_ratio(1, 4) { rng.random_range(2..6) } else { 1 };
    for _ in 0..times {
        if out.is_empty() {
            break;
        }
        out = mutate_once(rng, &out, other);
    }
    out
}

/// Returns a file with one mutation.
fn mutate_once<R: Rng>(rng: &mut R, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    let at = rng.random_range(0..bytes.len());
    match rng.random_range(0..12) {
        0 => out[at] ^= 1 << rng.random_range(0..8),
        1 => out[at] = rng.random(),
        2 => out.truncate(at),
        3 => {
            // Join the head of one file and the tail of the other.
            out.truncate(at);
            if !other.is_empty() {
                out.extend_from_slice(&other[rng.random_range(0..other.len())..]);
            }
        }
        4 => replace_number(rng, &mut out),
        5 => duplicate_piece(rng, &mut out),
        6 => delete_piece(rng, &mut out),
        7 => delete_range(rng, &mut out),
        8 => swap_lines(rng, &mut out),
        9 => out.insert(at, b"\"{}[],:0\\ \n\xff\x00"[rng.random_range(0..12)]),
        10 => replace_word(rng, &mut out, other),
        _ => {
            let end = (at + rng.random_range(1..64)).min(out.len());
            let part = out[at..end].to_vec();
            let to = rng.random_range(0..=out.len());
            out.splice(to..to, part);
        }
    }
    out
}

/// Returns the ranges of digits.
fn numbers(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut ranges = Vec::new();
    let mut start = None;
    for (index, byte) in bytes.iter().enumerate() {
        match (byte.is_ascii_digit(), start) {
            (true, None) => start = Some(index),
            (false, Some(from)) => {
                ranges.push((from, index));
                start = None;
            }
            _ => {}
        }
    }
    ranges
}

/// Replaces a number by a small number or one at a limit.
fn replace_number<R: Rng>(rng: &mut R, out: &mut Vec<u8>) {
    let numbers = numbers(out);
    if numbers.is_empty() {
        return;
    }
    let (from, to) = numbers[rng.random_range(0..numbers.len())];
    let new = match rng.random_ratio(1, 2) {
        true => EDGE_NUMBERS[rng.random_range(0..EDGE_NUMBERS.len())].to_owned(),
        false => rng.random_range(0..120).to_string(),
    };
    out.splice(from..to, new.into_bytes());
}

/// Returns the range between two commas or brackets: a member of an object or an item of a list.
fn piece<R: Rng>(rng: &mut R, bytes: &[u8]) -> (usize, usize) {
    let at = rng.random_range(0..bytes.len());
    let is_end = |byte: &u8| b",{}[]".contains(byte);
    let from = bytes[..at].iter().rposition(is_end).map_or(0, |index| index + 1);
    let to = bytes[at..].iter().position(is_end).map_or(bytes.len(), |index| at + index);
    (from, to)
}

fn duplicate_piece<R: Rng>(rng: &mut R, out: &mut Vec<u8>) {
    let (from, to) = piece(rng, out);
    let mut part = out[from..to].to_vec();
    part.push(b',');
    out.splice(from..from, part);
}

fn delete_piece<R: Rng>(rng: &mut R, out: &mut Vec<u8>) {
    let (from, to) = piece(rng, out);
    let to = if out.get(to) == Some(&b',') { to + 1 } else { to };
    out.drain(from..to);
}

fn delete_range<R: Rng>(rng: &mut R, out: &mut Vec<u8>) {
    let from = rng.random_range(0..out.len());
    let to = (from + rng.random_range(1..200)).min(out.len());
    out.drain(from..to);
}

fn swap_lines<R: Rng>(rng: &mut R, out: &mut Vec<u8>) {
    let mut lines: Vec<&[u8]> = out.split(|byte| *byte == b'\n').collect();
    let (a, b) = (rng.random_range(0..lines.len()), rng.random_range(0..lines.len()));
    if rng.random() {
        lines.swap(a, b)
    } else {
        lines[a] = lines[b]
    }
    *out = lines.join(&b'\n');
}

/// Returns the ranges of quoted words.
fn words(bytes: &[u8]) -> Vec<(usize, usize)> {
    let quotes: Vec<usize> = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'"')
        .map(|(index, _)| index)
        .collect();
    quotes.chunks_exact(2).map(|pair| (pair[0], pair[1] + 1)).collect()
}

/// Replaces a quoted word by one from another file.
fn replace_word<R: Rng>(rng: &mut R, out: &mut Vec<u8>, other: &[u8]) {
    let (ours, theirs) = (words(out), words(other));
    if ours.is_empty() || theirs.is_empty() {
        return;
    }
    let (from, to) = ours[rng.random_range(0..ours.len())];
    let (other_from, other_to) = theirs[rng.random_range(0..theirs.len())];
    out.splice(from..to, other[other_from..other_to].iter().copied());
}
