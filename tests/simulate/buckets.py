"""An S3 server of this machine with an empty bucket, found by the usual AWS variables."""

import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from s3fs import S3FileSystem

from tests.simulate.clusters import free_port, process

KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1"}


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """The address of an S3 server that starts empty."""
    port = free_port()
    with process("-W", "ignore", "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port), folder=folder):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"


@contextmanager
def aws(address: str, keys: dict[str, str]) -> Iterator[None]:
    """The variables by which any tool finds a store and may enter it; nothing else that this machine knows counts."""
    with pytest.MonkeyPatch.context() as patch:
        for name in (*KEYS, "AWS_PROFILE", "AWS_SESSION_TOKEN"):
            patch.delenv(name, raising=False)
        for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
            patch.setenv(name, "/nowhere")
        patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        patch.setenv("AWS_ENDPOINT_URL", address)
        for name, value in keys.items():
            patch.setenv(name, value)
        S3FileSystem.clear_instance_cache()  # a store in use keeps the keys that it was opened with
        yield
    S3FileSystem.clear_instance_cache()


def new_bucket() -> str:
    """The address of a bucket with nothing in it."""
    name = f"bucket-{uuid.uuid4().hex[:12]}"
    S3FileSystem().mkdir(name)
    return f"s3://{name}"
