package org.gleaner.cli.verb;

import java.io.PrintStream;
import java.nio.file.Path;
import org.gleaner.client.file.Uploader;
import org.gleaner.terminal.console.PassingLine;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;

/** Shows a person what is sent, in place of what was shown before; a script reads only that a server is waited for. */
final class UploadLine implements Uploader.Progress {
    private final PrintStream err;
    private final boolean terminal;
    private final PassingLine line;
    private boolean told;

    UploadLine(Surroundings here) {
        this(here.streams().stderr().drawn(), here.streams().errIsTerminal());
    }

    UploadLine(PrintStream err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
        this.line = new PassingLine(err, terminal);
    }

    @Override
    public void sending(int number, int of, Path file) {
        line.show("sending " + number + " of " + of + ": " + file.getFileName());
    }

    /** So many jobs are taken. */
    void taken(int jobs, int of) {
        if (jobs < of) {
            line.show("submitted " + jobs + " of " + of + " jobs");
        } else {
            line.clear();
        }
    }

    @Override
    public void waiting(String why) {
        String waiting = why + " Retrying for half a minute (Ctrl-C to stop).";
        line.show(waiting);
        if (!terminal && !told) {
            // A script's log should say it, too, but once.
            err.println(Printer.printable(waiting));
            told = true;
        }
    }

    @Override
    public void ended() {
        line.clear();
    }
}
