package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.store.StoreSamples.ADA;
import static org.gleaner.core.store.StoreSamples.BOB;
import static org.gleaner.core.store.StoreSamples.N1;
import static org.gleaner.core.store.StoreSamples.N2;
import static org.gleaner.core.store.StoreSamples.assigned;
import static org.gleaner.core.store.StoreSamples.at;
import static org.gleaner.core.store.StoreSamples.ended;
import static org.gleaner.core.store.StoreSamples.failure;
import static org.gleaner.core.store.StoreSamples.hash;
import static org.gleaner.core.store.StoreSamples.job;
import static org.gleaner.core.store.StoreSamples.node;
import static org.gleaner.core.store.StoreSamples.plainSpec;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;
import static org.gleaner.core.store.StoreSamples.success;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.EndedAttempt;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.GridEvent.AttemptRevived;
import org.gleaner.core.grid.GridEvent.BrakeSet;
import org.gleaner.core.grid.GridEvent.CountersReset;
import org.gleaner.core.grid.GridEvent.DutySet;
import org.gleaner.core.grid.GridEvent.FilesRefreshed;
import org.gleaner.core.grid.GridEvent.JobClosed;
import org.gleaner.core.grid.GridEvent.JobDeleted;
import org.gleaner.core.grid.GridEvent.JobReopened;
import org.gleaner.core.grid.GridEvent.JobSubmitted;
import org.gleaner.core.grid.GridEvent.KeysExpired;
import org.gleaner.core.grid.GridEvent.NodeObserved;
import org.gleaner.core.grid.GridEvent.SettingChanged;
import org.gleaner.core.grid.GridEvent.TasksMoved;
import org.gleaner.core.grid.GridEvent.TokenIssued;
import org.gleaner.core.grid.GridEvent.TokenRevoked;
import org.gleaner.core.grid.GridEvent.TypeForgotten;
import org.gleaner.core.grid.GridEvent.TypeObserved;
import org.gleaner.core.grid.GridEvent.TypeRefused;
import org.gleaner.core.grid.GridEvent.TypeTrusted;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Duty;
import org.gleaner.core.observer.NodeBelief;
import org.gleaner.core.store.StoredGrid.KeyRow;
import org.gleaner.core.store.StoredGrid.NodeRow;
import org.gleaner.core.store.StoredGrid.RefusalRow;
import org.gleaner.core.store.StoredJob.AcceptedRow;
import org.gleaner.core.store.StoredJob.LiveRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store gives back after what it was given. A store's own test class extends it. */
public abstract class StoreContract {
    private static final TaskCounts ALL_DONE = new TaskCounts(0, 0, 0, 3, 0, 0, 0);
    private static final AttemptId FIRST = AttemptId.of(1, 1, 1);

    /** The store under test, empty at the start of each test. */
    protected abstract Store store() throws StoreException;

    /** What a server that starts now would load. */
    protected abstract StoredGrid restarted() throws StoreException;

    private void write(GridEvent.Hard... events) throws StoreException {
        store().write(List.of(events));
    }

    private StoredJob only() throws StoreException {
        StoredGrid grid = restarted();
        assertThat(grid).isEqualTo(store().load());
        assertThat(grid.jobs()).hasSize(1);
        return grid.jobs().get(0);
    }

    @Test
    void an_empty_store_is_empty_and_counts_from_one() throws StoreException {
        assertThat(restarted())
                .isEqualTo(new StoredGrid(
                        1,
                        1,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        new TreeMap<>(),
                        StoredBeliefs.NONE));
    }

    @Test
    void a_submitted_job_comes_back_with_every_field() throws StoreException {
        write(submitted(1, spec(3)), submitted(2, plainSpec()));

        StoredGrid grid = restarted();

        assertThat(grid.nextJob()).isEqualTo(3);
        assertThat(grid.jobs()).containsExactly(untouched(1, spec(3)), untouched(2, plainSpec()));
    }

    @Test
    void any_text_that_a_client_can_invent_comes_back_as_it_was() throws StoreException {
        String text = "half a pair \uD800, a bell \007, a line\u2028end, \"quotes\" \\ and \uD83C\uDF3E";
        JobSpec plain = plainSpec();
        JobSpec odd = new JobSpec(
                "name \uDC00",
                plain.type(),
                new CommandLine.Words(List.of("echo", text)),
                plain.array(),
                plain.inputs(),
                plain.outputs(),
                plain.needs(),
                plain.limits());
        write(submitted(1, odd));

        assertThat(only().spec()).isEqualTo(odd);
    }

