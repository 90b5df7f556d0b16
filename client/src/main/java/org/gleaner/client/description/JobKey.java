package org.gleaner.client.description;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be said about a job: a key of a job file, and a long flag of the command line. In all texts of the
 * client keys stand in backquotes, so that a command line can show them as its flags.
 *
 * @param value what its text is called; empty for a switch
 * @param meaning one line
 */
public record JobKey(String name, Kind kind, String value, String meaning) {
    /** How many texts a key has. */
    public enum Kind {
        SWITCH,
        ONE,
        MANY
    }

    /** Keys of which a job has one: a list of tasks, or none. */
    public static final List<String> LISTS = List.of("array", "each", "each-line", "each-row");

    public static final List<JobKey> ALL = List.of(
            many("in", "F", "a file, directory or quoted pattern that every task needs"),
            many("in-archive", "F", "a .tar, .tar.gz, .tgz or .zip, unpacked once per machine"),
            many("out", "F", "a file or directory that every task writes; {} and {#} as in the command"),
            many("out-optional", "F", "the same, but optional"),
            one("array", "A-B[:STEP][%N]", "one task per number, which is {} in the command; %N is `at-most` N"),
            one("each", "PATTERN", "one task per file; the file is sent along, {} is its name"),
            one("each-line", "F", "one task per line of a file; - is standard input"),
            one("each-row", "F", "one task per row of a CSV file with a header; {column} is the cell"),
            one("delimiter", "C", "what separates the cells of `each-row`: , ; | or tab (detected)"),
            one("shell", "LINE", "instead of COMMAND: a line for the shell; the entry is in $GLEANER_ENTRY"),
            one("name", "N", "the job's name (default: its type)"),
            one("type", "T", "kind of work, used for estimates (default: the command's base name)"),
            one("cores", "N", "cores per task (1)"),
            one("memory", "SIZE", "memory per task, such as 2G"),
            one("disk", "SIZE", "disk space per task, such as 5G"),
            one("gpus", "N", "graphics cards per task; the same as `use` gpu=N"),
            many("use", "NAME=N", "how many of a counted resource each task uses, such as matlab=1"),
            one("os", "OS", "only machines with linux, windows or macos"),
            one("arch", "ARCH", "only machines with x64 or arm64"),
            many("needs", "R[:V]", "only machines with this runtime, this version or later, such as python:3.9"),
            many("tag", "T", "only machines with this tag, such as lab=3"),
            many("on", "NODE|TAG", "only on this machine, by name or id, or on those with this tag"),
            many("not-on", "NODE|TAG", "not on this machine, nor on those with this tag"),
            one("min-speed", "X", "only machines at least this fast; 1 is the pool's mean, such as 0.5"),
            on("exclusive", "no other task beside it on its machine"),
            on("sandbox", "only machines that can confine the task"),
            on("network", "give sandboxed tasks access to the network"),
            many("env", "K=V", "an environment variable for every task; K alone copies yours"),
            one("cwd", "DIR", "run in this directory, on machines that offer it or a parent directory"),
            one("setup", "CMD", "a shell command, run once per machine before the first task"),
            one("time", "SPAN", "time limit for one attempt, such as 10m"),
            one(
                    "expect",
                    "SPAN",
                    "your estimate of how long a task runs, used until one has finished; helps to"
                            + " choose machines"),
            one("signal", "SIG@SPAN", "send this signal before the time limit, such as TERM@60s"),
            one(
                    "max-failures",
                    "N",
                    "block a task after this many failures (default: 3; 1 for 'run' with a single task)"),
            one("max-lost", "N", "block a task after this many lost machines (20)"),
            one("stop-after", "N", "pause the job after this many blocked tasks"),
            on("retry-limits", "also retry tasks that ran out of time or memory"),
            one("at-most", "N", "how many tasks may run at once"),
            on("growing", "more tasks may be added with 'gleaner add', until 'gleaner seal'"),
            on("canary", "run one task first; the others start when it is done"),
            one("priority", "N", "order among your jobs: higher goes first (0)"),
            one("weight", "N", "its weight when your jobs share your part of the pool (1)"),
            many("after", "SEL", "start when these jobs or tasks are done"),
            many("after-each", "SEL", "task i starts when task i of that job is done"),
            many("after-any", "SEL", "start when these are done, cancelled or have failed"),
            many("after-failed", "SEL", "start when one of these has failed for good"),
            many("in-from", "SEL:F[=NAME]", "wait for these, and give every task this output of theirs as an input"),
            one("begin", "TIME", "do not start before 18:00, +2h or 2026-12-01T08:00, by this machine's clock"),
            one("deadline", "TIME", "when you want it done, as for `begin`; it goes first when time runs short"),
            on("hold", "submit it paused; resume starts it"),
            one("partial", "SPAN", "fetch unfinished outputs this often, such as 60s"),
            on("resume-partial", "start a new attempt of a task with the outputs that its last attempt had sent"),
            one("notify", "CMD|URL", "when it ends or needs you: run CMD here, or have the server call URL"),
            one("copies", "N", "most attempts of one task at once; 1 forbids copies (20)"),
            on("no-check", "skip the checks for common mistakes, such as missing inputs"));

    private static JobKey on(String name, String meaning) {
        return new JobKey(name, Kind.SWITCH, "", meaning);
    }

    private static JobKey one(String name, String value, String meaning) {
        return new JobKey(name, Kind.ONE, value, meaning);
    }

    private static JobKey many(String name, String value, String meaning) {
        return new JobKey(name, Kind.MANY, value, meaning);
    }

    static @Nullable JobKey named(String name, List<JobKey> keys) {
        for (JobKey key : keys) {
            if (key.name.equals(name)) {
                return key;
            }
        }
        return null;
    }
}
