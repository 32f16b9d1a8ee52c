#!/usr/bin/env python3
"""The engine under PyChess' own client code, without PyChess' window.

    tests/clients/pychess_engine.py [--engine PATH]

Needs the Debian package pychess, and the system's Python, for which that is
installed.  PyChess is the referee: an engine whose move it cannot validate has
lost there.  Exit status: 0 all well, 1 something went wrong.
"""

import argparse
import asyncio
import atexit
import os
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path
from types import SimpleNamespace

import gi

gi.require_version("Gtk", "3.0")
# PyChess writes settings and logs into the user's directories.
HOME = tempfile.mkdtemp(prefix="pychess-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
os.environ.update(HOME=HOME, XDG_CONFIG_HOME=HOME, XDG_DATA_HOME=HOME, XDG_CACHE_HOME=HOME)

from pychess.Players.CECPEngine import CECPEngine  # noqa: E402
from pychess.Utils import wait_signal  # noqa: E402
from pychess.System.SubProcess import SubProcess  # noqa: E402
from pychess.Utils.const import ANALYZING, BLACK, INVERSE_ANALYZING, RUNNING, UNKNOWN_REASON, WHITE, WHITEWON  # noqa: E402
from pychess.Utils.Move import parseAny  # noqa: E402
from pychess.Utils.logic import getStatus, validate  # noqa: E402
from pychess.Variants import variants  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent.parent
LONGEST = 80
# Games that PyChess and the engine know, by CECP's name.
GAMES = ["normal", "crazyhouse", "atomic", "3check", "suicide", "giveaway", "losers", "fischerandom", "seirawan", "asean"]

# Since Python 3.9 futures are cancelled with a message, which PyChess 1.0.3 does not expect.
_cancel = wait_signal.cancel
wait_signal.cancel = lambda self, msg=None: _cancel(self)


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


def variant_of(name):
    return next(variant for variant in variants.values() if variant.cecp_name == name)


class Session:
    """An engine as PyChess starts it."""

    begun = []

    def __init__(self, path, variant, color=WHITE, mode=None, strength=18, seconds=3, gain=0):
        self.path, self.variant, self.color, self.mode = path, variant, color, mode
        self.strength, self.seconds, self.gain = strength, seconds, gain
        self.lines, self.analyses = [], []
        self.begun.append(self)

    async def start(self):
        self.process = SubProcess(str(self.path))
        await self.process.start()
        self.process.connect("line", lambda _, line: self.lines.append(line))
        self.engine = CECPEngine(self.process, self.color, 2, "")
        self.engine.connect("analyze", lambda _, lines: self.analyses.extend(lines))
        self.engine.connect("readyForOptions", self.set_options)
        self.engine.prestart()
        ready, dead = asyncio.Event(), set()
        self.engine.start(ready, dead)
        await asyncio.wait_for(ready.wait(), 30)
        expect(not dead, "the engine did not start")
        return self

    def set_options(self, engine):
        if self.mode is None:
            engine.setOptionStrength(self.strength, False)
            engine.setOptionVariant(self.variant)
            engine.setOptionTime(self.seconds, self.gain, 0)
        else:
            engine.setOptionAnalyzing(self.mode)
            engine.setOptionVariant(self.variant)

    async def move(self, boards, moves):
        """The engine's next move, or None if it claims a draw."""
        before = boards[-2] if moves else None
        task = asyncio.ensure_future(self.engine.makeMove(boards[-1], moves[-1] if moves else None, before))
        for _ in range(200):
            done, _ = await asyncio.wait([task], timeout=0.1)
            if done:
                return task.result()
            if any(line.startswith("1/2-1/2") for line in self.lines):
                task.cancel()
                return None
        raise AssertionError(f"no move in {boards[-1].asFen()}")

    async def end(self):
        bad = [line for line in self.lines if "llegal" in line.split(" ")[0] or line.startswith("Error")]
        self.engine.end(WHITEWON, UNKNOWN_REASON)
        begun = time.monotonic()
        await asyncio.wait_for(self.process.proc.wait(), 10)
        expect(not bad, f"complaints: {bad}")
        return time.monotonic() - begun


def occurrences(boards):
    """The number of occurrences of the last position.  PyChess itself distinguishes
    positions that differ only in an en passant square on which nothing can
    capture."""
    placements = [" ".join(board.asFen().split()[:3]) for board in boards]
    return placements.count(placements[-1])


def bishops_apart(board):
    """Whether each side has only one bishop, on squares of different shades: on
    FICS a draw in suicide, unknown to PyChess."""
    rows = board.asFen().split()[0].split("/")
    squares = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in rows]
    stand = {c: (i + row.index(c)) % 2 for i, row in enumerate(squares) for c in row if c != "."}
    return sum(len(row.replace(".", "")) for row in squares) == 2 and stand.keys() == {"B", "b"} and stand["B"] != stand["b"]


