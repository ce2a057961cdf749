#!/usr/bin/env python3
"""Checks and prepares a release.

    app/packaging/release.py check [TAG]         all files name the same version, which TAG names, too
    app/packaging/release.py notes               prints what the changelog says about this version
    app/packaging/release.py listings FROM TO    fills in the files for winget and Homebrew

FROM is the folder with all packages of the release. Their SHA-256 sums go into the files.
"""

import hashlib
import re
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

PACKAGING = Path(__file__).resolve().parent
ROOT = PACKAGING.parent.parent
APP_ID = "io.github.qipan_app.Qipan"
# Lists of packages that install what a release offers.
LISTINGS = ["winget", "homebrew"]


def first(pattern: str, path: Path) -> str:
    """Returns the first group of the first match in a file, or stops."""
    found = re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
    if not found:
        sys.exit(f"{path.relative_to(ROOT)}: nothing matches {pattern}")
    return found[1]


def version() -> str:
    """Returns the version of the workspace."""
    return first(r'^version = "(.+)"$', ROOT / "Cargo.toml")


def changelog() -> tuple[str, str, str]:
    """Returns the version, the date and the text of the first section of the changelog."""
    path = ROOT / "app/CHANGELOG.md"
    sections = re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if len(sections) < 2:
        sys.exit("app/CHANGELOG.md: there is no section")
    heading, text = sections[1].split("\n", 1)
    found = re.fullmatch(r"(\S+) \((\d{4}-\d\d-\d\d)\)", heading)
    if not found or not text.strip():
        sys.exit(f"app/CHANGELOG.md: `{heading}` is not `VERSION (YYYY-MM-DD)` with a text below")
    return found[1], found[2], text.strip()


def notes() -> str:
    """Returns the text of the changelog with a line for each paragraph and item.

    Pages of releases show every end of a line.
    """
    return re.sub(r"(?<=\S)\n *(?![\s#-])", " ", changelog()[2])


def stated_versions() -> dict[str, str]:
    """Returns the version that each file states."""
    metainfo_path = PACKAGING / f"{APP_ID}.metainfo.xml"
    release = xml.parse(metainfo_path).find("releases/release")
    assert release is not None, "the metainfo lists releases"
    listed, date, _ = changelog()
    if release.get("date") != date:
        sys.exit(f"the metainfo dates the release {release.get('date')}, the changelog {date}")
    stated = {
        "app/CHANGELOG.md": listed,
        "app/packaging/changelog": first(r"^qipan \((.+?)\)", PACKAGING / "changelog"),
        f"{metainfo_path.name}, releases": release.get("version", ""),
        "flathub": first(r"^ +tag: v(.+)$", PACKAGING / f"flathub/{APP_ID}.yml"),
        "Cargo.lock": first(r'^name = "qipan"\nversion = "(.+)"$', ROOT / "Cargo.lock"),
    }
    for address in re.findall(r"https://\S+/v\d[^/<]*", metainfo_path.read_text(encoding="utf-8")):
        stated[address] = address.rsplit("/v", 1)[1]
    return stated


def check(tag: str | None) -> None:
    """Stops unless all files, and the tag if there is one, name the version of the workspace."""
    expected = version()
    stated = stated_versions()
    if tag is not None:
        stated[f"the tag {tag}"] = tag.removeprefix("v")
    wrong = [f"{name} says {said}" for name, said in stated.items() if said != expected]
    if wrong:
        sys.exit(f"Cargo.toml says {expected}, but " + "; ".join(wrong))
    print(expected)


def listings(packages: Path, out: Path) -> None:
    """Writes the files for lists of packages, with the sums of this release's packages."""

    def fill(found: re.Match[str]) -> str:
        if found[1] == "VERSION":
            return version()
        if found[1] == "DATE":
            return changelog()[1]
        package = packages / found[2].replace("VERSION", version())
        if not package.is_file():
            sys.exit(f"{package} is missing")
        return hashlib.sha256(package.read_bytes()).hexdigest()

    for folder in LISTINGS:
        for path in sorted((PACKAGING / folder).iterdir()):
            text = path.read_text(encoding="utf-8")
            text = re.sub(r"@(VERSION|DATE|SHA256 (\S+?))@", fill, text)
            target = out / folder / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
            print(target)


def main() -> None:
    match sys.argv[1:]:
        case ["check"]:
            check(None)
        case ["check", tag]:
            check(tag)
        case ["notes"]:
            print(notes())
        case ["listings", packages, out]:
            listings(Path(packages), Path(out))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
