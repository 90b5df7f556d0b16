package org.gleaner.protocol.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.problem.ShellProblems;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blobs arrive whole or not at all, also over a line that breaks. */
class BlobCallsComponentTest {
    private static final int SIZE = 3_000_000;

    @TempDir
    Path dir;

    private final byte[] content = new byte[SIZE];
    private BlobHash hash;
    private Path file;
    private FakeServer fake;
    private NodeCalls calls;

    /** What the server has; guarded by itself. */
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    /** How many transfers the line breaks from now on. */
    private final AtomicInteger breaks = new AtomicInteger();

    /** Whether the server denies a file when it is asked to look at it. */
    private volatile boolean looks;

    @BeforeEach
    void start() throws IOException {
        new Random(7).nextBytes(content);
        hash = Content.hash(content);
        file = Files.write(dir.resolve("source"), content);
        fake = new FakeServer();
        fake.on("/api/v1/blobs/" + hash.hex(), this::serve);
        calls = new NodeCalls(fake.connection());
    }

    @AfterEach
    void stop() {
        fake.close();
    }

    @Test
    void a_file_is_uploaded_whole() throws Exception {
        assertThat(calls.upload(hash, file).get()).isEqualTo(SIZE);

        assertThat(received.toByteArray()).isEqualTo(content);
    }

    @Test
    void a_broken_upload_goes_on_where_it_broke() throws Exception {
        breaks.set(2);

        assertThat(calls.upload(hash, file).get()).isEqualTo(SIZE);

        assertThat(received.toByteArray()).isEqualTo(content);
        assertThat(fake.calls().stream().filter(call -> call.startsWith("PUT"))).hasSize(3);
    }

    @Test
    void a_server_that_names_an_impossible_offset_gets_the_file_from_its_beginning() throws Exception {
        Path small = Files.writeString(dir.resolve("small"), "content");
        BlobHash name = Content.hash(Files.readAllBytes(small));
        AtomicInteger puts = new AtomicInteger();
        fake.on("/api/v1/blobs/" + name.hex(), exchange -> {
            exchange.getRequestBody().readAllBytes();
            if (puts.getAndIncrement() == 0) {
                FakeServer.answer(exchange, ShellProblems.badRange(-5));
            } else {
                FakeServer.answer(exchange, 201, 7L, AdminJson::writeReceived);
            }
        });

        assertThat(calls.upload(name, small).get()).isEqualTo(7);
        assertThat(fake.calls()).last().asString().endsWith("offset=0");
    }

    @Test
    void an_upload_that_an_earlier_process_began_is_completed() throws Exception {
        received.write(content, 0, 1_234_567);

        assertThat(calls.upload(hash, file).get()).isEqualTo(SIZE);

        assertThat(received.toByteArray()).isEqualTo(content);
        assertThat(fake.calls()).last().asString().endsWith("?offset=1234567");
    }

    @Test
    void a_small_file_of_which_a_part_is_there_is_completed_after_the_server_says_so() throws Exception {
        byte[] small = Arrays.copyOf(content, 1000);
        BlobHash name = Content.hash(small);
        fake.on("/api/v1/blobs/" + name.hex(), this::serve);
        received.write(small, 0, 400);

        assertThat(calls.upload(name, Files.write(dir.resolve("small"), small)).get())
                .isEqualTo(1000);

        assertThat(received.toByteArray()).isEqualTo(small);
    }

    @Test
    void an_empty_file_is_uploaded() throws Exception {
        BlobHash empty = Content.hash(new byte[0]);
        fake.on("/api/v1/blobs/" + empty.hex(), this::serve);

        assertThat(calls.upload(empty, Files.createFile(dir.resolve("empty"))).get())
                .isZero();
    }

