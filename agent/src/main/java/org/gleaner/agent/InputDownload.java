package org.gleaner.agent;

import java.io.IOException;
import java.nio.file.Path;
import org.gleaner.agent.disk.InputCache;
import org.gleaner.agent.disk.InputUnavailable;
import org.gleaner.agent.disk.NodeIdentity;
import org.gleaner.agent.disk.ServerAway;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;

/** Gets inputs from the server, and tells what waiting cures from what it does not. */
record InputDownload(ServerLink link, Registration session) implements InputCache.Source {
    @Override
    public void download(BlobHash hash, long size, Path target) throws IOException, InputUnavailable, ServerAway {
        NodeIdentity as = session.identity();
        if (as == null) {
            throw new ServerAway(null);
        }
        Answer<Long> answer = link.download(as, hash, size, target);
        if (answer instanceof Answer.Refused<Long> refused) {
            Problem problem = refused.problem();
            if (Replies.isTransient(problem) || problem.is(ProblemKind.UNAUTHENTICATED)) {
                throw new ServerAway(Replies.retryAfter(problem));
            }
            throw new InputUnavailable("could not download an input: " + problem.detail());
        }
        if (answer.isDamaged()) {
            throw new InputUnavailable("an input arrived damaged, though the server's file is not");
        }
        if (answer instanceof Answer.Unreachable<Long>) {
            throw new ServerAway(null);
        }
    }
}
