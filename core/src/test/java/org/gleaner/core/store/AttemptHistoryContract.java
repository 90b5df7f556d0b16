package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.store.StoreSamples.ADA;
import static org.gleaner.core.store.StoreSamples.BOB;
import static org.gleaner.core.store.StoreSamples.N1;
import static org.gleaner.core.store.StoreSamples.N2;
import static org.gleaner.core.store.StoreSamples.assigned;
import static org.gleaner.core.store.StoreSamples.at;
import static org.gleaner.core.store.StoreSamples.ended;
import static org.gleaner.core.store.StoreSamples.failure;
import static org.gleaner.core.store.StoreSamples.job;
import static org.gleaner.core.store.StoreSamples.node;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;
import static org.gleaner.core.store.StoreSamples.success;

import java.time.Duration;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Failures;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.attempt.WorkSpan;
import org.gleaner.core.grid.GridEvent.DutySet;
import org.gleaner.core.grid.GridEvent.StayEnded;
import org.gleaner.core.grid.GridEvent.StaysFolded;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.StayWeek;
import org.gleaner.core.store.History.AttemptRow;
import org.junit.jupiter.api.Test;

/** What a store tells beside the loop of past attempts and of the stays of nodes. */
public interface AttemptHistoryContract extends StoreContract {
    @Test
    default void attempts_come_with_their_reports_in_the_order_of_task_and_number() throws StoreException {
        AttemptId first = AttemptId.of(1, 1, 1);
        AttemptId second = AttemptId.of(1, 1, 2);
        AttemptId other = AttemptId.of(1, 3, 1);
        write(node(N1, 1), submitted(1, spec(3)), assigned(other, N2), assigned(first, N1));
        write(ended(failure(first, 7), N1, at(5000), TaskState.READY, TaskRecord.UNTRIED), assigned(second, N1));
        write(ended(success(other), N2, at(6000), TaskState.DONE, TaskRecord.UNTRIED));

        AttemptRow one = new AttemptRow(first, N1, "host1", at(1001), at(5000), failure(first, 7));
        AttemptRow two = new AttemptRow(second, N1, "host1", at(1002), null, null);
        AttemptRow three = new AttemptRow(other, N2, "n2", at(1001), at(6000), success(other));
        assertThat(history().attempts(job(1), Ordinals.range(1, 3), 10)).containsExactly(one, two, three);
        assertThat(history().attempts(job(1), Ordinals.range(1, 3), 2)).containsExactly(one, two);
        assertThat(history().attempts(job(1), Ordinals.range(2, 3), 10)).containsExactly(three);
    }

    @Test
    default void it_is_known_for_ever_which_node_was_given_an_attempt() throws StoreException {
        AttemptId live = AttemptId.of(1, 1, 1);
        AttemptId over = AttemptId.of(1, 3, 1);
        write(node(N1, 1), submitted(1, spec(3)), assigned(live, N1), assigned(over, N2));
        write(ended(success(over), N2, at(6000), TaskState.DONE, TaskRecord.UNTRIED));

        assertThat(history().wasGiven(N1, live)).isTrue();
        assertThat(history().wasGiven(N2, live)).isFalse();
        assertThat(history().wasGiven(N2, over)).isTrue();
        assertThat(history().wasGiven(N1, AttemptId.of(1, 1, 2))).isFalse();
        assertThat(history().wasGiven(N1, AttemptId.of(7, 1, 1))).isFalse();
    }

    @Test
    default void attempts_are_listed_youngest_first_in_pages() throws StoreException {
        write(submitted(1, spec(4)), node(N1, 1));
        for (int ordinal = 1; ordinal <= 3; ordinal++) {
            write(assigned(AttemptId.of(1, ordinal, 1), N1));
        }
        write(ended(crashed(2, "boom"), N1, at(9), TaskState.READY, TaskRecord.UNTRIED));

        List<PastAttempt> page =
                history().past(new AttemptQuery(ADA, at(9), "awk", N1, false, AttemptId.of(1, 3, 1), 1));

        assertThat(page).hasSize(1);
        assertThat(page.get(0).attempt()).isEqualTo(AttemptId.of(1, 2, 1));
        assertThat(page.get(0).end()).isNotNull();
        assertThat(history().past(new AttemptQuery(null, at(10), null, null, false, null, 10)))
                .extracting(PastAttempt::attempt)
                .containsExactly(AttemptId.of(1, 3, 1), AttemptId.of(1, 1, 1));
        assertThat(history().past(new AttemptQuery(null, null, null, null, true, null, 10)))
                .extracting(PastAttempt::attempt)
                .containsExactly(AttemptId.of(1, 2, 1));
        assertThat(history().past(new AttemptQuery(BOB, null, null, null, false, null, 10)))
                .isEmpty();
    }

    @Test
    default void failures_are_grouped_by_their_last_words() throws StoreException {
        write(submitted(1, spec(4)), node(N1, 1));
        for (int ordinal = 1; ordinal <= 3; ordinal++) {
            String tail = ordinal == 3 ? "killed" : "Traceback\n  File \"/tmp/a" + ordinal + "/x.py\", line " + ordinal;
            write(
                    assigned(AttemptId.of(1, ordinal, 1), N1),
                    ended(crashed(ordinal, tail), N1, at(9), TaskState.READY, TaskRecord.UNTRIED));
        }

        Failures failures = history().failures(job(1), 1);

        assertThat(failures)
                .isEqualTo(new Failures(
                        1, List.of(new Failures.Group(Outcome.EXITED, "File \"…\", line #", 2, 2, 1, 1)), true));
    }

