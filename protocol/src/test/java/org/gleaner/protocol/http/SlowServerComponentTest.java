package org.gleaner.protocol.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.assertj.core.api.Assertions;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.http.ServerConnection.Request;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.message.Content;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is there and hardly moves: time is what the tests say it is. */
class SlowServerComponentTest {
    private static final CallTimeouts TIMEOUTS = new CallTimeouts(
            Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(1), 256);
    private static final Request WHY = Request.of("GET", "/api/v1/why");

    private ServerSocket listening;

    /** What rings when the test says so: the alarm that was set last. */
    private final BlockingQueue<Runnable> alarms = new ArrayBlockingQueue<>(1);

    private final List<Duration> times = new ArrayList<>();

    private final CallPace.Alarm alarm = (time, call) -> {
        times.add(time);
        assertThat(alarms.offer(call)).isTrue();
        return alarms::clear;
    };

    @BeforeEach
    void listen() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        listening.close();
    }

    @Test
    void a_head_that_trickles_is_given_up() {
        serve(socket -> {
            say(socket, "HTTP/1.1 200 OK\r\nX: ");
            alarms.take().run();
        });

        Answer<Long> answer = connection(() -> 0).call(WHY, AdminJson::readReceived);

        assertTooSlow(answer);
        assertThat(times).containsExactly(Duration.ofMinutes(6));
    }

    @Test
    void an_answer_that_trickles_is_given_up() {
        serve(socket -> {
            say(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n{");
            trickle(socket);
        });

        Answer<Long> answer = connection(aMinuteALook()).call(WHY, AdminJson::readReceived);

        assertTooSlow(answer);
        assertThat(alarms).isEmpty();
    }

    @Test
    void a_problem_that_trickles_is_given_up() {
        serve(socket -> {
            say(socket, "HTTP/1.1 503 No\r\nContent-Type: application/problem+json\r\nContent-Length: 90000\r\n\r\n{");
            trickle(socket);
        });

        Answer<Long> answer = connection(aMinuteALook()).call(WHY, AdminJson::readReceived);

        assertTooSlow(answer);
    }

    @Test
    void a_file_that_trickles_is_taken_up_again_like_one_that_broke_and_then_given_up(@TempDir Path dir)
            throws IOException {
        AtomicInteger calls = new AtomicInteger();
        for (int call = 0; call < 6; call++) {
            serve(socket -> {
                say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 50000000\r\n\r\n");
                calls.incrementAndGet();
                trickle(socket);
            });
        }
        BlobHash hash = Content.hash("never".getBytes(UTF_8));

        Answer<Long> answer = new BlobCalls(connection(aMinuteALook())).download(hash, 50_000_000, dir.resolve("f"));

        assertTooSlow(answer);
        assertThat(calls).hasValue(5);
        assertThat(dir.resolve("f")).doesNotExist();
    }

    @Test
    void what_is_followed_may_come_at_any_pace() {
        serve(socket -> say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n: "));
        ByteArrayOutputStream seen = new ByteArrayOutputStream();

        Answer<Boolean> answer = connection(aMinuteALook()).follow(WHY, body -> body.transferTo(seen));

        assertThat(answer).isEqualTo(new Answer.Success<>(true));
        assertThat(seen.toString(UTF_8)).isEqualTo(": ");
    }

    /** What a server does with one connection. */
    private interface Scene {
        void play(Socket socket) throws IOException, InterruptedException;
    }

    /** Plays the scene on the next connection; it stays open until the client ends it. */
    private void serve(Scene scene) {
        Thread server = new Thread(() -> {
            try (Socket socket = listening.accept()) {
                byte[] head = new byte[1 << 14];
                int unused = socket.getInputStream().read(head);
                scene.play(socket);
                socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException gone) {
                // The client has what it wants, or gave up.
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        server.setDaemon(true);
        server.start();
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    /** For the clock of the test, in which a minute goes by whenever it is looked at, even this is slow. */
    private static void trickle(Socket socket) throws IOException {
        while (true) {
            socket.getOutputStream().write(' ');
        }
    }

    private static LongSupplier aMinuteALook() {
        AtomicLong now = new AtomicLong();
        return () -> now.addAndGet(TIMEOUTS.grace().toNanos());
    }

    private ServerConnection connection(LongSupplier nanoTime) {
        return new ServerConnection(
                Endpoint.of("http://127.0.0.1:" + listening.getLocalPort() + "/", "secret"),
                new CallPace(TIMEOUTS, nanoTime, alarm));
    }

    private static void assertTooSlow(Answer<Long> answer) {
        CallFailed failed = Assertions.catchThrowableOfType(CallFailed.class, answer::get);
        assertThat(failed.trouble().what()).endsWith(" is too slow.");
        assertThat(failed.trouble().why()).startsWith("For 60 s, less than 256 bytes a second came or went");
        assertThat(failed.exitCode()).isEqualTo(4);
    }
}
