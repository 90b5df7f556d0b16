package org.gleaner.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is not the expected JSON is refused with its place and a reason, never with a stack trace. */
class MalformedMessageTest {
    private static final String SYNC =
            "{\"incarnation\":1,\"sequence\":1,\"holds\":[],\"offer\":{\"slots\":1,\"memoryBytes\":1}";

    record Case(JsonReader<?> reader, String json, String path, String why) {
        @Override
        public String toString() {
            return json.length() > 90 ? json.substring(0, 90) + "…" : json;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(syncs(), introductions(), commits(), jobs(), answers()).flatMap(cases -> cases);
    }

    private static Stream<Case> syncs() {
        return Stream.of(
                new Case(NodeJson::readSync, "", "", "it is empty"),
                new Case(NodeJson::readSync, "nonsense", "", "not JSON"),
                new Case(NodeJson::readSync, "[]", "", "expected an object"),
                new Case(NodeJson::readSync, SYNC, "", "not JSON"),
                new Case(NodeJson::readSync, SYNC + ",\"later\":[1", "", "not JSON"),
                new Case(NodeJson::readSync, SYNC + "]", "", "not JSON"),
                new Case(NodeJson::readSync, SYNC + "} {}", "", "there is more after its end"),
                new Case(NodeJson::readSync, "{}", "/incarnation", "it is missing"),
                new Case(NodeJson::readSync, "{\"incarnation\":null}", "/incarnation", "it is missing"),
                new Case(NodeJson::readSync, "{\"incarnation\":\"1\"}", "/incarnation", "expected a whole number"),
                new Case(NodeJson::readSync, "{\"incarnation\":1.5}", "/incarnation", "expected a whole number"),
                new Case(NodeJson::readSync, "{\"incarnation\":4294967297}", "/incarnation", "too large"),
                new Case(NodeJson::readSync, "{\"sequence\":99999999999999999999}", "/sequence", "out of range"),
                new Case(NodeJson::readSync, SYNC + ",\"load\":1e999}", "/load", "too large"),
                new Case(NodeJson::readSync, SYNC + ",\"load\":NaN}", "/load", "Non-standard token 'NaN'"),
                new Case(NodeJson::readSync, SYNC + ",\"patienceMs\":-1}", "/patienceMs", "negative"),
                new Case(NodeJson::readSync, "{\"holds\":[7]}", "/holds/0", "expected an object"),
                new Case(NodeJson::readSync, "{\"holds\":[{}]}", "/holds/0/attempt", "it is missing"),
                new Case(NodeJson::readSync, "{\"holds\":{}}", "/holds", "expected a list"),
                new Case(
                        NodeJson::readSync,
                        "{\"holds\":[{\"attempt\":\"7.3\"}]}",
                        "/holds/0/attempt",
                        "an attempt is written 7.3#2"),
                new Case(
                        NodeJson::readSync,
                        "{\"holds\":[{\"state\":\"lazy\"}]}",
                        "/holds/0/state",
                        "expected one of queued, running, suspended, finished"),
                new Case(NodeJson::readSync, "{\"offer\":{\"slots\":-1}}", "/offer/slots", "negative"),
                new Case(NodeJson::readSync, "{\"x\":" + "[".repeat(40) + "]".repeat(40) + "}", "", "nesting depth"),
                new Case(NodeJson::readSync, "{\"holds\":[" + "{},".repeat(3) + "null]}", "", "it is missing"));
    }

    private static Stream<Case> introductions() {
        return Stream.of(
                new Case(
                        NodeJson::readIntroduction,
                        "{\"facts\":{\"name\":\"\u115f\ufe0f\",\"os\":\"linux\",\"arch\":\"x64\",\"cores\":1,"
                                + "\"version\":\"0.2.0\"},\"capacity\":{\"slots\":1,\"memoryBytes\":1}}",
                        "",
                        "visible character"),
                new Case(NodeJson::readIntroduction, "{\"stay\":7}", "/stay", "expected an object"),
                new Case(NodeJson::readIntroduction, "{\"stay\":{\"id\":\"x\"}}", "/stay/lastedMs", "it is missing"),
                new Case(NodeJson::readIntroduction, "{\"stay\":{\"lastedMs\":-1}}", "/stay/lastedMs", "negative"),
                new Case(
                        NodeJson::readIntroduction,
                        "{\"stay\":{\"id\":\"" + "x".repeat(65) + "\",\"lastedMs\":1}}",
                        "/stay",
                        "at most 64 letters"));
    }

