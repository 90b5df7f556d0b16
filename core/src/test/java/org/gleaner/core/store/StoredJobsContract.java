package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.store.StoreSamples.ADA;
import static org.gleaner.core.store.StoreSamples.ALL_DONE;
import static org.gleaner.core.store.StoreSamples.BOB;
import static org.gleaner.core.store.StoreSamples.FIRST;
import static org.gleaner.core.store.StoreSamples.N1;
import static org.gleaner.core.store.StoreSamples.assigned;
import static org.gleaner.core.store.StoreSamples.at;
import static org.gleaner.core.store.StoreSamples.ended;
import static org.gleaner.core.store.StoreSamples.hash;
import static org.gleaner.core.store.StoreSamples.job;
import static org.gleaner.core.store.StoreSamples.plainSpec;
import static org.gleaner.core.store.StoreSamples.spec;
import static org.gleaner.core.store.StoreSamples.submitted;
import static org.gleaner.core.store.StoreSamples.success;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.GridEvent.BrakeSet;
import org.gleaner.core.grid.GridEvent.CountersReset;
import org.gleaner.core.grid.GridEvent.FilesRefreshed;
import org.gleaner.core.grid.GridEvent.FilesTaken;
import org.gleaner.core.grid.GridEvent.JobClosed;
import org.gleaner.core.grid.GridEvent.JobDeleted;
import org.gleaner.core.grid.GridEvent.JobReopened;
import org.gleaner.core.grid.GridEvent.JobSubmitted;
import org.gleaner.core.grid.GridEvent.KeysExpired;
import org.gleaner.core.grid.GridEvent.TasksMoved;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.KeyRow;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs and their keys come back as they were written. */
public interface StoredJobsContract extends StoreContract {
    @Test
    default void a_submitted_job_comes_back_with_every_field() throws Exception {
        write(submitted(1, spec(3)), submitted(2, plainSpec()));

        StoredGrid grid = restarted();

        assertThat(grid.nextJob()).isEqualTo(3);
        assertThat(grid.jobs()).containsExactly(untouched(1, spec(3)), untouched(2, plainSpec()));
    }

