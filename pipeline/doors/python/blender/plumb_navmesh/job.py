# SPDX-License-Identifier: GPL-3.0-or-later
"""A call in a thread of its own. While Python runs in the main thread, Blender handles no event, not even Esc; and plumb releases the interpreter's lock while it computes."""
import threading


class Job:
    """Job(call) begins call(progress). `share` and `stage` say how far it is."""

    def __init__(self, call):
        self.share, self.stage = 0.0, ""
        self._cancelled, self._result, self._error = False, None, None
        self._thread = threading.Thread(target=self._run, args=(call,), daemon=True)
        self._thread.start()

    def _run(self, call):
        try:
            self._result = call(self._progress)
        except Exception as error:  # every exception is raised again by result(), in the main thread
            self._error = error

    def _progress(self, share, stage):
        self.share, self.stage = share, stage
        return not self._cancelled

    def cancel(self):
        """Makes the call end with plumb.Cancelled, within about a twentieth of a second."""
        self._cancelled = True

    def done(self, within=0.0):
        """Whether the call has ended, or does so within some seconds."""
        self._thread.join(within)
        return not self._thread.is_alive()

    def result(self):
        """What the call has returned. Waits for it, and raises what it has raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._result
