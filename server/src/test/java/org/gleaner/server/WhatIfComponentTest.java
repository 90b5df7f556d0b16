package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.gleaner.core.ahead.Contrast.Difference;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.protocol.json.AdviceJson;
import org.gleaner.protocol.json.WhatIfJson;
import org.gleaner.protocol.message.JobAdvice;
import org.gleaner.protocol.message.Meets;
import org.gleaner.protocol.message.SimulationView.State;
import org.gleaner.protocol.message.WhatIfResult;
import org.gleaner.protocol.message.WhatIfView;
import org.gleaner.server.TestServer.Answer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What a change of the pool would bring, over HTTP: one machine, two owners with a long queue each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WhatIfComponentTest {
    private static final String ASK = "/api/v1/whatif";

    private TestServer server;
    private TestNode node;
    private String ann;
    private String bob;
    private String admin;
    private long job;
    private long bobs;

    @BeforeAll
    void start(@TempDir Path data) throws Exception {
        server = TestServer.start(data);
        ann = server.user("ann");
        bob = server.user("bob");
        admin = server.admin();
        node = new TestNode(server, 1);
        job = submit(ann, ",\"array\":{\"first\":1,\"last\":40}");
        bobs = submit(bob, ",\"array\":{\"first\":1,\"last\":40}");
    }

    @AfterAll
    void stop() throws Exception {
        server.close();
    }

    private long submit(String token, String more) throws Exception {
        String spec = "{\"name\":\"n\",\"type\":\"known\",\"command\":[\"true\"],\"limits\":{\"expectMs\":600000}"
                + more + "}";
        Answer taken = server.call("POST", "/api/v1/jobs", token, spec.getBytes(UTF_8));
        assertThat(taken.status()).as(taken.text()).isEqualTo(201);
        return Long.parseLong(taken.text().replaceFirst(".*\"(?:job|id)\":([0-9]+).*", "$1"));
    }

    private Answer ask(String token, String question) throws Exception {
        return server.call("POST", ASK, token, question.getBytes(UTF_8));
    }

    /** Time must go on for images to be made, without which nobody knows the pool. */
    private WhatIfResult answer(String token, String question) {
        String[] id = new String[1];
        WhatIfView over = Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(
                        () -> {
                            server.advance(Duration.ofSeconds(1));
                            node.stillHere();
                            if (id[0] == null) {
                                id[0] = ask(token, question)
                                        .read(WhatIfJson::readView)
                                        .id();
                            }
                            return server.call("GET", ASK + "/" + id[0], token, null)
                                    .read(WhatIfJson::readView);
                        },
                        view -> view.state().isOver());
        assertThat(over.state()).isEqualTo(State.DONE);
        return Objects.requireNonNull(over.result());
    }

    private static double minutes(@Nullable Difference difference) {
        Duration gain = Objects.requireNonNull(difference).gain().p50();
        return Objects.requireNonNull(gain).toSeconds() / 60.0;
    }

    @Test
    void with_three_more_machines_all_is_done_much_sooner_and_of_others_only_an_admin_is_told() {
        String more = "{\"add\":[{\"count\":3,\"like\":\"n1\"}],\"futures\":5}";

        WhatIfResult told = answer(ann, more);

        assertThat(told.futures()).isEqualTo(5);
        assertThat(told.cut()).isFalse();
        assertThat(told.jobs()).hasSize(1);
        assertThat(told.jobs().get(0).id().value()).isEqualTo(job);
        assertThat(minutes(told.jobs().get(0).difference())).isBetween(100.0, 600.0);
        assertThat(told.all())
                .isEqualTo(new WhatIfResult.Together(
                        Objects.requireNonNull(told.jobs().get(0).difference()), 1, 1));
        assertThat(told.owners()).isEmpty();

        WhatIfResult seen = answer(admin, more);

        assertThat(seen.jobs()).isEmpty();
        assertThat(seen.all()).isNull();
        assertThat(seen.owners().stream().map(one -> one.owner().name())).containsExactly("ann", "bob");
        assertThat(minutes(seen.owners().get(1).jobs().difference())).isPositive();
    }

    @Test
    void without_its_only_machine_nothing_is_ever_done() {
        WhatIfResult told = answer(ann, "{\"remove\":[\"n1\"],\"futures\":3}");

        Difference all = Objects.requireNonNull(told.all()).difference();
        assertThat(all.now().p50()).isNotNull();
        assertThat(all.then().p50()).isNull();
        assertThat(all.gain().later()).isEqualTo(3);
    }

    @Test
    void whether_a_deadline_would_be_met_is_told_with_and_without_the_change() {
        // Forty tasks of ten minutes take more than three hours on the one machine, and less on five.
        Instant deadline = server.now().plus(Duration.ofHours(3));

        WhatIfResult told = answer(
                ann,
                "{\"add\":[{\"count\":4}],\"set\":[{\"job\":" + job + ",\"deadline\":\"" + deadline
                        + "\"}],\"futures\":5}");

        WhatIfResult.Due due = Objects.requireNonNull(told.jobs().get(0).due());
        assertThat(due.deadline()).isEqualTo(deadline);
        assertThat(due.now()).isEqualTo(Meets.HOPELESS);
        assertThat(due.then()).isIn(Meets.LIKELY, Meets.PERHAPS);
        assertThat(answer(ann, "{\"add\":[{\"count\":1}],\"futures\":1}")
                        .jobs()
                        .get(0)
                        .due())
                .isNull();
    }

    @Test
    void one_more_job_and_other_terms_are_tried_together() {
        WhatIfResult told = answer(
                ann,
                "{\"jobs\":[{\"name\":\"fit\",\"type\":\"known\",\"command\":[\"true\"],"
                        + "\"limits\":{\"expectMs\":600000},\"turn\":{\"priority\":5}},"
                        + "{\"name\":\"held\",\"type\":\"known\",\"command\":[\"true\"],\"turn\":{\"paused\":true}}],"
                        + "\"set\":[{\"job\":" + job + ",\"atMost\":1}],\"strategy\":\"fifo\",\"futures\":3}");

        assertThat(told.added()).hasSize(2);
        assertThat(told.added().get(1).finish()).isEqualTo(new Forecast.Span(null, null, null));
        WhatIfResult.OfAdded added = told.added().get(0);
        assertThat(added.name()).isEqualTo("fit");
        assertThat(added.known()).isTrue();
        assertThat(added.finish().p50()).isNotNull();
        assertThat(told.note()).isEmpty();
        assertThat(answer(ann, "{\"strategy\":\"fifo\",\"objective\":\"flow\",\"futures\":1}")
                        .note())
                .startsWith("Strategy fifo doesn't look at the objective");
    }

    @Test
    void what_is_wrong_with_a_question_is_said_at_once_and_where() throws Exception {
        record Wrong(String question, List<String> says) {}
        List<Wrong> all = List.of(
                new Wrong(
                        "{\"add\":[{\"count\":2,\"like\":\"nobody\"}]}",
                        List.of("/add/0/like", "the id, name or tag 'nobody'")),
                new Wrong("{\"add\":[{\"count\":-2}]}", List.of("/add/0/count")),
                new Wrong("{\"add\":[{\"count\":10000},{\"count\":9999},{\"count\":90000}]}", List.of("/add/2/count")),
                new Wrong(
                        "{\"add\":[" + "{\"count\":10000},".repeat(10) + "{\"count\":1}]}",
                        // With the heap of these tests.
                        List.of("/add/1/count", "takes about 137 MB of the server's memory; at most ")),
                new Wrong(
                        "{\"pastMs\":86400000,\"add\":[{\"count\":10000},{\"count\":10000},{\"count\":1}]}",
                        List.of("/add/2/count", "have 20001 slots in all; at most 20000", "Add fewer machines.")),
                new Wrong("{\"remove\":[\"n1\",\"n77\"]}", List.of("/remove/1")),
                new Wrong("{\"strategy\":\"best\"}", List.of("/strategy", "survival")),
                new Wrong(
                        "{\"set\":[{\"job\":7777,\"priority\":1}]}",
                        List.of("/set/0/job", "You have no open job 7777.")),
                new Wrong("{\"set\":[{\"job\":" + job + ",\"copies\":0}]}", List.of("/set/0/copies")),
                new Wrong("{\"jobs\":[{\"name\":\"x\"}]}", List.of("/jobs/0")),
                new Wrong("{\"futures\":1000,\"add\":[{\"count\":1}]}", List.of("/futures")),
                new Wrong("{\"pastMs\":1000,\"add\":[{\"count\":1}]}", List.of("/pastMs")),
                new Wrong(
                        "{\"pastMs\":86400000,\"set\":[{\"job\":" + job + ",\"priority\":1}]}",
                        List.of("/set", "The past has no open jobs")),
                new Wrong("{}", List.of("say what would be different")));
        for (Wrong one : all) {
            server.advance(Duration.ofSeconds(1));
            Answer refused = ask(ann, one.question());
            assertThat(refused.status()).as(one.question() + refused.text()).isBetween(400, 422);
            assertThat(refused.text()).contains(one.says());
        }
        // Of another's job nobody learns whether it is there.
        Answer other = ask(bob, "{\"set\":[{\"job\":" + job + ",\"priority\":1}]}");
        assertThat(other.text()).contains("You have no open job " + job);
    }

    @Test
    void a_supposed_job_waits_for_its_owners_jobs_alone_and_others_look_like_none() throws Exception {
        server.advance(Duration.ofSeconds(1));
        Answer foreign = ask(bob, supposedAfter(job));
        Answer nobodys = ask(bob, supposedAfter(424_242));
        Answer own = ask(bob, supposedAfter(bobs));

        assertThat(foreign.status()).isEqualTo(422);
        assertThat(foreign.text())
                .contains("unknown-predecessor", "waits for job " + job + ", but you have no such job");
        assertThat(nobodys.status()).isEqualTo(422);
        assertThat(nobodys.text()).contains("unknown-predecessor", "waits for job 424242, but you have no such job");
        assertThat(own.status()).as(own.text()).isEqualTo(201);
    }

    private static String supposedAfter(long job) {
        return "{\"jobs\":[{\"name\":\"x\",\"type\":\"known\",\"command\":[\"true\"],"
                + "\"turn\":{\"after\":[{\"job\":" + job + "}]}}]}";
    }

    @Test
    void a_question_about_the_past_does_not_wait_for_whoever_looks_ahead(@TempDir Path data) throws Exception {
        // Its time stands still, so nobody has looked at this pool yet.
        try (TestServer still = TestServer.start(data)) {
            Answer asked = still.call(
                    "POST", ASK, still.user("ann"), "{\"pastMs\":86400000,\"strategy\":\"fifo\"}".getBytes(UTF_8));

            assertThat(asked.status()).as(asked.text()).isEqualTo(201);
        }
    }

    @Test
    void a_question_is_its_owners_alone_and_can_be_dropped() throws Exception {
        String id = ask(bob, "{\"add\":[{\"count\":1}],\"futures\":100}")
                .read(WhatIfJson::readView)
                .id();

        assertThat(server.call("GET", ASK + "/" + id, ann, null).text()).contains("unknown-question");
        assertThat(server.call("DELETE", ASK + "/" + id, ann, null).status()).isEqualTo(404);
        assertThat(server.call("DELETE", ASK + "/" + id, bob, null).status()).isEqualTo(204);
        assertThat(server.call("GET", ASK + "/" + id, bob, null).status()).isEqualTo(404);
    }

    @Test
    void whoever_gets_the_name_of_a_removed_user_is_told_nothing_of_their_questions() throws Exception {
        server.advance(Duration.ofSeconds(1));
        String zoe = server.user("zoe");
        for (String question :
                List.of("{\"add\":[{\"count\":1}],\"futures\":100}", "{\"pastMs\":86400000,\"strategy\":\"fifo\"}")) {
            String id = ask(zoe, question).read(WhatIfJson::readView).id();
            assertThat(server.call("GET", ASK + "/" + id, zoe, null).status()).isEqualTo(200);

            server.call("DELETE", "/api/v1/users/zoe", admin, null);
            zoe = server.user("zoe");

            assertThat(server.call("GET", ASK + "/" + id, zoe, null).status()).isEqualTo(404);
        }
    }

    @Test
    void a_question_about_the_past_is_no_simulation_that_anybody_can_look_into() throws Exception {
        server.advance(Duration.ofSeconds(1));
        Answer asked = ask(ann, "{\"pastMs\":86400000,\"strategy\":\"fifo\"}");
        String id = asked.read(WhatIfJson::readView).id();

        assertThat(asked.status()).isEqualTo(201);
        for (String token : List.of(ann, bob, admin)) {
            assertThat(server.call("GET", "/api/v1/simulations/" + id, token, null)
                            .status())
                    .isEqualTo(404);
            assertThat(server.call("GET", "/api/v1/simulations", token, null).text())
                    .doesNotContain(id);
        }
        assertThat(server.call("GET", ASK + "/" + id, bob, null).status()).isEqualTo(404);
        assertThat(server.call("GET", ASK + "/" + id, ann, null).status()).isEqualTo(200);
        assertThat(server.call("DELETE", ASK + "/" + id, ann, null).status()).isEqualTo(204);
        assertThat(server.call("GET", ASK + "/" + id, ann, null).status()).isEqualTo(404);
    }

    @Test
    void what_would_help_a_job_is_told_to_whoever_may_see_it() {
        JobAdvice advice = Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(
                        () -> {
                            server.advance(Duration.ofSeconds(1));
                            node.stillHere();
                            return server.call("GET", "/api/v1/jobs/" + bobs + "/advice", bob, null)
                                    .read(AdviceJson::read);
                        },
                        one -> one.state() != JobAdvice.State.LATER);

        assertThat(advice.state()).isEqualTo(JobAdvice.State.FOUND);
        assertThat(advice.change()).isEqualTo("machine");
        assertThat(advice.phrase()).startsWith("With one more machine like ");
        assertThat(advice.gain()).isPositive();
        assertThat(advice.then()).isNotNull();
    }
}
