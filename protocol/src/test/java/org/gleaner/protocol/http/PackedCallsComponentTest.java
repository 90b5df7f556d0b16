package org.gleaner.protocol.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.message.Content;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What leaves this machine compressed, and what comes back. */
final class PackedCallsComponentTest {
    private static final byte[] TEXT = "1,293.15,0.25\n".repeat(20_000).getBytes(UTF_8);
    private static final BlobHash HASH = Content.hash(TEXT);

    @TempDir
    private Path dir;

    private FakeServer fake;
    private BlobCalls calls;
    private volatile byte[] sent = new byte[0];
    private volatile byte[] given = new byte[0];
    private final List<String> encodings = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws IOException {
        fake = new FakeServer();
        calls = new BlobCalls(fake.connection().withPacking(true));
        fake.on("/api/v1/blobs/", this::serve);
    }

    @AfterEach
    void stop() {
        fake.close();
    }

    @Test
    void what_shrinks_is_sent_packed_with_its_plain_size() throws Exception {
        assertThat(calls.upload(HASH, Files.write(dir.resolve("text"), TEXT)).get())
                .isEqualTo(TEXT.length);

        assertThat(encodings).containsExactly("gzip");
        assertThat(fake.calls()).last().asString().endsWith("?offset=0&size=" + TEXT.length);
        assertThat(sent).hasSizeLessThan(TEXT.length / 10);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(sent)).readAllBytes())
                .isEqualTo(TEXT);
    }

    @Test
    void what_is_large_is_packed_while_it_is_sent() throws Exception {
        byte[] large = "1,293.15,0.25\n".repeat(100_000).getBytes(UTF_8);

        calls.upload(Content.hash(large), Files.write(dir.resolve("large"), large));

        assertThat(encodings).last().isEqualTo("gzip");
        assertThat(new GZIPInputStream(new ByteArrayInputStream(sent)).readAllBytes())
                .isEqualTo(large);
    }

    @Test
    void what_does_not_shrink_is_sent_as_it_is() throws Exception {
        byte[] noise = new byte[100_000];
        new Random(7).nextBytes(noise);

        calls.upload(Content.hash(noise), Files.write(dir.resolve("noise"), noise));

        assertThat(encodings).containsExactly("plain");
        assertThat(sent).isEqualTo(noise);
    }

    @Test
    void within_one_machine_nothing_is_packed() throws Exception {
        BlobCalls local = new BlobCalls(fake.connection());
        given = TEXT;

        local.upload(HASH, Files.write(dir.resolve("text"), TEXT));
        local.download(HASH, TEXT.length, dir.resolve("back"));

        assertThat(encodings).containsExactly("plain", "plain");
    }

    @Test
    void the_bandwidth_is_counted_as_it_travels() throws Exception {
        AtomicLong now = new AtomicLong();
        Bandwidth limit = new Bandwidth(100_000, now::get, now::addAndGet);
        BlobCalls slow = new BlobCalls(fake.connection().withPacking(true).withBandwidth(limit));

        slow.upload(HASH, Files.write(dir.resolve("text"), TEXT));

        assertThat(now.get()).isLessThan(1_000_000_000L * TEXT.length / 100_000 / 10);
    }

    @Test
    void a_packed_answer_is_unpacked() throws Exception {
        given = packed();

        assertThat(calls.download(HASH, TEXT.length, dir.resolve("back")).get()).isEqualTo(TEXT.length);

        assertThat(encodings).containsExactly("gzip");
        assertThat(dir.resolve("back")).hasBinaryContent(TEXT);
    }

    @Test
    void a_packed_answer_that_is_cut_off_goes_on_plain() throws Exception {
        byte[] whole = packed();
        given = Arrays.copyOf(whole, whole.length / 2);

        assertThat(calls.download(HASH, TEXT.length, dir.resolve("back")).get()).isEqualTo(TEXT.length);

        assertThat(encodings).containsExactly("gzip", "plain");
        assertThat(dir.resolve("back")).hasBinaryContent(TEXT);
    }

    @Test
    void out_of_a_packed_answer_comes_no_more_than_was_announced() throws Exception {
        given = packed();

        assertThat(calls.download(HASH, 70_000, dir.resolve("back"))).isInstanceOf(Answer.Unreachable.class);

        assertThat(dir.resolve("back")).doesNotExist();
    }

    @Test
    void a_damaged_packed_answer_leaves_nothing_and_says_why() throws Exception {
        given = packed();
        // The checksum at the end, so that it is the gzip that is found wrong and not its content.
        given[given.length - 8]++;

        Answer<Long> answer = calls.download(HASH, TEXT.length, dir.resolve("back"));

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Unreachable.class,
                        it -> assertThat(it.trouble().why()).contains("is not gzip"));
        try (var files = Files.list(dir)) {
            assertThat(files).isEmpty();
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        if (exchange.getRequestURI().getPath().endsWith("/upload")) {
            FakeServer.answer(exchange, 200, 0L, AdminJson::writeReceived);
            return;
        }
        boolean put = exchange.getRequestMethod().equals("PUT");
        String coding = exchange.getRequestHeaders().getFirst(put ? "Content-Encoding" : "Accept-Encoding");
        encodings.add(coding == null ? "plain" : coding);
        if (put) {
            sent = exchange.getRequestBody().readAllBytes();
            FakeServer.answer(exchange, 201, (long) TEXT.length, AdminJson::writeReceived);
            return;
        }
        String range = exchange.getRequestHeaders().getFirst("Range");
        if (range != null) {
            int from = Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
            byte[] rest = Arrays.copyOfRange(TEXT, from, TEXT.length);
            FakeServer.answer(exchange, 206, "application/octet-stream", rest);
            return;
        }
        if (coding != null) {
            exchange.getResponseHeaders().set("Content-Encoding", coding);
        }
        FakeServer.answer(exchange, 200, "application/octet-stream", given);
    }

    private static byte[] packed() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (FastGzip gzip = new FastGzip(packed)) {
            gzip.write(TEXT);
            gzip.finish();
        }
        return packed.toByteArray();
    }
}
