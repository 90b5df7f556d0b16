package org.gleaner.simulator.faults;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.StoredGrid.NodeRow;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.store.History;

/** Ways to spoil a store or a step, so that a checker has something to find. */
final class Plants {
    private Plants() {}

    /** A store that changes what it is given to write. */
    static Store writing(Store store, UnaryOperator<List<GridEvent.Hard>> change) {
        return new Store() {
            @Override
            public void write(List<GridEvent.Hard> events) throws StoreException {
                List<GridEvent.Hard> changed = change.apply(events);
                if (!changed.isEmpty()) {
                    store.write(changed);
                }
            }

            @Override
            public StoredGrid load() throws StoreException {
                return store.load();
            }
        };
    }

    /** A store that gives back something else than was written. */
    static Store loading(Store store, UnaryOperator<StoredGrid> change) {
        return new Store() {
            @Override
            public void write(List<GridEvent.Hard> events) throws StoreException {
                store.write(events);
            }

            @Override
            public StoredGrid load() throws StoreException {
                return change.apply(store.load());
            }
        };
    }

    /** A store that says that all is well when it is not. */
    static Store swallowingErrors(Store store) {
        return new Store() {
            @Override
            public void write(List<GridEvent.Hard> events) {
                try {
                    store.write(events);
                } catch (StoreException e) {
                    assert e.getMessage() != null;
                }
            }

            @Override
            public StoredGrid load() throws StoreException {
                return store.load();
            }
        };
    }

    static UnaryOperator<List<GridEvent.Hard>> without(Class<? extends GridEvent.Hard> kind) {
        return events ->
                events.stream().filter(event -> !kind.isInstance(event)).toList();
    }

    static UnaryOperator<List<GridEvent.Hard>> replacing(Function<GridEvent.Hard, GridEvent.Hard> change) {
        return events -> {
            List<GridEvent.Hard> changed = new ArrayList<>();
            events.forEach(event -> changed.add(change.apply(event)));
            return changed;
        };
    }

    static UnaryOperator<StoredGrid> jobs(UnaryOperator<StoredJob> change) {
        return grid -> new StoredGrid(
                grid.nextJob(),
                grid.nextNode(),
                grid.jobs().stream().map(change).toList(),
                grid.nodes(),
                grid.refusals(),
                grid.tokens(),
                grid.keys(),
                grid.settings(),
                grid.beliefs());
    }

    /** A step that gets other commands or gives other results. */
    static Step step(Step step, Function<AddressedCommand, AddressedCommand> in, UnaryOperator<BatchStep.Result> out) {
        return step(
                step, (batch, now) -> out.apply(step.run(batch.stream().map(in).toList(), now)));
    }

    /** A step that runs batches in another way. */
    static Step step(Step step, BiFunction<List<AddressedCommand>, Instant, BatchStep.Result> run) {
        return new Step() {
            @Override
            public BatchStep.Result run(List<AddressedCommand> batch, Instant now) {
                return run.apply(batch, now);
            }

            @Override
            public Instant nextAlarm() {
                return step.nextAlarm();
            }

            @Override
            public Optional<StoredGrid> memory() {
                return step.memory();
            }

            @Override
            public Optional<String> fault() {
                return step.fault();
            }
        };
    }

    /** A server that does not ask in which of its lives a node speaks. */
    static Step believingOldLives(Store store, RandomGenerator random) {
        Step step = Step.real(store, random);
        return step(step, command -> asIfNew(step, command), result -> result);
    }

    private static AddressedCommand asIfNew(Step step, AddressedCommand one) {
        if (one.command() instanceof Command.Sync sync) {
            SyncReport report = sync.report();
            return new AddressedCommand(
                    one.address(),
                    new Command.Sync(
                            sync.node(),
                            new SyncReport(
                                    incarnation(step, sync.node(), report.incarnation()),
                                    report.sequence(),
                                    report.holds(),
                                    report.offer(),
                                    report.load(),
                                    report.patience())));
        }
        if (one.command() instanceof Command.Commit commit) {
            CommitCall call = commit.call();
            int incarnation = incarnation(step, commit.node(), call.incarnation());
            return new AddressedCommand(
                    one.address(),
                    new Command.Commit(
                            commit.node(),
                            new CommitCall(incarnation, call.reports(), call.wantsWork()),
                            commit.missing()));
        }
        return one;
    }

    static int incarnation(Step step, NodeId id, int presented) {
        return step.memory()
                .flatMap(grid -> grid.nodes().stream()
                        .filter(row -> row.node().equals(id))
                        .findFirst())
                .map(NodeRow::incarnation)
                .orElse(presented);
    }

    /** Answers a question to the history of jobs. */
    @FunctionalInterface
    interface Reading {
        Object answer(Method question, Object[] arguments) throws ReflectiveOperationException;
    }

    static History history(Reading reading) {
        return (History) Proxy.newProxyInstance(
                History.class.getClassLoader(),
                new Class<?>[] {History.class},
                (self, question, arguments) -> reading.answer(question, arguments == null ? new Object[0] : arguments));
    }
}
