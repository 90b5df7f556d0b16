package org.gleaner.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredBeliefs;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Predecessor.When;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Held;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.step.GridState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The largest risk is that the two readers of every event drift apart, so a grid works on the store under test and is
 * compared with what the store would load after every batch.
 */
public interface GridOnStoreContract extends StoreContract {
    Caller ADA = new Caller(StoreSamples.ADA, false);
    List<Verb> VERBS = List.of(Verb.values());
    int BATCHES = 120;

    @ParameterizedTest
    @ValueSource(longs = {12, 15})
    default void memory_equals_what_the_store_would_load_after_every_batch(long seed) throws StoreException {
        World world = new World(store(), history(), seed);
        Set<TaskState> seen = new TreeSet<>();
        for (int batch = 0; batch < BATCHES; batch++) {
            GridState state = world.next();
            StoredGrid stored = store().load();
            assertThat(state.stored()).as("batch %s of seed %s", batch, seed).isEqualTo(stored);
            assertThat(GridState.from(stored, world.now).stored()).isEqualTo(stored);
            stored.jobs().forEach(job -> seen.addAll(job.states().keySet()));
        }
        StoredBeliefs beliefs = store().load().beliefs();
        assertThat(beliefs.types()).isNotEmpty();
        assertThat(beliefs.nodes().values()).anyMatch(belief -> belief.deaths().total() > 0);
        assertThat(seen).contains(TaskState.DONE, TaskState.PAUSED, TaskState.CANCELLED, TaskState.BLOCKED);
        assertThat(history().closedJobs(ADA, new Selector.All(), 100)).isNotEmpty();
    }

    /** Clients and nodes that do as they please, now and then after a restart of the server. */
    final class World {
        private final Store store;
        private final History history;
        private final Random random;
        private BatchStep step;
        private Instant now = StoreSamples.at(0);
        private long calls;
        private final TreeMap<NodeId, Introduced> nodes = new TreeMap<>();
        private final TreeMap<NodeId, Set<AttemptId>> held = new TreeMap<>();

        World(Store store, History history, long seed) throws StoreException {
            this.store = store;
            this.history = history;
            this.random = new Random(seed);
            this.step = new BatchStep(store, random);
        }

        GridState next() throws StoreException {
            now = now.plusMillis(random.nextInt(random.nextInt(20) == 0 ? 30_000 : 900));
            if (random.nextInt(25) == 0) {
                step = new BatchStep(store, random);
            }
            List<AddressedCommand> batch = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                batch.add(new AddressedCommand(new Address(++calls), command()));
            }
            BatchStep.Result result = step.run(batch, now);
            assertThat(result.bugs()).isEmpty();
            assertThat(result.failure()).isEmpty();
            result.replies().forEach(this::hear);
            return step.state().orElseThrow();
        }

        private void hear(AddressedReply addressed) {
            if (addressed.reply() instanceof Reply.Introduced introduced) {
                nodes.put(introduced.content().node(), introduced.content());
                held.computeIfAbsent(introduced.content().node(), node -> new TreeSet<>());
            } else if (addressed.reply() instanceof Reply.Ordered ordered) {
                // Which node it was does not matter: a report from another node must be harmless, too.
                held.firstEntry()
                        .getValue()
                        .addAll(ordered.content().start().stream()
                                .map(Start::attempt)
                                .toList());
            }
        }

        private Command command() throws StoreException {
            int kind = random.nextInt(20);
            if (nodes.size() < 2 || kind == 0) {
                return introduce(nodes.size() < 3 || random.nextBoolean() ? null : nodes.firstKey());
            }
            if (kind < 3) {
                SubmissionKey key = new SubmissionKey(StoreSamples.ADA, "key" + random.nextInt(9), 1);
                return submit(random.nextBoolean() ? key : null);
            }
            if (kind < 6) {
                return change();
            }
            NodeId node = random.nextInt(3) == 0 ? nodes.lastKey() : nodes.firstKey();
            return kind < 12 ? sync(node) : commit(node);
        }

