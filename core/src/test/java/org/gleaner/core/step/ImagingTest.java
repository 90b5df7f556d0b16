package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.Audience;
import org.gleaner.core.image.JobLine;
import org.gleaner.core.image.NodeLine;
import org.gleaner.core.image.PoolImage;
import org.gleaner.core.image.SeenAttempt;
import org.gleaner.core.image.SeenChange;
import org.gleaner.core.image.Sight;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Start;
import org.gleaner.core.node.Contact;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Held;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.open.TaskTotals;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever follows the images knows at any time what somebody who comes new is told, and nothing of others. */
final class ImagingTest {
    private static final Caller BOB = new Caller(new Owner("bob"), false);
    private static final Caller CLEO = new Caller(new Owner("cleo"), false);
    private static final List<Caller> OWNERS = List.of(GridFixture.ANNA, BOB, CLEO);
    private static final List<Caller> VIEWERS = List.of(GridFixture.ANNA, BOB, CLEO, GridFixture.ADMIN);

    /** What one viewer has learnt from snapshots and changes alone. */
    private static final class Follower {
        private final Caller viewer;
        private final Audience audience;
        private Sight sight;
        private final Map<JobId, TaskCounts> jobs = new TreeMap<>();
        private final Map<String, NodeLine> machines = new TreeMap<>();
        private final Map<String, SeenAttempt> running = new TreeMap<>();
        private boolean guesses;

        Follower(Caller viewer, PoolImage first) {
            this.viewer = viewer;
            this.audience = Audience.of(viewer);
            this.sight = first.totals().of(audience);
        }

        void take(PoolImage image) {
            SeenChange change = image.changeFor(audience, ImagingTest::key).orElseThrow();
            sight = sight.with(change.sight());
            for (JobLine job : change.jobs()) {
                if (job.tasks() == null || job.tasks().jobState().isFinal()) {
                    jobs.remove(job.id());
                } else {
                    jobs.put(job.id(), job.tasks());
                }
            }
            for (NodeLine line : change.machines()) {
                if (line.isGone()) {
                    machines.remove(line.id().toString());
                } else {
                    machines.put(line.id().toString(), line);
                }
            }
            for (SeenAttempt attempt : change.attempts()) {
                String name = attempt.attempt() == null
                        ? attempt.key()
                        : attempt.attempt().toString();
                if (attempt.ended()) {
                    running.remove(name);
                } else {
                    running.put(name, attempt);
                }
            }
            guesses |= change.more().contains(SeenChange.ATTEMPTS);
        }
    }

    private final GridFixture grid = new GridFixture();
    private final List<Introduced> nodes = new ArrayList<>();
    private final Map<Integer, List<Start>> held = new LinkedHashMap<>();
    private long number;

    private static String key(AttemptId attempt) {
        return "k" + attempt.hashCode();
    }

    private PoolImage image() {
        PoolImage image = grid.state().imaging().next(number, grid.now());
        number = image.number();
        return image;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void changes_added_up_are_what_a_newcomer_is_told(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 3; i++) {
            nodes.add(grid.introduce("node" + i, GridFixture.TWO_SLOTS));
        }
        PoolImage image = image();
        List<Follower> followers = new ArrayList<>();
        for (Caller viewer : VIEWERS) {
            followers.add(new Follower(viewer, image));
        }
        for (int i = 0; i < 250; i++) {
            act(random);
            if (random.nextInt(3) == 0) {
                continue;
            }
            long before = number;
            image = image();
            if (image.number() == before) {
                continue;
            }
            assertThat(image.number()).isEqualTo(before + 1);
            for (Follower follower : followers) {
                follower.take(image);
                compare(follower, image);
            }
        }
        assertThat(number).isGreaterThan(50);
    }

    @Test
    void a_closed_job_that_goes_is_told_to_its_owner_and_to_admins_and_to_nobody_else() throws StoreException {
        JobId deleted = grid.submit(GridFixture.array(1));
        JobId old = grid.submit(GridFixture.array(1));
        Reply.Changed cancelled = grid.change(Verb.CANCEL, "all");
        assertThat(cancelled.jobs()).hasSize(2);
        image();

        grid.send(new Command.ChangeJobs(
                GridFixture.ADMIN,
                Verb.DELETE,
                Selector.parse(deleted.toString()),
                List.of(grid.store.job(deleted).orElseThrow()),
                null));
        grid.send(new Command.RetireJobs(List.of(new ClosedJob(old, GridFixture.ANNA.owner(), grid.now())), false));

        PoolImage image = image();
        assertThat(seen(image, GridFixture.ANNA).jobs())
                .containsExactly(new JobLine(deleted, null), new JobLine(old, null))
                .isEqualTo(seen(image, GridFixture.ADMIN).jobs());
        assertThat(seen(image, BOB).jobs()).isEmpty();
        assertThat(seen(image, BOB).more()).isEmpty();
    }

    private static SeenChange seen(PoolImage image, Caller viewer) {
        return image.changeFor(Audience.of(viewer), ImagingTest::key).orElseThrow();
    }

