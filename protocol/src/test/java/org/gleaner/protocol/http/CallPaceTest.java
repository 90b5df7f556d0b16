package org.gleaner.protocol.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketException;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is too slow and what is not. */
class CallPaceTest {
    private static final CallTimeouts TIMEOUTS = new CallTimeouts(
            Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(10), Duration.ofMinutes(1), 256);

    private final Deque<Runnable> alarms = new ArrayDeque<>();
    private final List<Duration> times = new ArrayList<>();
    private final List<String> happened = new ArrayList<>();
    private long now;

    private final CallPace pace = new CallPace(TIMEOUTS, () -> now, (time, call) -> {
        times.add(time);
        alarms.push(call);
        return alarms::pop;
    });

    @Test
    void a_byte_a_second_is_too_slow_after_a_minute() throws IOException {
        InputStream slow = pace.paced(pieces(1, Duration.ofSeconds(1)));

        for (int second = 1; second < 60; second++) {
            assertThat(slow.read()).isEqualTo('x');
        }

        assertThat(catchThrowable(slow::read)).isInstanceOf(CallPace.TooSlow.class);
    }

    @Test
    void what_began_well_may_not_trickle_later() throws IOException {
        byte[] buffer = new byte[1 << 16];
        InputStream[] now = {pieces(1 << 16, Duration.ofSeconds(30))};
        InputStream slow = pace.paced(new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("it reads pieces");
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return now[0].read(into, offset, length);
            }
        });
        assertThat(slow.read(buffer)).isEqualTo(1 << 16);
        assertThat(slow.read(buffer)).isEqualTo(1 << 16);

        now[0] = pieces(100, Duration.ofSeconds(20));

        assertThat(slow.read(buffer)).isEqualTo(100);
        assertThat(slow.read(buffer)).isEqualTo(100);
        assertThat(catchThrowable(() -> slow.read(buffer))).isInstanceOf(CallPace.TooSlow.class);
    }

    @Test
    void a_slow_line_that_stands_still_now_and_then_is_not_given_up() throws IOException {
        // A piece of 16 KB every 29 seconds, an hour long: less than 600 bytes a second.
        InputStream modem = pace.paced(pieces(16 << 10, Duration.ofSeconds(29)));

        for (int piece = 0; piece < 120; piece++) {
            assertThat(modem.read(new byte[16 << 10])).isEqualTo(16 << 10);
        }
    }

    @Test
    void whoever_takes_an_answer_may_take_it_slowly() throws IOException {
        InputStream answer = pace.paced(pieces(1, Duration.ofMillis(1)));

        for (int hour = 0; hour < 1000; hour++) {
            now += Duration.ofHours(1).toNanos();
            assertThat(answer.read()).isEqualTo('x');
        }
    }

    @Test
    void a_server_that_does_not_take_what_is_sent_is_given_up() throws IOException {
        CallPace.Line line = pace.watch(connection());
        OutputStream out = line.paced(new OutputStream() {
            @Override
            public void write(int one) {
                throw new AssertionError("it writes pieces");
            }

            @Override
            public void write(byte[] buffer, int offset, int length) throws IOException {
                if (length > 1000) {
                    alarms.element().run();
                    throw new SocketException("Socket closed");
                }
            }
        });

        out.write(new byte[1000]);
        Throwable failed = catchThrowable(() -> out.write(new byte[256 * 100]));

        assertThat(failed).isInstanceOf(CallPace.TooSlow.class);
        assertThat(happened).containsExactly("disconnect");
        assertThat(times).containsExactly(Duration.ofSeconds(63), Duration.ofSeconds(160));
        assertThat(alarms).isEmpty();
    }

    @Test
    void a_failure_in_time_is_what_it_is() throws IOException {
        CallPace.Line line = pace.watch(connection());

        Throwable failed = catchThrowable(() -> line.within(Duration.ofSeconds(1), () -> {
            throw new SocketException("Connection reset");
        }));

        assertThat(failed).isInstanceOf(SocketException.class);
        assertThat(happened).isEmpty();
        assertThat(alarms).isEmpty();
    }

    /** Each reading takes that long and brings that much. */
    private InputStream pieces(int bytes, Duration each) {
        return new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("it reads pieces");
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                now += each.toNanos();
                int read = Math.min(bytes, length);
                Arrays.fill(buffer, offset, offset + read, (byte) 'x');
                return read;
            }
        };
    }

    private HttpURLConnection connection() throws IOException {
        return new HttpURLConnection(new URL("http://127.0.0.1:1/")) {
            @Override
            public void disconnect() {
                happened.add("disconnect");
            }

            @Override
            public boolean usingProxy() {
                return false;
            }

            @Override
            public void connect() {
                happened.add("connect");
            }
        };
    }
}
