"""Chess variants: rules, legal moves, search."""

from .alfil import *
from .alfil import __all__
