package org.gleaner.agent.live;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;

/** How what is shown reaches the server. Each may fail without harm. */
public interface ShowCalls {
    /** Uploads a copy under its hash; false if it did not get there. */
    boolean upload(ResultFile file, Path copy) throws IOException;

    /** Tells what an attempt has written so far; false if it is not kept. */
    boolean partial(AttemptId attempt, List<ResultFile> files);
}
