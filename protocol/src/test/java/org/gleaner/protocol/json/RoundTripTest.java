package org.gleaner.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.function.Function;
import java.util.stream.Stream;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.JobId;
import org.gleaner.core.message.SyncReport;
import org.gleaner.protocol.message.ChangeReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is written is read back equal. */
class RoundTripTest {
    private static final int SEEDS = 100;

    record Message<T>(String name, Function<RandomValues, T> make, JsonWriter<T> writer, JsonReader<T> reader) {
        void check(long seed) throws IOException {
            T value = make.apply(new RandomValues(seed));

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

    private static <T> Function<RandomValues, T> nodes(Function<RandomNodes, T> make) {
        return values -> make.apply(new RandomNodes(values));
    }

    private static <T> Function<RandomValues, T> jobs(Function<RandomJobs, T> make) {
        return values -> make.apply(new RandomJobs(values));
    }

    private static <T> Function<RandomValues, T> keeping(Function<RandomKeeping, T> make) {
        return values -> make.apply(new RandomKeeping(values));
    }

    /** Terms, matches, failures and what has run. */
    private static Stream<Message<?>> understanding() {
        return Stream.of(
                new Message<>(
                        "adjustment",
                        jobs(RandomJobs::adjustment),
                        AdjustJson::writeAdjustment,
                        AdjustJson::readAdjustment),
                new Message<>(
                        "adjusted", jobs(RandomJobs::adjusted), AdjustJson::writeAdjusted, AdjustJson::readAdjusted),
                new Message<>("failures", jobs(RandomJobs::failures), PastJson::writeFailures, PastJson::readFailures),
                new Message<>("past", jobs(RandomJobs::past), PastJson::writePast, PastJson::readPast),
                new Message<>("matched", jobs(RandomJobs::matched), MatchJson::writeMatched, MatchJson::readMatched),
                new Message<>("question", jobs(RandomJobs::spec), MatchJson::writeQuestion, MatchJson::readQuestion));
    }

    /** What a server keeps, and the copy of it. */
    private static Stream<Message<?>> storage() {
        return Stream.of(
                new Message<>(
                        "storage", keeping(RandomKeeping::storage), StorageJson::writeReport, StorageJson::readReport),
                new Message<>("sweep", keeping(RandomKeeping::sweep), StorageJson::writeSweep, StorageJson::readSweep),
                new Message<>("swept", keeping(RandomKeeping::swept), StorageJson::writeSwept, StorageJson::readSwept),
                new Message<>(
                        "ticket", keeping(RandomKeeping::ticket), StorageJson::writeTicket, StorageJson::readTicket),
                new Message<>("blobs", keeping(RandomKeeping::blobs), StorageJson::writeBlobs, StorageJson::readBlobs),
                new Message<>("audit", keeping(RandomKeeping::audit), AuditJson::write, AuditJson::read),
                new Message<>(
                        "policy",
                        keeping(RandomKeeping::policy),
                        (out, policy) -> PolicyJson.write(out, policy, "because"),
                        PolicyJson::read),
                new Message<>("wish", keeping(RandomKeeping::wish), PolicyJson::writeWish, PolicyJson::readWish),
                new Message<>("shares", keeping(RandomKeeping::shares), SharesJson::write, SharesJson::read));
    }

    /** Lists that the server does not cut: as long as a pool is large. */
    @Test
    void a_pool_of_more_than_ten_thousand_machines_can_be_listed() throws IOException {
        NodeSummary node =
                nodes(RandomNodes::nodeDetail).apply(new RandomValues(1)).node();
        Reply.Nodes nodes = new Reply.Nodes(Collections.nCopies(10_001, node));
        ChangeReport changed = new ChangeReport(
                Verb.CANCEL, Collections.nCopies(10_001, new ChangeReport.Line(new JobId(1), 1, 0, "")));

        assertThat(Json.read(Json.write(nodes, NodeAnswerJson::writeNodes), NodeAnswerJson::readNodes))
                .isEqualTo(nodes);
        assertThat(Json.read(Json.write(changed, AnswerJson::writeChanged), AnswerJson::readChanged))
                .isEqualTo(changed);
    }

    static Stream<Message<?>> messages() {
        return Stream.of(understanding(), storage(), ofNodes(), ofJobs(), ofKeeping(), ofFeed())
                .flatMap(messages -> messages);
    }

    /** What nodes say and hear, and what is told of them. */
    private static Stream<Message<?>> ofNodes() {
        return Stream.of(
                new Message<>(
                        "introduction",
                        nodes(RandomNodes::introduction),
                        NodeJson::writeIntroduction,
                        NodeJson::readIntroduction),
                new Message<>("welcome", nodes(RandomNodes::welcome), NodeJson::writeWelcome, NodeJson::readWelcome),
                new Message<>("sync", nodes(RandomNodes::sync), NodeJson::writeSync, NodeJson::readSync),
                new Message<>("orders", nodes(RandomNodes::orders), OrdersJson::writeOrders, OrdersJson::readOrders),
                new Message<>(
                        "commit call", nodes(RandomNodes::commitCall), CommitJson::writeCall, CommitJson::readCall),
                new Message<>(
                        "commit reply", nodes(RandomNodes::commitReply), CommitJson::writeReply, CommitJson::readReply),
                new Message<>("report", nodes(RandomNodes::report), CommitJson::writeReport, CommitJson::readReport),
                new Message<>(
                        "nodes", nodes(RandomNodes::nodes), NodeAnswerJson::writeNodes, NodeAnswerJson::readNodes),
                new Message<>(
                        "node",
                        nodes(RandomNodes::nodeDetail),
                        NodeAnswerJson::writeDetail,
                        NodeAnswerJson::readDetail),
                new Message<>("types", nodes(RandomNodes::types), ObservedJson::writeTypes, ObservedJson::readTypes),
                new Message<>("duty", nodes(RandomNodes::duty), NodeAnswerJson::writeDuty, NodeAnswerJson::readDuty));
    }

    /** Jobs as they are submitted, changed and looked at. */
    private static Stream<Message<?>> ofJobs() {
        return Stream.of(
                new Message<>("spec", jobs(RandomJobs::spec), SpecJson::writeSpec, SpecJson::readSpec),
                new Message<>(
                        "submission",
                        jobs(RandomJobs::submission),
                        SubmissionJson::writeSubmission,
                        SubmissionJson::readSubmission),
                new Message<>("bundle", jobs(RandomJobs::bundle), BundleJson::writeBundle, BundleJson::readBundle),
                new Message<>(
                        "submitted together",
                        jobs(RandomJobs::submittedAll),
                        BundleJson::writeSubmitted,
                        BundleJson::readSubmitted),
                new Message<>(
                        "change", jobs(RandomJobs::change), SubmissionJson::writeChange, SubmissionJson::readChange),
                new Message<>("jobs", jobs(RandomJobs::jobs), StatusJson::writeJobs, StatusJson::readJobs),
                new Message<>(
                        "forecasts", jobs(RandomJobs::forecasts), ForecastJson::writePage, ForecastJson::readPage),
                new Message<>("forecast", jobs(RandomJobs::forecast), ForecastJson::writeOne, ForecastJson::readOne),
                new Message<>("forecast record", jobs(RandomJobs::record), RecordJson::write, RecordJson::read),
                new Message<>(
                        "past question",
                        jobs(RandomJobs::pastQuestion),
                        PastWhatIfJson::writeQuestion,
                        PastWhatIfJson::readQuestion),
                new Message<>(
                        "past result",
                        jobs(RandomJobs::pastResult),
                        PastWhatIfJson::writeAnswer,
                        PastWhatIfJson::readResult),
                new Message<>("what if", jobs(RandomJobs::whatIf), WhatIfJson::writeView, WhatIfJson::readView),
                new Message<>(
                        "what-if question",
                        jobs(RandomJobs::question),
                        WhatIfJson::writeQuestion,
                        WhatIfJson::readQuestion),
                new Message<>("advice", jobs(RandomJobs::advice), AdviceJson::write, AdviceJson::read),
                new Message<>("query", jobs(RandomJobs::query), StatusJson::writeQuery, StatusJson::readQuery),
                new Message<>("job states", jobs(RandomJobs::states), StatusJson::writeStates, StatusJson::readStates),
                new Message<>("job detail", jobs(RandomJobs::detail), StatusJson::writeDetail, StatusJson::readDetail),
                new Message<>("tasks", jobs(RandomJobs::tasks), TaskJson::writeTasks, TaskJson::readTasks),
                new Message<>("outputs", jobs(RandomJobs::outputs), TaskJson::writeOutputs, TaskJson::readOutputs),
                new Message<>("entries", jobs(RandomJobs::entries), TaskJson::writeEntries, TaskJson::readEntries),
                new Message<>(
                        "submitted",
                        jobs(RandomJobs::submitted),
                        AnswerJson::writeSubmitted,
                        AnswerJson::readSubmitted),
                new Message<>("changed", jobs(RandomJobs::changed), AnswerJson::writeChanged, AnswerJson::readChanged),
                new Message<>(
                        "explained",
                        jobs(RandomJobs::explained),
                        AnswerJson::writeExplained,
                        AnswerJson::readExplained),
                new Message<>(
                        "why, in short", jobs(RandomJobs::summed), AnswerJson::writeSummary, AnswerJson::readSummary),
                new Message<>("running", jobs(RandomJobs::running), TaskJson::writeRunning, TaskJson::readRunning));
    }

    /** What changes. */
    private static Stream<Message<?>> ofFeed() {
        return Stream.of(
                new Message<>(
                        "snapshot",
                        values -> new RandomFeed(values).snapshot(),
                        FeedJson::writeSnapshot,
                        FeedJson::readSnapshot),
                new Message<>(
                        "change in the pool",
                        values -> new RandomFeed(values).change(),
                        FeedJson::writeChange,
                        FeedJson::readChange));
    }

    /** Tokens, users and settings. */
    private static Stream<Message<?>> ofKeeping() {
        return Stream.of(
                new Message<>("tokens", keeping(RandomKeeping::tokens), TokenJson::writeTokens, TokenJson::readTokens),
                new Message<>("users", keeping(RandomKeeping::users), TokenJson::writeUsers, TokenJson::readUsers),
                new Message<>(
                        "removed", keeping(RandomKeeping::removed), TokenJson::writeRemoved, TokenJson::readRemoved),
                new Message<>(
                        "settings",
                        keeping(RandomKeeping::settings),
                        AnswerJson::writeSettings,
                        AnswerJson::readSettings),
                new Message<>(
                        "setting", keeping(RandomKeeping::setting), AdminJson::writeSetting, AdminJson::readSetting),
                new Message<>(
                        "token request",
                        keeping(RandomKeeping::tokenRequest),
                        AdminJson::writeTokenRequest,
                        AdminJson::readTokenRequest),
                new Message<>(
                        "issued token", keeping(RandomKeeping::issued), AdminJson::writeIssued, AdminJson::readIssued),
                new Message<>("health", keeping(RandomKeeping::health), AdminJson::writeHealth, AdminJson::readHealth));
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
        long once = SubmissionJson.fingerprint(new RandomJobs(new RandomValues(7)).submission());
        long again = SubmissionJson.fingerprint(new RandomJobs(new RandomValues(7)).submission());
        long other = SubmissionJson.fingerprint(new RandomJobs(new RandomValues(8)).submission());

        assertThat(again).isEqualTo(once);
        assertThat(other).isNotEqualTo(once);
    }

    @Test
    void a_job_is_described_once_however_many_of_its_tasks_start() {
        for (long seed = 0; seed < SEEDS; seed++) {
            String json = new String(
                    Json.write(new RandomNodes(new RandomValues(seed)).orders(), OrdersJson::writeOrders),
                    StandardCharsets.UTF_8);

            assertThat(json.split("\"limits\"", -1).length - 1).as(json).isLessThanOrEqualTo(3);
        }
    }

    @Test
    void an_old_agent_takes_leave_by_offering_nothing_and_waiting_for_nothing() throws IOException {
        assertThat(oldSync(0, 0).farewell()).isTrue();
        assertThat(oldSync(0, 1000).farewell()).isFalse();
        assertThat(oldSync(1, 0).farewell()).isFalse();
    }

    private static SyncReport oldSync(int slots, int patience) throws IOException {
        String json = "{\"incarnation\":1,\"sequence\":1,\"holds\":[],\"offer\":{\"slots\":" + slots
                + ",\"memoryBytes\":0},\"patienceMs\":" + patience + "}";
        return Json.read(json.getBytes(StandardCharsets.UTF_8), NodeJson::readSync);
    }
}
