"""Some PySide6 releases lose a reference to True at every Signal.emit and abort after about 580.

6.12.0 does so on Python 3.11, 6.11.3 does not. Where True is immortal (Python 3.12 on) nothing can be lost.
"""

import subprocess
import sys

# In a process of its own: a bad release aborts it.
EMIT = """
import sys
from PySide6.QtCore import QObject, Signal

class Source(QObject):
    fired = Signal()

source = Source()
before = sys.getrefcount(True)
for _ in range(2_000):
    source.fired.emit()
print(sys.getrefcount(True) - before)
"""


def test_emitting_signals_keeps_the_references_to_true():
    done = subprocess.run(
        [sys.executable, "-c", EMIT], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr[-500:]
    assert abs(int(done.stdout)) < 50
