package org.gleaner.client.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.gleaner.client.child.CallKey;
import org.gleaner.client.child.CallOutcome;
import org.gleaner.client.child.NoLostReaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Outcomes that a rogue machine made so that reading them takes for ever. */
final class OutcomeReadersTest {
    private static final String PLACE = "attempt 7.3#1 on lab-3";

    /** What shall run when a second has passed; the test says when that is. */
    private final LinkedBlockingQueue<Runnable> nextSecond = new LinkedBlockingQueue<>();

    private final OutcomeReaders readers = new OutcomeReaders(nextSecond::add);
    private long calls;

    @BeforeEach
    void hold() throws InterruptedException {
        NoLostReaders.await();
        SlowToRead.Endless.hold();
    }

    @AfterEach
    void letGo() {
        SlowToRead.Endless.letGo();
    }

    private PendingCall<Object> read(Object result) throws IOException {
        return read(result, "node 3");
    }

    private PendingCall<Object> read(Object result, String machine) throws IOException {
        WrittenCall written = new WrittenCall(
                new byte[0], Set.of(SlowToRead.Endless.class), getClass().getClassLoader());
        PendingCall<Object> call = new PendingCall<>(new CallKey(0, ++calls), written, () -> {}, (one, running) -> {});
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(result);
        }
        readers.read(call, new CallOutcome(CallOutcome.Kind.VALUE, 1, bytes.toByteArray()), machine, PLACE);
        return call;
    }

    private void passSeconds(int seconds) throws InterruptedException {
        for (int i = 0; i < seconds; i++) {
            Objects.requireNonNull(nextSecond.poll(1, TimeUnit.MINUTES)).run();
        }
    }

    private static Object value(PendingCall<Object> call) throws Exception {
        return call.get(2, TimeUnit.MINUTES);
    }

    @Test
    void what_takes_for_ever_to_read_fails_its_call_and_others_do_not_wait_for_it() throws Exception {
        PendingCall<Object> endless = read(new SlowToRead.Endless());
        PendingCall<Object> next = read(42);
        SlowToRead.Endless.awaitBegun();
        passSeconds(60);
        assertThat(endless.isDone()).isFalse();

        passSeconds(1);

        assertThat(value(next)).isEqualTo(42);
        assertThatThrownBy(() -> value(endless))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(GridException.class)
                .hasMessageContaining("takes more than 60 s to read here")
                .hasMessageContaining(PLACE);
    }

    @Test
    void what_is_large_may_take_longer() throws Exception {
        PendingCall<Object> large = read(List.of(new byte[2 << 20], new SlowToRead.Endless()));
        SlowToRead.Endless.awaitBegun();

        passSeconds(62);
        assertThat(large.isDone()).isFalse();
        passSeconds(1);

        assertThatThrownBy(() -> value(large)).hasMessageContaining("takes more than 62 s");
    }

    @Test
    void only_so_many_threads_are_lost_to_it_and_then_calls_fail_at_once() throws Exception {
        List<PendingCall<Object>> endless = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            endless.add(read(new SlowToRead.Endless(), "node " + i));
            SlowToRead.Endless.awaitBegun();
            passSeconds(61);
        }

        PendingCall<Object> refused = read(42);

        assertThatThrownBy(() -> value(refused)).hasMessageContaining("not read: reading 4 others never ended");
        assertThat(endless)
                .allSatisfy(
                        call -> assertThatThrownBy(() -> value(call)).hasMessageContaining("Reading it was abandoned"));
        SlowToRead.Endless.letGo();
        untilReadAgain();
    }

    @Test
    void of_one_machine_fewer_threads_are_lost_and_what_others_sent_is_still_read() throws Exception {
        for (int i = 0; i < 2; i++) {
            PendingCall<Object> unused = read(new SlowToRead.Endless());
            SlowToRead.Endless.awaitBegun();
            passSeconds(61);
        }

        PendingCall<Object> refused = read(42);
        PendingCall<Object> other = read(42, "node 4");

        assertThatThrownBy(() -> value(refused))
                .hasMessageContaining("not read: reading 2 others from node 3 never" + " ended");
        assertThat(value(other)).isEqualTo(42);
        SlowToRead.Endless.letGo();
        untilReadAgain();
    }

    /** Threads that were given up and come to an end after all are no longer counted. */
    private void untilReadAgain() throws Exception {
        for (boolean read = false; !read; ) {
            PendingCall<Object> call = read(42);
            try {
                read = value(call).equals(42);
            } catch (ExecutionException stillFull) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void what_has_not_been_read_when_nobody_wants_more_fails_with_the_reason() throws Exception {
        PendingCall<Object> endless = read(new SlowToRead.Endless());
        PendingCall<Object> next = read(42);
        SlowToRead.Endless.awaitBegun();

        readers.end(new GridException("enough", null));

        assertThatThrownBy(() -> value(endless)).hasMessageContaining("enough");
        assertThatThrownBy(() -> value(next)).hasMessageContaining("enough");
    }

    @Test
    void what_is_given_up_late_changes_nothing() throws Exception {
        PendingCall<Object> endless = read(new SlowToRead.Endless());
        SlowToRead.Endless.awaitBegun();
        passSeconds(61);
        assertThatThrownBy(() -> value(endless)).hasMessageContaining("abandoned");

        SlowToRead.Endless.letGo();

        assertThat(value(read("next"))).isEqualTo("next");
        assertThatThrownBy(() -> value(endless)).hasMessageContaining("abandoned");
    }
}