    @Test
    default void any_text_that_a_client_can_invent_comes_back_as_it_was() throws Exception {
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

    /** Spans of every size, whole pages and parts of them, over each other. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    default void tasks_are_in_the_state_that_was_set_last(int seed) throws Exception {
        Random random = new Random(seed);
        int tasks = 20 * 1024 + random.nextInt(2_000);
        List<TaskState> states = List.of(TaskState.READY, TaskState.CANCELLED, TaskState.PAUSED, TaskState.BLOCKED);
        TaskState[] model = new TaskState[tasks + 1];
        Arrays.fill(model, TaskState.READY);
        write(submitted(1, spec(tasks)));

        for (int i = 0; i < 60; i++) {
            List<GridEvent.Hard> together = new ArrayList<>();
            for (int each = 0; each <= random.nextInt(4); each++) {
                int size = random.nextBoolean() ? tasks : random.nextBoolean() ? 1_500 : 3;
                int first = 1 + random.nextInt(tasks);
                int last = Math.min(tasks, first + random.nextInt(size));
                TaskState state = states.get(random.nextInt(states.size()));
                Arrays.fill(model, first, last + 1, state);
                together.add(new TasksMoved(job(1), Ordinals.range(first, last), state));
            }
            write(together.toArray(new GridEvent.Hard[0]));
            if (i % 10 == 9) {
                Map<TaskState, BitSet> expected = new TreeMap<>();
                for (int task = 1; task <= tasks; task++) {
                    expected.computeIfAbsent(model[task], state -> new BitSet()).set(task);
                }
                expected.remove(TaskState.READY);
                Map<TaskState, Ordinals> found = new TreeMap<>();
                expected.forEach((state, bits) -> found.put(state, Ordinals.of(bits)));
                assertThat(only().states()).isEqualTo(found);
            }
        }
    }

    private static StoredJob untouched(long number, JobSpec spec) {
        return new StoredJob(
                job(number), ADA, at(number), spec, Brake.NEW, new TreeMap<>(), new TreeMap<>(), List.of(), List.of());
    }

    @Test
    default void moved_tasks_are_kept_by_state_and_ready_ones_by_none() throws Exception {
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
    default void tasks_that_moved_all_together_move_one_by_one_later() throws Exception {
        write(
                submitted(1, spec(2000)),
                new TasksMoved(job(1), Ordinals.range(1, 2000), TaskState.PAUSED),
                new TasksMoved(job(1), Ordinals.one(3), TaskState.BLOCKED));
        write(new TasksMoved(job(1), Ordinals.one(2000), TaskState.BLOCKED));
        restarted();
        write(new TasksMoved(job(1), Ordinals.one(1999), TaskState.BLOCKED));

        TreeMap<TaskState, Ordinals> expected = new TreeMap<>();
        expected.put(TaskState.PAUSED, new Ordinals(List.of(new Ordinals.Span(1, 2), new Ordinals.Span(4, 1998))));
        expected.put(TaskState.BLOCKED, new Ordinals(List.of(new Ordinals.Span(3, 3), new Ordinals.Span(1999, 2000))));
        assertThat(only().states()).isEqualTo(expected);

        write(new TasksMoved(job(1), Ordinals.range(1, 2000), TaskState.READY));

        assertThat(only().states()).isEmpty();
    }

    @Test
    default void brake_and_refreshed_inputs_are_kept() throws Exception {
        Brake brake = new Brake(Brake.RELEASED, 12, "the first 20 attempts failed");
        List<InputFile> inputs = List.of(new InputFile("new.awk", hash(77), 12, true));
        write(submitted(1, spec(3)), new BrakeSet(job(1), brake), new FilesRefreshed(job(1), inputs, List.of()));

        assertThat(only().brake()).isEqualTo(brake);
        assertThat(only().spec()).isEqualTo(spec(3).withInputs(inputs));
    }

    @Test
    default void a_note_that_quotes_somebodys_program_can_be_stored_whatever_that_said() throws Exception {
        write(submitted(1, spec(3)), new BrakeSet(job(1), new Brake(1, 0, "it was stopped: a\0b\33[31m")));

        assertThat(only().brake().note()).isEqualTo("it was stopped: a b [31m");
    }

    @Test
    default void a_closed_job_is_not_loaded_and_a_reopened_one_is_as_it_was() throws Exception {
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
    default void a_job_that_has_changed_since_somebody_looked_is_not_reopened() throws Exception {
        write(submitted(1, spec(3)));
        StoredJob seen = only();
        write(new TasksMoved(job(1), Ordinals.range(1, 3), TaskState.CANCELLED));
        write(new JobClosed(job(1), ALL_DONE, at(1)));

        assertThatThrownBy(() -> write(new JobReopened(seen))).isInstanceOf(StoreException.class);
        assertThat(restarted().jobs()).isEmpty();
    }

    @Test
    default void a_deleted_job_is_gone_with_its_key_and_its_number_is_not_used_again() throws Exception {
        SubmissionKey key = new SubmissionKey(BOB, "k1", 42);
        write(new JobSubmitted(job(1), BOB, at(1), spec(3), List.of(), key), assigned(FIRST, N1));
        write(new JobDeleted(job(1), ADA));

        StoredGrid grid = restarted();

        assertThat(grid.jobs()).isEmpty();
        assertThat(grid.keys()).isEmpty();
        assertThat(grid.nextJob()).isEqualTo(2);
    }

    @Test
    default void deleting_a_job_twice_is_harmless_as_two_callers_may_ask_for_it() throws Exception {
        write(submitted(1, spec(3)), new JobClosed(job(1), ALL_DONE, at(9)));
        write(new JobDeleted(job(1), ADA), new JobDeleted(job(1), ADA));

        assertThat(restarted().jobs()).isEmpty();
    }

    @Test
    default void keys_are_kept_until_they_expire() throws Exception {
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
    default void events_on_jobs_that_are_not_there_are_refused() throws Exception {
        List<GridEvent.Hard> events = List.of(
                new TasksMoved(job(4), Ordinals.one(1), TaskState.PAUSED),
                assigned(AttemptId.of(4, 1, 1), N1),
                new BrakeSet(job(4), Brake.NEW),
                new FilesRefreshed(job(4), List.of(), List.of()),
                new FilesTaken(job(4), List.of()),
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
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    default void a_million_tasks_are_moved_and_loaded_in_bulk() throws Exception {
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
