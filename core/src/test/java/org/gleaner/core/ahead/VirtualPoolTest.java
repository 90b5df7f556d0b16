package org.gleaner.core.ahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.step.GridState;
import org.junit.jupiter.api.Test;

final class VirtualPoolTest {
    private static final long MINUTE = 60_000;
    private static final long DAY = 24 * 60 * MINUTE;
    private static final Instant BEGIN = Instant.parse("2026-03-01T08:00:00Z");

    /** Machines that stay, one job at the begin, and tasks of ten minutes, each a second longer than the one before. */
    private static final class Steady implements Course, Witness {
        private final int machines;
        private final int slots;
        private final int tasks;
        private final Map<TaskId, Long> done = new TreeMap<>();
        private int running;
        private int mostRunning;
        private int calls;

        Steady(int machines, int slots, int tasks) {
            this.machines = machines;
            this.slots = slots;
            this.tasks = tasks;
        }

        @Override
        public int machines() {
            return machines;
        }

        @Override
        public long begins(int machine, int life) {
            return life == 0 ? 0 : NEVER;
        }

        @Override
        public long ends(int machine, int life) {
            return NEVER;
        }

        @Override
        public Introduction introduction(int machine, int life) {
            NodeFacts facts = new NodeFacts("m" + machine, "linux", "x64", slots, Duration.ofSeconds(1), "test");
            Capacity capacity = new Capacity(slots, MemorySize.parse("8G"));
            return new Introduction(facts, capacity, List.of(), new Stay("0", Duration.ZERO));
        }

        @Override
        public long takes(int machine, AttemptId attempt, long at) {
            return 10 * MINUTE + 1000L * attempt.ordinal();
        }

        @Override
        public long arrives(int submission) {
            return submission == 0 ? MINUTE : NEVER;
        }

        @Override
        public Command submission(int number) {
            JobSpec spec = new JobSpec(
                    "sim",
                    "sim",
                    new CommandLine.Words(List.of("true")),
                    new ArrayShape.Range(1, tasks, 1),
                    List.of(),
                    List.of(),
                    Requirements.ONE_CORE,
                    JobLimits.DEFAULT);
            return new Command.Submit(new Caller(new Owner("ada"), false), spec, List.of(), null, List.of());
        }

        @Override
        public void arrived(int submission, JobId job, long at) {}

        @Override
        public void started(int machine, AttemptId attempt, long at) {
            running++;
            mostRunning = Math.max(mostRunning, running);
        }

        @Override
        public void ended(int machine, AttemptId attempt, long from, long to, End end) {
            running--;
        }

        @Override
        public void done(AttemptId attempt, long at) {
            done.put(attempt.task(), at);
        }

        @Override
        public void called(int attempts) {
            calls++;
        }

        @Override
        public boolean hasOpenTasks() {
            return done.size() < tasks;
        }

        @Override
        public boolean isOver(long now) {
            return done.size() == tasks;
        }
    }

    private static GridState empty() {
        Map<String, String> settings = Map.of(
                "strategy",
                "fifo",
                "redundancy",
                "off",
                "lost-after",
                "3650d",
                "long-call",
                "3649d",
                "collect-time",
                "0ms");
        return GridState.from(StoredGrid.empty(new TreeMap<>(settings)), BEGIN);
    }

    private static void run(GridState state, Instant begin, Course course, Witness witness, long until) {
        new VirtualPool(state, begin, Duration.ofMinutes(3), course, new SplittableRandom(1), witness).run(until);
    }

    @Test
    void a_machine_runs_as_many_tasks_at_once_as_it_has_slots() {
        Steady course = new Steady(1, 4, 8);
        run(empty(), BEGIN, course, course, DAY);

        assertThat(course.mostRunning).isEqualTo(4);
        assertThat(course.done).hasSize(8);
        assertThat(course.done.values()).allMatch(at -> at <= 22 * MINUTE);
    }

    @Test
    void a_machine_with_slots_to_spare_does_not_call_again_whenever_a_task_ends() {
        Steady course = new Steady(1, 40, 20);
        run(empty(), BEGIN, course, course, DAY);

        assertThat(course.done).hasSize(20);
        assertThat(course.calls).isLessThan(10);
    }

    @Test
    void whoever_begins_in_the_middle_sees_what_comes_as_the_one_who_saw_the_beginning() {
        Steady whole = new Steady(3, 2, 40);
        run(empty(), BEGIN, whole, whole, DAY);
        for (long middle : new long[] {5 * MINUTE, 27 * MINUTE, 61 * MINUTE}) {
            GridState state = empty();
            Steady first = new Steady(3, 2, 40);
            run(state, BEGIN, first, first, middle);
            StoredGrid sketch = state.stored();

            Steady rest = new Steady(3, 2, 40);
            rest.done.putAll(first.done);
            Instant then = BEGIN.plusMillis(middle);
            run(GridState.from(sketch, then), then, new From(rest, sketch, middle), new Shifted(rest, middle), DAY);

            assertThat(rest.done).isEqualTo(whole.done);
        }
    }

    /** The same course for somebody who begins later, with the machines and their attempts as they are then. */
    private record From(Steady course, StoredGrid sketch, long middle) implements Course {
        @Override
        public int machines() {
            return course.machines();
        }

        @Override
        public Present present(int machine) {
            NodeRow row = sketch.nodes().get(machine);
            List<StoredJob.LiveRow> live = new ArrayList<>();
            for (StoredJob job : sketch.jobs()) {
                job.live().stream().filter(one -> one.node().equals(row.node())).forEach(live::add);
            }
            return new Present(row.node(), row.incarnation(), live);
        }

        @Override
        public long begins(int machine, int life) {
            return NEVER;
        }

        @Override
        public long ends(int machine, int life) {
            return NEVER;
        }

        @Override
        public Introduction introduction(int machine, int life) {
            return course.introduction(machine, life);
        }

        @Override
        public long takes(int machine, AttemptId attempt, long at) {
            return course.takes(machine, attempt, at);
        }
    }

    /** Tells the witness the times of the whole course. */
    private record Shifted(Steady witness, long by) implements Witness {
        @Override
        public void arrived(int submission, JobId job, long at) {
            witness.arrived(submission, job, at + by);
        }

        @Override
        public void started(int machine, AttemptId attempt, long at) {
            witness.started(machine, attempt, at + by);
        }

        @Override
        public void ended(int machine, AttemptId attempt, long from, long to, End end) {
            witness.ended(machine, attempt, from + by, to + by, end);
        }

        @Override
        public void done(AttemptId attempt, long at) {
            witness.done(attempt, at + by);
        }

        @Override
        public boolean hasOpenTasks() {
            return witness.hasOpenTasks();
        }

        @Override
        public boolean isOver(long now) {
            return witness.isOver(now + by);
        }
    }
}
