package org.gleaner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.core.id.AttemptId;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ShellProblems;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the agent says of a server that does not take its results. */
final class OutagesTest {
    private static final AttemptId A = AttemptId.of(7, 1, 1);
    private static final AttemptId B = AttemptId.of(7, 2, 1);
    private static final Problem FULL = ShellProblems.diskFull(Duration.ofSeconds(1));

    private final AtomicLong nanos = new AtomicLong();
    private final Outages outages = new Outages(nanos::get);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(Outages.class);

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.INFO);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test
    void the_log_names_each_new_cause_of_an_outage_but_not_each_call() {
        outages.away("It is stopping.");
        outages.away("It is stopping.");
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        outages.away("Nobody answered for 3 s.");
        outages.away("Nobody answered for 4 s.");
        outages.away("It is stopping.");
        nanos.addAndGet(Duration.ofSeconds(30).toNanos());
        outages.back();

        assertThat(told())
                .containsExactly(
                        "It is stopping. Tasks keep running; the agent retries.",
                        "Nobody answered for 3 s. Tasks keep running; the agent retries.",
                        "the server is reachable again, after 90 s");
    }

    @Test
    void causes_that_alternate_are_told_once_a_minute() {
        for (int second = 0; second < 120; second++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            outages.away(second % 2 == 0 ? "It is loading." : "Nobody answers.");
        }

        assertThat(told()).hasSize(2);
    }

    private List<String> told() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void a_full_server_is_told_until_the_last_result_is_taken_or_unwanted() {
        outages.waits(A, FULL);
        outages.waits(B, FULL);

        assertThat(outages.sentence()).contains("disk is full");

        outages.settled(A);
        assertThat(outages.sentence()).contains("disk is full");
        outages.settled(B);
        assertThat(outages.sentence()).isEmpty();
        assertThat(told()).last().asString().contains("takes results again");
    }

    @Test
    void a_server_that_refuses_results_for_another_reason_is_told_in_its_own_words() {
        outages.waits(
                A,
                ShellProblems.unavailable(
                        "The server is unavailable: its disk refused a file; check its inodes.",
                        Duration.ofSeconds(1)));
        outages.back();

        assertThat(outages.sentence())
                .isEqualTo("The server is unavailable: its disk refused a file; check its inodes. Results wait here"
                        + " until it takes them.");
        outages.settled(A);
        assertThat(outages.sentence()).isEmpty();
        assertThat(told())
                .satisfiesExactly(
                        first -> assertThat(first).contains("check its inodes.", "Nothing is lost"),
                        last -> assertThat(last).contains("takes results again"));
    }

    @Test
    void a_full_server_that_answers_syncs_and_refuses_commits_is_told_once() {
        for (int call = 0; call < 10; call++) {
            outages.back();
            outages.commitsFull();
        }
        assertThat(outages.sentence()).contains("disk is full");

        nanos.addAndGet(Duration.ofMinutes(2).toNanos());
        outages.committed();

        assertThat(outages.sentence()).isEmpty();
        assertThat(told())
                .containsExactly(
                        "The server's disk is full; results wait here until there is room. Nothing is lost; the"
                                + " pool's admin must free some space.",
                        "the server takes results again; none is waiting, after 2 min");
    }

    @Test
    void a_refusal_is_told_once_a_minute() {
        for (int call = 0; call < 10; call++) {
            outages.refused("The token is unknown.", "unauthenticated");
        }

        assertThat(told()).hasSize(1);
    }

    @Test
    void a_result_that_was_cancelled_does_not_mean_that_the_server_has_room() {
        outages.waits(A, FULL);

        outages.forgotten(A);

        assertThat(outages.sentence()).isEmpty();
        assertThat(told()).last().asString().contains("no longer needed").doesNotContain("takes results");
    }

    @Test
    void a_server_that_is_away_is_told_before_one_that_is_full() {
        outages.waits(A, FULL);

        outages.away("Nobody answers.");

        assertThat(outages.sentence()).isEqualTo("Nobody answers.");
        outages.back();
        assertThat(outages.sentence()).contains("disk is full");
    }

    @Test
    void an_agent_that_never_joined_says_what_to_do() {
        outages.notJoined("No secure connection.", "Use the address with the pin.");

        assertThat(outages.sentence()).isEqualTo("No secure connection. Use the address with the pin.");
        assertThat(told())
                .singleElement()
                .asString()
                .contains("has not joined yet")
                .doesNotContain("keep running");
    }
}
