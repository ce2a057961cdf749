//! Tests of packages: what is packed is unpacked, and nothing else is read.

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use super::pack::file_stem;
use super::*;
use crate::model::scripts::{ScriptArg, find, find_rule, robots_folder};
use crate::model::storage::{Folders, Storage};

/// A robot that loads a module.
const ROBOT: &str = "local words = require(\"words\")
return { api = 1, game = \"race\", name = words.name, author = \"Greta\",
    choose = function(_, turn) return turn:actions()[1] end }";
const MODULE: &str = "return { name = { en = \"Paper Tiger\", zh = \"纸老虎\" } }";
const TESTS: &str = "return {}";
/// A house rule that sets an option.
const RULE: &str =
    "return { api = 1, game = \"race\", name = \"Early\", set = { takeoff = { 5, 6 } } }";
/// A complete layout.
const LAYOUT: &str = "TPYNLHZSGPYJLNHGZDTPDFDNG";

/// A player's files in a temporary folder.
struct Home {
    dir: tempfile::TempDir,
    storage: Storage,
}

impl Home {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let folders = Folders::find(Some(dir.path())).unwrap();
        Self { dir, storage: Storage::without_journal(folders) }
    }

    /// Writes a file below the scripts folder.
    fn write(&self, file: &str, text: &str) {
        let path = self.dir.path().join("scripts").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.dir.path().join("scripts").join(file)).unwrap_or_default()
    }

    /// Returns the names of all files, with their folders.
    fn files(&self) -> Vec<String> {
        fn collect(folder: &Path, root: &Path, names: &mut Vec<String>) {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    collect(&path, root, names);
                } else {
                    names.push(path.strip_prefix(root).unwrap().display().to_string());
                }
            }
        }
        let mut names = Vec::new();
        collect(self.dir.path(), self.dir.path(), &mut names);
        names.sort();
        names
    }

    fn robot(&self, name: &str) -> Script {
        Script::Robot(find(self.storage.folders(), "race", &ScriptArg::typed(name)).unwrap())
    }
}

/// Returns the author's files.
fn author() -> Home {
    let home = Home::new();
    home.write("robots/race/tiger.luau", ROBOT);
    home.write("robots/race/tiger.test.luau", TESTS);
    home.write("robots/race/lib/words.luau", MODULE);
    home.write("robots/race/lib/other.luau", "return {}");
    home.write("rules/race/early.luau", RULE);
    home
}

fn robot_package() -> PackedBytes {
    let fuel = Some(FuelClaim { median: 120, max: 900 });
    pack_script(&author().robot("tiger"), fuel, Extras::default()).unwrap()
}

/// Returns a square picture as a PNG file. `side` is its width and height in pixels.
fn picture(side: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, side, side);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![7; (side * side * 3) as usize]).unwrap();
    writer.finish().unwrap();
    file
}

/// An entry of an archive, which may be one that `qipan pack` never writes.
struct Entry<'a> {
    name: &'a str,
    content: &'a [u8],
    method: CompressionMethod,
    mode: u32,
    encrypted: bool,
}

fn entry<'a>(name: &'a str, content: &'a [u8]) -> Entry<'a> {
    Entry { name, content, method: CompressionMethod::DEFLATE, mode: 0o644, encrypted: false }
}

