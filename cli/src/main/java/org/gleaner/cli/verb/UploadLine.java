package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.nio.file.Path;
import org.gleaner.client.file.Uploader;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Shows a person what is sent, in place of what was shown before; a script reads only that a server is waited for. */
final class UploadLine implements Uploader.Progress {
    private final PrintStream err;
    private final boolean terminal;
    private boolean told;

    UploadLine(Surroundings here) {
        this(here.streams().stderr().drawn(), here.streams().errIsTerminal());
    }

    UploadLine(PrintStream err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    @Override
    public void sending(int number, int of, Path file) {
        line("sending " + number + " of " + of + ": " + file.getFileName());
    }

    /** So many jobs are taken. */
    void taken(int jobs, int of) {
        line(jobs < of ? "submitted " + jobs + " of " + of + " jobs" : "");
    }

    @Override
    public void waiting(String why) {
        String waiting = why + " Retrying for half a minute (Ctrl-C to stop).";
        line(waiting);
        if (!terminal && !told) {
            // A script's log should say it, too, but once.
            err.println(Printer.printable(waiting));
            told = true;
        }
    }

    @Override
    public void ended() {
        line("");
    }

    private void line(String text) {
        if (terminal) {
            err.print("\r\033[K" + Printer.printable(text));
            err.flush();
        }
    }
}
