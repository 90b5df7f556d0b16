package org.gleaner.simulator.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.gleaner.simulator.scenario.Batch;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.simulator.scenario.TrialMachine;
import org.gleaner.simulator.scenario.UpWindows;
import org.junit.jupiter.api.Test;

class BoundsTest {
    private static final long LIMIT = 100_000;

    @Test
    void steady_machines_share_the_work() {
        Trial trial = trial(0, List.of(machine(5000, 0, LIMIT), machine(5000, 0, LIMIT)), batch(0, 300, 300, 300, 300));

        assertThat(Bounds.capacity(trial)).isEqualTo(600);
        assertThat(Bounds.clairvoyant(trial)).isEqualTo(600);
    }

    @Test
    void faster_machine_counts_for_more() {
        Trial trial = trial(0, List.of(machine(2500, 0, LIMIT), machine(5000, 0, LIMIT)), batch(0, 600, 300));

        assertThat(Bounds.capacity(trial)).isEqualTo(300);
        assertThat(Bounds.clairvoyant(trial)).isEqualTo(300);
    }

    @Test
    void time_that_a_machine_is_away_does_not_count() {
        Trial trial = trial(0, List.of(machine(5000, 0, 100, 150, 250)), batch(0, 100, 50));

        assertThat(Bounds.capacity(trial)).isEqualTo(200);
        assertThat(Bounds.clairvoyant(trial)).isEqualTo(200);
    }

    @Test
    void long_task_needs_a_long_window_although_the_capacity_suffices() {
        Trial trial = trial(0, List.of(machine(5000, 0, 100, 100, 200, 200, 500)), batch(0, 150));

        assertThat(Bounds.capacity(trial)).isEqualTo(150);
        assertThat(Bounds.clairvoyant(trial)).isEqualTo(350);
    }

    @Test
    void time_before_the_work_opens_does_not_count() {
        Trial trial = trial(1_000, List.of(machine(5000, 0, 500, 600, 1_100, 1_300, 2_000)), batch(1_000, 150));

        assertThat(Bounds.capacity(trial)).isEqualTo(350);
        assertThat(Bounds.clairvoyant(trial)).isEqualTo(450);
    }

    @Test
    void work_is_not_done_before_it_arrives() {
        Trial trial = trial(
                0,
                List.of(machine(5000, 0, LIMIT), machine(5000, 0, LIMIT)),
                batch(0, 100, 100),
                batch(1_000, 300, 100));

        assertThat(Bounds.capacity(trial)).isEqualTo(1_200);
        assertThat(Bounds.clairvoyant(trial)).isEqualTo(1_300);
    }

    @Test
    void early_work_goes_before_late_work() {
        Trial trial = trial(0, List.of(machine(5000, 0, LIMIT)), batch(0, 300), batch(200, 100), batch(250, 50));

        assertThat(Bounds.capacity(trial)).isEqualTo(450);
        assertThat(Bounds.clairvoyant(trial)).isEqualTo(450);
    }

    @Test
    void what_cannot_be_done_counts_as_the_limit() {
        Trial tooMuch = trial(0, List.of(machine(5000, 0, 100)), batch(0, 60, 60));
        Trial tooLong = trial(0, List.of(machine(5000, 0, 100, 200, 300)), batch(0, 150));
        Trial nobody = trial(0, List.of(), batch(0, 1));

        assertThat(Bounds.capacity(tooMuch)).isEqualTo(LIMIT);
        assertThat(Bounds.clairvoyant(tooMuch)).isEqualTo(LIMIT);
        assertThat(Bounds.capacity(tooLong)).isEqualTo(250);
        assertThat(Bounds.clairvoyant(tooLong)).isEqualTo(LIMIT);
        assertThat(Bounds.capacity(nobody)).isEqualTo(LIMIT);
    }

    @Test
    void machine_that_stays_for_ever_is_no_trouble() {
        Trial trial = trial(0, List.of(machine(5000, 10, UpWindows.NEVER)), batch(0, 60, 60));

        assertThat(Bounds.capacity(trial)).isEqualTo(130);
        assertThat(Bounds.clairvoyant(trial)).isEqualTo(130);
    }