/// Writes an archive with exactly these entries.
fn zip(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for Entry { name, content, method, mode, encrypted } in entries {
        let file = archive.new_file(EntryPath::verbatim(name.as_bytes()));
        let file = file.compression_method(*method).unix_permissions(*mode).encrypted(*encrypted);
        let (mut entry, config) = file.start().unwrap();
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
        writer.write_all(content).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

/// Returns the archive of a package in which `change` has changed the text of the manifest.
fn with_manifest(packed: &PackedBytes, change: impl Fn(String) -> String) -> Vec<u8> {
    let manifest = change(packed.package.manifest.write());
    let others = packed.package.files.iter().map(|(name, content)| entry(name, content));
    let entries: Vec<Entry<'_>> =
        std::iter::once(entry(MANIFEST, manifest.as_bytes())).chain(others).collect();
    zip(&entries)
}

/// Returns the archive of a package with one more file, which the manifest lists if `is_listed`.
fn with_file(packed: &PackedBytes, name: &str, content: &[u8], is_listed: bool) -> Vec<u8> {
    let mut manifest = packed.package.manifest.clone();
    if is_listed {
        let (name, bytes, sha256) = (name.to_owned(), content.len() as u64, sha256(content));
        manifest.files.push(PackedFile { name, bytes, sha256 });
    }
    let text = manifest.write();
    let mut entries = vec![entry(MANIFEST, text.as_bytes())];
    entries.extend(packed.package.files.iter().map(|(name, content)| entry(name, content)));
    entries.push(entry(name, content));
    zip(&entries)
}

#[track_caller]
fn refused(bytes: &[u8]) -> PackageError {
    let error = Package::read(bytes).unwrap_err();
    let text = error.to_string();
    assert!(text.ends_with('.') && !text.contains(char::is_control), "{text}");
    error
}

#[test]
fn packed_robot_is_added_with_modules_and_tests() {
    let packed = robot_package();
    let manifest = &packed.package.manifest;
    let names: Vec<&str> = manifest.files.iter().map(|file| file.name.as_str()).collect();
    let packed_names = ["lib/words.luau", "tiger.luau", "tiger.test.luau"];
    assert_eq!(names, packed_names, "unused modules are left out");
    assert_eq!((manifest.kind, manifest.author.as_str()), (PackageKind::Robot, "Greta"));
    assert_eq!((manifest.name.en.as_str(), manifest.name.zh.as_str()), ("Paper Tiger", "纸老虎"));
    assert_eq!(packed.package.digest, sha256(&packed.bytes));

    let recipient = Home::new();
    let package = Package::read(&packed.bytes).unwrap();
    assert_eq!(package, packed.package);
    assert_eq!(free_name(&recipient.storage, &package), "tiger");
    let installed = install(&recipient.storage, &package, "tiger", false).unwrap();
    assert_eq!(installed.files.len(), 3);
    assert_eq!(recipient.read("robots/race/tiger.luau"), ROBOT);
    assert_eq!(recipient.read("robots/race/tiger.test.luau"), TESTS);
    assert_eq!(recipient.robot("tiger").source(), author().robot("tiger").source());
    // The same package adds nothing the second time.
    let again = install(&recipient.storage, &package, "tiger", false).unwrap();
    assert_eq!(again.files, [] as [std::path::PathBuf; 0]);
}

#[test]
fn same_files_give_the_same_bytes() {
    assert_eq!(robot_package().bytes, robot_package().bytes);
}

#[test]
fn packed_rule_and_layout_are_added() {
    let home = author();
    let rule = find_rule(home.storage.folders(), "race", &ScriptArg::typed("early")).unwrap();
    let extras = Extras { author: Some(" Oma ".to_owned()), picture: Some(picture(8)) };
    let packed = pack_script(&Script::Rule(rule), None, extras).unwrap();
    assert_eq!(packed.package.manifest.author, "Oma");
    assert_eq!(packed.package.picture().unwrap().size, [8, 8]);
    let recipient = Home::new();
    install(&recipient.storage, &packed.package, "early", false).unwrap();
    assert_eq!(
        recipient.files(),
        ["scripts/rules/race/early.luau", "scripts/rules/race/early.png"]
    );

    let layout = NamedLayout { name: "长城 1".to_owned(), draft: LAYOUT.parse().unwrap() };
    let packed = pack_layout(&layout, Extras::default()).unwrap();
    assert_eq!(packed.package.manifest.file, "长城_1");
    install(&recipient.storage, &packed.package, &layout.name, false).unwrap();
    assert_eq!(recipient.storage.list::<NamedLayout>().0[0].item, layout);
    assert_eq!(free_name(&recipient.storage, &packed.package), "长城 1");
    let other = NamedLayout { draft: layout.draft.mirrored(), ..layout.clone() };
    let packed = pack_layout(&other, Extras::default()).unwrap();
    assert_eq!(
        install(&recipient.storage, &packed.package, &layout.name, false),
        Err(PackageError::Taken(layout.name.clone()))
    );
    assert_eq!(free_name(&recipient.storage, &packed.package), "长城 1 (2)");
    let half = NamedLayout { draft: "T......................NG".parse().unwrap(), ..layout };
    assert_eq!(pack_layout(&half, Extras::default()).unwrap_err(), PackageError::Layout);
}

#[test]
fn files_of_the_player_are_replaced_only_on_request() {
    let package = robot_package().package;
    let recipient = Home::new();
    recipient.write("robots/race/tiger.lua", "mine");
    let files = recipient.files();
    let taken = install(&recipient.storage, &package, "tiger", false);
    assert!(matches!(taken, Err(PackageError::Taken(_))), "{taken:?}");
    assert_eq!(recipient.files(), files);
    assert_eq!(free_name(&recipient.storage, &package), "tiger_2");
    // A built-in robot of the name is never replaced.
    let built_in = install(&recipient.storage, &package, "greedy", true);
    assert_eq!(built_in, Err(PackageError::BuiltIn("greedy".to_owned())));
    for bad in ["", "../x", "a/b", "con", "x.luau"] {
        let refused = install(&recipient.storage, &package, bad, true);
        assert_eq!(refused, Err(PackageError::ChosenName(bad.to_owned())));
    }
    install(&recipient.storage, &package, "tiger", true).unwrap();
    assert_eq!(recipient.read("robots/race/tiger.lua"), ROBOT, "the player asked for it");
    // A module belongs to other scripts, too.
    let recipient = Home::new();
    recipient.write("robots/race/lib/words.luau", "return {}");
    let module = install(&recipient.storage, &package, "tiger", true).unwrap_err();
    assert!(matches!(module, PackageError::Module { .. }), "{module:?}");
    assert!(module.to_string().contains("Rename or delete it first."), "{module}");
    assert_eq!(recipient.files(), ["scripts/robots/race/lib/words.luau"]);
}

#[test]
fn second_package_cannot_change_a_module_of_the_first() {
    let recipient = Home::new();
    install(&recipient.storage, &robot_package().package, "tiger", false).unwrap();
    let first = (recipient.files(), recipient.robot("tiger").source().digest());
    // Another author has a module of the same name.
    let other = Home::new();
    other.write("robots/race/wolf.luau", ROBOT);
    let module = MODULE.replace("Paper Tiger", "Wolf");
    other.write("robots/race/lib/words.luau", &module);
    let second = pack_script(&other.robot("wolf"), None, Extras::default()).unwrap().package;
    for (name, replace) in [("wolf", false), ("wolf", true), ("wolf_2", true)] {
        let refused = install(&recipient.storage, &second, name, replace).unwrap_err();
        let text = refused.to_string();
        for part in ["wolf.luau", "“words”", "lib/words.luau", "tiger.luau"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!((recipient.files(), recipient.robot("tiger").source().digest()), first);
    }
    // The house rules of the same game have modules of their own.
    other.write("rules/race/words.luau", &RULE.replace("\"Early\"", "require(\"words\").name"));
    other.write("rules/race/lib/words.luau", &module);
    let rule = find_rule(other.storage.folders(), "race", &ScriptArg::typed("words")).unwrap();
    let rule = pack_script(&Script::Rule(rule), None, Extras::default()).unwrap().package;
    install(&recipient.storage, &rule, "words", false).unwrap();
    assert_eq!(recipient.robot("tiger").source().digest(), first.1);
    // The same module may come with several packages.
    other.write("robots/race/lib/words.luau", MODULE);
    let same = pack_script(&other.robot("wolf"), None, Extras::default()).unwrap().package;
    assert_eq!(install(&recipient.storage, &same, "wolf", false).unwrap().files.len(), 1);
}

#[test]
fn failed_writes_leave_nothing_behind() {
    let package = robot_package().package;
    let recipient = Home::new();
    // A folder stands where the script belongs, and the modules are written first.
    fs::create_dir_all(robots_folder(recipient.storage.folders(), "race").join("tiger.luau"))
        .unwrap();
    let failed = install(&recipient.storage, &package, "tiger", true);
    assert!(matches!(failed, Err(PackageError::File(_))), "{failed:?}");
    assert_eq!(recipient.files(), [] as [&str; 0]);
}

#[test]
fn damaged_archives_are_refused() {
    let packed = robot_package();
    let bytes = &packed.bytes;
    for length in 0..bytes.len() {
        refused(&bytes[..length]);
    }
    for index in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[index] ^= 0x10;
        // Some bytes do not matter, such as those of times. The contents that are read must then be
        // those that were packed.
        if let Ok(package) = Package::read(&changed) {
            assert_eq!(
                (&package.manifest, &package.files),
                (&packed.package.manifest, &packed.package.files)
            );
        }
    }
    for junk in [&b""[..], b"PK", b"{}", &[0; 100], "不是".as_bytes()] {
        assert_eq!(refused(junk), PackageError::NotPackage);
    }
    let around = |before: &[u8], after: &[u8]| [before, bytes, after].concat();
    refused(&around(b"x", b""));
    refused(&around(b"", b"x"));
    refused(&around(b"", bytes));
}

#[test]
fn only_files_of_the_manifest_are_read() {
    let packed = robot_package();
    let names = [
        "../x.luau",
        "/etc/passwd",
        "lib/../x.luau",
        "lib/a/b.luau",
        "lib/A.luau",
        "a\\b.luau",
        "C:x.luau",
        "x/",
        "lib/",
        "run.sh",
        "tiger.py",
        "tiger.robot",
        "tiger.robot.sh",
        "tiger.robot.robot.py",
        "con.robot.py",
        "lib/tiger.robot.py",
        "tiger",
        ".luau",
        ".x.luau",
        "con.luau",
        "tiger.luau ",
        "tiger\0.luau",
        "tiger.exe",
        "tiger.test.test.luau",
        "",
    ];
    for name in names {
        for is_listed in [false, true] {
            let error = refused(&with_file(&packed, name, b"return {}", is_listed));
            assert!(matches!(error, PackageError::Name(_)), "{name}: {error}");
        }
    }
    let module = "lib/x.luau".to_owned();
    let unlisted = refused(&with_file(&packed, &module, b"", false));
    assert_eq!(unlisted, PackageError::Unlisted(module.clone()));
    assert_eq!(refused(&with_file(&packed, &module, b"", true)), PackageError::Unused(module));
    assert_eq!(
        refused(&with_file(&packed, "x.luau", b"", true)),
        PackageError::Name("x.luau".into())
    );
    assert_eq!(refused(&with_file(&packed, "tiger.png", b"x", true)), PackageError::Picture);
    let large = picture(1025);
    assert_eq!(refused(&with_file(&packed, "tiger.png", &large, true)), PackageError::Picture);
    Package::read(&with_file(&packed, "tiger.png", &picture(9), true)).unwrap();
    let twice = with_file(&packed, "tiger.luau", b"return {}", false);
    assert_eq!(refused(&twice), PackageError::Repeated("tiger.luau".to_owned()));
}

#[test]
fn entries_that_are_not_plain_files_are_refused() {
    let text = robot_package().package.manifest.write();
    let plain = entry(MANIFEST, text.as_bytes());
    let not_plain = PackageError::NotPlain(MANIFEST.to_owned());
    let link = Entry { mode: 0o120_777, ..entry(MANIFEST, b"/etc/passwd") };
    assert_eq!(refused(&zip(&[link])), not_plain);
    assert_eq!(refused(&zip(&[Entry { encrypted: true, ..entry(MANIFEST, b"") }])), not_plain);
    let method = CompressionMethod::ZSTD;
    assert_eq!(refused(&zip(&[Entry { method, ..entry(MANIFEST, b"") }])), not_plain);
    assert_eq!(refused(&zip(&[])), PackageError::missing(MANIFEST));
    assert_eq!(refused(&zip(&[plain])), PackageError::missing("lib/words.luau"));
}

#[test]
fn zip_bombs_are_refused() {
    let packed = robot_package();
    let zeros = vec![0; 16 << 20];
    let bomb = with_file(&packed, "lib/words2.luau", &zeros, true);
    assert!(bomb.len() < 30_000);
    assert_eq!(refused(&bomb), PackageError::TooLarge);
    let numbers: String = (0..700_000).map(|number| format!("{number}\n")).collect();
    let large = with_file(&packed, "lib/words2.luau", numbers.as_bytes(), true);
    assert!(large.len() < MAX_PACKAGE_BYTES);
    assert_eq!(refused(&large), PackageError::TooLarge);
    assert_eq!(refused(&vec![0; MAX_PACKAGE_BYTES + 1]), PackageError::TooLarge);
    let names: Vec<String> = (0..65).map(|n| format!("lib/m{n}.luau")).collect();
    let many: Vec<Entry<'_>> = names.iter().map(|name| entry(name, b"")).collect();
    assert_eq!(refused(&zip(&many)), PackageError::TooManyFiles);
}

#[test]
fn changed_files_are_refused() {
    let mut packed = robot_package();
    packed.package.files.insert("tiger.luau".to_owned(), ROBOT.replace("[1]", "[2]").into());
    let changed = with_manifest(&packed, |text| text);
    assert_eq!(refused(&changed), PackageError::Changed("tiger.luau".to_owned()));
}

#[test]
fn wrong_manifests_are_refused() {
    let packed = robot_package();
    let change = |from: &str, to: &str| {
        refused(&with_manifest(&packed, |text| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        }))
    };
    assert_eq!(change("\"qipan-package\"", "\"zip\""), PackageError::NotPackage);
    assert_eq!(change("\"version\": 1", "\"version\": 2"), PackageError::Format(2));
    let newer = change("\"qipan\": \"0.1.0\"", "\"qipan\": \"12.0.0\"");
    assert_eq!(newer, PackageError::Newer("12.0.0".to_owned()));
    let fact = |error: PackageError| match error {
        PackageError::Fact { field, .. } => field,
        other => other.to_string(),
    };
    assert_eq!(fact(change("\"qipan\": \"0.1.0\"", "\"qipan\": \"new\"")), "qipan");
    assert_eq!(fact(change("\"file\": \"tiger\"", "\"file\": \"../tiger\"")), "file");
    assert_eq!(fact(change("\"game\": \"race\"", "\"game\": \"go\"")), "game");
    assert_eq!(
        fact(change("\"author\": \"Greta\"", "\"author\": \"a\\u001b[2J\"")),
        "manifest.json"
    );
    assert_eq!(
        fact(change("\"author\": \"Greta\"", "\"author\": \"\\u202eGreta\"")),
        "manifest.json"
    );
    let long = format!("\"author\": \"{}\"", "x".repeat(41));
    assert_eq!(fact(change("\"author\": \"Greta\"", &long)), "author");
    assert_eq!(fact(change("\"kind\": \"robot\"", "\"kind\": \"rule\"")), "script.kind");
    assert_eq!(fact(change("\"kind\": \"robot\"", "\"kind\": \"layout\"")), "script");
    assert_eq!(fact(change("\"presets\": []", "\"presets\": [\"go\"]")), "script.presets");
    let program = change("\"command\": []", "\"command\": [\"sh\"]");
    assert_eq!(program, PackageError::Program("tiger".to_owned()));
    let program = change("\"command\": []", "\"command\": [\"ruby\", \"tiger.robot.rb\"]");
    assert_eq!(program, PackageError::missing("tiger.robot.rb"));
    for (from, to) in [
        ("\"kind\": \"robot\"", "\"kind\": \"game\""),
        ("\"about\"", "\"more\": 1, \"about\""),
        ("\"bytes\"", "\"size\""),
        ("{", "["),
    ] {
        assert!(matches!(change(from, to), PackageError::Manifest { .. }), "{from}");
    }
    assert_eq!(change(&" ".repeat(2), &" ".repeat(70 << 10)), PackageError::TooLarge);
}

#[test]
fn scripts_that_contradict_their_manifest_are_not_added() {
    let add = |change: &dyn Fn(String) -> String| {
        let packed = robot_package();
        let package = Package::read(&with_manifest(&packed, change)).unwrap();
        let recipient = Home::new();
        let result = install(&recipient.storage, &package, "tiger", false);
        assert_eq!(recipient.files(), [] as [&str; 0]);
        result.unwrap_err()
    };
    let rename = |text: String| text.replace("Paper Tiger", "Master");
    assert_eq!(add(&rename), PackageError::Differs("name"));
    let presets = |text: String| text.replace("\"presets\": []", "\"presets\": [\"flying\"]");
    assert_eq!(add(&presets), PackageError::Differs("presets"));
    // A script that turns out to be a program.
    let text = "return { api = 1, game = \"race\", command = { \"sh\" },
        name = { en = \"Paper Tiger\", zh = \"纸老虎\" } }";
    let mut packed = robot_package();
    packed.package.files.retain(|name, _| name == "tiger.luau");
    packed.package.files.insert("tiger.luau".to_owned(), text.into());
    packed.package.manifest.files = vec![PackedFile {
        name: "tiger.luau".into(),
        bytes: text.len() as u64,
        sha256: sha256(text.as_bytes()),
    }];
    let package = Package::read(&with_manifest(&packed, |text| text)).unwrap();
    let recipient = Home::new();
    let differs = Err(PackageError::Differs("command"));
    assert_eq!(install(&recipient.storage, &package, "tiger", false), differs);
    assert_eq!(recipient.files(), [] as [&str; 0]);
}

#[test]
fn reading_a_package_runs_no_script() {
    // A script that runs out of fuel when its file is loaded, which takes a while.
    let text = "while true do end";
    let mut packed = robot_package();
    packed.package.files = BTreeMap::from([("tiger.luau".to_owned(), text.as_bytes().to_vec())]);
    packed.package.manifest.files = vec![PackedFile {
        name: "tiger.luau".into(),
        bytes: text.len() as u64,
        sha256: sha256(text.as_bytes()),
    }];
    let package = Package::read(&with_manifest(&packed, |text| text)).unwrap();
    assert_eq!(package.source().unwrap().text.as_ref(), text.as_bytes());
    assert!(matches!(package.script(), Err(PackageError::Script(_))));
}

#[test]
fn invalid_pictures_and_authors_are_not_packed() {
    let home = author();
    for bad in [b"x".to_vec(), picture(1025), vec![0; MAX_PICTURE_BYTES + 1]] {
        let extras = Extras { picture: Some(bad), author: None };
        let packed = pack_script(&home.robot("tiger"), None, extras);
        assert_eq!(packed.unwrap_err(), PackageError::Picture);
    }
    for author in ["x".repeat(41), "a\u{202e}b".to_owned()] {
        let extras = Extras { author: Some(author), picture: None };
        let packed = pack_script(&home.robot("tiger"), None, extras);
        assert_eq!(packed.unwrap_err(), PackageError::Author);
    }
    let stems = ["a/b/my robot.luau", "狼.lua", "v1.2", "", "con.luau", "x.test"].map(file_stem);
    assert_eq!(stems, ["my_robot", "狼", "v1_2", "package", "package", "x_test"]);
}

/// Returns the text of a robot file with this command.
fn program_source(command: &[&str]) -> String {
    let command: Vec<String> = command.iter().map(|word| format!("\"{word}\"")).collect();
    let command = command.join(", ");
    format!("return {{ api = 1, game = \"race\", name = \"Snake\", command = {{ {command} }} }}")
}

/// Returns an author's files with a robot in Python.
fn program_author() -> Home {
    let home = Home::new();
    home.write("robots/race/snake.luau", &program_source(&["python3", "snake.robot.py"]));
    home.write("robots/race/snake.robot.py", "import sys\n# 蛇\n");
    home
}

#[test]
fn packed_program_is_added_as_text_beside_its_robot_file() {
    let home = program_author();
    let packed = pack_script(&home.robot("snake"), None, Extras::default()).unwrap();
    assert_eq!(packed.package.program_file(), Some("snake.robot.py"));
    let package = Package::read(&packed.bytes).unwrap();
    let Script::Robot(spec) = package.script().unwrap() else { panic!("a robot was packed") };
    assert!(!spec.is_allowed(), "a package never allows its program");

    let recipient = Home::new();
    let installed = install(&recipient.storage, &package, "snake", false).unwrap();
    assert_eq!(installed.files.len(), 2);
    assert_eq!(recipient.read("robots/race/snake.robot.py"), "import sys\n# 蛇\n");
    let Script::Robot(spec) = recipient.robot("snake") else { panic!("a robot was added") };
    assert!(!spec.is_allowed());
    assert_eq!(spec.program().unwrap().own_files, ["snake.robot.py"], "permission covers the file");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        for file in installed.files {
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o111, 0, "{file:?}");
        }
    }
    let again = install(&recipient.storage, &package, "snake", false).unwrap();
    assert_eq!(again.files, [] as [std::path::PathBuf; 0]);
}