    @Test
    void content_that_does_not_match_is_refused_and_not_tried_again() throws Exception {
        content[5]++;

        Answer<Long> answer = calls.upload(hash, Files.write(file, content));

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Refused.class,
                        it -> assertThat(it.problem().is(ProblemKind.HASH_MISMATCH))
                                .isTrue());
        assertThat(fake.calls().stream().filter(call -> call.startsWith("PUT"))).hasSize(1);
    }

    @Test
    void a_missing_file_of_ours_is_not_blamed_on_the_server() {
        assertThatThrownBy(() -> calls.upload(hash, dir.resolve("nowhere"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void a_blob_is_downloaded_whole() throws Exception {
        received.write(content);
        Path target = dir.resolve("target");

        assertThat(calls.download(hash, SIZE, target).get()).isEqualTo(SIZE);

        assertThat(target).hasBinaryContent(content);
        assertNoParts();
    }

    @Test
    void a_broken_download_goes_on_where_it_broke() throws Exception {
        received.write(content);
        breaks.set(2);
        Path target = dir.resolve("target");

        assertThat(calls.download(hash, SIZE, target).get()).isEqualTo(SIZE);

        assertThat(target).hasBinaryContent(content);
        assertThat(fake.calls()).hasSize(3);
        assertNoParts();
    }

    @Test
    void a_download_that_keeps_breaking_leaves_its_part_for_the_next_call() throws Exception {
        received.write(content);
        breaks.set(100);
        Path target = dir.resolve("target");

        assertThat(calls.download(hash, SIZE, target)).isInstanceOf(Answer.Unreachable.class);
        assertThat(target).doesNotExist();
        breaks.set(0);
        assertThat(calls.download(hash, SIZE, target).get()).isEqualTo(SIZE);

        assertThat(target).hasBinaryContent(content);
        assertNoParts();
    }

    @Test
    void a_link_that_waits_where_the_part_is_written_leads_nowhere() throws Exception {
        received.write(content);
        Path target = dir.resolve("target");
        Path victim = Files.writeString(dir.resolve("victim"), "precious");
        Files.createSymbolicLink(PartFile.of(target, hash), victim);

        assertThat(calls.download(hash, SIZE, target).get()).isEqualTo(SIZE);

        assertThat(victim).hasContent("precious");
        assertThat(target).isRegularFile().hasBinaryContent(content);
        assertNoParts();
    }

    @Test
    void a_file_whose_name_is_as_long_as_a_name_can_be_is_downloaded() throws Exception {
        received.write(content);
        Path target = dir.resolve("n".repeat(255));

        assertThat(calls.download(hash, SIZE, target).get()).isEqualTo(SIZE);

        assertThat(target).hasBinaryContent(content);
        assertNoParts();
    }

    @Test
    void a_damaged_download_never_appears() throws Exception {
        content[5]++;
        received.write(content);
        Path target = dir.resolve("target");

        Answer<Long> answer = calls.download(hash, SIZE, target);

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Unreachable.class,
                        it -> assertThat(it.trouble().what()).contains("damaged"));
        assertThat(target).doesNotExist();
        assertNoParts();
    }

    @Test
    void a_download_that_is_damaged_or_too_short_makes_the_server_look_at_its_own_file() throws Exception {
        looks = true;
        content[5]++;
        for (int length : new int[] {SIZE, 1_000_000, 0}) {
            received.reset();
            received.write(content, 0, length);

            Answer<Long> answer = calls.download(hash, SIZE, dir.resolve("target"));

            assertThat(answer.isRefused(ProblemKind.UNKNOWN_BLOB))
                    .as("%d bytes: %s", length, answer)
                    .isTrue();
            assertNoParts();
        }
        assertThat(fake.calls()).as("each time once more").hasSize(6);
    }

    @Test
    void a_blob_that_is_longer_than_announced_is_cut_off() throws Exception {
        received.write(content);
        Path target = dir.resolve("target");

        assertThat(calls.download(hash, SIZE - 1, target)).isInstanceOf(Answer.Unreachable.class);
        assertThat(target).doesNotExist();
    }

    @Test
    void an_unknown_blob_is_refused() throws Exception {
        Answer<Long> answer = calls.download(Content.hash(new byte[] {1}), 1, dir.resolve("target"));

        assertThat(answer).isInstanceOf(Answer.Refused.class);
        assertNoParts();
    }

    private void assertNoParts() throws IOException {
        try (var files = Files.list(dir)) {
            assertThat(files.filter(path -> path.toString().endsWith(".part"))).isEmpty();
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("PUT")) {
            take(exchange);
        } else if (exchange.getRequestURI().getPath().endsWith("/upload")) {
            FakeServer.answer(exchange, 200, (long) received.size(), AdminJson::writeReceived);
        } else {
            give(exchange);
        }
    }

    private void take(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        if (Long.parseLong(query.substring("offset=".length())) != received.size()) {
            FakeServer.answer(exchange, ShellProblems.badRange(received.size()));
            return;
        }
        InputStream body = exchange.getRequestBody();
        if (breaks.getAndDecrement() > 0) {
            received.write(body.readNBytes(1_000_000));
            throw new IOException("the line broke");
        }
        received.write(body.readAllBytes());
        BlobHash actual = Content.hash(received.toByteArray());
        if (!exchange.getRequestURI().getPath().endsWith(actual.hex())) {
            FakeServer.answer(exchange, ShellProblems.hashMismatch(hash, actual));
            return;
        }
        FakeServer.answer(exchange, 201, (long) received.size(), AdminJson::writeReceived);
    }

    private void give(HttpExchange exchange) throws IOException {
        if (looks && exchange.getRequestHeaders().containsKey(BlobCalls.DOUBT_HEADER)) {
            FakeServer.answer(exchange, ShellProblems.unknownBlob(hash));
            return;
        }
        byte[] all = received.toByteArray();
        String range = exchange.getRequestHeaders().getFirst("Range");
        int from = range == null ? 0 : Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
        exchange.sendResponseHeaders(range == null ? 200 : 206, all.length > from ? all.length - from : -1);
        if (breaks.getAndDecrement() > 0) {
            exchange.getResponseBody().write(all, from, Math.min(300_000, all.length - from) / 2);
            exchange.getResponseBody().flush();
            throw new IOException("the line broke");
        }
        exchange.getResponseBody().write(all, from, all.length - from);
        exchange.close();
    }
}
