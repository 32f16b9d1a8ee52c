#!/usr/bin/env python3
"""Play in the real XBoard with real mouse clicks, following a scenario file.

Exit status: 0 every expectation held, 1 at least one did not, 2 harness failure.

A scenario is a TOML file:

    title = "a pawn moves"      # what it shows
    engine = "{engine}"         # a command; also {python}, {tools} and {here}, the file's folder
    variant = "normal"
    mode = "EditGame"           # XBoard's initial mode; by default, the user plays White
    fen = "..."                 # the position; by default, the start
    [[step]]
    name = "it takes a step"
    do = "move"
    from = "e2"
    to = "e3"                   # squares on the way: via = ["..."]
    expect = [{move = "e2e3"}]

Other settings of a game: `test_legality`, `size`, `tc`, `inc`, `depth`,
`search_time`, `board_width`, `board_height`, `holdings_size`,
`piece_to_char_table`, `engine_options`, `xboard_args`, `flipped`, `files`,
`ranks`, `rank_offset`, and `expect_start`, what holds before the first step.

`do` is one of `click`, `lift` and `put` (the same), `press`, `release`,
`right_click`, `hover` and `sweep`, all with a `square`; `move`, with clicks or
with `style = "drag"`; `key`; `wait` for some `seconds`; `engine_move`;
`click_popup`; `locate`, which looks for the board again.

`expect` lists what must become true within `timeout` seconds: `sent`,
`received` and `log` are regular expressions for lines since the step began;
`move` and `moves` were sent to the engine; `legal`, `not_legal` and `colours`
are about the squares that it highlights (`exact`: no others); `dots` are
colours of squares on the screen; `popup` and `title` are windows.
`absent = true` inverts `sent`, `received`, `log` and `popup`; `no_move` and
`no_highlight` stand alone.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import sys
import tempfile
import time
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import xb_common as xb  # noqa: E402

SQ = r"[a-z]-?\d+"
MOVE = re.compile(rf"^(?:usermove )?({SQ}{SQ}(?:,{SQ}{SQ})*[a-zA-Z+=]?|[A-Za-z+]['!]?@{SQ}|O-O(?:-O)?|@@@@)[,;]?$")
COLOURS = "YRGBCMWDT"  # yellow red green blue cyan magenta white dark, T: no mark
NAMED = {"yellow": "#ffff00", "red": "#ff0000", "green": "#00ff00", "blue": "#0000ff",
         "cyan": "#00ffff", "magenta": "#ff00ff", "white": "#ffffff", "dark": "#000000"}


def decode_highlight(fen: str, files: int, ranks: int, rank_offset: int = 1):
    """`highlight` argument -> {square: letter}, the way XBoard 4.9.1 reads it.

    From the top rank down; numbers skip squares; only the letters in COLOURS
    take up a square.  Any other capital letter makes the square legal without
    a mark and without moving on (given as '!')."""
    out = {}
    row, col, i = ranks - 1, 0, 0
    while i < len(fen) and row >= 0:
        c = fen[i]
        name = chr(97 + col) + str(row + rank_offset)
        if c == "/":
            if col > 0:
                row, col = row - 1, 0
        elif c.isdigit():
            j = i
            while j < len(fen) and fen[j].isdigit():
                j += 1
            col += int(fen[i:j])
            i = j - 1
        elif c.upper() in COLOURS:
            out[name] = c
            col += 1
        elif c.isupper():
            out[name] = "!"
        while col >= files:
            row, col = row - 1, col - files
        i += 1
    return out


def may_go(letter: str) -> bool:
    """Does this letter give the user permission to move to the square?"""
    return letter == "!" or letter.isupper()


class Failed(Exception):
    pass


class Player:
    def __init__(self, s: xb.Rig, sc: dict):
        self.s, self.sc = s, sc
        self.board = None
        self.board_key = None
        self.pause = float(sc.get("pause", 0.06))
        self.start = 0          # log index where the current step began
        self.last_xy = None
        self.popups_moved = set()

    # ---- geometry

    def locate(self, force=False):
        win = self.s.main_window()
        key = win[2:]
        if self.board is not None and key == self.board_key and not force:
            return self.board
        wants = (self.sc.get("files"), self.sc.get("ranks"))
        last = None
        for _ in range(20):
            w, h, rgb = self.s.grab(win[0])
            try:
                b = xb.find_board(w, h, rgb, (win[2], win[3]), files=wants[0], ranks=wants[1])
            except xb.HarnessError as e:
                b, last = None, e
            if b:
                b.flipped = bool(self.sc.get("flipped", False))
                # XBoard counts ranks from 0 on boards with 10 ranks, else from 1
                b.rank_offset = int(self.sc.get("rank_offset", 0 if b.ranks == 10 else 1))
                self.board, self.board_key = b, key
                return b
            time.sleep(0.1)
            win = self.s.main_window()
            key = win[2:]
        raise last or xb.HarnessError("no board found in the window")

    def tidy_popups(self):
        """Put message boxes next to the board, so that clicks reach the board.
        Returns their names."""
        wins = self.s.windows()
        main = next((w for w in wins if w[0] == self.s._main), None)
        names = []
        for wid, name, x, y, w, h in wins:
            if wid == self.s._main or w <= 20 or h <= 20:
                continue
            names.append(name)
            if main and wid not in self.popups_moved:
                self.popups_moved.add(wid)
                self.s.xdo("windowmove", wid, main[2] + main[4] + 20, 20 + 40 * len(self.popups_moved))
        return names

    # ---- mouse

    def to(self, square, slow=True):
        xy = self.board.xy(square)
        self.s.mouse_to(*xy, steps_from=self.last_xy if slow else None)
        self.last_xy = xy

    def click(self, square, button=1):
        self.to(square)
        self.s.press(button)
        time.sleep(self.pause)
        self.s.release(button)
        time.sleep(self.pause)

    def drag(self, squares):
        self.to(squares[0])
        self.s.press()
        time.sleep(self.pause)
        for sq in squares[1:]:
            self.to(sq)
            time.sleep(self.pause)
        self.s.release()
        time.sleep(self.pause)

    # ---- actions

    def act(self, st: dict):
        do = st.get("do", "wait")
        if do in ("click", "lift", "put"):
            for sq in [st["square"]] if isinstance(st["square"], str) else st["square"]:
                self.click(sq)
                # give the engine the time to answer the lift before the next click
                self.s.settle(0.08, 1.0)
        elif do == "press":
            self.to(st["square"])
            self.s.press()
        elif do == "release":
            if "square" in st:
                self.to(st["square"])
            self.s.release()
        elif do == "right_click":
            self.click(st["square"], 3)
        elif do == "move":
            path = [st["from"], *st.get("via", []), st["to"]]
            if st.get("style", "click") == "drag":
                if len(path) == 2:
                    self.drag(path)
                else:
                    # each leg: hold the button over the way, release on the leg's square
                    self.drag(path[:2])
                    self.s.settle(0.08, 1.0)
                    for sq in path[2:]:
                        self.click(sq)
                        self.s.settle(0.08, 1.0)
            else:
                for sq in path:
                    self.click(sq)
                    self.s.settle(0.08, 1.0)
        elif do == "hover":
            for sq in [st["square"]] if isinstance(st["square"], str) else st["square"]:
                self.to(sq)
                time.sleep(self.pause)
        elif do == "sweep":
            # press on the target, pull the mouse, let go: XBoard's way to choose
            self.to(st["square"])
            self.s.press()
            time.sleep(self.pause)
            x, y = self.last_xy
            dx, dy = st.get("by", [0, 0])
            for i in range(1, 9):
                self.s.mouse_to(int(x + dx * self.board.pitch_x * i / 8),
                                int(y - dy * self.board.pitch_y * i / 8))
            time.sleep(self.pause)
            self.s.release()
        elif do == "wait":
            time.sleep(min(float(st.get("seconds", 0.2)), max(0.0, self.s.remaining())))
        elif do == "engine_move":
            got = self.s.wait_debug(r"<first\s*: *(move |usermove )", self.start, float(st.get("timeout", 20)))
            if not got:
                raise Failed("engine made no move")
        elif do == "key":
            win = self.s.main_window()
            self.s.xdo("windowfocus", win[0])
            time.sleep(0.05)
            self.s.xdo("key", st["key"])
        elif do == "click_popup":
            rx = re.compile(st.get("popup", "."))
            limit = time.monotonic() + float(st.get("timeout", 3))
            while True:
                hit = [w for w in self.s.popups() if rx.search(w[1])]
                if hit or time.monotonic() > limit:
                    break
                time.sleep(0.05)
            if not hit:
                raise Failed(f"no message box with a name like {rx.pattern!r}")
            wid, name, x, y, w, h = hit[0]
            fx, fy = st.get("at", [0.5, 0.5])
            self.s.screenshot(self.s.out / f"popup-{wid}.png", wid)
            self.s.mouse_to(int(x + fx * w), int(y + fy * h))
            self.s.press()
            time.sleep(self.pause)
            self.s.release()
            self.last_xy = None
        elif do == "locate":
            self.locate(force=True)
        else:
            raise xb.HarnessError(f"unknown action '{do}'")

    # ---- expectations

    def traffic(self, since=None):
        return xb.parse_traffic(self.s.debug_lines(self.start if since is None else since))

    def moves_sent(self):
        out = []
        for _t, d, who, msg in self.traffic():
            if d == "sent" and who == "first":
                m = MOVE.match(msg.strip())
                if m:
                    out.append(m[1])
        return out

    def last_highlight(self):
        for _t, d, who, msg in reversed(self.traffic()):
            if d == "received" and msg.startswith("highlight "):
                return msg[10:].strip()
        return None

    def holds(self, e: dict):
        """None when expectation e holds now, else a text that says why not."""
        if "sent" in e or "received" in e:
            d = "sent" if "sent" in e else "received"
            rx = re.compile(e[d])
            hits = [m for _t, dd, who, m in self.traffic() if dd == d and rx.search(m)]
            if e.get("absent"):
                return f"unexpectedly {d}: {hits[0]!r}" if hits else None
            return None if hits else f"nothing {d} that matches {e[d]!r}"
        if "log" in e:
            rx = re.compile(e["log"])
            hits = [l for l in self.s.debug_lines(self.start) if rx.search(l)]
            if e.get("absent"):
                return f"unexpected in the log: {hits[0]!r}" if hits else None
            return None if hits else f"nothing in the log matches {e['log']!r}"
        if "move" in e:
            got = self.moves_sent()
            return None if e["move"] in got else f"move {e['move']} was not sent (sent: {got})"
        if "moves" in e:
            got = self.moves_sent()
            return None if got == e["moves"] else f"moves sent {got}, wanted {e['moves']}"
        if e.get("no_move"):
            got = self.moves_sent()
            return f"a move was sent: {got}" if got else None
        if e.get("no_highlight"):
            h = self.last_highlight()
            return f"engine sent highlight {h}" if h else None
        if {"legal", "not_legal", "colours"} & set(e):
            h = self.last_highlight()
            if h is None:
                return "no highlight line was received in this step"
            sq = decode_highlight(h, self.board.files, self.board.ranks, self.board.rank_offset)
            legal = {k for k, v in sq.items() if may_go(v)}
            for name in e.get("legal", []):
                if name not in legal:
                    return f"{name} is not among the highlighted squares {sorted(legal)}"
            if e.get("exact") and legal != set(e.get("legal", [])):
                return f"highlighted {sorted(legal)}, wanted exactly {sorted(e['legal'])}"
            for name in e.get("not_legal", []):
                if name in legal:
                    return f"{name} is highlighted"
            for name, c in e.get("colours", {}).items():
                if sq.get(name) != c:
                    return f"{name} has letter {sq.get(name)!r}, wanted {c!r}"
            return None
        if "dots" in e:
            win = self.s.main_window()
            w, h, rgb = self.s.grab(win[0])
            for name, colour in e["dots"].items():
                x, y = self.board.xy(name)
                x, y = x - win[2], y - win[3]
                seen = rgb[3 * (w * y + x):3 * (w * y + x) + 3].hex()
                ok = seen == NAMED.get(colour, colour).lstrip("#").lower()
                if colour == "none":
                    ok = "#" + seen not in {v for k, v in NAMED.items() if k not in ("white", "dark")}
                if not ok:
                    return f"{name} shows #{seen} in its centre, wanted {colour}"
            return None
        if "popup" in e:
            names = [w[1] for w in self.s.popups()]
            hit = [n for n in names if re.search(e["popup"], n)]
            if e.get("absent"):
                return f"message box {hit[0]!r} is up" if hit else None
            return None if hit else f"no message box like {e['popup']!r} (there are: {names})"
        if "title" in e:
            name = self.s.main_window()[1]
            return None if re.search(e["title"], name) else f"window title is {name!r}"
        raise xb.HarnessError(f"unknown expectation {e}")

    def expect(self, e: dict):
        negative = e.get("absent") or e.get("no_move") or e.get("no_highlight")
        timeout = float(e.get("timeout", 0.5 if negative else 3.0))
        limit = min(time.monotonic() + timeout, self.s.deadline)
        if negative:
            self.s.settle(0.3, timeout)
            return self.holds(e)
        while True:
            why = self.holds(e)
            if why is None or time.monotonic() > limit:
                return why
            if not self.s.alive():
                return why + " (XBoard has ended)"
            time.sleep(0.05)


def load_scenario(path):
    data = Path(path).read_bytes()
    sc = json.loads(data) if str(path).endswith(".json") else tomllib.loads(data.decode())
    sc["_here"] = str(Path(path).resolve().parent)
    return sc


def fill_in(text, sc):
    """{python}, {tools}, {here} and {engine} in an engine command."""
    return (text.replace("{python}", sys.executable)
            .replace("{tools}", str(Path(__file__).resolve().parent))
            .replace("{here}", sc.get("_here", "."))
            .replace("{engine}", os.environ.get("ALFIL", "alfil")))


def build_args(sc, engine):
    args = ["-firstChessProgram", engine, "-variant", sc.get("variant", "normal"),
            "-size", str(sc.get("size", 33)), "-timeControl", str(sc.get("tc", "5")),
            "-timeIncrement", str(sc.get("inc", 0)), "-ponderNextMove", "false",
            "-autoFlipView", "false", "-flipView", "true" if sc.get("flipped") else "false",
            "-showTargetSquares", "true", "-highlightDragging", "true"]
    if "test_legality" in sc:
        args += ["-testLegality", "true" if sc["test_legality"] else "false"]
    if "mode" in sc:
        args += ["-initialMode", sc["mode"]]
    if "search_time" in sc:
        args += ["-searchTime", str(sc["search_time"])]
    if "depth" in sc:
        args += ["-searchDepth", str(sc["depth"])]
    for key, opt in (("board_width", "-boardWidth"), ("board_height", "-boardHeight"),
                     ("holdings_size", "-holdingsSize"), ("piece_to_char_table", "-pieceToCharTable"),
                     ("engine_options", "-firstOptions")):
        if key in sc:
            args += [opt, str(sc[key])]
    extra = sc.get("xboard_args", [])
    args += shlex.split(extra) if isinstance(extra, str) else [str(x) for x in extra]
    return args


def run(sc, out, engine=None, time_limit=None, verbose=False, keep_shots=True):
    eng = xb.resolve_engine(fill_in(engine or sc["engine"], sc))
    limit = float(time_limit or sc.get("time_limit", 120))
    rep = {"title": sc.get("title", ""), "variant": sc.get("variant", "normal"), "steps": [], "ok": True}
    t0 = time.monotonic()
    with xb.Rig(out, limit, verbose=verbose) as s:
        args = build_args(sc, eng)
        if "fen" in sc:
            pos = s.tmp / "start.fen"
            pos.write_text(sc["fen"] + "\n")
            args += ["-loadPositionFile", str(pos)]
        s.start_xboard(args)
        s.main_window()
        ready = s.wait_handshake(float(sc.get("handshake_timeout", 15)))
        s.settle(0.3, 3)
        p = Player(s, sc)
        rep["handshake_ok"] = ready
        rep["start_seconds"] = round(time.monotonic() - t0, 2)
        try:
            rep["start_popups"] = p.tidy_popups()
            p.locate(force=True)
            rep["board"] = p.board.as_dict()
            if keep_shots:
                s.screenshot_all(s.out / "00-start.png")
            steps = [{"do": "wait", "seconds": 0, "expect": sc.get("expect_start", []), "name": "start"}]
            for n, st in enumerate(steps + sc.get("step", [])):
                s.check_deadline()
                p.start = 0 if n == 0 else s.mark()
                t1 = time.monotonic()
                e = {"number": n, "do": {k: v for k, v in st.items() if k != "expect"}, "failures": []}
                rep["steps"].append(e)
                try:
                    p.locate()
                    p.act(st)
                    s.settle(float(st.get("quiet", 0.12)), 1.5)
                    for x in st.get("expect", []):
                        why = p.expect(x)
                        if why:
                            e["failures"].append(why)
                except Failed as f:
                    e["failures"].append(str(f))
                if not s.alive():
                    e["failures"].append("XBoard ended: " + s.stderr_tail(200))
                e["traffic"] = [f"{'>' if d == 'sent' else '<'} {m}" for _t, d, w, m in p.traffic()
                                if w == "first"][: (40 if n == 0 else 200)]
                if n and s.alive():
                    names = p.tidy_popups()
                    if names:
                        e["popups"] = names
                    if keep_shots:
                        label = re.sub(r"[^A-Za-z0-9]+", "-", st.get("name") or st.get("do", "step"))
                        shot = s.out / f"{n:02d}-{label[:40]}.png"
                        s.screenshot_all(shot)
                        e["screenshot"] = shot.name
                e["seconds"] = round(time.monotonic() - t1, 2)
                if e["failures"]:
                    rep["ok"] = False
                    if not sc.get("continue_after_failure", True) or not s.alive():
                        break
        except xb.DeadlineExceeded as d:
            rep["ok"] = False
            rep["error"] = str(d)
    rep["seconds"] = round(time.monotonic() - t0, 2)
    rep["leftover_processes"] = s.leftovers
    rep["transcript"] = "transcript.txt"
    (s.out / "transcript.txt").write_text("".join(
        f"{t:7d} {'>' if d == 'sent' else '<'} {m}\n"
        for t, d, w, m in xb.parse_traffic(s.debug_lines()) if w == "first"))
    (s.out / "report.json").write_text(json.dumps(rep, indent=1) + "\n")
    return rep


def summary(rep):
    out = [f"{'PASS' if rep['ok'] else 'FAIL'}  {rep['title'] or rep['variant']}  ({rep['seconds']} s)"]
    for e in rep["steps"]:
        d = e["do"]
        what = " ".join(str(d[k]) for k in ("do", "square", "from", "via", "to", "key") if k in d)
        line = f"  {'ok  ' if not e['failures'] else 'FAIL'} {e['number']:2d} {what}"
        if d.get("name"):
            line += f"  -- {d['name']}"
        out.append(line)
        out += [f"         {f}" for f in e["failures"]]
    if rep.get("error"):
        out.append("  " + rep["error"])
    return "\n".join(out)


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("scenario", nargs="+", help="TOML or JSON scenario file(s)")
    ap.add_argument("--engine", help="engine command instead of the scenario's")
    ap.add_argument("--out", help="folder for pictures, log and report.json (one subfolder per "
                                  "scenario if there are several)")
    ap.add_argument("--time-limit", type=float, help="seconds for each scenario")
    ap.add_argument("--no-screenshots", action="store_true")
    ap.add_argument("--json", action="store_true")
    ap.add_argument("-v", "--verbose", action="store_true")
    a = ap.parse_args(argv)
    base = Path(a.out or tempfile.mkdtemp(prefix="xboard-mouse-"))
    worst, reports = 0, []
    for path in a.scenario:
        out = base if len(a.scenario) == 1 else base / Path(path).stem
        try:
            rep = run(load_scenario(path), out, a.engine, a.time_limit, a.verbose, not a.no_screenshots)
        except KeyboardInterrupt as e:
            print(f"interrupted: {e}", file=sys.stderr)
            return 2
        except (xb.HarnessError, KeyError, tomllib.TOMLDecodeError, json.JSONDecodeError) as e:
            print(f"harness error in {path}: {type(e).__name__}: {e}", file=sys.stderr)
            worst = 2
            continue
        rep["scenario"] = Path(path).name
        reports.append(rep)
        if not a.json:
            print(summary(rep))
            print(f"  files in {out}")
        if not rep["ok"]:
            worst = max(worst, 1)
    if a.json:
        print(json.dumps(reports, indent=1))
    return worst


if __name__ == "__main__":
    sys.exit(main())