    private static StoredJob untouched(long number, JobSpec spec) {
        return new StoredJob(
                job(number), ADA, at(number), spec, Brake.NEW, new TreeMap<>(), new TreeMap<>(), List.of(), List.of());
    }

    @Test
    void moved_tasks_are_kept_by_state_and_ready_ones_by_none() throws StoreException {
        write(
                submitted(1, spec(2000)),
                new TasksMoved(job(1), Ordinals.range(1, 1500), TaskState.PAUSED),
                new TasksMoved(job(1), Ordinals.range(1000, 1100), TaskState.CANCELLED),
                new TasksMoved(job(1), Ordinals.range(1, 10), TaskState.READY));
        write(new TasksMoved(job(1), Ordinals.one(2000), TaskState.BLOCKED));

        TreeMap<TaskState, Ordinals> expected = new TreeMap<>();
        expected.put(
                TaskState.PAUSED, new Ordinals(List.of(new Ordinals.Span(11, 999), new Ordinals.Span(1101, 1500))));
        expected.put(TaskState.CANCELLED, Ordinals.range(1000, 1100));
        expected.put(TaskState.BLOCKED, Ordinals.one(2000));
        assertThat(only().states()).isEqualTo(expected);
    }

    @Test
    void an_assigned_attempt_is_live_and_its_task_is_tried() throws StoreException {
        write(submitted(1, spec(3)), assigned(FIRST, N1));

        StoredJob job = only();

        assertThat(job.live()).containsExactly(new LiveRow(FIRST, N1, 1, at(1001)));
        assertThat(job.records()).containsExactly(Map.entry(1, TaskRecord.UNTRIED.assigned(1)));
        assertThat(job.states()).isEmpty();
    }

    @Test
    void a_failed_attempt_is_remembered_with_its_charges() throws StoreException {
        write(submitted(1, spec(3)), assigned(FIRST, N1));
        TaskRecord before = new TaskRecord(1, 1, 0, List.of());
        write(ended(failure(FIRST, 7), N1, at(5000), TaskState.READY, before));

        StoredJob job = only();

        EndedAttempt ending =
                new EndedAttempt(1, N1, Outcome.EXITED, failure(FIRST, 7).digest(), at(5000));
        assertThat(job.records()).containsExactly(Map.entry(1, new TaskRecord(1, 1, 0, List.of(ending))));
        assertThat(job.live()).isEmpty();
        assertThat(job.states()).isEmpty();
    }

    @Test
    void a_done_task_keeps_its_accepted_result_and_no_record() throws StoreException {
        write(submitted(1, spec(3)), assigned(FIRST, N1), assigned(AttemptId.of(1, 1, 2), N2));
        write(ended(success(FIRST), N1, at(5000), TaskState.DONE, TaskRecord.UNTRIED));

        StoredJob job = only();

        assertThat(job.states()).containsExactly(Map.entry(TaskState.DONE, Ordinals.one(1)));
        assertThat(job.accepted())
                .containsExactly(new AcceptedRow(1, 1, success(FIRST).digest()));
        assertThat(job.records()).isEmpty();
        assertThat(job.live()).extracting(LiveRow::attempt).containsExactly(AttemptId.of(1, 1, 2));
    }

    @Test
    void a_cancelled_task_keeps_the_attempt_that_is_being_stopped_and_its_record() throws StoreException {
        write(
                submitted(1, spec(3)),
                assigned(FIRST, N1),
                new TasksMoved(job(1), Ordinals.range(1, 3), TaskState.CANCELLED));

        assertThat(only().live()).hasSize(1);
        assertThat(only().records()).containsOnlyKeys(1);
    }

    @Test
    void a_task_that_shall_pause_stays_paused_when_its_attempt_ends() throws StoreException {
        write(
                submitted(1, spec(3)),
                assigned(FIRST, N1),
                new TasksMoved(job(1), Ordinals.one(1), TaskState.PAUSED),
                ended(AttemptReport.bare(FIRST, Outcome.EVICTED, ""), N1, at(9), TaskState.PAUSED, TaskRecord.UNTRIED));

        assertThat(only().states()).containsExactly(Map.entry(TaskState.PAUSED, Ordinals.one(1)));
    }

    @Test
    void a_lost_attempt_that_came_back_is_live_on_its_new_lane() throws StoreException {
        TaskRecord lost = new TaskRecord(1, 0, 1, List.of());
        write(
                submitted(1, spec(3)),
                assigned(FIRST, N1),
                ended(AttemptReport.bare(FIRST, Outcome.LOST, "silent"), N1, at(7), TaskState.READY, lost));
        write(new AttemptRevived(FIRST, N1, 9, at(8), TaskRecord.UNTRIED.assigned(1)));

        assertThat(only().live()).containsExactly(new LiveRow(FIRST, N1, 9, at(8)));
        assertThat(only().records()).containsExactly(Map.entry(1, TaskRecord.UNTRIED.assigned(1)));
    }

