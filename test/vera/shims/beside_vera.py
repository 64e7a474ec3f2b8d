"""pytest plugin: asyncio for VERA's tests; with FOOTNOTE_CONVERTS=1 the archives that they read are written by the executable, too."""

import os
import subprocess

import pytest


@pytest.fixture(scope="session")
def anyio_backend():
    return "asyncio"


def pytest_configure():
    if os.environ.get("FOOTNOTE_CONVERTS") != "1":
        return
    import vera_ingest

    def convert(source, output, model="hashing", **options):
        command = [os.environ["FOOTNOTE"], "vera", "convert", str(source), str(output), "--model", model]
        for name, value in options.items():
            command += ["--" + name.replace("_", "-"), str(value)]
        subprocess.run(command, check=True, capture_output=True)

    vera_ingest.convert = convert


def pytest_collection_modifyitems(config, items):
    """Only what asks the executable: VERA's tests of its own internals say nothing about another program."""
    import inspect

    def asks(item):
        source = inspect.getsource(item.function)
        return "server.call_tool" in source or "server.list_tools" in source or ('"vera_cli"' in source and "sys.executable" in source)

    config.hook.pytest_deselected(items=[item for item in items if not asks(item)])
    items[:] = [item for item in items if asks(item)]
