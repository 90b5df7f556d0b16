package org.gleaner.core.attempt;

import java.time.LocalDate;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Counted;

/**
 * What is noted when an attempt ends or a job pauses itself. These texts are kept in rows and come from agents of every
 * version, so they are what was noted, and nobody says them anew: the only ones in the core.
 */
public final class KeptText {
    /** All that anybody but this machine learns: not who, nor why. */
    public static final String NEEDED = "the machine is needed by its owner";

    public static final String HERE_BEFORE = "it was here before and has ended";
    public static final String STOPPING = "the agent is stopping";
    public static final String TOO_MANY_HELD = "the agent holds too many attempts";
    public static final String TOO_MANY_NAMES = "the agent holds too many names of files";
    public static final String DOES_NOT_FIT = "it does not fit on this node";
    public static final String NOT_HERE = "it is not on this node";
    public static final String SETTLED = "settled without it";
    public static final String NODE_RESTARTED = "its node started again without it";
    public static final String NODE_SILENT = "its node stopped responding";
    public static final String NODE_EXPELLED = "its node was removed from the pool";

    public static final String FIRST_FAILED = "the task that went first (--canary) failed";

    private KeptText() {}

    /** Of a problem. */
    public static String stopped(String why) {
        return "the problem was stopped: " + why;
    }

    public static String notKept(String why) {
        return "the result could not be kept on the node: " + why;
    }

    public static String notSent(String why) {
        return "an output could not be sent: " + why;
    }

    public static String refused(String code) {
        return "the server refused the result: " + code;
    }

    public static String deleted(JobId job) {
        return "job " + job + " was deleted";
    }

    public static String removed(JobId job, LocalDate day) {
        return "the files of job " + job + " were removed on " + day + " because of their age";
    }

    public static String notDone(TaskId task) {
        return task + " is not done";
    }

    public static String notLeft(TaskId task, String path) {
        return task + " left no file " + path;
    }

    public static String listLost(TaskId task) {
        return "the server has lost the list of files of " + task;
    }

    public static String twice(TaskId from, String path) {
        return from + " would give it a second file called " + path;
    }

    public static String twice(String path) {
        return "it has its own file " + path + " and takes another one of that name";
    }

    public static String tooManyTaken(int most) {
        return "a task can take at most " + most + " files; pack them into an archive";
    }

    public static String oldAgent(int most) {
        return "an agent of 0.1 takes at most " + most + " files";
    }

    public static String allFailed(int attempts) {
        return "the first " + attempts + " attempts all failed";
    }

    public static String inARow(int attempts) {
        return "the last " + attempts + " attempts all failed";
    }

    public static String blocked(int tasks, int of) {
        return tasks + " of " + Counted.of(of, "task") + (of == 1 ? " was" : " were") + " blocked";
    }
}
