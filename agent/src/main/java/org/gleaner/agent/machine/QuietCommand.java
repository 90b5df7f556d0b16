package org.gleaner.agent.machine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A small program of the system whose exit code is all that we want of it. */
public final class QuietCommand {
    /** What shells say of a program that is not there. */
    public static final int MISSING = 127;

    private static final int TIMED_OUT = 124;

    private QuietCommand() {}

    /** Runs it without input and returns its exit code; one that takes longer than the limit is killed. */
    public static int run(Duration limit, List<String> words) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(words)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            if (process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                return process.exitValue();
            }
            process.destroyForcibly();
            return TIMED_OUT;
        } catch (IOException missing) {
            return MISSING;
        }
    }

    /** The same in a thread that goes on although it is interrupted, and stays so. */
    public static int runAnyway(Duration limit, List<String> words) {
        try {
            return run(limit, words);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return TIMED_OUT;
        }
    }
}
