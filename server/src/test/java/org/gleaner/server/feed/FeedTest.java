package org.gleaner.server.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.Owner;
import org.gleaner.core.image.PoolImage;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.store.InMemoryStore;
import org.gleaner.server.http.Outflow;
import org.gleaner.server.token.TokenMint;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One who follows, over a connection that takes each piece only when the test says so. */
final class FeedTest {
    private static final Caller ANN = new Caller(new Owner("ann"), false);
    private static final Token TOKEN = new Token(TokenMint.hash("a"), Role.USER, ANN.owner(), null);
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    /** Holds the last piece back until it is asked for. */
    private static final class SlowOutflow implements Outflow {
        private final List<String> pieces = new ArrayList<>();
        private @Nullable Runnable sent;
        private @Nullable Runnable lost;
        private String end = "";

        @Override
        public void write(byte[] piece, Runnable whenSent, Runnable whenLost) {
            assertThat(sent).as("one piece at a time").isNull();
            pieces.add(new String(piece, UTF_8).lines().findFirst().orElse(""));
            sent = whenSent;
            lost = whenLost;
        }

        void take() {
            Runnable now = sent;
            sent = null;
            assertThat(now).isNotNull();
            now.run();
        }

        @Override
        public void end() {
            end = "ended";
        }

        @Override
        public void cut() {
            Runnable now = lost;
            assertThat(now).as("only what is under way is cut").isNotNull();
            sent = null;
            now.run();
        }

        @Override
        public void fail() {
            end = "failed";
        }
    }

    /** Counts what is under way. */
    private static final class CountingHost implements Feed.Host {
        private int underWay;
        private boolean full;
        private int over;

        @Override
        public boolean take(int bytes) {
            underWay += full ? 0 : bytes;
            return !full;
        }

        @Override
        public void give(int bytes) {
            underWay -= bytes;
        }

        @Override
        public void over(Feed feed) {
            over++;
        }
    }

    private final InMemoryStore store = new InMemoryStore();
    private BatchStep step = new BatchStep(store, new SplittableRandom(1));
    private final ImageRing ring = new ImageRing(new FeedWriter("run", "secret"));
    private final SlowOutflow out = new SlowOutflow();
    private final CountingHost host = new CountingHost();
    private long number;

    /** The loop publishes one more image. */
    private void publish() {
        Command change = new Command.ChangeSetting(
                new Caller(new Owner("admin"), true), Setting.KILL_GRACE.word(), (number + 1) + "s");
        step.run(List.of(new AddressedCommand(new Address(1), change)), NOW);
        PoolImage image = step.state().orElseThrow().imaging().next(number, NOW);
        assertThat(image.number()).isEqualTo(++number);
        assertThat(ring.add(image)).isTrue();
    }

    private Feed feed(long told) {
        Feed feed = new Feed(TOKEN, ANN, out, ring, host, told);
        feed.begin();
        return feed;
    }

    @Test
    void a_reader_is_told_one_thing_after_the_other_however_many_come_meanwhile() {
        publish();
        Feed feed = feed(Feed.NOTHING);
        publish();
        feed.pump();
        publish();
        feed.pump();
        assertThat(out.pieces).containsExactly("event: snapshot");

        out.take();
        out.take();
        out.take();

        assertThat(out.pieces).containsExactly("event: snapshot", "event: change", "event: change");
        assertThat(host.underWay).isZero();
        assertThat(out.end).isEmpty();
    }

    @Test
    void who_lags_behind_all_that_is_kept_is_let_go() {
        publish();
        Feed feed = feed(Feed.NOTHING);
        for (int i = 0; i < ImageRing.MOST; i++) {
            publish();
            feed.pump();
        }
        assertThat(out.end).isEmpty();

        publish();
        feed.pump();

        assertThat(out.end).isEqualTo("failed");
        assertThat(host.over).isEqualTo(1);
        assertThat(host.underWay).isZero();
        assertThat(ring.reaches(1)).isFalse();
        assertThat(ring.reaches(2)).isTrue();
    }

    @Test
    void who_comes_back_hears_at_once_that_it_is_heard_and_then_what_it_missed() {
        publish();
        publish();

        feed(1);
        out.take();
        out.take();

        assertThat(out.pieces).containsExactly(":", "event: change");
    }

    @Test
    void a_state_that_was_loaded_anew_is_told_as_a_snapshot() {
        publish();
        Feed feed = feed(Feed.NOTHING);
        out.take();
        step = new BatchStep(store, new SplittableRandom(2));

        publish();
        feed.pump();
        out.take();
        publish();
        feed.pump();

        assertThat(out.pieces).containsExactly("event: snapshot", "event: snapshot", "event: change");
    }

    @Test
    void without_room_for_more_under_way_a_reader_is_let_go() {
        publish();
        host.full = true;

        feed(Feed.NOTHING);

        assertThat(out.pieces).isEmpty();
        assertThat(out.end).isEqualTo("failed");
        assertThat(host.over).isEqualTo(1);
    }

    @Test
    void an_end_waits_for_what_is_being_told() {
        publish();
        Feed feed = feed(Feed.NOTHING);

        feed.end();
        assertThat(out.end).isEmpty();
        out.take();

        assertThat(out.end).isEqualTo("ended");
        assertThat(host.over).isEqualTo(1);
        feed.end();
        feed.pump();
        assertThat(host.over).isEqualTo(1);
    }
}
