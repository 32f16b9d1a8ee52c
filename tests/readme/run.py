#!/usr/bin/env python3
"""The README as a new user follows it, from top to bottom.

    tests/readme/run.py [--out DIR] [--played LINE] [--require]

Every line of its shell blocks is run as it stands there, in order, on an empty
home: lines that ask for input in a terminal of 80 columns and 24 lines, XBoard
in the real XBoard and by mouse, where the pieces are looked for on the board.
A line that this script does not know how to play is a failure, and so is a
command of the table without an example here.  Only what cargo has downloaded
and built is the machine's own.

Needs the programs of tests/xboard/run.py; without them nothing is played and
that is said, which with --require is a failure.  Exit status: 0 all well, 1
something went wrong.
"""

import argparse
import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "xboard"))
import run as xboard_tests  # noqa: E402
import xb_common as xb  # noqa: E402

README = (ROOT / "README.md").read_text()
SHOGI = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
# The longest time for anything that is not built.
PATIENCE = 30
UP, LEFT = "\x1b[A", "\x1b[D"
ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-Z\\-_])")


class Wrong(Exception):
    """A promise of the README fails."""


def expect(pattern, text, what):
    found = re.search(pattern, text, re.M)
    if not found:
        raise Wrong(f"{what}: nothing matches {pattern!r} in\n{text[-2000:]}")
    return found


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


# ---- terminal


class Terminal:
    """A command in a terminal of 80 columns and 24 lines."""

    def __init__(self, line, env):
        self.said = ""
        self.at, self.end = pty.openpty()
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(["bash", "-c", line], cwd=ROOT, env=dict(env, TERM="xterm-256color"),
                                        stdin=self.end, stdout=self.end, stderr=self.end, start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.at)
        os.close(self.end)

    def wait(self, pattern, seconds=PATIENCE):
        """Reads on until new output matches; returns the match."""
        limit = time.monotonic() + seconds
        fresh = ""
        while not (found := re.search(pattern, ESCAPES.sub("", fresh.replace("\r", "")), re.M)):
            if time.monotonic() > limit:
                raise Wrong(f"nothing matches {pattern!r} in\n{fresh[-2000:]}")
            if select.select([self.at], [], [], 0.1)[0]:
                fresh += os.read(self.at, 4096).decode(errors="replace")
        self.said += fresh
        return found

    def type(self, text):
        os.write(self.at, text.encode() + b"\r")

    def leave(self):
        self.type("quit")
        limit = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            if time.monotonic() > limit:
                raise Wrong("`quit` does not end it")
            if select.select([self.at], [], [], 0.1)[0]:
                os.read(self.at, 4096)
        if self.process.returncode:
            raise Wrong(f"it ends with {self.process.returncode}")


# ---- XBoard


def placement(fen):
    """{square: letter or "."} of a FEN without holdings."""
    ranks = fen.split()[0].split("[")[0].split("/")
    squares = {}
    for rank, text in zip(range(len(ranks), 0, -1), ranks):
        file = 0
        for number, letter in re.findall(r"(\d+)|([A-Za-z])", text):
            for piece in [letter] if letter else ["."] * int(number):
                squares[chr(97 + file) + str(rank)] = piece
                file += 1
    return squares


def play_on(squares, move):
    start, end = re.fullmatch(r"([a-z]\d+)([a-z]\d+)", move).groups()
    squares[end], squares[start] = squares[start], "."


