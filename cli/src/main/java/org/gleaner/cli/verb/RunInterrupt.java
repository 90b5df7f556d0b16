package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.gleaner.client.file.Uploader;
import org.gleaner.core.id.JobId;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.ChangeReport;
import org.gleaner.terminal.console.Printer;
import org.jspecify.annotations.Nullable;

/**
 * What Ctrl-C means to {@code run}. Before the server was asked for a job it ends the command. Then the first press
 * says that the job goes on, and so does the waiting; the second cancels it. Where nobody could read that, the first
 * one cancels it: who stops a script or a pipe wants nothing left behind. The third press ends the command, whatever
 * the server does.
 *
 * <p>Presses come on threads of their own. All that decides holds the lock, so the command's thread stands still while
 * its job is being cancelled.
 */
final class RunInterrupt implements Uploader.Progress {
    private static final int PATIENT = 2;

    private final Function<JobId, Answer<ChangeReport>> cancel;
    private final Uploader.Progress progress;
    private final PrintStream err;
    private final boolean read;
    private final Runnable death;
    private final AtomicInteger presses = new AtomicInteger();

    private boolean asked;
    private boolean unwanted;
    private boolean told;
    private boolean over;
    private volatile @Nullable JobId job;

    /** Where a press is told, and what ends the process. */
    record Place(PrintStream err, boolean terminal, Runnable death) {}

    RunInterrupt(Function<JobId, Answer<ChangeReport>> cancel, Uploader.Progress progress, Place place) {
        this.cancel = cancel;
        this.progress = progress;
        this.err = place.err();
        this.read = place.terminal();
        this.death = place.death();
    }

    void pressed() {
        if (presses.incrementAndGet() > PATIENT) {
            leave();
        } else {
            decide();
        }
    }

    private synchronized void decide() {
        JobId known = job;
        // Behind what the terminal shows for the keys, and behind a progress line.
        err.println();
        if (known == null && !asked) {
            end("Nothing was submitted.");
        } else if (known == null && unwanted) {
            leave();
        } else if (known == null) {
            unwanted = true;
            say("The server has not answered yet; the job is cancelled as soon as it does."
                    + " Press Ctrl-C again to leave at once.");
        } else if (over) {
            end("Job " + known + " has ended; 'gleaner get " + known + "' fetches its results.");
        } else if (read && !told) {
            told = true;
            say("Job " + known + " keeps running, and this command keeps waiting for it. Press Ctrl-C again to cancel"
                    + " the job, or Ctrl-Z and then 'kill %%' to leave without cancelling it.");
        } else {
            cancel(known);
        }
    }

    private void cancel(JobId known) {
        try {
            ChangeReport report = cancel.apply(known).get();
            boolean changed = report.jobs().stream().anyMatch(line -> line.changed() > 0);
            end("Job " + known + (changed ? " was cancelled." : " had ended already."));
        } catch (CallFailed failed) {
            end("Job " + known + " was not cancelled. " + failed.trouble().what() + " 'gleaner cancel " + known
                    + "' cancels it.");
        }
    }

    /** Without the lock, as somebody may hold it who waits for the server. */
    private void leave() {
        JobId known = job;
        end(
                known == null
                        ? "The server may have accepted the job; 'gleaner status' shows it."
                        : "Job " + known + " may still be running; 'gleaner cancel " + known + "' cancels it.");
    }

    private void end(String text) {
        say(text);
        death.run();
    }

    private void say(String text) {
        err.println(Printer.printable(text));
        err.flush();
    }

    /** From now on there is a job. */
    synchronized void submitted(JobId taken) {
        job = taken;
        if (unwanted) {
            cancel(taken);
        }
    }

    /** From now on it has ended; true if a person was told that it goes on. */
    synchronized boolean over() {
        over = true;
        return told;
    }

    @Override
    public synchronized void calling() {
        asked = true;
        progress.calling();
    }

    @Override
    public synchronized void sending(int number, int of, Path file) {
        // The server said what it lacks, so it has taken nothing.
        asked = false;
        progress.sending(number, of, file);
        if (unwanted) {
            end("Nothing was submitted.");
        }
    }

    @Override
    public void waiting(String why) {
        progress.waiting(why);
    }

    @Override
    public void ended() {
        progress.ended();
    }
}
