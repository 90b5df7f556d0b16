"""Runs the jobs of a Snakemake workflow on a Gleaner pool, whose machines see nothing of the workflow's directory.

Everything about the pool is left to one `gleaner snakemake serve` for the whole run: it submits jobs with their files,
asks for the state of all of them with one call a second, and brings outputs back before it says that a job is done.
"""

import asyncio
import json
import os
import shlex
from dataclasses import dataclass, field
from typing import Optional

from snakemake_interface_common.exceptions import WorkflowError
from snakemake_interface_executor_plugins.executors.base import SubmittedJobInfo
from snakemake_interface_executor_plugins.executors.remote import RemoteExecutor
from snakemake_interface_executor_plugins.settings import CommonSettings, ExecutorSettingsBase

from snakemake_executor_plugin_gleaner.servant import Servant

# Files that are no files: Snakemake makes pipes itself, and fetches from remote storage where the job runs.
_STAY = ("pipe", "service", "storage_object")


@dataclass
class ExecutorSettings(ExecutorSettingsBase):
    command: Optional[str] = field(
        default="gleaner",
        metadata={"help": "The command that starts Gleaner.", "env_var": False, "required": False},
    )
    flags: Optional[str] = field(
        default="",
        metadata={
            "help": "Flags of 'gleaner submit' for every job, such as '--tag lab'. Those of one rule are its "
            "resource 'gleaner'.",
            "env_var": False,
            "required": False,
        },
    )


common_settings = CommonSettings(
    non_local_exec=True,
    implies_no_shared_fs=True,
    job_deploy_sources=False,
    auto_deploy_default_storage_provider=False,
    can_transfer_local_files=True,
)


class Executor(RemoteExecutor):
    def __post_init__(self):
        from snakemake import __version__

        self.major = __version__.split(".")[0]
        # What machines get is this directory in small: the lowest one that holds both the workflow and its results.
        self.here = os.getcwd()
        sources = os.path.dirname(os.path.abspath(self.workflow.main_snakefile))
        if not os.path.isdir(sources):
            raise WorkflowError(f"Gleaner sends files, and {self.workflow.main_snakefile} is none. Use a local copy.")
        base = os.path.commonpath([self.here, sources])
        if base == os.path.dirname(base):
            raise WorkflowError(f"The workflow in {sources} and its results in {self.here} share no directory.")
        self.place = os.path.relpath(self.here, base)
        settings = self.workflow.executor_settings
        self.flags = settings.flags or ""
        self.servant = Servant([*shlex.split(settings.command or "gleaner"), "snakemake", "serve"], base)

    # How a job is called on its machine.

    def get_python_executable(self):
        return "python"

    def get_job_exec_prefix(self, job):
        return f"cd {shlex.quote(self.place)} && snakemake_major={self.major}"

    def additional_general_args(self):
        # The directory of the task stands for ours, whatever --directory or `workdir` said here.
        return "--directory . --show-failed-logs"

    # From a job to its verdict.

    def run_jobs(self, jobs):
        asked = []
        for job in jobs:
            self.run_job_pre(job)
            script = self.get_jobscript(job)
            with open(script, "w", encoding="utf-8") as file:
                file.write(f"# properties = {json.dumps(self._properties(job))}\n{self.format_job_exec(job)}\n")
            earlier = self.workflow.dag.incomplete_external_jobid(job)
            self.servant.ask(f"resume {earlier} {script}" if earlier else f"submit {script}")
            asked.append((job, script))
        for job, script in asked:
            number, refusal = self.servant.submitted(script)
            info = SubmittedJobInfo(job, external_jobid=number)
            if refusal:
                self.report_job_error(info, msg=f"{refusal}\n")
            else:
                self.report_job_submission(info)

    def run_job(self, job):
        self.run_jobs([job])

    async def check_active_jobs(self, active_jobs):
        for info in active_jobs:
            verdict = self.servant.verdict(info.external_jobid)
            if verdict is None:
                yield info
            elif verdict["state"] == "success":
                self.report_job_success(info)
            else:
                printed = verdict["printed"] or "It printed nothing."
                self.report_job_error(info, msg=f"Job {info.external_jobid} failed. Its last lines:\n{printed}\n")

    async def sleep(self):
        # Verdicts come by themselves, so that looking costs nothing.
        await asyncio.sleep(0.5)

    def cancel_jobs(self, active_jobs):
        self.servant.cancel()

    def shutdown(self):
        super().shutdown()
        self.servant.close()

    def _properties(self, job):
        members = list(job.jobs) if job.is_group() else [job]
        outputs = [file for one in members for file in _travelling(one.output)]
        return {
            "rule": job.name,
            "directory": self.place,
            "input": [*_travelling(job.input), *self._asked(members, job.input)],
            # Of a group some may be gone before it ends, as they were only needed in between. Snakemake looks again.
            "output": [] if job.is_group() else outputs,
            "log": [
                *(outputs if job.is_group() else []),
                *(file for one in members for file in one.log),
                *(one.benchmark for one in members if one.benchmark),
            ],
            "threads": job.threads,
            "resources": {
                **{name: value for name, value in job.resources.items() if isinstance(value, (int, str))},
                "gleaner": f"{self.flags} {job.resources.get('gleaner', '')}",
            },
        }


    def _asked(self, members, inputs):
        """What checkpoints made: a function of a rule that asks for one is called again where the job runs."""
        asks = any(callable(file) or getattr(file, "callable", None) for one in members for file in one.rule.input)
        checkpoints = getattr(self.workflow, "checkpoints", None) or self.workflow.globals.get("checkpoints")
        made = _travelling(getattr(checkpoints, "created_output", None) or ()) if asks else []
        return sorted(file for file in set(made) - set(map(str, inputs)) if os.path.exists(file))


def _travelling(files):
    return [str(file) for file in files if not any(flag in getattr(file, "flags", ()) for flag in _STAY)]
