package org.gleaner.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.Survey;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.observer.PoolHazard;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.step.Grid;
import org.gleaner.core.step.GridState;
import org.gleaner.core.store.InMemoryStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whoever asks changes nothing: what the grid was told in a world full of faults is told again to two others, and only
 * one of them is asked questions in between. Both must decide the same.
 */
@Tag("simulation")
class QuestionsTest {
    private static final Caller ADMIN = new Caller(new Owner("root"), true);

    /** Addresses below this are those of questions. */
    private static final long NOBODY_ELSE = -2;

    /** One batch as the grid was given it. */
    private record Told(List<AddressedCommand> batch, Instant now) {}

    /** What came of a batch, without the answers to questions. */
    private record Decided(
            List<AddressedReply> replies, List<GridEvent.Hard> events, Instant alarm, StoredGrid memory) {}

    /** Happens to the state when a question was answered; nothing, unless a test plants a bug. */
    private interface Asked {
        void by(GridState state, Instant now);
    }

    /** All that the server was told in each of its lives. */
    private static List<List<Told>> journal(long seed) {
        List<List<Told>> lives = new ArrayList<>();
        Step.Factory recording = (store, random) -> {
            List<Told> life = new ArrayList<>();
            lives.add(life);
            Step real = Step.real(store, random);
            return Plants.step(real, (batch, now) -> {
                life.add(new Told(batch, now));
                return real.run(batch, now);
            });
        };
        new FaultWorld(seed, new FaultWorld.Parts(Disk.inMemory(), recording, List.of()), new Coverage()).run();
        return lives;
    }

    private static List<Decided> replay(List<List<Told>> lives, double questions, Asked asked) {
        InMemoryStore store = new InMemoryStore();
        RandomGenerator whim = new SplittableRandom(lives.size());
        List<Decided> decided = new ArrayList<>();
        for (List<Told> life : lives) {
            BatchStep step = new BatchStep(store, new SplittableRandom(decided.size()));
            for (Told told : life) {
                List<AddressedCommand> batch = with(told.batch(), questions, whim);
                BatchStep.Result result = step.run(batch, told.now());
                assertThat(result.bugs()).isEmpty();
                if (step.state().isEmpty()) {
                    // What a command says of closed jobs was true in the first run, and may not be in this one.
                    continue;
                }
                GridState state = step.state().orElseThrow();
                if (batch.size() > told.batch().size()) {
                    asked.by(state, told.now());
                }
                decided.add(new Decided(
                        result.replies().stream()
                                .filter(one -> one.address().number() > NOBODY_ELSE)
                                .toList(),
                        result.events(),
                        step.nextAlarm(),
                        state.stored()));
            }
        }
        return decided;
    }

    private static List<AddressedCommand> with(List<AddressedCommand> batch, double questions, RandomGenerator whim) {
        List<AddressedCommand> all = new ArrayList<>();
        for (AddressedCommand one : batch) {
            while (whim.nextDouble() < questions) {
                all.add(new AddressedCommand(new Address(NOBODY_ELSE - all.size()), question(one.command(), whim)));
            }
            all.add(one);
        }
        return all;
    }

    private static Command question(Command next, RandomGenerator whim) {
        Selector selector = Selector.parse(List.of("all", "last", "1", "2", "3.1", "state:ready", "state:blocked")
                .get(whim.nextInt(7)));
        return switch (whim.nextInt(12)) {
            case 0 -> new Question.ListNodes(ADMIN);
            case 1 -> new Question.ReadSettings(ADMIN);
            case 2 -> whim.nextBoolean() ? new Question.ListTypes(ADMIN) : new Question.ListShares(ADMIN);
            case 3 -> new Question.ListTokens(ADMIN);
            case 4 -> new Question.ListUsers(ADMIN);
            case 5 -> new Question.ListJobs(ADMIN, selector);
            case 6 -> new Question.AskNode(ADMIN, new NodeId(1 + whim.nextInt(4)));
            case 7 ->
                next instanceof Command.Submit submit
                        ? new Question.Preview(submit.caller(), submit.spec(), QuotaUse.NONE)
                        : new Question.ReadSettings(ADMIN);
            case 8 -> new Question.CountJobs(ADMIN, selector, null);
            case 9 -> new Question.AskRunning(ADMIN, new JobId(1 + whim.nextInt(4)));
            default -> new Question.AskWhy(ADMIN, selector);
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void the_grid_decides_the_same_whether_or_not_it_is_asked_in_between(long seed) {
        List<List<Told>> lives = journal(seed);

        List<Decided> unasked = replay(lives, 0, (state, now) -> {});
        List<Decided> asked = replay(lives, 0.5, (state, now) -> {});

        assertSame(unasked, asked);
    }

    private static void assertSame(List<Decided> unasked, List<Decided> asked) {
        assertThat(asked).hasSameSizeAs(unasked);
        for (int i = 0; i < asked.size(); i++) {
            assertThat(asked.get(i)).isEqualTo(unasked.get(i));
        }
    }

    @Test
    void a_question_that_leaves_behind_what_it_found_out_is_found() {
        assertFound((state, now) -> Grid.apply(
                state,
                new SoftEvent.Surveyed(
                        new Survey(now, 1, 1, now, PoolHazard.UNKNOWN), now.plus(Duration.ofMinutes(1)), null)));
    }

    @Test
    void a_question_that_forgets_what_was_planned_is_found() {
        assertFound((state, now) -> Grid.apply(state, new SoftEvent.OfferMade()));
    }

    /** In one world at least, whatever its faults are. */
    private static void assertFound(Asked bug) {
        boolean found = false;
        for (long seed = 1; seed <= 12 && !found; seed++) {
            List<List<Told>> lives = journal(seed);
            found = !replay(lives, 0, (state, now) -> {}).equals(replay(lives, 0.5, bug));
        }
        assertThat(found).isTrue();
    }
}
