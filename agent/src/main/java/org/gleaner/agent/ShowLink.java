package org.gleaner.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gleaner.agent.disk.NodeIdentity;
import org.gleaner.agent.live.ShowCalls;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.message.PartialAnswer;
import org.gleaner.core.message.PartialCall;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.LogAnswer;
import org.gleaner.protocol.message.LogCall;

/** Shows the server what attempts do. What fails is not tried again: the next round brings something newer. */
record ShowLink(ServerLink link, Registration session) implements ShowCalls {
    @Override
    public boolean upload(BlobHash hash, Path copy) throws IOException {
        NodeIdentity as = session.identity();
        return as != null && link.upload(as, hash, copy) instanceof Answer.Success<Long>;
    }

    @Override
    public Optional<LogAnswer> log(AttemptId attempt, LogCall call) {
        NodeIdentity as = session.identity();
        return as != null && link.log(as, attempt, call) instanceof Answer.Success<LogAnswer> success
                ? Optional.of(success.value())
                : Optional.empty();
    }

    @Override
    public Optional<PartialAnswer> partial(AttemptId attempt, List<ResultFile> files, List<String> gone) {
        NodeIdentity as = session.identity();
        return as != null
                        && link.partial(as, new PartialCall(session.incarnation(), attempt, files, gone))
                                instanceof Answer.Success<PartialAnswer> success
                ? Optional.of(success.value())
                : Optional.empty();
    }
}