    private void compare(Follower follower, PoolImage image) {
        assertThat(follower.sight).isEqualTo(image.totals().of(follower.audience));
        assertThat(follower.sight).isEqualTo(counted(follower.viewer));
        assertThat(follower.guesses).isFalse();
        Map<JobId, TaskCounts> open = new TreeMap<>();
        for (OpenJob job : grid.roster().jobs().of(follower.viewer).values()) {
            open.put(job.id(), job.states().counts());
        }
        open.values().removeIf(counts -> counts.jobState().isFinal());
        assertThat(follower.jobs).isEqualTo(open);
        TreeMap<String, Boolean> running = new TreeMap<>();
        for (GridNode node : grid.roster().nodes().values()) {
            for (LiveAttempt attempt : node.live()) {
                Owner owner = grid.roster().jobs().open(attempt.id().job()).owner();
                boolean own = follower.viewer.mayTouch(owner);
                running.put(own ? attempt.id().toString() : key(attempt.id()), own);
            }
        }
        assertThat(follower.running.keySet()).isEqualTo(running.keySet());
        follower.running.forEach(
                (name, seen) -> assertThat(seen.attempt() != null).isEqualTo(running.get(name)));
        for (NodeLine line : follower.machines.values()) {
            GridNode node = grid.roster().nodes().node(line.id());
            assertThat(line.slotsUsed()).isEqualTo(node.slotsUsed());
            assertThat(line.attempts()).isEqualTo(node.live().size());
        }
    }

    /** Counted one by one. */
    private Sight counted(Caller viewer) {
        List<OpenJob> own = new ArrayList<>();
        List<OpenJob> others = new ArrayList<>();
        for (OpenJob job : grid.roster().jobs().all().values()) {
            (viewer.mayTouch(job.owner()) ? own : others).add(job);
        }
        TreeMap<String, Integer> states = new TreeMap<>();
        int slots = 0;
        int used = 0;
        for (GridNode node : grid.roster().nodes().values()) {
            if (node.duty() != Duty.FORGOTTEN) {
                Contact contact = grid.roster().contact(node, grid.now());
                states.merge(NodeSummary.state(node.duty(), contact, node.live().size()), 1, Integer::sum);
                used += node.slotsUsed();
            }
            slots += node.connected() ? node.capacity().slots() : 0;
        }
        return new Sight(
                TaskTotals.of(own), viewer.admin() ? null : TaskTotals.of(others), own.size(), states, slots, used);
    }

    private void act(SplittableRandom random) {
        int which = random.nextInt(nodes.size());
        Introduced node = nodes.get(which);
        switch (random.nextInt(12)) {
            case 0, 1 ->
                grid.send(new Command.Submit(
                        any(random, OWNERS), GridFixture.array(1 + random.nextInt(5)), List.of(), null, List.of()));
            case 2, 3, 4, 5 -> sync(node, which, random);
            case 6, 7, 8 -> commit(node, which, random);
            case 9 -> {
                Verb verb = any(random, List.of(Verb.PAUSE, Verb.RESUME, Verb.CANCEL, Verb.DELETE, Verb.BLOCK));
                String job = Integer.toString(1 + random.nextInt(10));
                grid.send(new Command.ChangeJobs(any(random, OWNERS), verb, Selector.parse(job), List.of(), null));
            }
            case 10 -> grid.pass(Duration.ofSeconds(random.nextInt(45)));
            default ->
                grid.send(
                        random.nextBoolean()
                                ? new Command.ChangeSetting(
                                        GridFixture.ADMIN, Setting.SUSPECT_AFTER.word(), 20 + random.nextInt(30) + "s")
                                : new Command.SetDuty(
                                        GridFixture.ADMIN,
                                        node.node(),
                                        any(random, List.of(Duty.WORKING, Duty.PAUSED))));
        }
    }

    private void sync(Introduced node, int which, SplittableRandom random) {
        List<Start> has = held.computeIfAbsent(which, none -> new ArrayList<>());
        List<Held> holds = new ArrayList<>();
        for (Start start : has) {
            holds.add(Held.of(start.attempt(), random.nextBoolean() ? Held.State.RUNNING : Held.State.SUSPENDED));
        }
        for (Reply reply : grid.send(grid.sync(node, Duration.ZERO, holds))) {
            if (reply instanceof Reply.Ordered ordered) {
                has.addAll(ordered.content().start());
                has.removeIf(start -> ordered.content().stop().contains(start.attempt()));
            }
        }
    }

    private void commit(Introduced node, int which, SplittableRandom random) {
        List<Start> has = held.getOrDefault(which, new ArrayList<>());
        if (!has.isEmpty()) {
            AttemptId attempt = has.remove(random.nextInt(has.size())).attempt();
            Outcome outcome = any(random, List.of(Outcome.DONE, Outcome.DONE, Outcome.EXITED, Outcome.RETURNED));
            CommitCall call =
                    new CommitCall(node.incarnation(), List.of(GridFixture.report(attempt, outcome, 1)), false);
            grid.send(new Command.Commit(node.node(), call, List.of()));
        }
    }

    private static <T> T any(SplittableRandom random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