    private static Stream<Case> commits() {
        String report = "{\"incarnation\":1,\"reports\":[{\"attempt\":\"7.3#1\",\"outcome\":\"done\",";
        String hash = "\"hash\":\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"";
        return Stream.of(
                new Case(CommitJson::readCall, report + "\"outputs\":[{}]}]}", "/reports/0/outputs/0/hash", "missing"),
                new Case(
                        CommitJson::readCall,
                        report + "\"outputs\":[{\"path\":\"../x\"," + hash + "}]}]}",
                        "/reports/0/outputs",
                        "'.' or '..'"),
                new Case(
                        CommitJson::readCall,
                        report + "\"stdout\":{\"path\":\"stdout\",\"size\":4,\"inline\":\"dGVzdA==\"," + hash + "}}]}",
                        "/reports/0",
                        "another size or hash"),
                new Case(
                        CommitJson::readCall,
                        report + "\"stdout\":{\"path\":\"stdout\",\"size\":4,\"inline\":\"?\"," + hash + "}}]}",
                        "/reports/0",
                        "base64"),
                new Case(
                        OrdersJson::readOrders,
                        "{\"start\":[{\"attempt\":\"7.3#1\"}],\"jobs\":{}}",
                        "",
                        "the job of 7.3#1 is not among the jobs"),
                new Case(
                        OrdersJson::readOrders,
                        "{\"jobs\":{" + many(200, "{\"name\":\"n\",\"type\":\"t\",\"command\":[" + WORDS + "]}") + "}}",
                        "",
                        "the new work takes more than 67108864 bytes"),
                new Case(
                        CommitJson::readReply,
                        "{\"answers\":[],\"start\":["
                                + ("{\"entry\":{\"value\":\"\",\"cells\":[" + WORDS + "]},\"attempt\":\"7.1#1\"},")
                                        .repeat(200)
                                + "]}",
                        "",
                        "the new work takes more than 67108864 bytes"));
    }

    /** Small in a message, and not in memory. */
    private static final String WORDS = "\"x\",".repeat(9_999) + "\"x\"";

