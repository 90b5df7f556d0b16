package org.gleaner.server.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Store;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredGrid;
import org.gleaner.core.store.InMemoryStore;
import org.junit.jupiter.api.Test;

final class LoopPulseTest {
    private final AtomicLong nanos = new AtomicLong();
    private final LoopPulse pulse = new LoopPulse(nanos::get);
    private final InMemoryStore memory = new InMemoryStore();

    /** A minute passes in each call; then this is looked at. */
    private Store slow(Runnable look) {
        return pulse.watching(
                new Store() {
                    @Override
                    public void write(List<GridEvent.Hard> events) throws StoreException {
                        pass();
                        memory.write(events);
                    }

                    @Override
                    public void tryWrite() {
                        pass();
                    }

                    @Override
                    public boolean hasRoom() {
                        return true;
                    }

                    @Override
                    public StoredGrid load() throws StoreException {
                        pass();
                        return memory.load();
                    }

                    private void pass() {
                        aMinutePasses();
                        look.run();
                    }
                },
                took -> {});
    }

    private void aMinutePasses() {
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    }

    private void assertNothingIsWrong() {
        assertThat(pulse.trouble()).isEmpty();
        assertThat(pulse.isStoreSlow()).isFalse();
        assertThat(pulse.thinking()).isZero();
    }

    @Test
    void nothing_is_wrong_while_much_is_loaded_and_put_together() throws StoreException {
        pulse.begin();

        slow(this::assertNothingIsWrong).load();
        aMinutePasses();

        assertNothingIsWrong();
    }

    @Test
    void how_long_loading_has_taken_and_what_it_waits_for_is_told() throws StoreException {
        pulse.begin();
        assertThat(pulse.loading()).isEqualTo("it is loading its state");

        slow(() -> assertThat(pulse.loading()).contains("for 60 s and waits for its database"))
                .load();
        aMinutePasses();

        assertThat(pulse.loading()).contains("for 120 s; its database is read");
    }

    @Test
    void a_write_that_does_not_end_is_told() throws StoreException {
        pulse.begin();

        slow(() -> assertThat(pulse.trouble())
                        .hasValueSatisfying(why -> assertThat(why).contains("database")))
                .write(List.of());
    }
}
