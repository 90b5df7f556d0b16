"""The program beside Snakemake that does all that concerns the pool."""

import json
import subprocess
import threading

from snakemake_interface_common.exceptions import WorkflowError

# Cancelling needs one call of it; more than this means that the server is away.
_LONGEST_CANCEL_S = 60


class Servant:
    """One `gleaner snakemake serve`: lines go in, one JSON object per line comes out. Any thread may call it."""

    def __init__(self, command, directory):
        self._submissions = {}
        self._verdicts = {}
        self._cancelled = False
        self._gone = False
        self._news = threading.Condition()
        try:
            # In a session of its own: Ctrl-C must reach Snakemake alone, which then asks us to cancel.
            self._process = subprocess.Popen(
                command,
                cwd=directory,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                start_new_session=True,
            )
        except OSError as missing:
            raise WorkflowError(
                f"Can't start '{command[0]}' ({missing.strerror}). "
                "Put gleaner on your PATH, or name it with --gleaner-command."
            )
        threading.Thread(target=self._listen, name="gleaner", daemon=True).start()

    def ask(self, line):
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            pass  # It has ended, and whoever waits for an answer is told so.

    def submitted(self, script):
        """The job's number and None, or None and why there is none."""
        with self._news:
            self._news.wait_for(lambda: script in self._submissions or self._gone)
            if script not in self._submissions:
                self._fail()
            answer = self._submissions.pop(script)
        return answer.get("job"), answer.get("error")

    def verdict(self, job):
        """None as long as it is open."""
        with self._news:
            if self._gone and job not in self._verdicts:
                self._fail()
            return self._verdicts.pop(job, None)

    def cancel(self):
        """Every job that has no verdict, those included that are just being submitted."""
        self.ask("cancel")
        with self._news:
            self._news.wait_for(lambda: self._cancelled or self._gone, _LONGEST_CANCEL_S)

    def close(self):
        try:
            self._process.stdin.close()
        except OSError:
            pass
        try:
            self._process.wait(_LONGEST_CANCEL_S)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _fail(self):
        raise WorkflowError(
            "'gleaner snakemake serve' ended; its last words are above. Jobs that run go on: call Snakemake "
            "again to wait for them, or 'gleaner cancel' to stop them."
        )

    def _listen(self):
        for line in self._process.stdout:
            said = json.loads(line)
            with self._news:
                if "script" in said:
                    self._submissions[said["script"]] = said
                elif "state" in said:
                    self._verdicts[said["job"]] = said
                else:
                    self._cancelled = True
                self._news.notify_all()
        with self._news:
            self._gone = True
            self._news.notify_all()