class Evening:
    """XBoard on a display of its own: runs one command after the other, each with the settings that the last one saved."""

    def __init__(self, rig):
        self.rig = rig

    def start(self, line):
        rig = self.rig
        looks = ["-debugMode true", f'-nameOfDebugFile "{rig.debug_path}"', "-useBoardTexture false",
                 f"-lightSquareColor {xb.LIGHT}", f"-darkSquareColor {xb.DARK}", "-overrideLineGap 1",
                 "-animateMoving false", "-highlightLastMove false", "-highlightMoveWithArrow false",
                 '-soundProgram ""', '-startupMessage ""', "-x 0", "-y 0", "-timeControl 0:20"]
        saved = rig.settings.read_text() if rig.settings.exists() else ""
        rig.settings.write_text(saved + "\n" + "\n".join(looks) + "\n")
        rig.start(["bash", "-c", line])
        rig.main_window()
        if not rig.wait_handshake():
            raise Wrong("the engine does not answer:\n" + "\n".join(rig.debug_lines()[-10:]))

    def see(self, squares):
        """Waits until the board shows these pieces: each letter by one picture of its own."""
        rig, why = self.rig, "no board"
        files, ranks = (len({square[0] for square in squares}), len({square[1:] for square in squares}))
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            window = rig.main_window()
            grabbed = rig.grab(window[0])
            try:
                board = xb.find_board(*grabbed, window[2:4], files=files, ranks=ranks)
                why = self.difference(grabbed, board, squares) if board else "no board"
            except xb.HarnessError as fault:
                why = str(fault)
            if why is None:
                return board
            time.sleep(0.1)
        picture = rig.out / f"wrong-{len(list(rig.out.glob('wrong-*')))}.png"
        rig.screenshot_all(picture)
        boxes = [name for _, name, *_ in rig.popups()]
        raise Wrong(f"{why} (picture: {picture}, message boxes: {boxes})\n"
                    + "\n".join(line for line in rig.debug_lines() if "rror" in line))

    @staticmethod
    def difference(grabbed, board, squares):
        width, _, pixels = grabbed
        letters, pictures = {}, {}
        for square, picture in xb.cell_pictures(*grabbed, board).items():
            column, row = board.parse(square)
            letter, shade = squares[square], (column + row) % 2
            if letters.setdefault((picture, shade), letter) != letter:
                return f"{square} shows {letters[picture, shade]}, not {letter}"
            if pictures.setdefault((letter, shade), picture) != picture:
                return f"{square} does not show {letter} as other squares do"
            x, y = (point - edge for point, edge in zip(board.cell(column, row), board.origin))
            centre = "#" + pixels[3 * (y * width + x):][:3].hex()
            if letter == "." and centre not in (xb.LIGHT, xb.DARK):
                return f"{square} is not empty"
        return None

    def move(self, board, move, squares):
        """Makes a move by mouse; the engine's answer is played on the squares, too."""
        rig = self.rig
        begun = rig.mark()
        for square in (move[:2], move[2:]):
            rig.mouse_to(*board.xy(square))
            rig.press()
            rig.release()
            rig.settle(0.1, 1)
        play_on(squares, move)
        found = rig.wait_debug(r"<first *: *move \S+", begun, PATIENCE)
        if not found:
            raise Wrong(f"no answer to {move}:\n" + "\n".join(rig.debug_lines(begun)))
        play_on(squares, found[1].split()[-1])

    def new_variant(self, column, row, name):
        """Clicks File / New Variant, then the button in the column, counted from the right, and row."""
        rig = self.rig
        x, y = rig.main_window()[2:4]
        before = {window[0] for window in rig.windows()}
        rig.click(x + 20, y + 12)
        menu = rig.wait_window(lambda window: window[0] not in before and window[5] > 200)
        # The third entry of the menu, whose separators are about a third as high as an entry.
        rig.click(menu[2] + 60, menu[3] + int(menu[5] * 0.166))
        dialog = rig.wait_window(lambda window: window[1] == "New Variant")
        rig.screenshot(rig.out / "new-variant.png", dialog[0])
        columns, rows = self.buttons(dialog)
        begun = rig.mark()
        rig.click(dialog[2] + columns[column], dialog[3] + rows[row])
        if not rig.wait_debug(rf">first *: variant {name}$", begun, 10):
            asked = [line for line in rig.debug_lines(begun) if ": variant" in line]
            raise Wrong(f"the dialog does not offer {name} there but: {asked} (picture: {rig.out / 'new-variant.png'})")

    def buttons(self, dialog):
        """The places of the columns and rows of the dialog's buttons."""
        width, height, pixels = self.rig.grab(dialog[0])
        plain = pixels[-3:]  # the dialog's lower right corner is empty

        def spans(line):
            """Long stretches of a button's colour."""
            found, begun = [], 0
            for at in range(1, len(line) + 1):
                if at == len(line) or line[at] != line[begun]:
                    found.append((begun, at, line[begun]))
                    begun = at
            return [(a, b) for a, b, colour in found if colour != plain]

        pixel = [[pixels[3 * (y * width + x):3 * (y * width + x) + 3] for x in range(width)] for y in range(height)]
        columns = [span for span in spans(pixel[6]) if span[1] - span[0] > 60]
        edge = columns[-1][0] + 3
        rows = [span for span in spans([line[edge] for line in pixel]) if span[1] - span[0] > 12]
        return [(a + b) // 2 for a, b in columns], [(a + b) // 2 for a, b in rows]


# ---- the lines


class Reader:
    def __init__(self, rig):
        self.rig = rig
        self.home = rig.home
        self.evening = Evening(rig)
        self.env = dict(rig.env, PATH=f"{rig.home / '.cargo' / 'bin'}:{rig.env['PATH']}",
                        CARGO_INSTALL_ROOT=str(rig.home / ".cargo"))
        self.env.setdefault("CARGO_TARGET_DIR", str(ROOT / "target"))
        for name, place in (("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")):
            if (Path.home() / place).is_dir():
                self.env.setdefault(name, str(Path.home() / place))
        self.env.pop("ALFIL_VARIANTS", None)
        rig.env.update(self.env)

    def run(self, line, seconds=PATIENCE, text=""):
        """Runs a line to its end; returns its output."""
        ended = subprocess.run(["bash", "-c", line], cwd=ROOT, env=self.env, input=text, capture_output=True, text=True,
                               timeout=seconds)
        said = ended.stdout + ended.stderr
        if ended.returncode:
            raise Wrong(f"`{line}` ends with {ended.returncode}:\n{said[-3000:]}")
        return said

    def cargo_run(self, line):
        with Terminal(line, self.env) as terminal:
            terminal.wait("(?i)crazyhouse", 900)
            expect("`e2e4` or `P@e5`, or `help`, or `pieces`", README, "what the README says to type")
            self.typed(terminal, "e2e4", placement(CHESS))
            terminal.type("help")
            terminal.wait("quit")
            terminal.type("pieces")
            terminal.wait("(?i)knight")
            terminal.leave()

    def typed(self, terminal, move, squares, keys=None):
        """Types a move, or keys that produce it; after the answer the position is as expected."""
        terminal.type(keys or move)
        play_on(squares, move)
        play_on(squares, terminal.wait(r"plays (\S+)")[1])
        terminal.type("fen")
        fen = terminal.wait(r"[^\s/]+(/[^\s/]+)+ w ")[0]
        if placement(fen) != squares:
            raise Wrong(f"after {move} and an answer the position is {fen}")

    def install(self, line):
        self.run(line, 900)
        where = self.run("command -v alfil").strip()
        if not where.startswith(str(self.home)):
            raise Wrong(f"`alfil` is {where}")

    def in_xboard(self, line):
        """The engine plays the requested game, in a window that is wider than that of chess."""
        self.evening.start(line)
        lines = "\n".join(self.rig.debug_lines())
        expect(rf">first *: variant {line.split()[-1]}$", lines, line)
        width = self.rig.main_window()[4]
        if width < 600:
            raise Wrong(f"the window is {width} pixels wide")
        self.rig.stop()

    def shogi(self, line):
        evening = self.evening
        evening.start(line)
        evening.see(placement(SHOGI))
        expect("The menu .File / New Variant. offers the other games", README, "the README on New Variant")
        evening.new_variant(-4, 3, "crazyhouse")
        evening.see(placement(CHESS))
        self.rig.stop()

    def save(self):
        """The README's own game goes into the named directory."""
        name, place = expect(r"Save it as `(\S+)` in a directory of your own, say `~/(\S+)`", README, "where to").groups()
        (text,) = blocks("toml")
        (self.home / place).mkdir(parents=True)
        self.file = self.home / place / name
        self.file.write_text(text)
        self.fen = expect(r'^fen = "(.*)"$', text, "the start position")[1]

    def check(self, line):
        self.save()
        expect("Outpost is in order", self.run(line), line)

    def rules(self, line):
        expect(r"Stalemate: .* It has lost\. \[line 36\]", self.run(line), line)

    def play(self, line):
        with Terminal(line, self.env) as terminal:
            terminal.wait("(?i)outpost")
            # Missing text is inserted, and the last line but one is recalled: a line can be edited.
            self.typed(terminal, "a2a3", placement(self.fen), f"a3{LEFT}{LEFT}a2")
            terminal.type(f"{UP}{UP}")
            terminal.wait("(?i)a2a3")
            terminal.leave()
        self.without_command()

    def without_command(self):
        """In a terminal `alfil` alone prints a notice, and speaks the protocols nevertheless."""
        with Terminal("alfil", self.env) as terminal:
            terminal.wait("CECP.*alfil --help")
            terminal.type("ping 7")
            terminal.wait("^pong 7$")
            terminal.leave()

    def outpost(self, line):
        evening = self.evening
        squares = placement(self.fen)
        evening.start(line)
        board = evening.see(squares)
        evening.move(board, "a2a3", squares)
        evening.see(squares)
        self.rig.stop()
        self.without_option()

    def without_option(self):
        """In the directory for the user's own files it needs no option, and the menu offers it."""
        place = expect(r"Files in the directories of `ALFIL_VARIANTS` and in `~/(\S+)` need no option", README, "where to")
        directory = self.home / place[1]
        directory.mkdir(parents=True)
        name = self.file.name
        self.file.rename(directory / name)
        evening = self.evening
        evening.start("xboard -fcp alfil")
        evening.see(placement(CHESS))
        evening.new_variant(-2, 0, "outpost")
        evening.see(placement(self.fen))
        self.rig.stop()
        (directory / name).rename(self.file)
        listed = f'ALFIL_VARIANTS="{self.file.parent}" alfil list'
        expect(r"^outpost\b", self.run(listed), listed)

    def test(self, line):
        self.run(line, 900)


LINES = {
    "cargo run --release -- play crazyhouse": Reader.cargo_run,
    "cargo install --locked --path .": Reader.install,
    "alfil xboard shogi": Reader.in_xboard,
    "xboard -fcp alfil -variant shogi": Reader.shogi,
    "alfil check ~/games/outpost.toml": Reader.check,
    "alfil rules ~/games/outpost.toml": Reader.rules,
    "alfil play --variants ~/games outpost": Reader.play,
    "alfil xboard --variants ~/games outpost": Reader.outpost,
    "cargo test --release": Reader.test,
}

# For each command of the table a use of everything that its line names: the command, its input, its output.
# 8902 is the number of chess games of three plies.
COMMANDS = {
    "play": [("alfil play normal --side white --level 3 --time 0.01 --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'", "e2e4\nquit\n",
              r"plays e8\w\d"),
             ("alfil play normal --side both", "e2e4\nsave ~/begun.pgn\nquit\n", r"^the game is saved in /.*/begun\.pgn$"),
             ("alfil play normal --side both", "load ~/begun.pgn\nfen\nquit\n", r"/4P3/8/PPPP1PPP/RNBQKBNR b KQkq ")],
    "xboard": [("alfil xboard --dry-run outpost --variants ~/games --against 3 --side black --pieces western "
                "--program /usr/games/xboard -- -timeControl 10", "",
                r"^/usr/games/xboard .*-variant outpost .*Level=3.* -testLegality false .* -timeControl 10$")],
    "list": [("alfil list --variants ~/games", "", r"^outpost\b"),
             ("alfil list --long", "", r"^    by Christian Freeling, 1984$"),
             ("alfil list --json", "", r'^{"name":"normal","title":"Chess",')],
    "new": [("mkdir -p ~/new && alfil new mine --like shogi --dir ~/new && alfil check ~/new/mine.toml", "", r": mine is in order"),
            ("alfil new small --like shogi --minimal --dir ~/new && cat ~/new/small.toml", "", r'^include = "shogi"$')],
    "import": [("cd ~/games && cat > variants.ini && alfil import variants.ini --to ~/imported --force"
                " && alfil check ~/imported/hilly.toml",
                "[hilly:crazyhouse]\nflagPiece = k\nflagRegion = d4 e4 d5 e5\n", r": hilly is in order"),
               ("alfil import - mine --name mine --to ~/imported --force && alfil check ~/imported/mine.toml",
                "<div class=idiagram>\nsymmetry=mirror\npromoChoice=R\nPawn::::a2-h2\nRook::::a1,h1\nKing::K::e1\n</div>\n",
                r": mine is in order")],
    "export": [("alfil export grand --betza", "", r"^Archbishop:A:BN::g2$"),
               ("cp variants/losalamos.toml ~/games/small.toml && alfil export ~/games/small.toml --betza; rm ~/games/small.toml", "",
                r"^promoChoice=")],
    "test": [("alfil test variants/normal.toml", "", r": all \d+ tests hold$")],
    "check": [("alfil check ~/games/outpost.toml docs/examples/pond.toml", "", r"pond\.toml: Pond is in order")],
    "schema": [("""alfil schema | python3 -c 'import json, sys; print("pieces" in json.load(sys.stdin)["properties"])'""", "",
                "^True$")],
    "rules": [("alfil rules ~/games/outpost.toml", "", r"^- A pawn that reaches the last rank .* \[line 31\]$"),
              ("alfil rules outpost --variants ~/games --html", "", r"</html>"),
              ("alfil rules normal --json", "", r'"title":"Chess"')],
    "inspect": [("alfil inspect outpost --variants ~/games", "", "^legal moves: [1-9]"),
                ("alfil inspect --variant normal --fen '7k/8/8/8/8/8/8/K7 w - - 0 1' --moves 'a1b1' --json", "",
                 "(?=.*h8g8)(?=.*h8g7)(?=.*h8h7)"),
                ("alfil inspect outpost --variants ~/games --from a2 --svg -", "", r'class="move"'),
                ("alfil inspect --batch", '{"id": 1, "variant": "normal", "moves": ["e2e4", "e7e5"]}\n',
                 "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq")],
    "analyze": [("alfil analyze crazyhouse --fen '6k1/5ppp/8/8/8/8/8/K7[Q] w - - 0 1' --moves 'Kb1 h6' --multipv 2 --depth 4", "",
                 r"^best move: Q@"),
                ("alfil analyze outpost --variants ~/games --time 0.2 --json", "", r'"best":"[a-h][1-8]'),
                ("alfil analyze --epd - --depth 4", '6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id "mate";\n', "^1 of 1 solved$"),
                ("alfil analyze --pgn - --depth 4", "1. f3 e5 2. g4 Qh4# 0-1\n", r"2\.\s+g4\s+\$4")],
    "balance": [("alfil balance ~/games/outpost.toml --games 4 --nodes 50 --random-plies 2 --max-plies 200 --threads 1 --seed 3", "",
                 r"^Outpost: 4 games, 50 positions a move, 2 plies at random$"),
                ("alfil balance outpost --variants ~/games --games 2 --nodes 20 --json", "", r'"title":"Outpost","games":2,')],
    "betza": [("alfil betza show R3", "", r"(\*[ |]*){3}@([ |]*\*){3}"),
              ("alfil betza explain FgQ", "", "square behind the first piece"),
              ("alfil betza wire FgQ", "", "^FgQ$"),
              ("alfil betza eval --batch", '{"id": 1, "xbetza": "W", "board": [8, 8], "color": "w", "from": "d4"}\n',
               "(?=.*d5)(?=.*d3)(?=.*c4)(?=.*e4)")],
    "learn": [("alfil learn losalamos --hours 0.001 --threads 1 --dir ~/learning", "", r"^  [\d,]+ examples$")],
    "cecp": [("alfil cecp", "protover 2\nping 7\nquit\n", "^pong 7$")],
    "uci": [("alfil uci", "setoption name UCI_Variant value crazyhouse\nposition startpos moves e2e4\nd\nquit\n",
             r"^Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\[\] b KQkq")],
    "usi": [("alfil usi", "usi\nposition startpos moves 7g7f\nd\nquit\n",
             r"^Sfen: lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2$")],
    "ucci": [("alfil ucci", "ucci\nposition startpos moves h2e2\nd\nquit\n", r"^Fen: rheakaehr/\S+ b - - 1 1$")],
    "install": [("alfil install --dry-run", "", r"/alfil\.eng:\nplugin spec 0\.0\nalfil\n"),
                ("alfil --variants ~/games install --to ~/list && cat ~/list/alfil.eng", "",
                 r"^alfil --variants /.*/games\nchess,"),
                ("alfil install --prefix /usr --destdir ~/package && ls ~/package/usr/share/man/man6", "", r"^alfil-play\.6$")],
    "uninstall": [("alfil uninstall --prefix /usr --destdir ~/package", "", r"^removed /.*/alfil\.eng$")],
    "perft": [("alfil perft normal --depth 3", "", r"\b8902\b"),
              ("alfil perft --variant normal --depth 1 --fen '7k/8/8/8/8/8/8/K7 w - - 0 1'", "", r"nodes: 3$"),
              ("alfil perft --variant normal --batch", f"3\t{CHESS} w KQkq - 0 1\n", r"^nodes\t8902$"),
              ("alfil perft normal --depth 3 --epd -", f"{CHESS} w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D4 197281\n",
               r"^3 of 3 counts agree$")],
    "bench": [("alfil bench", "", r"^Nodes searched: \d+$")],
}


def commands(reader):
    """Whether each command of the table does what its line says."""
    rows = re.findall(r"^\| `alfil (\w+)(.*)`? \|(.*)\|$", README, re.M)
    for name in sorted({name for name, *_ in rows} ^ COMMANDS.keys()):
        yield f"alfil {name}", Wrong("it is not both in the table of commands and here")
    for name, usage, text in rows:
        examples = COMMANDS.get(name, [])
        used = " ".join(f"{line} {typed}" for line, typed, _ in examples)
        for word in re.findall(r"--\w+", usage + text) + re.findall(r"`(\w+)", text):
            if not re.search(rf"(?<!\S){word}\b", used):
                yield f"alfil {name}", Wrong(f"`{word}` has no example here")
        for line, text, pattern in examples:
            try:
                expect(pattern, reader.run(line, 120, text), line)
                yield line, None
            except (Wrong, subprocess.TimeoutExpired) as fault:
                yield line, fault


def shell(reader, played):
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]
    for line in sorted(set(LINES) - set(lines)):
        yield line, Wrong("the README has no such line any more")
    for line in lines:
        if line in played:
            continue
        begun = time.monotonic()
        try:
            if line not in LINES:
                raise Wrong("nobody knows how to play this line")
            LINES[line](reader, line)
            yield f"{line} ({time.monotonic() - begun:.0f} s)", None
        except (Wrong, xb.HarnessError, subprocess.TimeoutExpired) as fault:
            yield line, fault
        reader.rig.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="keep logs and pictures here")
    parser.add_argument("--played", action="append", default=[], metavar="LINE", help="a line that has been run already")
    parser.add_argument("--require", action="store_true", help="fail when a program is not installed")
    arguments = parser.parse_args()
    if absent := xboard_tests.missing():
        print("FAIL" if arguments.require else "skipped", "not installed:", ", ".join(absent))
        return 1 if arguments.require else 0
    good = True
    with tempfile.TemporaryDirectory() as temporary, xb.Rig(arguments.out or temporary, 1800) as rig:
        reader = Reader(rig)
        for part in (shell(reader, arguments.played), commands(reader)):
            for what, fault in part:
                good &= fault is None
                print(f"FAIL  {what}\n{fault}" if fault else f"PASS  {what}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