    private static String many(int count, String value) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> "\"" + i + "\":" + value)
                .collect(Collectors.joining(","));
    }

    private static Stream<Case> jobs() {
        String job = "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],";
        return Stream.of(
                new Case(SubmissionJson::readSubmission, "{\"name\":\"n\",\"type\":\"t\"}", "/command", "missing"),
                new Case(
                        SubmissionJson::readSubmission,
                        "{\"name\":\"\u3164\u2800 \u00a0\",\"type\":\"t\",\"command\":[\"x\"]}",
                        "",
                        "visible character"),
                new Case(
                        SubmissionJson::readSubmission,
                        "{\"name\":\"n\",\"type\":\"\u200d\",\"command\":[\"x\"]}",
                        "",
                        "visible character"),
                new Case(
                        SubmissionJson::readSubmission,
                        "{\"name\":\" \",\"type\":\"t\",\"command\":[\"x\"]}",
                        "",
                        "the job's name must have"),
                new Case(BundleJson::readBundle, "{\"jobs\":[]}", "", "a bundle has 1 to 10000 jobs"),
                new Case(
                        BundleJson::readBundle,
                        "{\"jobs\":[" + job + "\"partialMs\":1000}],\"links\":[{\"job\":2,\"after\":1}]}",
                        "",
                        "a link names job 2 of a list of 1"),
                new Case(
                        BundleJson::readBundle,
                        "{\"jobs\":[" + job + "\"partialMs\":1000}],\"links\":[{\"job\":1,\"after\":2}]}",
                        "",
                        "a bundle of 1 has no job 2"),
                new Case(SubmissionJson::readSubmission, "{\"command\":[]}", "/command", "the command is empty"),
                new Case(SubmissionJson::readSubmission, job + "\"entries\":[]}", "/entries", "at least one"),
                new Case(SubmissionJson::readSubmission, job + "\"entries\":[1]}", "/entries/0", "an object"),
                new Case(SubmissionJson::readSubmission, job + "\"array\":{\"listed\":3}}", "", "needs its entries"),
                new Case(
                        SubmissionJson::readSubmission,
                        job + "\"entries\":[\"a\"],\"array\":{\"first\":1,\"last\":2}}",
                        "",
                        "not both"),
                new Case(
                        SubmissionJson::readSubmission,
                        job + "\"array\":{\"first\":5,\"last\":2}}",
                        "/array",
                        "not a range"),
                new Case(
                        SubmissionJson::readSubmission,
                        job + "\"entries\":[\"" + "x".repeat(JsonLimits.ENTRY + 1) + "\"]}",
                        "/entries/0",
                        "the maximum is 65536"),
                new Case(
                        SubmissionJson::readSubmission,
                        "{\"name\":\"" + "x".repeat(JsonLimits.TEXT + 1) + "\"}",
                        "/name",
                        "string"),
                new Case(
                        SubmissionJson::readSubmission,
                        job + "\"array\":{\"first\":-9223372036854775808,\"last\":9223372036854775807}}",
                        "/array/first",
                        "the number is beyond"));
    }

    private static Stream<Case> answers() {
        return Stream.of(
                new Case(
                        StatusJson::readJobs,
                        "{\"jobs\":[{\"submitted\":\"2026-13-01T00:00:00Z\"}]}",
                        "/jobs/0/submitted",
                        "an instant such as"),
                new Case(
                        StatusJson::readJobs,
                        "{\"jobs\":[{\"submitted\":\"yesterday\"}]}",
                        "/jobs/0/submitted",
                        "an instant such as"),
                new Case(StatusJson::readJobs, "{\"jobs\":[{\"id\":0}]}", "/jobs/0/id", "a number from 1"),
                new Case(AdminJson::readTokenRequest, "{\"role\":\"king\"}", "/role", "admin, user, join, node"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_malformed_message_is_refused_with_its_place_and_a_reason(Case it) {
        byte[] json = it.json.getBytes(StandardCharsets.UTF_8);

        BadMessage bad = catchThrowableOfType(BadMessage.class, () -> Json.read(json, it.reader));
        BadMessage streamed =
                catchThrowableOfType(BadMessage.class, () -> Json.read(new ByteArrayInputStream(json), it.reader));

        assertThat(bad).isNotNull();
        assertThat(bad.path()).startsWith(it.path);
        assertThat(bad.why().toLowerCase(Locale.ROOT)).contains(it.why.toLowerCase(Locale.ROOT));
        assertThat(bad.why()).doesNotContain("ReadFeature", "Source");
        assertThat(bad.getStackTrace()).isEmpty();
        assertThat(streamed).isNotNull();
    }

    @Test
    void fields_that_a_newer_program_added_are_ignored() throws BadMessage {
        String json = "{\"new\":{\"a\":[1,{\"b\":null}]}," + SYNC.substring(1) + ",\"also\":[[]],\"other\":1.5}";

        assertThat(Json.read(json.getBytes(StandardCharsets.UTF_8), NodeJson::readSync)
                        .sequence())
                .isEqualTo(1);
    }

    @Test
    void more_reports_than_the_bound_are_refused() {
        String one = "{\"attempt\":\"7.3#1\",\"outcome\":\"done\"},";
        String json = "{\"incarnation\":1,\"reports\":[" + one.repeat(JsonLimits.REPORTS) + "{}]}";

        BadMessage bad = catchThrowableOfType(
                BadMessage.class, () -> Json.read(json.getBytes(StandardCharsets.UTF_8), CommitJson::readCall));

        assertThat(bad.why()).contains("more than " + JsonLimits.REPORTS);
    }

    @Test
    void a_message_in_another_encoding_than_utf8_is_refused_like_any_other() {
        byte[] odd = {0, 0, (byte) 0xfe, (byte) 0xff, 0x7f, 0, 0, 1, '{', '}'};
        byte[] wide = (SYNC + "}").getBytes(StandardCharsets.UTF_16LE);
        for (byte[] message : List.of(odd, wide, new byte[] {(byte) 0xff, '{', '}'})) {
            assertThat(catchThrowableOfType(BadMessage.class, () -> Json.read(message, NodeJson::readSync)))
                    .hasMessageContaining("not JSON");
            assertThat(catchThrowableOfType(
                            BadMessage.class, () -> Json.read(new ByteArrayInputStream(message), NodeJson::readSync)))
                    .hasMessageContaining("not JSON");
        }
    }
}
