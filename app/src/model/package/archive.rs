//! The ZIP archive of a package: read within fixed bounds, and written so that the same files give
//! the same bytes.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use qipan_core::contract::source::is_module_name;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveWriter, ZipSliceEntry};

use crate::model::package::error::PackageError;
use crate::model::package::manifest::{MANIFEST, is_stem};
use crate::model::package::module_name;
use crate::model::package::program::is_program_name;

/// The maximum number of files in a package, its manifest included.
const MAX_FILES: u64 = 64;
/// Upper bound on the bytes of all files together.
const MAX_UNPACKED_BYTES: u64 = 4 << 20;
/// Upper bound on the bytes of all files together, as a multiple of the bytes of the package.
const MAX_RATIO: u64 = 200;

/// Extensions of the files that a package can hold besides modules, a program and its manifest.
const EXTENSIONS: [&str; 4] = [".test.luau", ".luau", ".json", ".png"];

/// Reads all files of an archive by name.
///
/// # Errors
/// Anything but a plain archive of plain files: a name that no file of a package can have, a link,
/// a second file of the same name, encryption, overlapping entries, bytes before or after the
/// archive, a wrong checksum, or more than the bounds allow.
pub(super) fn read(bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, PackageError> {
    let damaged = |_| PackageError::Damaged;
    let archive = ZipArchive::from_slice(bytes).map_err(|_| PackageError::NotPackage)?;
    if archive.end_offset() != bytes.len() as u64 || !archive.comment().as_bytes().is_empty() {
        return Err(PackageError::Damaged);
    }
    if archive.entries_hint() > MAX_FILES {
        return Err(PackageError::TooManyFiles);
    }
    let mut remaining_bytes = MAX_UNPACKED_BYTES.min(MAX_RATIO * bytes.len() as u64);
    let (mut files, mut ranges) = (BTreeMap::new(), Vec::new());
    for entry in archive.entries() {
        let entry = entry.map_err(damaged)?;
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        if !is_allowed_name(&name) {
            return Err(PackageError::Name(name));
        }
        let method = entry.compression_method();
        let is_known_method =
            [CompressionMethod::STORE, CompressionMethod::DEFLATE].contains(&method);
        if entry.flags().is_encrypted() || entry.mode().is_symlink() || !is_known_method {
            return Err(PackageError::NotPlain(name));
        }
        let local = archive.get_entry(entry.wayfinder()).map_err(damaged)?;
        if local.local_header().file_path().as_bytes() != name.as_bytes() {
            return Err(PackageError::Damaged);
        }
        ranges.push((entry.local_header_offset(), local.compressed_data_range().1));
        if files.len() as u64 == MAX_FILES {
            return Err(PackageError::TooManyFiles);
        }
        let content = unpack(&local, method, remaining_bytes)?;
        remaining_bytes -= content.len() as u64;
        if files.insert(name.clone(), content).is_some() {
            return Err(PackageError::Repeated(name));
        }
    }
    ranges.sort_unstable();
    let has_overlap = ranges.windows(2).any(|pair| pair[0].1 > pair[1].0);
    let begins_late = ranges.first().is_some_and(|(start, _)| *start != 0);
    if has_overlap || begins_late || files.len() as u64 != archive.entries_hint() {
        return Err(PackageError::Damaged);
    }
    Ok(files)
}

/// Returns the content of an entry, which may have at most `remaining_bytes` bytes, and checks its
/// size and checksum.
fn unpack(
    entry: &ZipSliceEntry<'_>,
    method: CompressionMethod,
    remaining_bytes: u64,
) -> Result<Vec<u8>, PackageError> {
    let mut content = Vec::new();
    // Read one byte more than allowed, to notice content that is too large.
    let read = match method {
        CompressionMethod::STORE => {
            entry.verifying_reader(entry.data()).take(remaining_bytes + 1).read_to_end(&mut content)
        }
        _ => {
            let decoder = DeflateDecoder::new(entry.data());
            entry.verifying_reader(decoder).take(remaining_bytes + 1).read_to_end(&mut content)
        }
    };
    if content.len() as u64 > remaining_bytes {
        return Err(PackageError::TooLarge);
    }
    read.map_err(|_| PackageError::Damaged)?;
    Ok(content)
}

/// Returns true if a package can hold a file of this name. The name must not contain a folder,
/// except `lib/` for a module.
fn is_allowed_name(name: &str) -> bool {
    let is_stem_with = |extension: &&str| name.strip_suffix(*extension).is_some_and(is_stem);
    name == MANIFEST
        || module_name(name).is_some_and(is_module_name)
        || is_program_name(name)
        || EXTENSIONS.iter().any(is_stem_with)
}

/// Writes an archive with these files in this order, all with the same fixed time.
pub(super) fn write<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (name, content) in files {
        add(&mut archive, name, content)
            .unwrap_or_else(|_| unreachable!("writing to memory cannot fail"));
    }
    archive.finish().unwrap_or_else(|_| unreachable!("writing to memory cannot fail"))
}

/// Adds a file to an archive.
fn add(
    archive: &mut ZipArchiveWriter<Vec<u8>>,
    name: &str,
    content: &[u8],
) -> Result<(), rawzip::Error> {
    // The earliest time that an archive can state.
    let time = UtcDateTime::from_unix(315_532_800);
    let (mut entry, config) = archive
        .new_file(name)
        .compression_method(CompressionMethod::DEFLATE)
        .last_modified(time)
        .unix_permissions(0o100_644)
        .start()?;
    let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::best()));
    writer.write_all(content)?;
    let (encoder, descriptor) = writer.finish()?;
    encoder.finish()?;
    entry.finish(descriptor)?;
    Ok(())
}