    @Test
    void clairvoyant_schedule_is_feasible_and_not_shorter_than_the_capacity_bound() {
        for (long seed = 0; seed < 300; seed++) {
            Trial trial = random(new SplittableRandom(seed));

            long makespan = Bounds.clairvoyant(trial);

            assertThat(makespan).isGreaterThanOrEqualTo(Bounds.capacity(trial));
            if (makespan < trial.limit()) {
                assertFeasible(trial, makespan);
            }
        }
    }

    private record Piece(TrialMachine machine, long start, long work, long arrived) {
        long end() {
            return start + machine.millisFor(work);
        }
    }

    private static void assertFeasible(Trial trial, long makespan) {
        List<Piece> pieces = new ArrayList<>();
        boolean done = new Clairvoyant(trial)
                .schedule(
                        makespan,
                        (machine, start, work, arrived) -> pieces.add(new Piece(machine, start, work, arrived)));

        assertThat(done).isTrue();
        assertThat(pieces.stream().mapToLong(Piece::work).sorted().toArray()).isEqualTo(works(trial));
        for (Piece piece : pieces) {
            assertThat(piece.start()).isGreaterThanOrEqualTo(Math.max(trial.opens(), piece.arrived()));
            assertThat(piece.end()).isLessThanOrEqualTo(trial.opens() + makespan);
            assertThat(insideOfAWindow(piece)).isTrue();
        }
        for (TrialMachine machine : trial.machines()) {
            List<Piece> there = pieces.stream()
                    .filter(piece -> piece.machine().name().equals(machine.name()))
                    .sorted(Comparator.comparingLong(Piece::start))
                    .toList();
            for (int i = 1; i < there.size(); i++) {
                assertThat(there.get(i).start())
                        .isGreaterThanOrEqualTo(there.get(i - 1).end());
            }
        }
    }

    private static boolean insideOfAWindow(Piece piece) {
        UpWindows windows = piece.machine().windows();
        for (int i = 0; windows.start(i) != UpWindows.NEVER; i++) {
            if (windows.start(i) <= piece.start() && piece.end() <= windows.end(i)) {
                return true;
            }
        }
        return false;
    }

    private static long[] works(Trial trial) {
        return trial.batches().stream()
                .flatMapToLong(batch -> Arrays.stream(works(batch)))
                .sorted()
                .toArray();
    }

    private static long[] works(Batch batch) {
        long[] works = new long[batch.tasks()];
        Arrays.setAll(works, i -> batch.work(i + 1));
        return works;
    }

    private static Trial random(SplittableRandom random) {
        List<TrialMachine> machines = new ArrayList<>();
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            long[] bounds = new long[2 * random.nextInt(1, 30)];
            long at = random.nextInt(100);
            for (int b = 0; b < bounds.length; b++) {
                bounds[b] = at;
                at += random.nextInt(1, b % 2 == 0 ? 400 : 60);
            }
            machines.add(new TrialMachine("m" + i, "m", random.nextDouble(300, 20_000), windows(bounds)));
        }
        long opens = random.nextInt(200);
        long arrives = opens;
        List<Batch> batches = new ArrayList<>();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            batches.add(
                    batch(arrives, random.longs(random.nextInt(1, 10), 1, 150).toArray()));
            arrives += random.nextInt(0, 200);
        }
        return new Trial("random", 0, machines, batches, opens, 1_000, 10_000);
    }

    private static Trial trial(long opens, List<TrialMachine> machines, Batch... batches) {
        return new Trial("made by hand", 0, numbered(machines), List.of(batches), opens, LIMIT / 10, LIMIT);
    }

    private static List<TrialMachine> numbered(List<TrialMachine> machines) {
        List<TrialMachine> numbered = new ArrayList<>();
        machines.forEach(m -> numbered.add(new TrialMachine("m" + numbered.size(), m.kind(), m.power(), m.windows())));
        return numbered;
    }

    private static TrialMachine machine(double power, long... bounds) {
        return new TrialMachine("m", "m", power, windows(bounds));
    }

    private static UpWindows windows(long... bounds) {
        return new UpWindows() {
            @Override
            public long start(int index) {
                return 2 * index < bounds.length ? bounds[2 * index] : NEVER;
            }

            @Override
            public long end(int index) {
                return 2 * index < bounds.length ? bounds[2 * index + 1] : NEVER;
            }
        };
    }

    private static Batch batch(long arrives, long... works) {
        return new Batch(arrives, "user", "type", works);
    }
}
