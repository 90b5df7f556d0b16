package org.gleaner.core.grid;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.FileLayout;
import org.gleaner.core.job.Turn;
import org.jspecify.annotations.Nullable;

/** One thing for which a job can't be accepted. */
public sealed interface Violation {
    enum Plain implements Violation {
        /** New versions of files come for more than one whole job. */
        FILES_FOR_SEVERAL_JOBS,
        /** A growing job waits for others, or is one that others wait for task by task. */
        GROWING_IN_ORDER,
        WEBHOOKS_OFF,
        /** The address has a user name or a fragment, or is none. */
        WEBHOOK_NOT_PLAIN
    }

    /** What a job has too much of. */
    enum Part {
        TASKS,
        /** Bytes of one entry of a growing job. */
        ENTRY,
        /** Bytes of its command, variables, set-up and archives. */
        SPEC,
        /** Inputs and outputs. */
        FILES,
        /** Bytes of their names. */
        FILE_NAMES
    }

    record TooMuch(Part part, long has, long most) implements Violation {}

    /** The pages do not hold as many entries as the array has. */
    record WrongEntries(int wanted) implements Violation {}

    /**
     * An entry has not a cell for each column.
     *
     * @param entry its position among those that came, from 1
     */
    record WrongCells(int entry, int cells, int columns) implements Violation {}

    /** New entries are not as many as those that they replace. */
    record OtherEntries(JobId job) implements Violation {}

    /** Which of a job's lists names a file. */
    enum Files {
        INPUTS,
        OUTPUTS,
        /** Files of one entry. */
        ENTRIES
    }

    /**
     * A file that no machine can put in place, or none can leave.
     *
     * @param entry position of the entry that names it, from 1; 0: the job does
     */
    record UnusableFile(Files list, int entry, FileLayout.Fault fault) implements Violation {}

    record WebhookNotListed(String host) implements Violation {}

    /**
     * The job that another waits for.
     *
     * @param member its name if it comes with the same bundle, so that its id is its position, from 1; else null
     */
    record Before(JobId id, @Nullable String member) {}

    /** It waits for a task that the job before it has not. */
    record NoSuchTask(Before before, int task, int tasks) implements Violation {
        public NoSuchTask(JobId before, int task, int tasks) {
            this(new Before(before, null), task, tasks);
        }
    }

    /** It waits task by task for a job that has not as many. */
    record Uneven(Before before, int theirs, int own) implements Violation {
        public Uneven(JobId before, int theirs, int own) {
            this(new Before(before, null), theirs, own);
        }
    }

    record CancelledBefore(JobId before, int tasks) implements Violation {}

    /** It waits for a failure, and there is none, nor will there be one. */
    record NothingCanFail(JobId before) implements Violation {}

    /** It takes a file of a job that has no such output; an empty path stands for any. */
    record NoSuchOutput(Before before, String path) implements Violation {
        public NoSuchOutput(JobId before, String path) {
            this(new Before(before, null), path);
        }
    }

    /** It takes a file that is named after a column that there is not. */
    record NoSuchColumn(Before before, String path, String column) implements Violation {
        public NoSuchColumn(JobId before, String path, String column) {
            this(new Before(before, null), path, column);
        }
    }

    /** It takes files of several tasks under one name. */
    record OneNameForAll(Before before, String to) implements Violation {
        public OneNameForAll(JobId before, String to) {
            this(new Before(before, null), to);
        }
    }

    /**
     * It takes files under a name that no file can have.
     *
     * @param why the message of the check that the name failed
     */
    record UnusableName(Before before, String to, String why) implements Violation {}

    /** @param members positions in the bundle, counted from 1: each waits for the next, the last for the first */
    record Circle(List<Integer> members) implements Violation {
        public Circle {
            members = List.copyOf(members);
        }
    }

    /**
     * It should have been done before it came.
     *
     * @param changed whether it comes with new terms
     * @param now by the clock that counts
     */
    record DeadlinePast(Instant deadline, boolean changed, Instant now) implements Violation {}

    /**
     * It may not start before it is to be done.
     *
     * @param changed whether it is one of a job that is there, whose terms change
     */
    record DeadlineBeforeBegin(Instant deadline, Instant begin, boolean changed) implements Violation {
        /** What is wrong with them; a begin that is over is in nobody's way. */
        public static Optional<Violation> of(Turn turn, boolean changed, Instant now) {
            Instant begin = turn.begin();
            Deadline deadline = turn.deadline();
            return begin == null
                            || deadline == null
                            || !begin.isAfter(now)
                            || deadline.at().isAfter(begin)
                    ? Optional.empty()
                    : Optional.of(new DeadlineBeforeBegin(deadline.at(), begin, changed));
        }
    }

    /** @param why the message of the check that its new terms failed */
    record WrongTerms(String why) implements Violation {}
}