#[test]
fn only_programs_of_one_text_file_are_packed() {
    let home = program_author();
    let pack = |command: &[&str]| {
        home.write("robots/race/snake.luau", &program_source(command));
        pack_script(&home.robot("snake"), None, Extras::default())
    };
    for command in [
        &["python3"][..],
        &["snake.robot.py"],
        &["./snake.robot.py"],
        &["sh", "snake.robot.py"],
        &["/usr/bin/python3", "snake.robot.py"],
        &["python3", "-u", "snake.robot.py"],
        &["python3", "snake.robot.py", "--fast"],
        &["python3", "-c", "import os"],
        &["python3", "snake.py"],
        &["python3", "other.robot.py"],
        &["python3", "../snake.robot.py"],
        &["node", "snake.robot.py"],
        &["sh", "snake.robot.sh"],
    ] {
        let error = PackageError::Program("snake".to_owned());
        assert_eq!(pack(command).unwrap_err(), error, "{command:?}");
    }
    let missing = pack(&["ruby", "snake.robot.rb"]).unwrap_err();
    assert!(matches!(missing, PackageError::File(_)), "{missing:?}");
    assert_eq!(pack(&["python", "snake.robot.py"]).unwrap().package.manifest.files.len(), 2);
    for hidden in ["x = 1 # \u{202e}", "\0", "\u{1b}[2J"] {
        home.write("robots/race/snake.robot.py", hidden);
        let error = PackageError::ProgramText("snake.robot.py".to_owned());
        assert_eq!(pack(&["python3", "snake.robot.py"]).unwrap_err(), error, "{hidden:?}");
    }
    // A robot without a command cannot carry a program along.
    let stowaway = with_file(&robot_package(), "tiger.robot.py", b"import os", true);
    assert_eq!(refused(&stowaway), PackageError::Name("tiger.robot.py".to_owned()));
}

#[test]
fn program_of_another_robot_is_not_replaced() {
    let home = program_author();
    let package = pack_script(&home.robot("snake"), None, Extras::default()).unwrap().package;
    let recipient = Home::new();
    recipient.write("robots/race/snake.robot.py", "mine");
    for (name, replace) in [("snake", false), ("snake_2", false), ("snake_2", true)] {
        let taken = install(&recipient.storage, &package, name, replace);
        assert!(matches!(taken, Err(PackageError::ProgramFile(_))), "{name}: {taken:?}");
        assert_eq!(recipient.files(), ["scripts/robots/race/snake.robot.py"]);
    }
    install(&recipient.storage, &package, "snake", true).unwrap();
    assert_eq!(recipient.read("robots/race/snake.robot.py"), "import sys\n# 蛇\n");
}