async def game(path, name):
    """A game of two engines in PyChess' game model."""
    variant = variant_of(name)
    white = await Session(path, variant, WHITE).start()
    black = await Session(path, variant, BLACK).start()
    boards, moves = [variant(setup=True)], []
    if name != "normal":
        model = SimpleNamespace(boards=boards[:], moves=[])
        for session in (white, black):
            session.engine.setOptionInitialBoard(model)
        await asyncio.sleep(0.2)
    while len(moves) < LONGEST and getStatus(boards[-1])[0] == RUNNING:
        player = white if boards[-1].color == WHITE else black
        player.engine.updateTime(1.0, 1.0)
        move = await player.move(boards, moves)
        if move is None:
            dead = name == "suicide" and bishops_apart(boards[-1])
            expect(dead or occurrences(boards) >= 3, f"a draw is claimed in {boards[-1].asFen()}")
            break
        moves.append(move)
        boards.append(boards[-1].move(move))
    await white.end()
    await black.end()
    return f"{len(moves)} plies"


async def analyses(path, name, mode):
    """Analysis of a few positions, one after the other."""
    variant = variant_of(name)
    session = await Session(path, variant, mode=mode).start()
    board = variant(setup=True)
    for _ in range(3):
        session.engine.setBoard(board)
        await asyncio.sleep(0.8)
        expect(session.analyses, "there is an analysis")
        _, line, score, depth, _ = session.analyses[-1]
        expect(int(depth) >= 1 and isinstance(score, int), f"{session.analyses[-1]}")
        seen = board if mode == ANALYZING else board.switchColor()
        move = parseAny(seen, line[0])
        expect(validate(seen, move), f"{line[0]} in {seen.asFen()}")
        if mode == ANALYZING:
            board = board.move(move)
        session.analyses.clear()
    await session.end()
    return "3 positions"


async def interruptions(path):
    """`?`, SIGSTOP, and moves taken back."""
    variant = variant_of("normal")
    session = await Session(path, variant, strength=20, seconds=600).start()
    engine = session.engine
    boards, moves = [variant(setup=True)], []

    async def next_move(disturb):
        task = asyncio.ensure_future(engine.makeMove(boards[-1], moves[-1] if moves else None, boards[-2] if moves else None))
        await asyncio.sleep(0.3)
        await disturb()
        move = await asyncio.wait_for(task, 20)
        moves.append(move)
        boards.append(boards[-1].move(move))

    async def hurry():
        engine.hurry()

    async def halt():
        engine.pause()
        await asyncio.sleep(1.5)
        engine.resume()
        await asyncio.sleep(0.2)
        engine.hurry()

    await next_move(hurry)
    reply = parseAny(boards[-1], "a7a6")
    moves.append(reply)
    boards.append(boards[-1].move(reply))
    await next_move(halt)
    del boards[-2:], moves[-2:]
    engine.playerUndoMoves(2, SimpleNamespace(boards=boards, curplayer=None))
    other = parseAny(boards[-1], "h7h6")
    moves.append(other)
    boards.append(boards[-1].move(other))
    await next_move(hurry)
    seconds = await session.end()
    return f"ended after {seconds * 1000:.0f} ms"


async def run(title, check):
    try:
        result = await asyncio.wait_for(check, 120)
    except Exception:
        print(f"FAIL  {title}", flush=True)
        traceback.print_exc()
        for session in Session.begun:
            print(f"-- the last lines of {session.path.name} for {'white' if session.color == WHITE else 'black'}")
            print(*(f"   {line.rstrip()}" for line in session.lines[-15:]), sep="\n", flush=True)
        return False
    finally:
        Session.begun.clear()
    print(f"PASS  {title} ({result})", flush=True)
    return True


async def listed(path):
    process = await asyncio.create_subprocess_exec(str(path), "list", stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    return {line.split()[0] for line in output.decode().splitlines() if line.strip()}


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=Path, default=ROOT / "target" / "release" / "alfil")
    path = parser.parse_args().engine.resolve()
    known = await listed(path)
    good = True
    for name in GAMES:
        if name in known:
            good &= await run(f"{name}: a game of two engines", game(path, name))
        else:
            print(f"FAIL  {name}: `alfil list` does not have it")
            good = False
    good &= await run("normal: analysis", analyses(path, "normal", ANALYZING))
    good &= await run("normal: what the other side threatens", analyses(path, "normal", INVERSE_ANALYZING))
    good &= await run("crazyhouse: analysis", analyses(path, "crazyhouse", ANALYZING))
    good &= await run("normal: hurry, halt, take back", interruptions(path))
    return 0 if good else 1


if __name__ == "__main__":
    # PyChess leaves tasks behind that cannot be cancelled, so the loop is not closed.
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    sys.exit(loop.run_until_complete(main()))
