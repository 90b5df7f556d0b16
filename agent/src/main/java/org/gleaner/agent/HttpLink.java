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
import org.gleaner.protocol.http.NodeCalls;
import org.gleaner.protocol.message.LogAnswer;
import org.gleaner.protocol.message.LogCall;
import org.gleaner.protocol.message.Program;
import org.gleaner.protocol.message.Welcome;

/**
 * The calls over HTTP.
 *
 * @param life a random word of this process
 */
record HttpLink(NodeCalls calls, String life) implements ServerLink, ProgramUpdates.Source {
    @Override
    public Answer<Program> program(String token) {
        return calls.withToken(token).program();
    }

    @Override
    public Answer<Long> fetch(String token, Program program, Path target) throws IOException {
        return calls.withToken(token).program(program, target);
    }

    @Override
    public Answer<Welcome> joinAsCopy(String token, Introduction introduction, String key) {
        return calls.withToken(token).introduce(introduction, life, true, key);
    }

    @Override
    public Answer<Welcome> join(String token, Introduction introduction, String key) {
        return calls.withToken(token).introduce(introduction, life, false, key);
    }

    @Override
    public Answer<Welcome> introduce(String token, Introduction introduction) {
        return calls.withToken(token).introduce(introduction, life, false);
    }

    @Override
    public Answer<Orders> sync(NodeIdentity as, SyncReport report) {
        return calls.withToken(as.token()).sync(as.node(), report);
    }

    @Override
    public Answer<CommitReply> commit(NodeIdentity as, CommitCall call) {
        return calls.withToken(as.token()).commit(as.node(), call);
    }

    @Override
    public Answer<PartialAnswer> partial(NodeIdentity as, PartialCall call) {
        return calls.withToken(as.token()).partial(call);
    }

    @Override
    public Answer<LogAnswer> log(NodeIdentity as, AttemptId attempt, LogCall call) {
        return calls.withToken(as.token()).log(attempt, call);
    }

    @Override
    public Answer<Long> upload(NodeIdentity as, BlobHash hash, Path file) throws IOException {
        return calls.withToken(as.token()).upload(hash, file);
    }

    @Override
    public Answer<Long> download(NodeIdentity as, BlobHash hash, long size, Path target) throws IOException {
        return calls.withToken(as.token()).download(hash, size, target);
    }
}
