package org.gleaner.agent.run;

import org.gleaner.agent.sandbox.Bubblewrap;

/**
 * What a runner does: a shell in a sandbox that reads one order a line from its standard input and answers on its
 * standard output. Whatever a task may do in the sandbox, it can't write to this shell or to either pipe: they are
 * closed in the task, and the kernel shows nobody the memory and the files of a program that can't be read. If it does,
 * the runner ends before it takes an order.
 *
 * <p>It may be the first process of its sandbox, which no signal of a task reaches; or the second, which a task can
 * kill or stop. That harms the task itself: with the shell its sandbox ends, and it has to begin again in one of its
 * own; who stands still is woken by the agent. Other signals are ignored here, as a task may well send them to its
 * process group.
 *
 * <p>All of it is done by the shell itself. It starts a program for a task, and a child for waiting if a task leaves
 * processes; so what it looks at costs microseconds.
 *
 * <p>What the kernel lists of System V is a table of numbers whose heading begins with {@code key}. Most shells read
 * their input byte by byte, which for the headings alone would be more calls of the system than a short task makes;
 * what they execute they read in one piece. So the heading is executed, as a function; a line below it is a command
 * that does not exist, as no program is in reach. A shell that executes nothing of it (bash, as the kernel tells no
 * size) reads.
 */
final class RunnerScript {
    /** What it says first. */
    static final String READY = "ready";
    /** Nothing of the attempt is left in the sandbox but files that the agent sees. */
    static final String CLEAN = "clean";

    /** Something may be left, so nothing else may run in the sandbox. */
    static final String STAINED = "stained";

    /** So often it looks whether what it has killed is gone. */
    private static final int MOST_ROUNDS = 1000;

    /** All that end or stop a process, but KILL and STOP, and 32 and 33, which the C library lets nobody have. */
    private static final String SIGNALS = "1 2 3 4 5 6 7 8 10 11 12 13 14 15 16 20 21 22 24 25 26 27 29 30 31"
            + " 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64";

    private static final String LINES = """
            if [ -O /proc/1/fd ] || [ -O /proc/$$/fd ]; then exit 9; fi
            trap '' @SIGNALS
            own=2
            if [ $$ -eq 1 ]; then own=1; fi
            PATH=/dev/null
            key() { seen=$kind; }
            echo @READY
            while read -r order; do
              (trap - @SIGNALS; . @DOOR/start) </dev/null >@DOOR/stdout 2>@DOOR/stderr
              code=$?
              state=@CLEAN
              round=0
              while set -- /proc/[0-9]*; [ $# -gt $own ]; do
                round=$((round + 1))
                if [ $round -gt @ROUNDS ]; then state=@STAINED; break; fi
                kill -s KILL -- -1
                (exit 0)
              done
              for path in /dev/shm/* /dev/shm/.[!.]* /dev/shm/..?* /dev/mqueue/* /dev/mqueue/.[!.]* /dev/mqueue/..?*; do
                if [ -e "$path" ] || [ -L "$path" ]; then state=@STAINED; fi
              done
              for kind in shm sem msg; do
                if [ -r /proc/sysvipc/$kind ]; then
                  seen=
                  . /proc/sysvipc/$kind || state=@STAINED
                  if [ -z "$seen" ]; then
                    { read -r line; if read -r line; then state=@STAINED; fi; } </proc/sysvipc/$kind
                  fi
                fi
              done
              echo "$order $code $state"
              times
            done
            """.replace("@SIGNALS", SIGNALS)
            .replace("@READY", READY)
            .replace("@CLEAN", CLEAN)
            .replace("@STAINED", STAINED)
            .replace("@ROUNDS", Integer.toString(MOST_ROUNDS))
            .replace("@DOOR", Bubblewrap.DOOR.toString());

    /**
     * The same without a sandbox: whether a task has left something is the agent's to see, as nothing here is the
     * task's alone. The directory with the agent's files is the only argument.
     */
    private static final String OPEN_LINES =
            """
            trap '' @SIGNALS
            echo @READY
            while read -r order; do
              (trap - @SIGNALS; . "$1/start") </dev/null >"$1/stdout" 2>"$1/stderr"
              echo "$order $? @CLEAN"
              times
            done
            """.replace("@SIGNALS", SIGNALS).replace("@READY", READY).replace("@CLEAN", CLEAN);

    /**
     * The same around a command that serves: it gets the orders and answers them itself. It starts with the first one,
     * which it does not see. What passes them on are children of this shell and so as unreadable as it is; the pipes
     * between belong to the user of the command, which can open them by name. When the command has ended, whatever it
     * was doing, that is the answer. All shells are there when it says that it is ready.
     */
    private static final String SERVING_LINES = """
            if [ -O /proc/1/fd ] || [ -O /proc/$$/fd ]; then exit 9; fi
            trap '' @SIGNALS
            while read -r order; do echo "$order"; done | {
              echo @READY
              read -r order || exit 0
              (trap - @SIGNALS; . @DOOR/start) 3<&0 4>&1 </dev/null >>@DOOR/stdout 2>>@DOOR/stderr
              echo "@CURRENT $? @STAINED"
              times
            } | while read -r line; do echo "$line"; done
            """.replace("@SIGNALS", SIGNALS)
            .replace("@READY", READY)
            .replace("@CURRENT", Integer.toString(RunnerAnswer.CURRENT))
            .replace("@STAINED", STAINED)
            .replace("@DOOR", Bubblewrap.DOOR.toString());

    private RunnerScript() {}

    static String lines() {
        return LINES;
    }

    static String openLines() {
        return OPEN_LINES;
    }

    static String servingLines() {
        return SERVING_LINES;
    }
}
