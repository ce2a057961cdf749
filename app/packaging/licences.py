#!/usr/bin/env python3
"""Renews or prints the list of what the program is made of, which the window shows under About.

    python3 app/packaging/licences.py renew
    python3 app/packaging/licences.py print

Renew it after every change of Cargo.lock (a test tells when that was forgotten). It writes
`app/assets/licences/parts.json`, a line for each package: its name, version and licence, and whose
it is, as its own files say. Packages of the lock file that are in no program (for tests, or for
systems nobody builds for) are only named. The texts of the licences lie beside it, a file each; a
licence that has none stops the script.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "app/assets/licences"
# The systems the program is built for.
TARGETS = ["x86_64-unknown-linux-gnu", "x86_64-pc-windows-gnu", "aarch64-apple-darwin"]
# Which licence is taken where a package leaves the choice: the first of these.
PREFERRED = ["MIT", "Apache-2.0", "BSD-3-Clause", "Zlib", "ISC"]
# What runs in the program and comes with no package of its own.
FONTS = [
    ("Noto Sans CJK SC", "2.004", "OFL-1.1", ["Copyright 2014-2021 Adobe"]),
    ("Noto Serif CJK SC", "2.001", "OFL-1.1", ["Copyright 2017-2022 Adobe"]),
    ("LXGW WenKai", "1.250", "OFL-1.1", 
     ["Copyright 2021-2023 LXGW", "Copyright 2020 The Klee Project Authors"]),
    ("Noto Emoji", "1.05", "OFL-1.1", ["Copyright 2013 Google Inc."]),
    ("Hack", "3.003", "MIT AND Bitstream-Vera",
     ["Copyright (c) 2018 Source Foundry Authors", "Copyright (c) 2003 by Bitstream, Inc."]),
]
# Licences of packages whose manifests name only a file with the text.
IN_FILES = {"rs-fsrs": "MIT"}
NOTICE = re.compile(r"^[\s/*#;-]*((?:Portions )?(?:C|c)opyright\s+(?:\([cC]\)|©|\d|[A-Z]).*)$")
BLANKS = re.compile(r"yyyy|\[year\]|owner|licensor|\{|<year>|license", re.I)


def cargo(*words):
    """What cargo prints."""
    done = subprocess.run(["cargo", *words], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def in_the_program():
    """Names and versions of the packages the program is linked from, on any of the systems."""
    found = set()
    for target in TARGETS:
        tree = cargo("tree", "--locked", "-p", "qipan", "-e", "normal", "--prefix", "none",
                     "--target", target, "--format", "{p}")
        found |= {tuple(line.split()[:2]) for line in tree.splitlines() if line}
    # Luau's C++ is compiled by a build script and linked like the rest.
    build = cargo("tree", "--locked", "-p", "qipan", "-e", "normal,build", "--prefix", "none",
                  "--format", "{p}")
    found |= {tuple(line.split()[:2]) for line in build.splitlines() if line.startswith("luau")}
    return {(name, version.removeprefix("v")) for name, version in found}


def taken(expression):
    """The licences a package is used under: one for each choice its expression leaves."""
    expression = expression.replace("/", " OR ")
    ids = []
    for group in expression.split(" AND "):
        choices = [choice.strip(" ()") for choice in group.split(" OR ")]
        best = [name for name in PREFERRED if name in choices]
        ids.append(best[0] if best else choices[0])
    return ids


def notices(package):
    """The lines that say whose a package is; its authors where its files hold none."""
    folder = Path(package["manifest_path"]).parent
    found = []
    for file in sorted(folder.iterdir()):
        if not re.match(r"(licen[sc]e|copying|copyright|notice|unlicense)", file.name, re.I):
            continue
        for line in file.read_text(errors="replace").splitlines() if file.is_file() else []:
            hit = NOTICE.match(line)
            if hit and not BLANKS.search(line):
                found.append(" ".join(hit.group(1).split()))
    authors = [re.sub(r"\s*<[^>]*>", "", author) for author in package["authors"]]
    return list(dict.fromkeys(found or authors)) or [f"The authors of {package['name']}"]


def part(name, version, licence, holders):
    """An entry of the list."""
    missing = [one for one in taken(licence) if not (FOLDER / f"{one}.txt").is_file()]
    if missing:
        raise SystemExit(f"{name} {version}: there is no text of {', '.join(missing)} in {FOLDER}")
    return {"name": name, "version": version, "licence": licence, "texts": taken(licence),
            "of": holders}


def renew():
    told = cargo("metadata", "--locked", "--all-features", "--format-version", "1")
    packages = json.loads(told)["packages"]
    foreign = [package for package in packages if package["source"]]
    used = in_the_program()
    parts, rest = [], []
    for package in sorted(foreign, key=lambda package: (package["name"], package["version"])):
        name, version = package["name"], package["version"]
        if (name, version) in used:
            licence = package["license"] or IN_FILES[name]
            parts.append(part(name, version, licence, notices(package)))
        else:
            rest.append(f"{name} {version}")
    rust = part("Rust", "", "MIT OR Apache-2.0", ["The Rust Project Developers"])
    lists = {"fonts": [part(*font) for font in FONTS], "parts": [rust, *parts], "rest": rest}
    lines = []
    for key, entries in lists.items():
        rows = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
        lines.append(f"{json.dumps(key)}: [\n{rows}\n]")
    (FOLDER / "parts.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{len(lists['fonts'])} fonts, {len(lists['parts'])} parts, {len(rest)} not in the program")


def show():
    lists = json.loads((FOLDER / "parts.json").read_text(encoding="utf-8"))
    parts = lists["fonts"] + lists["parts"]
    print("Qipan is made of these fonts and libraries.")
    for entry in parts:
        print(f"\n{entry['name']} {entry['version']}".rstrip() + f": {entry['licence']}")
        for holder in entry["of"]:
            print(f"    {holder}")
    for name in sorted({name for entry in parts for name in entry["texts"]}):
        text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        print(f"\n{'=' * 78}\n{name}\n{'=' * 78}\n\n{text.strip()}")


if __name__ == "__main__":
    what = {"renew": renew, "print": show}.get(" ".join(sys.argv[1:]))
    if what is None:
        raise SystemExit(__doc__)
    what()
