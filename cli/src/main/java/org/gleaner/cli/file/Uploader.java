package org.gleaner.cli.file;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.UserCalls;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;

/**
 * Makes a call that names files: when the server says which it lacks, these are sent, and the call is made again. A
 * server that is away for some seconds is waited for, as every such call may be repeated. Confined to one call.
 */
public final class Uploader {
    private static final int MOST_TRIES = 8;
    private static final long FIRST_PAUSE_MILLIS = 250;

    private final UserCalls calls;
    private final Hasher files;
    private final PrintStream err;
    private final boolean terminal;
    private boolean told;

    /** One call; the same each time. */
    @FunctionalInterface
    public interface Call<T> {
        Answer<T> make() throws IOException;
    }

    public Uploader(UserCalls calls, Hasher files, PrintStream err, boolean terminal) {
        this.calls = calls;
        this.files = files;
        this.err = err;
        this.terminal = terminal;
    }

    public <T> T send(Call<T> call) throws CliFailure, CallFailed, IOException, InterruptedException {
        Set<String> asked = new HashSet<>();
        while (true) {
            Answer<T> answer = patiently(call);
            if (!(answer instanceof Answer.Refused<T> refused)
                    || !refused.problem().is(ProblemKind.MISSING_BLOBS)) {
                return answer.get();
            }
            List<String> missing = refused.problem().texts("hashes");
            // A server that asks only for what it was given before would ask for ever.
            if (!asked.addAll(missing)) {
                return answer.get();
            }
            upload(missing, refused.problem());
        }
    }

    private void upload(List<String> missing, Problem problem)
            throws CliFailure, CallFailed, IOException, InterruptedException {
        int sent = 0;
        for (String hex : missing) {
            BlobHash hash = hash(hex);
            Path source = files.source(hash);
            if (source == null) {
                throw CliFailure.refused(
                        "The server asks for a file that is not part of this job.",
                        problem.detail(),
                        "Check that the server and this program have the same version.");
            }
            line("sending " + (sent + 1) + " of " + missing.size() + ": " + source.getFileName());
            Answer<Long> answer = patiently(() -> calls.upload(hash, source));
            if (answer instanceof Answer.Refused<Long> refused
                    && refused.problem().is(ProblemKind.HASH_MISMATCH)) {
                throw CliFailure.usage(
                        "The file " + source + " changed while it was sent.",
                        "Its content is not what was announced.",
                        "Wait until it is complete, then try again.");
            }
            long unused = answer.get();
            sent++;
        }
        line("");
    }

    /** Shows a person what goes on, in place of what was shown before. */
    private void line(String text) {
        if (terminal) {
            err.print("\r\033[K" + Printer.printable(text));
            err.flush();
        }
    }

    private static String what(Answer<?> answer) {
        if (answer instanceof Answer.Unreachable<?> unreachable) {
            return unreachable.trouble().what();
        }
        return answer instanceof Answer.Refused<?> refused ? refused.problem().detail() : "";
    }

    private static BlobHash hash(String hex) throws CliFailure {
        try {
            return new BlobHash(hex);
        } catch (IllegalArgumentException malformed) {
            throw CliFailure.nonsense(malformed.getMessage() + ".");
        }
    }

    private <T> Answer<T> patiently(Call<T> call) throws IOException, InterruptedException {
        long pause = FIRST_PAUSE_MILLIS;
        for (int tries = 1; ; tries++) {
            Answer<T> answer = call.make();
            boolean away = answer instanceof Answer.Unreachable<T>
                    || (answer instanceof Answer.Refused<T> refused
                            && refused.problem().exitCode() == Exit.UNREACHABLE);
            if (!away || tries == MOST_TRIES) {
                line("");
                return answer;
            }
            String waiting = what(answer) + " Trying again for half a minute (Ctrl-C ends it).";
            line(waiting);
            if (!terminal && !told) {
                // A script's log should say it, too, but once.
                err.println(Printer.printable(waiting));
                told = true;
            }
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = 2 * pause;
        }
    }
}
