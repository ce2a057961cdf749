#!/usr/bin/env python3
"""Folders that turn bad while the program runs: mounted read-only, or with no room left. The game
goes on, the player is told, the old files are as they were, nothing half written is left, and when
the folder is good again everything can be saved.

    .ci/folders.py short|long

short: the window only. It mounts in a namespace of its own, so that nothing is seen of it outside;
where the system does not let it, it says so. Needs Xvfb, xdotool and ImageMagick.
"""

import importlib.machinery
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("crash", str(HERE / "trials" / "crash"))
crash = importlib.util.module_from_spec(importlib.util.spec_from_loader("crash", loader))
loader.exec_module(crash)
demand = crash.demand

INSIDE = "QIPAN_MOUNTS"
# A robot's moves that take some seconds.
SLOW = ["play", "dark", "--seed", "3", "--seat", "south=master", "--seat", "north=master"]
QUICK = ["play", "aeroplane", "--seed", "6"]
# What errors are written in, on the light theme.
ERROR = bytes.fromhex("A8291F")


def mount(*words):
    subprocess.run(["mount", *map(str, words)], check=True)


class ReadOnly:
    """A folder that can be mounted read-only over itself: what is open stays open."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()

    def spoil(self):
        mount("--bind", self.folder, self.folder)
        mount("-o", "remount,bind,ro", self.folder)

    def mend(self):
        subprocess.run(["umount", "-l", self.folder], check=True)

    def end(self):
        pass


class Full:
    """A small disk that can be filled."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        mount("-t", "tmpfs", "-o", "size=64m", "tmpfs", folder)
        self.filler = folder / "filler"

    def spoil(self):
        """Fills it; again where a file has gone meanwhile."""
        with open(self.filler, "ab", buffering=0) as file:
            for size in (1 << 16, 1 << 8, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    pass

    def mend(self):
        self.filler.unlink()

    def end(self):
        subprocess.run(["umount", "-l", self.folder], check=True)


def contents(folder):
    """What lies in a folder's saved games and settings."""
    paths = [*folder.glob("saves/*"), folder / "settings.json", *folder.glob("old*")]
    return {path: path.read_bytes() for path in paths if path.is_file()}


def nothing_half(folder):
    demand(not crash.halves(folder), f"half files are left: {crash.halves(folder)[:3]}")


# The command line.

def told(child, path):
    """Waits for a program, which has to say what it cannot write."""
    said = child.communicate(timeout=300)[1]
    demand(child.returncode == 1, f"{path.name}: it ends with {child.returncode}: {said[-300:]}")
    demand(str(path) in said and "panicked" not in said, f"{path.name}: it says {said[-300:]!r}")


def run(*words):
    words = [crash.QIPAN, *words]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def play(bad, beside):
    """Games whose folder turns bad before they end: a new file, and one that is there already."""
    old, new = bad.folder / "old.json", bad.folder / "new.json"
    shutil.copy(crash.unfinished(beside, 5), old)
    before = contents(bad.folder)
    games = [run(*SLOW, "--save", new), run(*SLOW, "--save", old, "--force")]
    time.sleep(0.5)
    demand(all(game.poll() is None for game in games), "the games are over too soon")
    bad.spoil()
    for game, path in zip(games, (new, old)):
        told(game, path)
    demand(not new.exists() and contents(bad.folder) == before, "a file is not as it was")
    nothing_half(bad.folder)
    bad.mend()
    after = run(*QUICK, "--save", old, "--force")
    demand(after.wait() == 0 and contents(bad.folder) != before, "it cannot be saved again")


def arena(bad, beside):
    """A tournament whose folder turns bad, and which goes on when it is good again."""
    expected = crash.table(crash.arena(beside))
    journal, games = bad.folder / "arena.jsonl", bad.folder / "games"
    child = run("--data-dir", beside / "data", *crash.ARENA, "--resume", journal, "--save-games", games)
    while len(crash.lines_of(journal)) < 4:
        demand(child.poll() is None, "the tournament is over too soon")
        time.sleep(0.01)
    bad.spoil()
    said = child.communicate(timeout=300)[1]
    demand(child.returncode == 1 and str(bad.folder) in said and "panicked" not in said,
           f"the arena ends with {child.returncode}: {said[-300:]!r}")
    nothing_half(bad.folder)
    crash.whole_games(games)
    known = crash.lines_of(journal)
    bad.mend()
    again = crash.arena(beside, "--resume", journal, "--save-games", games)
    demand(crash.table(again) == expected, "the table is another one")
    demand(crash.lines_of(journal)[:len(known)] == known, "lines of the journal are lost")
    demand(crash.whole_games(games) == 600, "games are missing")
    nothing_half(bad.folder)


# The window.

def errors_shown(window, display):
    """Counts the pixels in the bar of the window, where messages are, that have the colour of errors."""
    command = ["import", "-window", window.id, "-gravity", "north", "-crop", "0x44+0+0", "-depth",
               "8", "rgb:-"]
    picture = subprocess.run(command, check=True, env={**os.environ, "DISPLAY": display.name},
                             capture_output=True)
    points = picture.stdout
    return sum(points[at:at + 3] == ERROR for at in range(0, len(points), 3))


def evening(bad, beside, display, late):
    """A game in the window; the folder turns bad while it is played or is so from the start."""
    data = bad.folder
    crash.settings(data, "fast")
    (data / "saves").mkdir()
    file = data / "saves" / "game.json"
    shutil.copy(crash.unfinished(beside, 11), file)
    begun = len(crash.steps_of(file))
    if not late:
        before = contents(data)
        bad.spoil()
    window = crash.Window(display, data, file, beside)

    def steps():
        """Those in the journal; its number is another one where none could be taken."""
        return next(filter(None, map(crash.steps_of, data.glob("running*.json"))), [])

    def no_error():
        """Notices go when they are clicked: the game was not saved as it is in its file."""
        window.click(540, 24)
        return errors_shown(window, display) == 0

    window.until("the end of the first notice", no_error)
    if late:
        window.until("the game begins", lambda: len(steps()) > begun, ["space"])
        before = contents(data)
        bad.spoil()
    known = steps()
    window.until("an error", lambda: errors_shown(window, display) > 40, ["ctrl+s"])
    # The game goes on.
    for _ in range(3):
        window.key("space")
        time.sleep(1)
    demand(contents(data) == before, "a file is not as it was")
    nothing_half(data)
    most = max(begun, len(steps()))
    bad.mend()
    window.until("the game in the journal", lambda: len(steps()) > most, ["space"])
    demand(steps()[:len(known)] == known, "steps are lost")
    window.until("the saved game", lambda: file.read_bytes() != before[file], ["ctrl+s"])
    window.kill()
    saved = crash.steps_of(file)
    demand(len(saved) > begun and saved[:len(known)] == known[:len(saved)], "another game is saved")
    demand(run("replay", file).wait() == 0, "the saved game cannot be read")
    window = crash.Window(display, data, None, beside)
    nothing_half(data)
    window.kill()


def tried(work, form):
    """Every way of turning bad, at the command line and in the window."""
    terminal = [play, arena] if form == "long" else []
    display = crash.Display()
    count = 0
    try:
        for Bad in (ReadOnly, Full):
            for what in (*terminal, lambda b, s: evening(b, s, display, True),
                         lambda b, s: evening(b, s, display, False)):
                count += 1
                beside = work / f"beside-{count}"
                beside.mkdir()
                bad = Bad(work / f"bad-{count}")
                what(bad, beside)
                bad.end()
    finally:
        display.close()
    return count


def main():
    form = sys.argv[1] if len(sys.argv) > 1 else "short"
    begun = time.monotonic()
    if INSIDE not in os.environ:
        mine = ["unshare", "--mount", "--propagation", "private"]
        if os.geteuid() != 0:
            mine.insert(1, "--map-root-user")
        permitted = subprocess.run([*mine, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], check=False,
                                   capture_output=True)
        if permitted.returncode != 0:
            print("folders: the system does not let folders be mounted here: not tried")
            return 0
        os.environ[INSIDE] = "1"
        os.execvp("unshare", [*mine, sys.executable, __file__, form])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            count = tried(pathlib.Path(folder), form)
        except crash.Broken as why:
            print(f"folders: {why}", file=sys.stderr)
            return 1
    print(f"folders: {count} times a folder turned read-only or full under the program and good again, "
          f"{time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