    @Test
    void the_late_word_of_a_lost_attempt_replaces_the_earlier_one() throws StoreException {
        write(
                submitted(1, spec(3)),
                assigned(FIRST, N1),
                ended(
                        AttemptReport.bare(FIRST, Outcome.LOST, "silent"),
                        N1,
                        at(7),
                        TaskState.BLOCKED,
                        TaskRecord.UNTRIED));
        write(ended(success(FIRST), N1, at(70), TaskState.DONE, TaskRecord.UNTRIED));

        assertThat(only().states()).containsOnlyKeys(TaskState.DONE);
        assertThat(only().accepted()).hasSize(1);
    }

    @Test
    void only_the_last_endings_of_a_task_are_loaded() throws StoreException {
        write(submitted(1, spec(3)));
        TaskRecord record = TaskRecord.UNTRIED;
        for (int number = 1; number <= TaskRecord.REMEMBERED + 3; number++) {
            AttemptId attempt = AttemptId.of(1, 2, number);
            GridEvent.AttemptEnded ended =
                    ended(AttemptReport.bare(attempt, Outcome.EVICTED, ""), N2, at(number), TaskState.READY, record);
            record = ended.record();
            write(assigned(attempt, N2), ended);
        }

        assertThat(record.ended()).hasSize(TaskRecord.REMEMBERED);
        assertThat(only().records()).containsExactly(Map.entry(2, record));
    }

    @Test
    void reset_counters_are_zero_and_the_attempts_stay() throws StoreException {
        TaskRecord charged = new TaskRecord(1, 3, 2, List.of());
        write(
                submitted(1, spec(3)),
                assigned(FIRST, N1),
                ended(failure(FIRST, 1), N1, at(7), TaskState.BLOCKED, charged));
        write(new CountersReset(job(1), Ordinals.range(1, 3)));

        TaskRecord record = only().records().get(1);
        assertThat(only().records()).containsOnlyKeys(1);
        assertThat(record).isNotNull();
        assertThat(record.failures() + record.lost()).isZero();
        assertThat(record.ended()).hasSize(1);
    }

    @Test
    void brake_and_refreshed_inputs_are_kept() throws StoreException {
        Brake brake = new Brake(Brake.RELEASED, 12, "the first 20 attempts failed");
        List<InputFile> inputs = List.of(new InputFile("new.awk", hash(77), 12, true));
        write(submitted(1, spec(3)), new BrakeSet(job(1), brake), new FilesRefreshed(job(1), inputs, List.of()));

        assertThat(only().brake()).isEqualTo(brake);
        assertThat(only().spec()).isEqualTo(spec(3).withInputs(inputs));
    }

    @Test
    void a_closed_job_is_not_loaded_and_a_reopened_one_is_as_it_was() throws StoreException {
        write(
                submitted(1, spec(3)),
                assigned(FIRST, N1),
                ended(success(FIRST), N1, at(7), TaskState.DONE, TaskRecord.UNTRIED),
                new TasksMoved(job(1), Ordinals.range(2, 3), TaskState.CANCELLED));
        StoredJob open = only();
        write(new JobClosed(job(1), ALL_DONE, at(9)));

        assertThat(restarted().jobs()).isEmpty();
        assertThat(restarted().nextJob()).isEqualTo(2);

        write(new JobReopened(open));

        assertThat(only()).isEqualTo(open);
    }

    @Test
    void a_deleted_job_is_gone_with_its_key_and_its_number_is_not_used_again() throws StoreException {
        SubmissionKey key = new SubmissionKey(BOB, "k1", 42);
        write(new JobSubmitted(job(1), BOB, at(1), spec(3), List.of(), key), assigned(FIRST, N1));
        write(new JobDeleted(job(1)));

        StoredGrid grid = restarted();

        assertThat(grid.jobs()).isEmpty();
        assertThat(grid.keys()).isEmpty();
        assertThat(grid.nextJob()).isEqualTo(2);
    }

    @Test
    void deleting_a_job_twice_is_harmless_as_two_callers_may_ask_for_it() throws StoreException {
        write(submitted(1, spec(3)), new JobClosed(job(1), ALL_DONE, at(9)));
        write(new JobDeleted(job(1)), new JobDeleted(job(1)));

        assertThat(restarted().jobs()).isEmpty();
    }

