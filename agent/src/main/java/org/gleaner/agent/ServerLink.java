package org.gleaner.agent;

import java.io.IOException;
import java.nio.file.Path;
import org.gleaner.agent.disk.NodeIdentity;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.PartialAnswer;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.message.SyncReport;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.LogAnswer;
import org.gleaner.protocol.message.LogCall;
import org.gleaner.protocol.message.Welcome;

/** The agent's calls to its server. An {@link IOException} is trouble with a file of ours. Thread-safe. */
interface ServerLink {
    /** As the node whose token this is. */
    Answer<Welcome> introduce(String token, Introduction introduction);

    /**
     * As a new node, with a join token.
     *
     * @param key of this join: said again, it leads to the same node
     */
    Answer<Welcome> join(String token, Introduction introduction, String key);

    /** The same as a node that has found out that another one has its identity; the token is that identity's. */
    Answer<Welcome> joinAsCopy(String token, Introduction introduction, String key);

    Answer<Orders> sync(NodeIdentity as, SyncReport report);

    Answer<CommitReply> commit(NodeIdentity as, CommitCall call);

    Answer<PartialAnswer> partial(NodeIdentity as, PartialCall call);

    Answer<LogAnswer> log(NodeIdentity as, AttemptId attempt, LogCall call);

    Answer<Long> upload(NodeIdentity as, BlobHash hash, Path file) throws IOException;

    /** The content has been compared with its hash. */
    Answer<Long> download(NodeIdentity as, BlobHash hash, long size, Path target) throws IOException;
}
