"""VERA's command line, many calls in one process: a line in is a JSON list of arguments, a line out is [exit code, stdout, stderr]."""

import contextlib
import io
import json
import sys
import traceback

from vera_cli.main import build_parser


def call(arguments):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            parsed = build_parser().parse_args(arguments)
            code = parsed.func(parsed) or 0
        except SystemExit as exit:
            code = exit.code if isinstance(exit.code, int) else 1
        except Exception:
            traceback.print_exc()
            code = 1
    return [code, out.getvalue(), err.getvalue()]


for line in sys.stdin:
    sys.__stdout__.write(json.dumps(call(json.loads(line))) + "\n")
    sys.__stdout__.flush()
