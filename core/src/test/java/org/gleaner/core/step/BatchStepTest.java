package org.gleaner.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gleaner.core.step.GridFixture.ANNA;
import static org.gleaner.core.step.GridFixture.array;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.AddressedReply;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.store.Failure;
import org.gleaner.core.store.InMemoryStore;
import org.junit.jupiter.api.Test;

/** A batch is durable before anybody hears of it; a store that fails undoes it for everybody. */
final class BatchStepTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private Failure.Verdict next = Failure.Verdict.COMMIT;
    private boolean unreadable;
    private final InMemoryStore store = new InMemoryStore(new Failure() {
        @Override
        public Verdict judge(List<GridEvent.Hard> events) {
            return next;
        }

        @Override
        public boolean refusesReads() {
            reads++;
            return unreadable;
        }
    });
    private int reads;
    private final BatchStep step = new BatchStep(store, new SplittableRandom(1));

    private static AddressedCommand submit(long address) {
        Command submit = new Command.Submit(ANNA, array(1), List.of(), null, List.of());
        return new AddressedCommand(new Address(address), submit);
    }

    private static AddressedCommand list(long address) {
        return new AddressedCommand(new Address(address), new Question.ListJobs(ANNA, new Selector.All()));
    }

    @Test
    void reads_see_what_was_decided_before_them_in_their_batch() {
        BatchStep.Result result = step.run(List.of(submit(1), list(2)), NOW);

        Reply.Jobs jobs = (Reply.Jobs) result.replies().get(1).reply();
        assertThat(jobs.jobs()).hasSize(1);
    }

    @Test
    void who_is_revoked_before_a_command_is_decided_gets_nothing_decided_by_it() {
        TokenHash hash = new TokenHash("ab".repeat(32));
        Token token = new Token(hash, Role.USER, ANNA.owner(), null);
        Command issue = new Command.IssueToken(GridFixture.ADMIN, token, null, Command.Left.NOTHING, null);
        AddressedCommand before = new AddressedCommand(new Address(2), submit(0).command(), hash);
        Command revoke = new Command.RevokeToken(GridFixture.ADMIN, hash.hex());
        AddressedCommand after = new AddressedCommand(new Address(4), submit(0).command(), hash);

        BatchStep.Result result = step.run(
                List.of(
                        new AddressedCommand(new Address(1), issue),
                        before,
                        new AddressedCommand(new Address(3), revoke),
                        after,
                        list(5)),
                NOW);

        assertThat(result.replies().get(1).reply()).isInstanceOf(Reply.Submitted.class);
        assertThat(result.replies().get(3)).isEqualTo(new AddressedReply(new Address(4), new Reply.Unauthenticated()));
        assertThat(((Reply.Jobs) result.replies().get(4).reply()).jobs()).hasSize(1);
    }

    @Test
    void if_the_write_fails_every_call_of_the_batch_is_unavailable_and_nothing_has_happened() {
        step.run(List.of(), NOW);
        next = Failure.Verdict.REFUSE;
        BatchStep.Result failed = step.run(List.of(submit(1), list(2)), NOW);
        next = Failure.Verdict.COMMIT;

        assertThat(failed.replies()).hasSize(2).allMatch(one -> one.reply() instanceof Reply.Unavailable);
        assertThat(failed.events()).isEmpty();
        assertThat(failed.failure()).isPresent();
        BatchStep.Result after = step.run(List.of(list(3)), NOW);
        assertThat(after.reloaded()).isTrue();
        assertThat(after.replies().get(0).reply()).isEqualTo(new Reply.Jobs(List.of(), null));
    }

    @Test
    void if_the_outcome_of_the_write_is_unknown_the_truth_is_loaded() {
        step.run(List.of(), NOW);
        next = Failure.Verdict.COMMIT_UNHEARD;
        step.run(List.of(submit(1)), NOW);
        next = Failure.Verdict.COMMIT;

        BatchStep.Result after = step.run(List.of(list(2)), NOW);

        Reply.Jobs jobs = (Reply.Jobs) after.replies().get(0).reply();
        assertThat(jobs.jobs()).hasSize(1);
    }

    @Test
    void calls_that_were_waiting_are_unavailable_too_when_the_state_is_thrown_away() {
        NodeFacts facts = new NodeFacts("lab", "linux", "x64", 1, Duration.ZERO, "0.1.0");
        Introduction introduction = new Introduction(facts, GridFixture.TWO_SLOTS, List.of());
        step.run(List.of(new AddressedCommand(new Address(1), new Command.Introduce(null, introduction, null))), NOW);
        SyncReport report = new SyncReport(1, 1, List.of(), GridFixture.TWO_SLOTS, 0, GridFixture.PATIENCE);
        Command sync = new Command.Sync(new NodeId(1), report);
        assertThat(step.run(List.of(new AddressedCommand(new Address(2), sync)), NOW)
                        .replies())
                .isEmpty();

        next = Failure.Verdict.REFUSE;
        BatchStep.Result failed = step.run(List.of(submit(3)), NOW);

        assertThat(failed.replies())
                .extracting(AddressedReply::address)
                .containsExactly(new Address(3), new Address(2));
    }

    @Test
    void a_store_that_is_away_is_asked_again_after_growing_pauses_and_callers_hear_at_once_meanwhile() {
        unreadable = true;
        List<Long> asked = new ArrayList<>();
        for (long millis = 0; millis <= 20_000; millis += 100) {
            int before = reads;
            BatchStep.Result result = step.run(List.of(list(1)), NOW.plusMillis(millis));
            assertThat(result.replies()).singleElement().matches(one -> one.reply() instanceof Reply.Unavailable);
            if (reads > before) {
                asked.add(millis);
            }
        }

        assertThat(asked).containsExactly(0L, 500L, 1_500L, 3_500L, 7_500L, 12_500L, 17_500L);
        unreadable = false;
        assertThat(step.run(List.of(list(2)), NOW.plusMillis(22_500)).reloaded())
                .isTrue();
    }

    @Test
    void a_clock_that_is_set_back_makes_nobody_look_dead_and_deadlines_do_not_wait_for_the_old_time() {
        NodeFacts facts = new NodeFacts("lab", "linux", "x64", 1, Duration.ZERO, "0.1.0");
        Introduction introduction = new Introduction(facts, GridFixture.TWO_SLOTS, List.of());
        step.run(List.of(new AddressedCommand(new Address(1), new Command.Introduce(null, introduction, null))), NOW);
        SyncReport sync = new SyncReport(1, 1, List.of(), GridFixture.TWO_SLOTS, 0, Duration.ofSeconds(20));
        step.run(List.of(new AddressedCommand(new Address(2), new Command.Sync(new NodeId(1), sync))), NOW);

        Instant back = NOW.minus(Duration.ofDays(400));
        BatchStep.Result result = step.run(List.of(list(3)), back);

        assertThat(result.reloaded()).isTrue();
        assertThat(result.replies())
                .extracting(AddressedReply::address)
                .containsExactlyInAnyOrder(new Address(2), new Address(3));
        assertThat(step.state()
                        .orElseThrow()
                        .roster()
                        .nodes()
                        .node(new NodeId(1))
                        .heard())
                .isEqualTo(back);
        assertThat(step.nextAlarm()).isBefore(back.plusSeconds(10));
    }

    @Test
    void a_clock_that_goes_back_a_little_stands_still_instead() {
        step.run(List.of(submit(1)), NOW);

        assertThat(step.run(List.of(submit(2)), NOW.minusMillis(500)).reloaded())
                .isFalse();
    }

    @Test
    void a_full_disk_on_which_a_small_write_fits_counts_as_full_until_none_fails_for_a_minute() {
        BatchStep full = wasFull(false);

        full.run(List.of(submit(2)), NOW.plusSeconds(1));
        assertThat(full.unwritable()).isPresent();
        full.run(List.of(submit(3)), NOW.plusSeconds(59));
        assertThat(full.unwritable()).isPresent();
        full.run(List.of(submit(4)), NOW.plusSeconds(60));

        assertThat(full.unwritable()).isEmpty();
    }

    @Test
    void a_disk_that_was_full_and_has_room_again_counts_as_writable_with_the_first_write() {
        BatchStep roomy = wasFull(true);
        assertThat(roomy.unwritable()).isPresent();

        roomy.run(List.of(submit(2)), NOW.plusSeconds(1));

        assertThat(roomy.unwritable()).isEmpty();
    }

    /** One whose first write did not fit, and all others do. */
    private BatchStep wasFull(boolean room) {
        StoreException[] verdict = {new StoreException("no room", new IllegalStateException("planted"), true)};
        BatchStep full = new BatchStep(
                new Store() {
                    @Override
                    public void write(List<GridEvent.Hard> events) throws StoreException {
                        if (verdict[0] != null) {
                            throw verdict[0];
                        }
                        store.write(events);
                    }

                    @Override
                    public boolean hasRoom() {
                        return room;
                    }

                    @Override
                    public StoredGrid load() throws StoreException {
                        return store.load();
                    }
                },
                new SplittableRandom(1));
        full.run(List.of(submit(1)), NOW);
        verdict[0] = null;
        return full;
    }

    @Test
    void time_that_a_failed_write_took_does_not_make_nodes_heard_in_the_future() {
        NodeFacts facts = new NodeFacts("lab", "linux", "x64", 1, Duration.ZERO, "0.1.0");
        Introduction introduction = new Introduction(facts, GridFixture.TWO_SLOTS, List.of());
        step.run(List.of(new AddressedCommand(new Address(1), new Command.Introduce(null, introduction, null))), NOW);
        next = Failure.Verdict.REFUSE;
        step.run(List.of(submit(2)), NOW);
        next = Failure.Verdict.COMMIT;

        Instant later = NOW.plusSeconds(30);
        assertThat(step.run(List.of(), later).reloaded()).isTrue();

        assertThat(step.state()
                        .orElseThrow()
                        .roster()
                        .nodes()
                        .node(new NodeId(1))
                        .heard())
                .isEqualTo(later);
    }
}