    @Test
    void keys_are_kept_until_they_expire() throws StoreException {
        SubmissionKey old = new SubmissionKey(BOB, "old", -1);
        SubmissionKey young = new SubmissionKey(ADA, "young", Long.MIN_VALUE);
        write(
                new JobSubmitted(job(1), BOB, at(1), spec(3), List.of(), old),
                new JobSubmitted(job(2), ADA, at(2), spec(3), List.of(), young));
        assertThat(restarted().keys())
                .containsExactly(new KeyRow(old, job(1), at(1)), new KeyRow(young, job(2), at(2)));

        write(new KeysExpired(at(2)));

        assertThat(restarted().keys()).containsExactly(new KeyRow(young, job(2), at(2)));
    }

    @Test
    void nodes_refusals_settings_and_tokens_are_replaced_and_removed() throws StoreException {
        TypeKey awk = new TypeKey(ADA, "awk");
        TypeKey sh = new TypeKey(ADA, "sh");
        Token user = new Token(new TokenHash(hash(5).hex()), Role.USER, ADA, null);
        Token machine = new Token(new TokenHash(hash(4).hex()), Role.NODE, null, N2);
        Token join = new Token(new TokenHash(hash(6).hex()), Role.JOIN, null, null);
        write(node(N2, 1), node(N1, 1), new TypeRefused(N1, sh, at(3)), new TypeRefused(N1, awk, at(4)));
        write(new SettingChanged("strategy", "fifo"), new SettingChanged("strategy", "balanced"), node(N2, 2));
        write(new TokenIssued(user), new TokenIssued(machine), new TokenIssued(join), new TypeTrusted(N1, sh));
        write(new TokenRevoked(join.hash()));

        StoredGrid grid = restarted();

        assertThat(grid.nextNode()).isEqualTo(3);
        assertThat(grid.nodes()).containsExactly(row(node(N1, 1)), row(node(N2, 2)));
        assertThat(grid.refusals()).containsExactly(new RefusalRow(N1, awk, at(4)));
        assertThat(grid.settings()).containsExactly(Map.entry("strategy", "balanced"));
        assertThat(grid.tokens()).containsExactly(machine, user);
    }

    private static NodeRow row(GridEvent.NodeIntroduced event) {
        return new NodeRow(event.node(), event.incarnation(), event.facts(), event.capacity(), event.at());
    }

    @Test
    void what_is_believed_comes_back_to_the_last_bit() throws StoreException {
        TypeKey type = new TypeKey(BOB, "simu late.py");
        write(
                node(N1, 1),
                node(N2, 1),
                new NodeObserved(N1, StoreSamples.nodeBelief(1)),
                new NodeObserved(N2, NodeBelief.NEW),
                new TypeObserved(type, StoreSamples.typeBelief(1)));
        write(new TypeObserved(type, StoreSamples.typeBelief(7)), new NodeObserved(N1, StoreSamples.nodeBelief(2)));

        assertThat(restarted().beliefs())
                .isEqualTo(new StoredBeliefs(
                        new TreeMap<>(Map.of(N1, StoreSamples.nodeBelief(2), N2, NodeBelief.NEW)),
                        new TreeMap<>(Map.of(type, StoreSamples.typeBelief(7)))));
    }

    @Test
    void only_the_youngest_belief_of_a_batch_counts_wherever_it_stands() throws StoreException {
        TypeKey type = new TypeKey(BOB, "awk");
        TypeKey gone = new TypeKey(ADA, "awk");
        write(
                node(N1, 1),
                node(N2, 1),
                new NodeObserved(N1, StoreSamples.nodeBelief(1)),
                new TypeObserved(gone, StoreSamples.typeBelief(1)),
                new TypeObserved(type, StoreSamples.typeBelief(1)),
                new NodeObserved(N2, StoreSamples.nodeBelief(1)),
                new NodeObserved(N1, StoreSamples.nodeBelief(2)),
                new TypeForgotten(gone),
                new TypeForgotten(type),
                new TypeObserved(type, StoreSamples.typeBelief(2)),
                new DutySet(N2, Duty.FORGOTTEN));

        assertThat(restarted().beliefs())
                .isEqualTo(new StoredBeliefs(
                        new TreeMap<>(Map.of(N1, StoreSamples.nodeBelief(2))),
                        new TreeMap<>(Map.of(type, StoreSamples.typeBelief(2)))));
    }

