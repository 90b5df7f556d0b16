package org.gleaner.agent.live;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.message.PartialAnswer;
import org.gleaner.protocol.message.LogAnswer;
import org.gleaner.protocol.message.LogCall;

/** How what is shown reaches the server. Each may fail without harm. */
public interface ShowCalls {
    /** Uploads a copy under its hash; false if it did not get there. */
    boolean upload(BlobHash hash, Path copy) throws IOException;

    /** Shows what an attempt printed; no answer if that did not work. */
    Optional<LogAnswer> log(AttemptId attempt, LogCall call);

    /**
     * Tells what an attempt has written so far; no answer if that did not work.
     *
     * @param gone names that were told before, or that it began with, and that are no longer there
     */
    Optional<PartialAnswer> partial(AttemptId attempt, List<ResultFile> files, List<String> gone);
}
