package org.gleaner.cli.description;

import java.util.List;
import java.util.Map;
import org.gleaner.terminal.argument.Flag;

/** Every flag that describes a job; a job file has the same words as keys. */
public final class JobFlags {
    /** Flags of which a job has one: a list of tasks, or none. */
    static final List<String> LISTS = List.of("array", "each", "each-line", "each-row");

    public static final List<Flag> ALL = List.of(
            Flag.one("file", "F", "take flags from a job file (TOML) or from the #GLEANER lines of a script")
                    .orLetter('f'),
            Flag.many("in", "F", "a file, directory or quoted pattern that every task needs"),
            Flag.many("in-archive", "F", "a .tar, .tar.gz, .tgz or .zip, unpacked once per machine"),
            Flag.many("out", "F", "a file or directory that every task writes; {} and {#} as in the command"),
            Flag.many("out-optional", "F", "the same, but optional"),
            Flag.one("array", "A-B[:STEP][%N]", "one task per number, which is {} in the command; %N is --at-most N"),
            Flag.one("each", "PATTERN", "one task per file; the file is sent along, {} is its name"),
            Flag.one("each-line", "F", "one task per line of a file; - is standard input"),
            Flag.one("each-row", "F", "one task per row of a CSV file with a header; {column} is the cell"),
            Flag.one("delimiter", "C", "what separates the cells of --each-row: , ; | or tab (detected)"),
            Flag.one("shell", "LINE", "instead of COMMAND: a line for the shell; the entry is in $GLEANER_ENTRY"),
            Flag.one("name", "N", "what to call the job (its type)"),
            Flag.one("type", "T", "what kind of work it is (the base name of the command or script)"),
            Flag.one("cores", "N", "cores per task (1)"),
            Flag.one("memory", "SIZE", "memory per task, such as 2G"),
            Flag.one("disk", "SIZE", "disk space per task, such as 5G"),
            Flag.one("os", "OS", "only machines with linux, windows or macos"),
            Flag.one("arch", "ARCH", "only machines with x64 or arm64"),
            Flag.many("needs", "R[:V]", "only machines with this runtime, this version or later, such as python:3.9"),
            Flag.many("tag", "T", "only machines with this tag, such as gpu or lab=3"),
            Flag.on("sandbox", "only machines that can confine the task"),
            Flag.on("network", "give sandboxed tasks access to the network"),
            Flag.many("env", "K=V", "an environment variable for every task; K alone copies yours"),
            Flag.one("cwd", "DIR", "run in this directory, on machines that offer it or one above it"),
            Flag.one("setup", "CMD", "a shell command, run once per machine before the first task"),
            Flag.one("time", "SPAN", "time limit of one attempt, such as 10m"),
            Flag.one("max-failures", "N", "block a task after this many failures (3)"),
            Flag.one("max-lost", "N", "block a task after this many lost machines (20)"),
            Flag.one("stop-after", "N", "pause the job after this many blocked tasks"),
            Flag.on("retry-limits", "also retry after a task ran out of time or memory"),
            Flag.one("at-most", "N", "how many tasks may run at once"),
            Flag.one("priority", "N", "order among your jobs: higher goes first (0)"),
            Flag.one("weight", "N", "its weight when your jobs share your part of the pool (1)"),
            Flag.many("after", "SEL", "start when these jobs or tasks are done"),
            Flag.many("after-each", "SEL", "task i starts when task i of that job is done"),
            Flag.one("partial", "SPAN", "fetch unfinished outputs this often, such as 60s"),
            Flag.one("notify", "CMD|URL", "when it ends or needs you: run CMD here, or have the server call URL"),
            Flag.one("copies", "N", "most attempts of one task at once; 1 forbids copies (20)"),
            Flag.on("no-check", "skip the checks for common mistakes, such as missing inputs"),
            Flag.on("dry-run", "show what would happen; nothing is sent"));