    @Test
    void a_write_with_one_bad_event_changes_nothing_and_the_next_one_succeeds() throws StoreException {
        write(submitted(1, spec(2000)), assigned(FIRST, N1), node(N1, 1));
        StoredGrid before = restarted();

        List<GridEvent.Hard> events = List.of(
                submitted(2, spec(3)),
                node(N2, 7),
                new SettingChanged("a", "b"),
                new TasksMoved(job(1), Ordinals.range(1, 1999), TaskState.PAUSED),
                new BrakeSet(job(1), new Brake(1, 1, "x")),
                ended(success(FIRST), N1, at(7), TaskState.DONE, TaskRecord.UNTRIED),
                assigned(AttemptId.of(1, 5, 1), N1),
                new TokenIssued(new Token(new TokenHash(hash(6).hex()), Role.JOIN, null, null)),
                ended(success(AttemptId.of(1, 9, 9)), N1, at(8), TaskState.DONE, TaskRecord.UNTRIED));
        assertThatThrownBy(() -> store().write(events)).isInstanceOf(StoreException.class);

        assertThat(store().load()).isEqualTo(before);
        assertThat(restarted()).isEqualTo(before);
        store().write(events.subList(0, events.size() - 1));
        assertThat(restarted().jobs()).hasSize(2);
    }

    @Test
    void a_job_that_has_changed_since_somebody_looked_is_not_reopened() throws StoreException {
        write(submitted(1, spec(3)));
        StoredJob seen = only();
        write(new TasksMoved(job(1), Ordinals.range(1, 3), TaskState.CANCELLED));
        write(new JobClosed(job(1), ALL_DONE, at(1)));

        assertThatThrownBy(() -> write(new JobReopened(seen))).isInstanceOf(StoreException.class);
        assertThat(restarted().jobs()).isEmpty();
    }

    @Test
    void events_on_jobs_that_are_not_there_are_refused() throws StoreException {
        List<GridEvent.Hard> events = List.of(
                new TasksMoved(job(4), Ordinals.one(1), TaskState.PAUSED),
                assigned(AttemptId.of(4, 1, 1), N1),
                new BrakeSet(job(4), Brake.NEW),
                new FilesRefreshed(job(4), List.of(), List.of()),
                new CountersReset(job(4), Ordinals.one(1)),
                new JobClosed(job(4), ALL_DONE, at(1)),
                new JobReopened(untouched(4, spec(3))));

        for (GridEvent.Hard event : events) {
            assertThatThrownBy(() -> write(event)).as("%s", event).isInstanceOf(StoreException.class);
        }
        assertThat(restarted().jobs()).isEmpty();
        assertThat(restarted().nextJob()).isEqualTo(1);
    }

    @Test
    void an_attempt_is_never_stored_twice() throws StoreException {
        write(submitted(1, spec(3)), assigned(FIRST, N1));

        assertThatThrownBy(() -> write(assigned(FIRST, N2))).isInstanceOf(StoreException.class);
        assertThat(only().live()).containsExactly(new LiveRow(FIRST, N1, 1, at(1001)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void any_sequence_of_events_loads_as_a_store_that_saw_it_at_once(long seed) throws StoreException {
        Random random = new Random(seed);
        RandomEvents source = new RandomEvents(random);
        List<GridEvent.Hard> all = new ArrayList<>();
        for (int batch = 0; batch < 120; batch++) {
            List<GridEvent.Hard> events = source.batch(1 + random.nextInt(12));
            all.addAll(events);
            store().write(events);
            if (batch % 30 == 0) {
                InMemoryStore atOnce = new InMemoryStore();
                atOnce.write(all);
                assertThat(restarted()).isEqualTo(atOnce.load());
            }
        }
        InMemoryStore atOnce = new InMemoryStore();
        atOnce.write(all);
        assertThat(store().load()).isEqualTo(atOnce.load());
        assertThat(atOnce.load().jobs()).isNotEmpty();
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void a_million_tasks_are_moved_and_loaded_in_bulk() throws StoreException {
        int tasks = 1_000_000;
        BitSet odd = new BitSet();
        for (int ordinal = 1; ordinal <= tasks; ordinal += 2) {
            odd.set(ordinal);
        }
        write(submitted(1, spec(tasks)));
        write(new TasksMoved(job(1), Ordinals.range(1, tasks), TaskState.PAUSED));
        write(new TasksMoved(job(1), Ordinals.of(odd), TaskState.CANCELLED));
        write(new TasksMoved(job(1), Ordinals.range(2, tasks), TaskState.READY));

        assertThat(only().states()).containsExactly(Map.entry(TaskState.CANCELLED, Ordinals.one(1)));
    }
}
