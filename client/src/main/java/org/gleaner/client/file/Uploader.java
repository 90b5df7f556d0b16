package org.gleaner.client.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;

/**
 * Makes a call that names files: when the server says which it lacks, these are sent, and the call is made again. A
 * server that is away for some seconds is waited for, as every such call may be repeated. Confined to one call.
 */
public final class Uploader {
    private static final int MOST_TRIES = 8;
    private static final long FIRST_PAUSE_MILLIS = 250;

    private final UserCalls calls;
    private final Hasher files;
    private final Progress progress;

    /** One call; the same each time. */
    @FunctionalInterface
    public interface Call<T> {
        Answer<T> make() throws IOException;
    }

    /** Is told what goes on. */
    public interface Progress {
        /** For those who do not want to know. */
        Progress SILENT = new Progress() {};

        /** The call itself is made: from now on it may have been heard, until a file is sent. */
        default void calling() {}

        /** One file after the other is sent; the first is number 1. */
        default void sending(int number, int of, Path file) {}

        /** The server is away and waited for, half a minute in all. */
        default void waiting(String why) {}

        /** Nothing of this any more. */
        default void ended() {}
    }

    public Uploader(UserCalls calls, Hasher files, Progress progress) {
        this.calls = calls;
        this.files = files;
        this.progress = progress;
    }

    public <T> T send(Call<T> call) throws ClientFailure, CallFailed, IOException, InterruptedException {
        Set<String> asked = new HashSet<>();
        while (true) {
            progress.calling();
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

    /** The same of files that no server can have yet, so that it need not be asked. */
    public <T> T sendNew(Call<T> call) throws ClientFailure, CallFailed, IOException, InterruptedException {
        for (Map.Entry<BlobHash, Path> file : files.sources().entrySet()) {
            upload(file.getKey(), file.getValue());
        }
        return send(call);
    }

    private void upload(List<String> missing, Problem problem)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        int sent = 0;
        for (String hex : missing) {
            BlobHash hash = hash(hex);
            Path source = files.source(hash);
            if (source == null) {
                throw ClientFailure.badAnswer("It asks for a file that is not part of this job. " + problem.detail());
            }
            progress.sending(++sent, missing.size(), source);
            upload(hash, source);
        }
        progress.ended();
    }

    private void upload(BlobHash hash, Path source)
            throws ClientFailure, CallFailed, IOException, InterruptedException {
        Answer<Long> answer = patiently(() -> calls.upload(hash, source));
        if (answer.isRefused(ProblemKind.HASH_MISMATCH)) {
            throw ClientFailure.complete(
                    "The file " + source + " changed while it was being sent.",
                    "Its content no longer matches its hash.",
                    "Wait until it is complete, then try again.");
        }
        long unused = answer.get();
    }

    private static String what(Answer<?> answer) {
        if (answer instanceof Answer.Unreachable<?> unreachable) {
            return unreachable.trouble().what();
        }
        return answer instanceof Answer.Refused<?> refused ? refused.problem().detail() : "";
    }

    private static BlobHash hash(String hex) throws ClientFailure {
        try {
            return new BlobHash(hex);
        } catch (IllegalArgumentException malformed) {
            throw ClientFailure.badAnswer(malformed.getMessage() + ".");
        }
    }

    /** The answer as it is, of a server that may be away for some seconds. */
    public <T> Answer<T> patiently(Call<T> call) throws IOException, InterruptedException {
        long pause = FIRST_PAUSE_MILLIS;
        for (int tries = 1; ; tries++) {
            Answer<T> answer = call.make();
            if (!answer.passes() || tries == MOST_TRIES) {
                progress.ended();
                return answer;
            }
            progress.waiting(what(answer));
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = 2 * pause;
        }
    }
}