    /** What people type who come from Slurm, GNU parallel, HyperQueue or HTCondor. */
    public static final Map<String, String> HABITS = Map.ofEntries(
            Map.entry("--mem", "Did you mean --memory? It is per task, such as --memory 2G."),
            Map.entry("--mem-per-cpu", "Did you mean --memory? It is per task, not per core."),
            Map.entry("--cpus-per-task", "Did you mean --cores?"),
            Map.entry("--cpus", "Did you mean --cores?"),
            Map.entry("-c", "Did you mean --cores?"),
            Map.entry("-n", "Did you mean --cores N for one task, or --array 1-N for N tasks?"),
            Map.entry("--ntasks", "Did you mean --array 1-N?"),
            Map.entry("-N", "A task runs on one machine; did you mean --array 1-N?"),
            Map.entry("--nodes", "A task runs on one machine; did you mean --array 1-N?"),
            Map.entry("--output", "What a task prints is kept: 'gleaner logs'. Files it leaves: did you mean --out?"),
            Map.entry("-o", "What a task prints is kept: 'gleaner logs'. Files it leaves: did you mean --out?"),
            Map.entry("--error", "What a task prints is kept: 'gleaner logs' shows both streams."),
            Map.entry("-e", "What a task prints is kept: 'gleaner logs' shows both streams."),
            Map.entry("--stdout", "What a task prints is kept: 'gleaner logs' shows it, 'gleaner get' fetches it."),
            Map.entry("--stderr", "What a task prints is kept: 'gleaner logs' shows it, 'gleaner get' fetches it."),
            Map.entry("-a", "Did you mean --array 1-N, or --each-line F for the lines of a file?"),
            Map.entry("--arg-file", "Did you mean --each-line?"),
            Map.entry("-J", "Did you mean --name?"),
            Map.entry("--job-name", "Did you mean --name?"),
            Map.entry("-t", "Did you mean --time? It is written with a unit, such as --time 10m."),
            Map.entry("--time-limit", "Did you mean --time?"),
            Map.entry("--timeout", "Did you mean --time?"),
            Map.entry("-p", "There are no partitions; machines have tags: did you mean --tag?"),
            Map.entry("--partition", "There are no partitions; machines have tags: did you mean --tag?"),
            Map.entry("--constraint", "Did you mean --tag?"),
            Map.entry("-C", "Did you mean --each-row (columns), or --tag (constraints)?"),
            Map.entry("--colsep", "Did you mean --each-row F with --delimiter?"),
            Map.entry("--gres", "Did you mean --tag gpu?"),
            Map.entry("-d", "Did you mean --after?"),
            Map.entry("--dependency", "Did you mean --after?"),
            Map.entry("--export", "Did you mean --env K=V?"),
            Map.entry("-D", "Did you mean --cwd?"),
            Map.entry("--chdir", "Did you mean --cwd?"),
            Map.entry("--workdir", "Did you mean --cwd?"),
            Map.entry("-j", "Did you mean --at-most?"),
            Map.entry("--jobs", "Did you mean --at-most?"),
            Map.entry("--retries", "Did you mean --max-failures?"),
            Map.entry("--max-fails", "Did you mean --stop-after?"),
            Map.entry("--crash-limit", "Did you mean --max-lost?"),
            Map.entry("--halt", "Did you mean --stop-after?"),
            Map.entry("--basefile", "Did you mean --in?"),
            Map.entry("--transferfile", "Did you mean --in?"),
            Map.entry("--return", "Did you mean --out?"),
            Map.entry("--results", "Results are fetched: 'gleaner get --to DIR'."),
            Map.entry("--nice", "Did you mean --priority? The higher goes first."),
            Map.entry("--mail-user", "Did you mean --notify?"),
            Map.entry("--mail-type", "Did you mean --notify?"),
            Map.entry("--wrap", "Did you mean --shell?"),
            Map.entry("--test-only", "Did you mean --dry-run?"),
            Map.entry("--from-json", "Did you mean --each-row?"));

    private JobFlags() {}
}
