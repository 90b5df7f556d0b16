"""Systems that live in Python, behind the lines that PeerMain speaks: "ready NAME" or "absent WHY", then for each
number of tasks on standard input "done". A task starts /bin/true; it ends with its input."""

import os
import subprocess
import sys

AT_ONCE = os.cpu_count()
WORK = "/bin/true"


class HyperQueue:
    """A server and one worker in this process, as its own package starts them; what programs print is dropped."""

    def __init__(self, folder):
        import importlib.metadata

        from hyperqueue import LocalCluster
        from hyperqueue.cluster import WorkerConfig

        self.name = "HyperQueue " + importlib.metadata.version("hyperqueue")
        self.cluster = LocalCluster()
        self.cluster.start_worker(WorkerConfig(cores=AT_ONCE))
        self.client = self.cluster.client()

    def work(self, tasks):
        from hyperqueue import Job

        job = Job()
        for _ in range(tasks):
            job.program([WORK], stdout=None, stderr=None)
        submitted = self.client.submit(job)
        # As the package's own wait does it, without its bar.
        if self.client.connection.wait_for_jobs((submitted.id,), lambda *_: None):
            raise RuntimeError("tasks failed")


class Dask:
    """A scheduler and a worker process per core; each task is a call that starts the program."""

    def __init__(self, folder):
        import distributed

        self.name = "Dask " + distributed.__version__
        self.cluster = distributed.LocalCluster(
            n_workers=AT_ONCE, threads_per_worker=1, dashboard_address=None, local_directory=folder
        )
        self.client = distributed.Client(self.cluster)

    def work(self, tasks):
        ends = self.client.gather(self.client.map(start, range(tasks), pure=False))
        if any(ends):
            raise RuntimeError("tasks failed")


def start(_):
    return subprocess.run([WORK]).returncode


def main():
    which, folder = sys.argv[1:]
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    # What the systems themselves print must not get between the answers.
    os.dup2(2, 1)
    os.chdir(folder)
    try:
        peer = {"hyperqueue": HyperQueue, "dask": Dask}[which](folder)
    except ImportError as missing:
        answers.write(f"absent {which} is not there: {missing}\n")
        return
    answers.write(f"ready {peer.name}\n")
    for line in sys.stdin:
        peer.work(int(line))
        answers.write("done\n")
    # Threads that a system has left behind do not keep this process.
    os._exit(0)


if __name__ == "__main__":
    main()
