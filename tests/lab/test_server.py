"""The lab as a process: its port, its address, its end."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from dhstats.errors import BadInput
from dhstats.lab.app import USUAL_PORT, listening, serve


def test_a_second_lab_takes_the_next_port_unless_one_is_named() -> None:
    """A port that is taken is refused where somebody named it."""
    with listening(None) as first, listening(None) as second:
        ports = [each.getsockname()[1] for each in (first, second)]
        assert all(each.getsockname()[0] == "127.0.0.1" for each in (first, second))
        assert ports[0] != ports[1]
        assert min(ports) >= USUAL_PORT or min(ports) > 1_023
        with pytest.raises(BadInput, match=f"--port {ports[0]}: cannot be used"):
            serve(None, ports[0], lambda _: None, browser=False)  # type: ignore[arg-type]
    for port in (0, -1, 65_536):
        with pytest.raises(BadInput, match="--port: must be from 1 to 65535"):
            listening(port)


def test_ctrl_c_ends_the_process_and_what_it_plays(tmp_path: Path) -> None:
    """At once, without a word of a library; the address that it printed answers until then."""
    words = [sys.executable, "-m", "dhstats", "lab", "--no-browser", "--out", str(tmp_path / "lab")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"lab: (http://127\.0\.0\.1:\d+/[\w-]{20,}/)", process.stdout.readline())
            assert found is not None
            with urlopen(found[1], timeout=60) as answer:
                assert b"dhstats lab" in answer.read()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
        assert process.returncode == 0
        assert "Traceback" not in out + err
