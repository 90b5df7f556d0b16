package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.client.call.KeptTasks;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is logged while no call runs, and how loud. */
final class StandstillsTest {
    private static final JobId JOB = new JobId(7);
    private static final KeptTasks BUSY = new KeptTasks(List.of("machines are busy."), true);
    private static final String FINE = "FINE No call of the executor 'sim' runs: machines are busy.";
    private static final String WARNING = "WARNING No call of the executor 'sim' runs: machines are busy.";

    private final ExecutorLog log = new ExecutorLog();
    /** Close to where a clock of nanoseconds overflows, as it may begin anywhere. */
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);

    private final AtomicInteger announced = new AtomicInteger();
    private KeptTasks kept = BUSY;
    private final Standstills standstills = new Standstills(job -> kept, "sim", announced::incrementAndGet, nanos::get);

    @AfterEach
    void close() {
        log.close();
    }

    /** Nothing of its job is settled for so long; it looks each second. */
    private void stillFor(Duration span) {
        for (long second = 0; second < span.toSeconds(); second++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            standstills.still(JOB);
        }
    }

    @Test
    void machines_that_are_busy_with_other_work_are_no_warning_while_calls_were_done_in_the_last_five_minutes() {
        standstills.settled();

        stillFor(Duration.ofSeconds(299));

        assertThat(log.lines()).isNotEmpty().containsOnly(FINE);
    }

    @Test
    void when_no_call_was_done_for_longer_the_same_becomes_a_warning_once() {
        standstills.settled();

        stillFor(Duration.ofMinutes(20));

        assertThat(log.lines())
                .as("it is asked after five seconds, and each minute from then on")
                .containsExactly(FINE, FINE, FINE, FINE, FINE, WARNING);
    }

    @Test
    void a_call_that_is_done_begins_the_five_minutes_anew() {
        standstills.settled();
        stillFor(Duration.ofMinutes(4));
        standstills.settled();

        stillFor(Duration.ofMinutes(4));

        assertThat(log.lines()).containsOnly(FINE);
    }

    @Test
    void busy_machines_are_a_warning_after_a_few_seconds_where_no_call_was_ever_done() {
        stillFor(Duration.ofSeconds(4));
        assertThat(log.lines()).isEmpty();

        stillFor(Duration.ofSeconds(1));

        assertThat(log.lines()).containsExactly(WARNING);
        assertThat(announced).hasValue(1);
    }

    @Test
    void a_server_without_room_is_told_once_and_again_when_it_had_some_in_between() {
        standstills.full();
        standstills.full();

        assertThat(log.lines()).containsExactly("WARNING Calls of the executor 'sim' wait: the server's disk is full.");
        assertThat(announced).hasValue(1);
        standstills.taken();
        standstills.full();
        assertThat(log.lines()).hasSize(2);
    }

    @Test
    void several_reasons_stand_below_each_other() {
        kept = new KeptTasks(List.of("2 machines have no Java.", "3 machines are paused. Ask their admin."), false);

        stillFor(Duration.ofSeconds(5));

        assertThat(log.lines()).containsExactly("""
                        WARNING No call of the executor 'sim' runs:
                          2 machines have no Java.
                          3 machines are paused. Ask their admin.""");
    }

    @Test
    void what_somebody_has_to_change_is_a_warning_though_calls_were_done_a_moment_ago() {
        kept = new KeptTasks(List.of("no machine has cobol."), false);
        standstills.settled();

        stillFor(Duration.ofSeconds(5));

        assertThat(log.lines()).containsExactly("WARNING No call of the executor 'sim' runs: no machine has cobol.");
    }
}
