//! Packs the folders that are part of the program, each into a compressed file, which
//! `src/model/embedded.rs` unpacks.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// The packed files, each with its folder.
const FOLDERS: [(&str, &str); 8] = [
    ("fonts", "assets/fonts"),
    ("lessons", "assets/lessons"),
    ("licences", "assets/licences"),
    ("locales", "locales"),
    ("page", "src/together/page"),
    ("puzzles", "assets/puzzles"),
    ("scripts", "../scripts"),
    ("suite", "assets/suite"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::var("OUT_DIR")?;
    for (name, folder) in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        let packed = fs::File::create(Path::new(&out).join(format!("{name}.packed")))?;
        let mut encoder = ZlibEncoder::new(packed, Compression::best());
        pack(Path::new(folder), "", &mut encoder)?;
        encoder.finish()?;
    }
    Ok(())
}

/// Writes the files of a folder in the order of their names. Before the bytes of each file stands a
/// line with its length and path.
fn pack(folder: &Path, prefix: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().into_string().map_err(|_| "a name is not Unicode")?;
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            // Pictures are compressed already. The program holds them as they are.
            if name != "images" {
                pack(&entry.path(), &format!("{path}/"), out)?;
            }
            continue;
        }
        // The script that makes the fonts is not part of the program.
        if name.ends_with(".py") {
            continue;
        }
        let bytes = fs::read(entry.path())?;
        out.write_all(format!("{} {path}\n", bytes.len()).as_bytes())?;
        out.write_all(&bytes)?;
    }
    Ok(())
}
