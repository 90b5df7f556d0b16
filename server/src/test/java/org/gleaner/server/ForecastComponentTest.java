package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.grid.Policy;
import org.gleaner.core.grid.PolicyScore;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Tryout;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Deadline;
import org.gleaner.protocol.json.ForecastJson;
import org.gleaner.protocol.json.PolicyJson;
import org.gleaner.protocol.json.RecordJson;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.json.WhatIfJson;
import org.gleaner.protocol.message.ForecastPage;
import org.gleaner.protocol.message.ForecastRecord;
import org.gleaner.protocol.message.JobForecast;
import org.gleaner.protocol.message.JobForecast.Reason;
import org.gleaner.protocol.message.Meets;
import org.gleaner.protocol.message.NotBefore;
import org.gleaner.protocol.message.WhatIfView;
import org.gleaner.protocol.wording.PolicyWords;
import org.gleaner.server.TestServer.Answer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** When jobs will be done, over HTTP. One server for all: each test has jobs, and types, of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ForecastComponentTest {
    private TestServer server;
    private TestNode node;
    private String ann;
    private String bob;

    @BeforeAll
    void start(@TempDir Path data) throws Exception {
        server = TestServer.start(data);
        ann = server.user("ann");
        bob = server.user("bob");
        node = new TestNode(server, 1);
        long first = submit(server, ann, "known", "");
        node.takeWork();
        server.advance(Duration.ofSeconds(20));
        node.end(AttemptId.of(first, 1, 1), Outcome.DONE, Outputs.NONE);
    }

    @AfterAll
    void stop() throws Exception {
        server.close();
    }

    private static long submit(TestServer server, String token, String type, String more) throws Exception {
        String job = "{\"name\":\"n\",\"type\":\"" + type + "\",\"command\":[\"true\"]" + more + "}";
        Answer taken = server.call("POST", "/api/v1/jobs", token, job.getBytes(UTF_8));
        assertThat(taken.status()).as(taken.text()).isEqualTo(201);
        return Long.parseLong(taken.text().replaceFirst(".*\"(?:job|id)\":([0-9]+).*", "$1"));
    }

    /** Time must go on for images to be made. */
    private JobForecast forecast(long job, Predicate<JobForecast> wanted) {
        return Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(
                        () -> {
                            server.advance(Duration.ofSeconds(1));
                            node.stillHere();
                            return server.call("GET", "/api/v1/jobs/" + job + "/forecast", ann, null)
                                    .read(ForecastJson::readOne);
                        },
                        wanted);
    }

    private static boolean isSaid(JobForecast forecast) {
        return forecast.reason() == null && forecast.futures() > 1;
    }

    @Test
    void of_a_job_of_a_known_type_it_is_told_when_it_starts_and_ends_and_how_certain_that_is() throws Exception {
        long job = submit(server, ann, "known", ",\"array\":{\"first\":1,\"last\":50}");

        JobForecast told = forecast(job, ForecastComponentTest::isSaid);

        assertThat(told.started()).isFalse();
        isOrdered(said(told.start()));
        isOrdered(said(told.finish()));
        assertThat(said(told.finish()).p50()).isAfter(said(told.start()).p50());
        assertThat(told.at()).isNotNull();
        assertThat(server.call("GET", "/api/v1/jobs", ann, null)
                        .read(StatusJson::readJobs)
                        .forecasts())
                .containsKey(new JobId(job));
        assertThat(server.call("GET", "/api/v1/jobs/" + job, ann, null)
                        .read(StatusJson::readDetail)
                        .forecast())
                .isNotNull();
        assertThat(server.call("GET", "/metrics", ann, null).text())
                .containsPattern("gleaner_forecast_seconds_total [^0\\n]|gleaner_forecast_seconds_total 0\\.\\d*[1-9]")
                .containsPattern("gleaner_forecast_futures [1-9]");
        isToldAnewByAnotherEstimator(job);
    }

    private void isToldAnewByAnotherEstimator(long job) throws Exception {
        server.set("estimator", "cpu");
        Instant since = server.now();
        JobForecast told =
                forecast(job, one -> isSaid(one) && one.at() != null && one.at().isAfter(since));
        isOrdered(said(told.finish()));
        server.set("estimator", "hybrid");
    }

    @Test
    void whether_a_job_meets_its_deadline_is_told_and_noticed_when_no_future_does() throws Exception {
        Instant soon = server.now().plus(Duration.ofSeconds(90));
        Instant late = server.now().plus(Duration.ofDays(30));
        long large = submit(
                server, ann, "known", ",\"array\":{\"first\":1,\"last\":500},\"turn\":{\"deadline\":\"" + soon + "\"}");
        long small = submit(server, ann, "known", ",\"turn\":{\"deadline\":\"" + late + "\"}");

        JobForecast told = forecast(large, one -> one.meets() == Meets.HOPELESS);
        assertThat(told.deadline()).isEqualTo(soon.truncatedTo(ChronoUnit.MILLIS));
        assertThat(forecast(small, ForecastComponentTest::isSaid).meets()).isEqualTo(Meets.LIKELY);
        Deadline noticed = Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(
                        () -> {
                            server.advance(Duration.ofSeconds(1));
                            node.stillHere();
                            return server.call("GET", "/api/v1/jobs/" + large, ann, null)
                                    .read(StatusJson::readDetail)
                                    .summary()
                                    .deadline();
                        },
                        one -> one != null && one.hopeless());
        assertThat(noticed.at()).isEqualTo(told.deadline());
    }

    @Test
    void where_the_server_chooses_the_strategy_it_says_what_it_tried_and_what_it_took() throws Exception {
        submit(server, ann, "said", ",\"array\":{\"first\":1,\"last\":60},\"limits\":{\"expectMs\":600000}");
        server.set("strategy", "auto");

        Reply.PolicyInForce told = Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(
                        () -> {
                            server.advance(Duration.ofSeconds(1));
                            node.stillHere();
                            return server.call("GET", "/api/v1/policy", ann, null)
                                    .read(PolicyJson::read);
                        },
                        one -> one.tryout() != null);

        Tryout tryout = Optional.ofNullable(told.tryout()).orElseThrow();
        assertThat(tryout.scores()).hasSize(Policy.CANDIDATES.size()).allMatch(score -> score.futures() > 0);
        assertThat(tryout.scores().stream().map(PolicyScore::policy)).contains(told.policy());
        assertThat(tryout.reason()).isNotNull();
        assertThat(PolicyWords.because(told)).contains(told.policy().label(), "did best");
        assertThat(server.call("GET", "/api/v1/policy", ann, null).text()).contains("\"because\":\"");
        assertThat(server.call("GET", "/metrics", server.admin(), null).text())
                .contains(
                        "gleaner_policy_in_force{policy=\"" + told.policy().label() + "\"} 1",
                        "gleaner_policy_score{policy=\"mixed (makespan)\"} ",
                        "gleaner_policy_switches_total 0",
                        "gleaner_policy_tryouts_total 1");
        server.set("strategy", "survival");
    }

    @Test
    void a_deadline_that_is_past_or_is_none_is_refused_with_its_place() throws Exception {
        String past = server.now().minusSeconds(60).toString();
        String job = "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"turn\":{\"deadline\":\"%s\"}}";
        long held = submit(server, ann, "known", ",\"turn\":{\"paused\":true}");
        String set = "/api/v1/jobs/" + held + "/set";

        Answer late = server.call(
                "POST", "/api/v1/jobs", ann, String.format(job, past).getBytes(UTF_8));
        late.isProblem(422, "invalid-spec");
        assertThat(late.text()).contains("is already past", "/turn/deadline");
        assertThat(server.call(
                                "POST",
                                "/api/v1/jobs",
                                ann,
                                String.format(job, "tomorrow").getBytes(UTF_8))
                        .status())
                .isEqualTo(400);
        Answer tooLate = server.call("POST", set, ann, ("{\"deadline\":\"" + past + "\"}").getBytes(UTF_8));
        tooLate.isProblem(422, "invalid-spec");
        assertThat(tooLate.text()).contains("\"/deadline\"");
        for (String odd : List.of("\"never\"", "12", "null", "{}", "\"2026-13-45T99:99:99Z\"")) {
            assertThat(server.call("POST", set, ann, ("{\"deadline\":" + odd + "}").getBytes(UTF_8))
                            .status())
                    .as(odd)
                    .isEqualTo(400);
        }
        assertThat(server.call("POST", set, ann, "{\"deadline\":\"none\"}".getBytes(UTF_8))
                        .status())
                .isEqualTo(200);
    }

    private static Forecast.Span said(Forecast.@Nullable Span span) {
        return Optional.ofNullable(span).orElseThrow();
    }

    private static void isOrdered(Forecast.Span span) {
        assertThat(span.p10()).isNotNull().isBeforeOrEqualTo(span.p50());
        assertThat(span.p50()).isBeforeOrEqualTo(span.p90());
    }

    @Test
    void of_a_type_that_never_ran_nothing_is_told_unless_its_owner_said_how_long_it_takes() throws Exception {
        long unknown = submit(server, ann, "new", "");
        long expected = submit(server, ann, "said", ",\"limits\":{\"expectMs\":600000}");
        long behind = submit(server, ann, "known", ",\"turn\":{\"after\":[{\"job\":" + unknown + "}]}");

        JobForecast told = forecast(unknown, one -> one.reason() == Reason.UNKNOWN);
        forecast(expected, ForecastComponentTest::isSaid);
        JobForecast waits = forecast(behind, one -> one.reason() == Reason.UNKNOWN);
        long calls = submit(server, ann, "calls", ",\"serves\":true");
        JobForecast called = forecast(calls, one -> one.reason() == Reason.UNKNOWN);

        assertThat(told.note()).startsWith("Unknown: nothing of type 'new' has run yet");
        assertThat(called.note()).contains("Say how long a call takes");
        assertThat(told.start()).isNull();
        assertThat(told.finish()).isNull();
        assertThat(waits.note()).contains("waiting for job " + unknown);
        assertThat(waits.finish()).isNull();
    }

    @Test
    void what_is_paused_has_no_end_and_what_waits_for_it_neither() throws Exception {
        long job = submit(server, ann, "known", "");
        long next = submit(server, ann, "known", ",\"turn\":{\"after\":[{\"job\":" + job + "}]}");
        assertThat(server.call("POST", "/api/v1/jobs/" + job + "/pause", ann, new byte[0])
                        .status())
                .isEqualTo(200);

        JobForecast paused = forecast(job, one -> one.reason() == Reason.PAUSED);
        JobForecast waits = forecast(next, one -> one.reason() == Reason.WAITS);

        assertThat(paused.finish()).isNull();
        assertThat(paused.note()).isEqualTo("1 task is paused; can't finish until someone resumes it.");
        assertThat(waits.finish()).isNull();
        assertThat(waits.note()).contains("Waiting for job " + job);
    }

    @Test
    void what_no_machine_can_run_is_told_not_to_start() throws Exception {
        long job = submit(server, ann, "known", ",\"needs\":{\"cores\":64}");

        JobForecast told = forecast(job, one -> one.reason() == Reason.NONE_FITS);

        assertThat(told.start()).isNull();
        assertThat(told.finish()).isNull();
    }

    @Test
    void a_pool_in_which_nothing_starts_is_told_with_who_can_change_that() throws Exception {
        long job = submit(server, ann, "known", "");
        server.set("halt", "starts");
        JobForecast halted = forecast(job, one -> one.reason() == Reason.HALTED);
        server.set("halt", "none");
        duty("paused");
        JobForecast paused = forecast(job, one -> one.reason() == Reason.MACHINES_PAUSED);
        duty("working");
        forecast(job, ForecastComponentTest::isSaid);

        assertThat(halted.note()).contains("stop-all");
        assertThat(halted.finish()).isNull();
        assertThat(paused.note()).startsWith("All machines are paused");
        assertThat(paused.start()).isNull();
    }

    private void duty(String word) throws Exception {
        byte[] body = ("{\"duty\":\"" + word + "\"}").getBytes(UTF_8);
        assertThat(server.call("PUT", "/api/v1/nodes/1/duty", server.admin(), body)
                        .status())
                .isLessThan(300);
    }

    @Test
    void what_may_begin_later_is_not_told_to_start_before() throws Exception {
        Instant begin = ManualClock.START.plus(Duration.ofDays(2));
        long job = submit(server, ann, "known", ",\"turn\":{\"begin\":\"" + begin + "\"}");

        JobForecast told = forecast(job, one -> one.reason() == Reason.HELD);

        assertThat(told.note()).startsWith("Won't start before " + begin);
        assertThat(told.begin()).isEqualTo(begin);
        assertThat(said(told.start()).p10()).isAfterOrEqualTo(begin);
        assertThat(said(told.finish()).p10()).isAfterOrEqualTo(begin);
    }

    @Test
    void what_waits_for_a_job_is_not_told_to_start_before_that_one_is_done() throws Exception {
        long before = submit(server, ann, "known", ",\"array\":{\"first\":1,\"last\":50}");
        long job = submit(server, ann, "known", ",\"turn\":{\"after\":[{\"job\":" + before + "}]}");

        JobForecast told = forecast(job, one -> one.reason() == Reason.AFTER && one.futures() > 1);

        NotBefore when = Optional.ofNullable(told.notBefore()).orElseThrow();
        assertThat(when.job()).isEqualTo(new JobId(before));
        assertThat(when.at())
                .isAfter(told.at())
                .isBeforeOrEqualTo(said(told.start()).p10());
        assertThat(told.note()).contains("because it waits for job " + before);
        assertThat(said(told.finish()).p10()).isAfter(when.at());
    }

    @Test
    void a_job_that_is_over_is_told_with_its_end() throws Exception {
        JobForecast told = forecast(1, one -> one.reason() == Reason.CLOSED);

        assertThat(said(told.finish()).p50()).isNotNull();
        assertThat(said(told.finish()).p10()).isEqualTo(said(told.finish()).p90());
    }

    @Test
    void nobody_else_sees_it_but_admins_and_lists_are_told_in_parts() throws Exception {
        long one = submit(server, bob, "known", "");
        long two = submit(server, bob, "known", "");

        server.call("GET", "/api/v1/jobs/" + one + "/forecast", ann, null).isProblem(404, "unknown-job");
        assertThat(server.call("GET", "/api/v1/forecasts?limit=1000", ann, null)
                        .read(ForecastJson::readPage)
                        .jobs())
                .extracting(job -> job.id().value())
                .doesNotContain(one, two);
        assertThat(server.call("GET", "/api/v1/forecasts?limit=1000", server.admin(), null)
                        .read(ForecastJson::readPage)
                        .jobs())
                .extracting(job -> job.id().value())
                .contains(one, two);
        ForecastPage first =
                server.call("GET", "/api/v1/forecasts?limit=1", bob, null).read(ForecastJson::readPage);
        ForecastPage last = server.call("GET", "/api/v1/forecasts?limit=1&from=" + first.next(), bob, null)
                .read(ForecastJson::readPage);
        assertThat(first.jobs()).extracting(job -> job.id().value()).containsExactly(two);
        assertThat(last.jobs()).extracting(job -> job.id().value()).containsExactly(one);
        assertThat(last.next()).isEmpty();
    }

    @Test
    void bad_questions_are_refused_with_the_place_and_tasks_stand_for_their_job() throws Exception {
        Answer select = server.call("GET", "/api/v1/forecasts?select=x_y", ann, null);
        Answer tasks = server.call("GET", "/api/v1/forecasts?select=1.1", ann, null);
        Answer from = server.call("GET", "/api/v1/forecasts?from=x", ann, null);

        assertThat(select.status()).isEqualTo(400);
        assertThat(select.text()).contains("select");
        assertThat(tasks.status()).isEqualTo(200);
        assertThat(from.status()).isEqualTo(400);
        assertThat(from.text()).contains("from");
    }

    @Test
    void what_was_said_is_compared_with_the_truth_and_a_restart_does_not_forget_it(@TempDir Path other)
            throws Exception {
        Instant begin = ManualClock.START.plus(Duration.ofDays(2));
        long held;
        try (TestServer first = TestServer.start(other)) {
            String user = first.user("ann");
            TestNode machine = new TestNode(first, 1);
            long known = submit(first, user, "known", "");
            machine.takeWork();
            first.advance(Duration.ofSeconds(20));
            machine.end(AttemptId.of(known, 1, 1), Outcome.DONE, Outputs.NONE);
            long job = submit(first, user, "known", "");
            machine.takeWork();
            held = submit(first, user, "known", ",\"turn\":{\"begin\":\"" + begin + "\"}");
            assertThat(record(first, user, "").scored()).isZero();
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> {
                first.advance(Duration.ofSeconds(1));
                machine.stillHere();
                return record(first, user, "").open() > 0;
            });
            machine.end(AttemptId.of(job, 1, 1), Outcome.DONE, Outputs.NONE);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> record(first, user, "").scored() > 0);
            assertThat(record(first, first.admin(), "").scored()).isPositive();
            assertThat(record(first, first.admin(), "?mine=true").scored()).isZero();
            assertThat(record(first, first.user("bob"), "").scored()).isZero();
            assertThat(record(first, first.admin(), "?mine=false").scored()).isPositive();
            assertThat(first.call("GET", "/api/v1/forecasts/record?mine=false", user, null)
                            .status())
                    .isEqualTo(403);
            assertThat(first.call("GET", "/api/v1/forecasts/record?mine=x", user, null)
                            .status())
                    .isEqualTo(400);
        }
        try (TestServer second = TestServer.start(other)) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> record(second, second.admin(), "").scored() > 0);
            // Its only machine is not back yet: that says nothing about a job that begins in two days.
            JobForecast told = Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(
                            () -> {
                                second.advance(Duration.ofSeconds(1));
                                return second.call("GET", "/api/v1/jobs/" + held + "/forecast", second.admin(), null)
                                        .read(ForecastJson::readOne);
                            },
                            one -> one.reason() != Reason.SOON);
            assertThat(told.reason()).isEqualTo(Reason.HELD);
            assertThat(told.begin()).isEqualTo(begin);
        }
    }

    private static ForecastRecord record(TestServer server, String token, String query) throws Exception {
        return server.call("GET", "/api/v1/forecasts/record" + query, token, null)
                .read(RecordJson::read);
    }

    private static String unanswered(TestServer server, String user) throws Exception {
        WhatIfView asked = server.call("POST", "/api/v1/whatif", user, "{\"strategy\":\"fifo\"}".getBytes(UTF_8))
                .read(WhatIfJson::readView);
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> server.call("GET", "/api/v1/whatif/" + asked.id(), user, null)
                        .text()
                        .contains("\"failed\""));
        return server.call("GET", "/api/v1/whatif/" + asked.id(), user, null).text();
    }

    @Test
    void a_server_whose_looks_ahead_fail_serves_all_the_same(@TempDir Path other) throws Exception {
        AtomicInteger tried = new AtomicInteger();
        try (TestServer failing = TestServer.start(other, (sketch, now, settings) -> {
            tried.incrementAndGet();
            throw new IllegalStateException("nobody knows the future");
        })) {
            String user = failing.user("ann");
            long job = submit(failing, user, "t", "");
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> {
                failing.advance(Duration.ofSeconds(1));
                return tried.get() > 3;
            });

            JobForecast told = failing.call("GET", "/api/v1/jobs/" + job + "/forecast", user, null)
                    .read(ForecastJson::readOne);
            assertThat(told.reason()).isEqualTo(Reason.SOON);
            assertThat(told.note()).as("not that one is coming shortly").contains("its log says why");
            assertThat(unanswered(failing, user)).contains("could not work out an answer; its log says why");
            assertThat(failing.call("GET", "/api/v1/jobs/" + job, user, null).status())
                    .isEqualTo(200);
            assertThat(failing.call("GET", "/metrics", failing.admin(), null).text())
                    .contains("gleaner_forecast_seconds_total", "gleaner_forecast_age_seconds")
                    .contains("gleaner_forecast_futures 0.0");
        }
    }
}
