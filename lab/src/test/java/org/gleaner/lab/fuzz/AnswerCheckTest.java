package org.gleaner.lab.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each fault that the fuzzer looks for, planted. */
final class AnswerCheckTest {
    private static final String GOOD = "{\"type\":\"urn:gleaner:problem:unknown-job\",\"title\":\"t\",\"status\":404,"
            + "\"detail\":\"You have no job 7.\",\"remedy\":\"Look again.\",\"instance\":\"x-1\"}";

    @Test
    void a_refusal_as_we_write_it_is_no_fault() {
        assertThat(fault(404, "application/problem+json", GOOD)).isNull();
        assertThat(fault(200, "application/json", "{}")).isNull();
    }

    @Test
    void whatever_must_not_be_answered_is_a_fault() {
        assertThat(fault(500, "application/problem+json", GOOD)).contains("500");
        assertThat(fault(503, "application/problem+json", GOOD)).contains("503");
        assertThat(fault(404, "text/html", "<h1>Not found</h1>")).contains("text/html");
        assertThat(fault(400, "application/problem+json", GOOD)).contains("404");
        assertThat(fault(404, "application/problem+json", GOOD.replace("unknown-job", "no-such-kind")))
                .contains("no-such-kind");
        assertThat(fault(404, "application/problem+json", GOOD.replace("Look again.", "")))
                .contains("lacks");
        assertThat(fault(404, "application/problem+json", GOOD.replace("You have", "java.lang.NullPointerException")))
                .contains("internals");
        assertThat(fault(200, "application/json", "{\"a\":")).contains("not JSON");
    }

    @Test
    void silence_is_a_fault_and_hanging_up_on_a_whole_request_too() {
        assertThat(AnswerCheck.fault(request(true), WireAnswer.without(WireAnswer.Kind.SILENT)))
                .isNotNull();
        assertThat(AnswerCheck.fault(request(true), WireAnswer.without(WireAnswer.Kind.CLOSED)))
                .isNotNull();
        assertThat(AnswerCheck.fault(request(false), WireAnswer.without(WireAnswer.Kind.CLOSED)))
                .isNull();
    }

    @Test
    void growth_beyond_what_breathes_is_noticed_in_each_of_the_three() {
        Vitals before = new Vitals(10 << 20, 40, 20);

        assertThat(before.grewTo(new Vitals(20 << 20, 50, 25))).isFalse();
        assertThat(before.grewTo(new Vitals(100 << 20, 40, 20))).isTrue();
        assertThat(before.grewTo(new Vitals(10 << 20, 400, 20))).isTrue();
        assertThat(before.grewTo(new Vitals(10 << 20, 40, 200))).isTrue();
    }

    private static @Nullable String fault(int status, String type, String body) {
        return AnswerCheck.fault(
                request(true),
                new WireAnswer(
                        WireAnswer.Kind.ANSWERED, status, Map.of("content-type", type), body.getBytes(UTF_8), true));
    }

    private static WireRequest request(boolean whole) {
        Operation operation = new Operation("GET", "/x", List.of(), null, false);
        return new WireRequest(operation, TokenHolder.ANN, new byte[0], WireRequest.End.OPEN, whole, false);
    }
}