        private Command submit(@Nullable SubmissionKey key) throws StoreException {
            JobSpec spec = StoreSamples.modest(1 + random.nextInt(12));
            Optional<StoredJob> before =
                    random.nextBoolean() ? history.outline(new JobId(1 + random.nextInt(30))) : Optional.empty();
            if (before.isPresent()) {
                boolean each = before.get().spec().tasks() == spec.tasks();
                Ordinals tasks = each ? new Ordinals(List.of()) : Ordinals.one(1);
                When[] ends = When.values();
                spec = spec.withTurn(new Turn(
                        random.nextInt(3),
                        1,
                        List.of(new Predecessor(
                                before.get().id(), tasks, each, each ? When.DONE : ends[random.nextInt(ends.length)])),
                        null,
                        false));
            }
            return new Command.Submit(
                    ADA, spec, List.of(), key, List.of(), before.stream().toList(), QuotaUse.NONE);
        }

        private Command introduce(@Nullable NodeId known) {
            Capacity capacity = StoreSamples.node(StoreSamples.N1, 1).capacity();
            Introduction introduction =
                    new Introduction(StoreSamples.node(StoreSamples.N1, 1).facts(), capacity, List.of(), stay());
            return new Command.Introduce(known, introduction, null);
        }

        /** Often the one before; sometimes it says how long it lasted more exactly than is stored. */
        private Stay stay() {
            return random.nextInt(4) == 0
                    ? Stay.UNKNOWN
                    : new Stay("stay-" + random.nextInt(6), Duration.ofNanos(random.nextInt(2_000_000_000)));
        }

        private Command change() throws StoreException {
            Verb verb = VERBS.get(random.nextInt(VERBS.size()));
            JobId job = new JobId(1 + random.nextInt(30));
            Selector selector = switch (random.nextInt(3)) {
                case 0 -> new Selector.OneJob(job);
                case 1 -> new Selector.SomeTasks(job, Ordinals.range(1, 1 + random.nextInt(6)));
                default -> new Selector.Last();
            };
            List<StoredJob> closed = new ArrayList<>();
            if (!(selector instanceof Selector.Last)
                    && !history.closedJobs(ADA, selector, 1).isEmpty()) {
                history.job(job).ifPresent(closed::add);
            }
            List<StoredJob> before = new ArrayList<>();
            Optional<StoredJob> named = selector instanceof Selector.Last ? Optional.empty() : history.outline(job);
            if (named.isPresent()) {
                for (Predecessor one : named.get().spec().turn().after()) {
                    history.outline(one.job()).ifPresent(before::add);
                }
            }
            return new Command.ChangeJobs(ADA, verb, selector, closed, null, before);
        }

        private Command sync(NodeId node) {
            List<Held> holds = new ArrayList<>();
            for (AttemptId attempt : held.getOrDefault(node, Set.of())) {
                holds.add(Held.of(attempt, Held.State.RUNNING));
            }
            boolean needed = random.nextInt(5) == 0;
            SyncReport report = new SyncReport(
                    incarnation(node),
                    ++calls,
                    holds,
                    needed
                            ? Capacity.NOTHING
                            : StoreSamples.node(StoreSamples.N1, 1).capacity(),
                    0,
                    Duration.ZERO);
            return new Command.Sync(node, report);
        }

        private Command commit(NodeId node) {
            List<AttemptReport> reports = new ArrayList<>();
            Set<AttemptId> attempts = held.getOrDefault(node, Set.of());
            for (AttemptId attempt : List.copyOf(attempts)) {
                if (random.nextInt(3) == 0) {
                    reports.add(report(attempt));
                    attempts.remove(attempt);
                }
            }
            return new Command.Commit(node, new CommitCall(incarnation(node), reports, false), List.of());
        }

        private AttemptReport report(AttemptId attempt) {
            return switch (random.nextInt(5)) {
                case 0 -> StoreSamples.failure(attempt, 3);
                case 1 -> AttemptReport.bare(attempt, Outcome.TIMED_OUT, "too long");
                case 2 -> AttemptReport.bare(attempt, Outcome.EVICTED, "");
                default -> StoreSamples.success(attempt);
            };
        }

        private int incarnation(NodeId node) {
            Introduced introduced = nodes.get(node);
            return introduced == null ? 1 : introduced.incarnation();
        }
    }
}
