"""`python -m vera_cli` is the executable that FOOTNOTE names; everything else of the package is VERA's, so that its tests can be loaded."""

import importlib.machinery
import os
import sys

_here = os.path.dirname(__file__)
_elsewhere = [path for path in sys.path if os.path.abspath(path or ".") != os.path.dirname(_here)]
_spec = importlib.machinery.PathFinder.find_spec("vera_cli", _elsewhere)
__path__ = [_here, *_spec.submodule_search_locations]
with open(_spec.origin, encoding="utf-8") as _file:
    exec(compile(_file.read(), _spec.origin, "exec"))
