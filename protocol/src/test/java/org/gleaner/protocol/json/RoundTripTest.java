package org.gleaner.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is written is read back equal. */
class RoundTripTest {
    private static final int SEEDS = 100;

    record Message<T>(String name, Function<RandomMessages, T> make, JsonWriter<T> writer, JsonReader<T> reader) {
        void check(long seed) throws IOException {
            T value = make.apply(new RandomMessages(seed));

            byte[] json = Json.write(value, writer);
            T read = Json.read(json, reader);
            T streamed = Json.read(new ByteArrayInputStream(json), reader);

            assertThat(read)
                    .as("seed %d: %s", seed, new String(json, StandardCharsets.UTF_8))
                    .isEqualTo(value);
            assertThat(streamed).isEqualTo(value);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Terms, matches, failures and what has run. */
    private static Stream<Message<?>> understanding() {
        return Stream.of(
                new Message<>(
                        "adjustment",
                        RandomMessages::adjustment,
                        AdjustJson::writeAdjustment,
                        AdjustJson::readAdjustment),
                new Message<>(
                        "adjusted", RandomMessages::adjusted, AdjustJson::writeAdjusted, AdjustJson::readAdjusted),
                new Message<>("failures", RandomMessages::failures, PastJson::writeFailures, PastJson::readFailures),
                new Message<>("past", RandomMessages::past, PastJson::writePast, PastJson::readPast),
                new Message<>("matched", RandomMessages::matched, MatchJson::writeMatched, MatchJson::readMatched),
                new Message<>("question", RandomMessages::spec, MatchJson::writeQuestion, MatchJson::readQuestion));
    }

    /** What a server keeps, and the copy of it. */
    private static Stream<Message<?>> storage() {
        return Stream.of(
                new Message<>("storage", RandomMessages::storage, StorageJson::writeReport, StorageJson::readReport),
                new Message<>("sweep", RandomMessages::sweep, StorageJson::writeSweep, StorageJson::readSweep),
                new Message<>("swept", RandomMessages::swept, StorageJson::writeSwept, StorageJson::readSwept),
                new Message<>("ticket", RandomMessages::ticket, StorageJson::writeTicket, StorageJson::readTicket),
                new Message<>("blobs", RandomMessages::blobs, StorageJson::writeBlobs, StorageJson::readBlobs));
    }

    static Stream<Message<?>> messages() {
        return Stream.concat(Stream.concat(understanding(), storage()), others());
    }

    private static Stream<Message<?>> others() {
        return Stream.of(
                new Message<>(
                        "introduction",
                        RandomMessages::introduction,
                        NodeJson::writeIntroduction,
                        NodeJson::readIntroduction),
                new Message<>("welcome", RandomMessages::welcome, NodeJson::writeWelcome, NodeJson::readWelcome),
                new Message<>("sync", RandomMessages::sync, NodeJson::writeSync, NodeJson::readSync),
                new Message<>("orders", RandomMessages::orders, OrdersJson::writeOrders, OrdersJson::readOrders),
                new Message<>("commit call", RandomMessages::commitCall, CommitJson::writeCall, CommitJson::readCall),
                new Message<>(
                        "commit reply", RandomMessages::commitReply, CommitJson::writeReply, CommitJson::readReply),
                new Message<>("report", RandomMessages::report, CommitJson::writeReport, CommitJson::readReport),
                new Message<>("spec", RandomMessages::spec, SpecJson::writeSpec, SpecJson::readSpec),
                new Message<>(
                        "submission",
                        RandomMessages::submission,
                        SubmissionJson::writeSubmission,
                        SubmissionJson::readSubmission),
                new Message<>(
                        "change", RandomMessages::change, SubmissionJson::writeChange, SubmissionJson::readChange),
                new Message<>("jobs", RandomMessages::jobs, StatusJson::writeJobs, StatusJson::readJobs),
                new Message<>("query", RandomMessages::query, StatusJson::writeQuery, StatusJson::readQuery),
                new Message<>("job states", RandomMessages::states, StatusJson::writeStates, StatusJson::readStates),
                new Message<>("job detail", RandomMessages::detail, StatusJson::writeDetail, StatusJson::readDetail),
                new Message<>("tasks", RandomMessages::tasks, TaskJson::writeTasks, TaskJson::readTasks),
                new Message<>("outputs", RandomMessages::outputs, TaskJson::writeOutputs, TaskJson::readOutputs),
                new Message<>("entries", RandomMessages::entries, TaskJson::writeEntries, TaskJson::readEntries),
                new Message<>(
                        "submitted", RandomMessages::submitted, AnswerJson::writeSubmitted, AnswerJson::readSubmitted),
                new Message<>("changed", RandomMessages::changed, AnswerJson::writeChanged, AnswerJson::readChanged),
                new Message<>(
                        "explained", RandomMessages::explained, AnswerJson::writeExplained, AnswerJson::readExplained),
                new Message<>("nodes", RandomMessages::nodes, NodeAnswerJson::writeNodes, NodeAnswerJson::readNodes),
                new Message<>(
                        "node", RandomMessages::nodeDetail, NodeAnswerJson::writeDetail, NodeAnswerJson::readDetail),
                new Message<>("duty", RandomMessages::duty, NodeAnswerJson::writeDuty, NodeAnswerJson::readDuty),
                new Message<>("tokens", RandomMessages::tokens, TokenJson::writeTokens, TokenJson::readTokens),
                new Message<>("users", RandomMessages::users, TokenJson::writeUsers, TokenJson::readUsers),
                new Message<>("removed", RandomMessages::removed, TokenJson::writeRemoved, TokenJson::readRemoved),
                new Message<>(
                        "settings", RandomMessages::settings, AnswerJson::writeSettings, AnswerJson::readSettings),
                new Message<>("setting", RandomMessages::setting, AdminJson::writeSetting, AdminJson::readSetting),
                new Message<>(
                        "token request",
                        RandomMessages::tokenRequest,
                        AdminJson::writeTokenRequest,
                        AdminJson::readTokenRequest),
                new Message<>("issued token", RandomMessages::issued, AdminJson::writeIssued, AdminJson::readIssued),
                new Message<>("health", RandomMessages::health, AdminJson::writeHealth, AdminJson::readHealth));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void every_message_is_read_back_as_it_was_written(Message<?> message) throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            message.check(seed);
        }
    }

    @Test
    void the_same_submission_has_the_same_fingerprint_and_another_one_has_not() {
        long once = SubmissionJson.fingerprint(new RandomMessages(7).submission());
        long again = SubmissionJson.fingerprint(new RandomMessages(7).submission());
        long other = SubmissionJson.fingerprint(new RandomMessages(8).submission());

        assertThat(again).isEqualTo(once);
        assertThat(other).isNotEqualTo(once);
    }

    @Test
    void a_job_is_described_once_however_many_of_its_tasks_start() {
        for (long seed = 0; seed < SEEDS; seed++) {
            String json = new String(
                    Json.write(new RandomMessages(seed).orders(), OrdersJson::writeOrders), StandardCharsets.UTF_8);

            assertThat(json.split("\"limits\"", -1).length - 1).as(json).isLessThanOrEqualTo(3);
        }
    }
}
