package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.AttemptReport.Usage;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.SyncReport;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.NodeJson;
import org.junit.jupiter.api.Test;

/** A node of a benchmark says what a real one would. */
final class NodeWordsTest {
    private static final AttemptId UNIT = AttemptId.of(7, 3, 1);

    @Test
    void each_sync_follows_the_one_before_and_says_what_runs() throws Exception {
        NodeWords words = words();

        SyncReport first = Json.read(words.sync(List.of(UNIT), Duration.ZERO), NodeJson::readSync);
        SyncReport second = Json.read(words.sync(List.of(), Duration.ZERO), NodeJson::readSync);

        assertThat(first.holds()).extracting("attempt").containsExactly(UNIT);
        assertThat(second.holds()).isEmpty();
        assertThat(second.sequence()).isGreaterThan(first.sequence());
    }

    @Test
    void a_commit_tells_how_long_a_unit_took_and_asks_for_the_next() throws Exception {
        Usage second = new Usage(Duration.ofSeconds(1), Duration.ZERO, MemorySize.ZERO);

        CommitCall call = Json.read(words().commit(List.of(UNIT), second), CommitJson::readCall);

        assertThat(call.wantsWork()).isTrue();
        assertThat(call.reports()).extracting(AttemptReport::attempt).containsExactly(UNIT);
        assertThat(call.reports().get(0).usage().run()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void a_commit_that_is_not_accepted_is_trouble() throws Exception {
        assertThat(NodeWords.accepted(reply(CommitAnswer.Verdict.ACCEPTED)).answers())
                .hasSize(1);
        assertThatThrownBy(() -> NodeWords.accepted(reply(CommitAnswer.Verdict.DISCARD)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("7.3#1");
    }

    private static byte[] reply(CommitAnswer.Verdict verdict) {
        CommitReply reply = new CommitReply(List.of(CommitAnswer.of(UNIT, verdict)), List.of());
        return Json.write(reply, CommitJson::writeReply);
    }

    private static NodeWords words() {
        return new NodeWords(
                new Introduced(new NodeId(1), 1, Duration.ofSeconds(20), Duration.ofSeconds(10), 1 << 14),
                Outputs.NONE);
    }
}