    @Test
    default void who_worked_when_is_told_from_the_last_that_ended_back_to_the_first() throws StoreException {
        AttemptId first = AttemptId.of(1, 1, 1);
        AttemptId copy = AttemptId.of(1, 1, 2);
        AttemptId other = AttemptId.of(2, 1, 1);
        write(node(N1, 1), submitted(1, spec(4)), submitted(BOB, 2, spec(3)));
        write(assigned(first, N1), assigned(copy, N2), assigned(other, N2), assigned(AttemptId.of(1, 2, 1), N1));
        write(
                ended(success(first), N1, at(5000), TaskState.DONE, TaskRecord.UNTRIED),
                ended(success(other), N2, at(6000), TaskState.DONE, TaskRecord.UNTRIED));

        assertThat(spans(4000, 9000, 10)).containsExactly("1.1#2 copy", "1.2#1", "2.1#1 DONE", "1.1#1 DONE");
        assertThat(spans(4000, 9000, 3)).containsExactly("1.1#2 copy", "1.2#1", "2.1#1 DONE");
        assertThat(spans(5001, 9000, 10)).containsExactly("1.1#2 copy", "1.2#1", "2.1#1 DONE");
        assertThat(spans(6001, 9000, 10)).containsExactly("1.1#2 copy", "1.2#1");
        assertThat(spans(0, 1001, 10)).as("before anything was assigned").isEmpty();
        assertThat(spans(4000, 9000, 10, N2)).containsExactly("1.1#2 copy", "2.1#1 DONE");
        WorkSpan one = history()
                .spans(new SpanQuery(at(5500), at(9000), List.of(N2), 10))
                .get(1);
        assertThat(one).isEqualTo(new WorkSpan(other, BOB, N2, 1, at(1001), at(6000), Outcome.DONE, false));
    }

    @Test
    default void work_of_long_ago_is_found_however_long_it_lasted() throws StoreException {
        long hour = 3_600_000;
        List<Long> ends = List.of(5000L, 6 * hour, 6 * hour + 3999, 6 * hour + 4000, 48 * hour);
        write(submitted(1, spec(5)));
        for (int i = 0; i < ends.size(); i++) {
            AttemptId attempt = AttemptId.of(1, i + 1, 1);
            write(assigned(attempt, N1));
            write(ended(success(attempt), N1, at(ends.get(i)), TaskState.DONE, TaskRecord.UNTRIED));
        }

        assertThat(spans(3000, 4000, 9))
                .containsExactly("1.5#1 DONE", "1.4#1 DONE", "1.3#1 DONE", "1.2#1 DONE", "1.1#1 DONE");
        assertThat(spans(3000, 4000, 4)).containsExactly("1.5#1 DONE", "1.4#1 DONE", "1.3#1 DONE", "1.2#1 DONE");
        assertThat(spans(6000, 7000, 2, N1)).containsExactly("1.5#1 DONE", "1.4#1 DONE");
        assertThat(spans(7 * hour, 8 * hour, 9)).containsExactly("1.5#1 DONE");
        assertThat(spans(0, 1001, 9)).as("before anything was assigned").isEmpty();
    }

    private List<String> spans(long since, long until, int limit, NodeId... nodes) throws StoreException {
        return history().spans(new SpanQuery(at(since), at(until), List.of(nodes), limit)).stream()
                .map(span -> span.attempt()
                        + (span.outcome() == null ? "" : " " + span.outcome())
                        + (span.copy() ? " copy" : ""))
                .toList();
    }

    private static AttemptReport crashed(int ordinal, String tail) {
        AttemptReport bare = AttemptReport.bare(AttemptId.of(1, ordinal, 1), Outcome.EXITED, "exit code 1");
        return new AttemptReport(
                bare.attempt(), bare.outcome(), 1, bare.detail(), bare.usage(), Outputs.NONE, null, null, tail);
    }

    @Test
    default void stays_are_told_in_the_order_of_their_ends_until_folded_and_by_week_always() throws StoreException {
        long week = StayWeek.MILLIS;
        write(
                new StayEnded(N2, at(5), at(10)),
                new StayEnded(N1, at(-week), at(20)),
                new StayEnded(N1, at(30), at(40)),
                new StayEnded(N1, at(30), at(40)),
                new StayEnded(N1, at(week), at(week + 7)));
        assertThat(history().stays(at(0), 9))
                .extracting(PastStay::to)
                .containsExactly(at(10), at(20), at(40), at(week + 7));
        assertThat(history().stays(at(11), 1)).containsExactly(new PastStay(N1, at(-week), at(20)));

        List<StayWeek> weeks = history().stayWeeks(N1, 9);
        assertThat(weeks)
                .containsExactly(
                        new StayWeek(StayWeek.of(at(20)), 2, Duration.ofMillis(week + 30)),
                        new StayWeek(StayWeek.of(at(week + 7)), 1, Duration.ofMillis(7)));

        write(new StaysFolded(at(40)));
        write(new StaysFolded(at(41)));

        assertThat(history().stays(at(0), 9)).containsExactly(new PastStay(N1, at(week), at(week + 7)));
        assertThat(history().stayWeeks(N1, 9)).isEqualTo(weeks);
        assertThat(history().stayWeeks(N1, 1)).containsExactly(weeks.get(1));
        assertThat(history().stayWeeks(N2, 9))
                .containsExactly(new StayWeek(StayWeek.of(at(10)), 1, Duration.ofMillis(5)));

        write(new DutySet(N1, Duty.FORGOTTEN));
        assertThat(history().stays(at(0), 9)).isEmpty();
        assertThat(history().stayWeeks(N1, 9)).isEmpty();
    }
}
