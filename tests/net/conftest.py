"""On loopback nobody is far away: the directory need not leave others the time it usually does."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def quick_timing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorter pauses between questions before a name is taken, announcements and goodbyes."""
    if "usual_timing" not in request.fixturenames:
        monkeypatch.setattr("zeroconf._core._PROBE_RANDOM_DELAY_INTERVAL", (30, 60))
        for pause in ("_CHECK_TIME", "_REGISTER_TIME", "_UNREGISTER_TIME"):
            monkeypatch.setattr(f"zeroconf._core.{pause}", 40)


@pytest.fixture
def usual_timing() -> None:
    """With the pauses that the directory has everywhere else."""
