"""Random sections that override a few keys of built-in games."""

import random

PARENTS = """
    chess makruk shatranj minixiangqi xiangqi minishogi shogi crazyhouse capablanca grand seirawan atomic giveaway losers
    berolina kingofthehill racingkings 3check extinction threekings knightmate asean cambodian sittuyin orda synochess
    hoppelpoppel pocketknight placement chessgi gorogoro kyotoshogi torishogi micro breakthrough clobber losalamos gardner
    chigorin shako empire horde pawnback torpedo codrus coregal shouse
""".split()

MOVES = "N mBcR NW fRbsK WD AF nNF mRcpR gQ pB R3 mKcN fmWfcFsmW KAD vRsW bBfR fsN nA mQcR iW mNimD".split()

REGIONS = ["*1", "*1 *2", "*4 *5", "a* b*", "d4 e4 d5 e5", "*8", "*7 *8", "*6 *7 *8", "*3"]

# Settings of one or more lines; a word in braces is replaced by one drawn from its list in WORDS.
LINES = [
    "customPiece{slot} = {letter}:{moves}",
    "customPiece1 = {taken}:{moves}",
    "king = k:{royal}",
    "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true",
    "mobilityRegionWhiteKnight = *1 *2 *3 *4 *5",
    "mobilityRegionBlackRook = *4 *5 *6 *7 *8",
    "promotionRegionWhite = {region}",
    "promotionRegionBlack = {region}",
    "promotionPieceTypes = {types}",
    "promotionPawnTypes = pn",
    "promotionLimit = {piece}:1",
    "promotedPieceType = {turn}",
    "mandatoryPawnPromotion = {flag}",
    "mandatoryPiecePromotion = {flag}",
    "pieceDemotion = {flag}",
    "piecePromotionOnCapture = {flag}",
    "enPassantRegion = {region}",
    "doubleStep = false",
    "doubleStepRegionWhite = *2 *3",
    "tripleStepRegionBlack = *7",
    "castling = false",
    "castlingKingsideFile = f",
    "castlingRookPieces = n",
    "pieceDrops = true\ncapturesToHand = true",
    "capturesToHand = {flag}",
    "dropNoDoubled = p",
    "dropPromoted = {flag}",
    "dropLoop = {flag}",
    "firstRankPawnDrops = true",
    "dropRegionWhite = {region}",
    "immobilityIllegal = {flag}",
    "stalemateValue = {value}",
    "checkmateValue = {value}",
    "flagPiece = {piece}\nflagRegionWhite = {region}\nflagMove = {flag}",
    "extinctionValue = {value}\nextinctionPieceTypes = {piece}\nextinctionPieceCount = 0",
    "mutuallyImmuneTypes = {piece}",
    "petrifyOnCaptureTypes = {piece}",
    "blastOnCapture = true",
    "wallingRule = past",
    "mustCapture = true",
    "nMoveRule = 5\nnMoveRuleTypes = {piece}",
    "nFoldRule = 2\nnFoldValue = {value}",
    "perpetualCheckIllegal = {flag}",
    "stalematePieceCount = true",
    "countingRule = {counting}",
    "flyingGeneral = {flag}",
    "checking = false",
]

WORDS = {
    "slot": "123",
    "letter": "vxyz",
    "taken": "bgnqr",
    "moves": MOVES,
    "royal": ["KN", "W", "KAD", "FW", "mKcN", "KimD"],
    "region": REGIONS,
    "types": ["q", "qn", "n", "-", "rb"],
    "piece": "knpqr",
    "turn": ["p:q", "n:q", "r:q b:q", "p:q n:r"],
    "flag": ["true", "false"],
    "value": ["win", "loss", "draw"],
    "counting": ["makruk", "cambodian", "asean", "none"],
}


def section(chance, name):
    lines = {}
    for template in chance.sample(LINES, chance.randint(1, 3)):
        words = {word: chance.choice(choices) for word, choices in WORDS.items()}
        for line in template.format(**words).splitlines():
            lines.setdefault(line.split(" = ")[0], line)
    return "\n".join([f"[{name}:{chance.choice(PARENTS)}]", *lines.values()])


def sections(number, seed):
    """Some sections as the text of a file."""
    chance = random.Random(seed)
    return "\n\n".join(section(chance, f"child-{index}") for index in range(number)) + "\n"
