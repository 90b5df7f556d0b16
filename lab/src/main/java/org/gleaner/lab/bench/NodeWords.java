package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Held;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.NodeJson;

/** What a node of one slot says to the server whose tasks print nothing and all leave the same. For one thread. */
final class NodeWords {
    private static final BlobHash EMPTY =
            new BlobHash("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    static final ResultFile STDOUT = new ResultFile("stdout", EMPTY, 0, false, "");
    static final ResultFile STDERR = new ResultFile("stderr", EMPTY, 0, false, "");

    private final Introduced introduced;
    private final Outputs leaves;
    private long sequence;

    /** @param leaves of each task, beside what it prints */
    NodeWords(Introduced introduced, Outputs leaves) {
        this.introduced = introduced;
        this.leaves = leaves;
    }

    /** The next sync. */
    byte[] sync(Collection<AttemptId> runs, Duration patience) {
        List<Held> holds = runs.stream()
                .map(attempt -> Held.of(attempt, Held.State.RUNNING))
                .toList();
        SyncReport report = new SyncReport(introduced.incarnation(), ++sequence, holds, JoinDoor.ONE_SLOT, 0, patience);
        return Json.write(report, NodeJson::writeSync);
    }

    /** All these are done, and the answer shall bring the next work. */
    byte[] commit(Collection<AttemptId> done, Usage each) {
        List<AttemptReport> reports = new ArrayList<>(done.size());
        for (AttemptId attempt : done) {
            reports.add(new AttemptReport(attempt, Outcome.DONE, 0, "", each, leaves, STDOUT, STDERR, ""));
        }
        return Json.write(new CommitCall(introduced.incarnation(), reports, true), CommitJson::writeCall);
    }

    /** What a commit was answered, which must have been accepted. */
    static CommitReply accepted(byte[] answer) throws IOException {
        CommitReply reply = Json.read(answer, CommitJson::readReply);
        for (CommitAnswer one : reply.answers()) {
            if (one.verdict() != CommitAnswer.Verdict.ACCEPTED) {
                throw new IOException("a commit was answered " + one);
            }
        }
        return reply;
    }
}
