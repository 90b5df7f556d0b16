package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.http.BlobCalls;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.TestServer.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content that is compressed on its way, over HTTP. */
final class PackedBlobsComponentTest {
    private static final byte[] TABLE = table(60_000);
    private static final BlobHash HASH = Content.hash(TABLE);
    private static final String PATH = path(HASH);

    @TempDir
    private Path data;

    @TempDir
    private Path here;

    private TestServer server;
    private String ann;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
        ann = server.user("ann");
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void a_file_that_shrinks_goes_there_and_back() throws Exception {
        BlobCalls calls = calls();
        Path file = Files.write(here.resolve("table.csv"), TABLE);

        assertThat(calls.upload(HASH, file).get()).isEqualTo(TABLE.length);
        assertThat(calls.download(HASH, TABLE.length, here.resolve("back")).get())
                .isEqualTo(TABLE.length);

        assertThat(here.resolve("back")).hasBinaryContent(TABLE);
        assertThat(server.call("GET", PATH, ann, null).body()).isEqualTo(TABLE);
    }

    @Test
    void a_packed_body_is_stored_as_what_comes_out_of_it() throws Exception {
        Answer put = put(gzip(TABLE), "gzip", "?size=" + TABLE.length);

        assertThat(put.status()).isEqualTo(201);
        assertThat(put.read(AdminJson::readReceived)).isEqualTo(TABLE.length);
        assertThat(server.call("GET", PATH, ann, null).body()).isEqualTo(TABLE);
        assertThat(put(gzip(TABLE), "gzip", "?size=" + TABLE.length).status()).isEqualTo(200);
    }

    @Test
    void who_understands_gzip_gets_it_where_it_pays() throws Exception {
        server.call("PUT", PATH, ann, TABLE);

        Answer packed = get(PATH, "Accept-Encoding", "br, gzip");
        assertThat(packed.header("Content-Encoding")).hasValue("gzip");
        assertThat(packed.header("Vary")).hasValue("Accept-Encoding");
        assertThat(packed.body()).hasSizeLessThan(TABLE.length / 2);
        assertThat(gunzip(packed.body())).isEqualTo(TABLE);
        Answer plain = get(PATH, "Accept-Encoding", "gzip;q=0");
        assertThat(plain.header("Content-Encoding")).isEmpty();
        assertThat(plain.body()).isEqualTo(TABLE);
    }

    @Test
    void packing_never_runs_out_of_places() throws Exception {
        server.call("PUT", PATH, ann, TABLE);
        int more = 2 * Runtime.getRuntime().availableProcessors() + 1;

        for (int i = 0; i < more; i++) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> get(PATH, "Accept-Encoding", "gzip")
                            .header("Content-Encoding")
                            .isPresent());
        }
    }

    @Test
    void those_who_hang_up_give_their_places_back() throws Exception {
        byte[] digits = new byte[20_000_000];
        Random random = new Random(7);
        for (int i = 0; i < digits.length; i++) {
            digits[i] = (byte) ('0' + random.nextInt(10));
        }
        String path = path(Content.hash(digits));
        server.call("PUT", path, ann, digits);
        URI url = URI.create(server.assembly().url());

        for (int i = 0; i < Runtime.getRuntime().availableProcessors() + 1; i++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
                socket.getOutputStream()
                        .write(("GET " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + ann
                                        + "\r\nAccept-Encoding: gzip\r\n\r\n")
                                .getBytes(UTF_8));
                assertThat(socket.getInputStream().readNBytes(1000)).hasSize(1000);
            }
        }

        server.call("PUT", PATH, ann, TABLE);
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> get(PATH, "Accept-Encoding", "gzip")
                        .header("Content-Encoding")
                        .isPresent());
    }

    @Test
    void noise_and_parts_come_as_they_are() throws Exception {
        byte[] noise = new byte[300_000];
        new Random(7).nextBytes(noise);
        String path = path(Content.hash(noise));
        server.call("PUT", path, ann, noise);
        server.call("PUT", PATH, ann, TABLE);

        Answer whole = get(path, "Accept-Encoding", "gzip");
        assertThat(whole.header("Content-Encoding")).isEmpty();
        assertThat(whole.body()).isEqualTo(noise);
        Answer part = server.call(server.request("GET", PATH, ann, null)
                .header("Accept-Encoding", "gzip")
                .header("Range", "bytes=100-")
                .build());
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.header("Content-Encoding")).isEmpty();
        assertThat(part.body()).isEqualTo(Arrays.copyOfRange(TABLE, 100, TABLE.length));
    }

    @Test
    void a_bomb_is_refused_and_nothing_of_it_stays() throws Exception {
        byte[] bomb = gzip(new byte[50_000_000]);

        put(bomb, "gzip", "?size=100000").isProblem(413, "payload-too-large");
        assertThat(received()).isZero();
        put(gzip(TABLE), "gzip", "").isProblem(400, "bad-message");
        put(bomb, "gzip", "?size=50000000").isProblem(422, "hash-mismatch");
        server.call("GET", PATH, ann, null).isProblem(404, "unknown-blob");
    }

    @Test
    void a_damaged_body_is_refused_and_nothing_of_it_stays() throws Exception {
        byte[] whole = gzip(TABLE);
        byte[] damaged = whole.clone();
        // The first block gets a type that does not exist; damage further inside can look like other content.
        damaged[10] = (byte) 0xff;
        byte[] inside = whole.clone();
        Arrays.fill(inside, whole.length / 2, whole.length / 2 + 1000, (byte) 0xff);
        String size = "?size=" + TABLE.length;

        for (byte[] body : new byte[][] {damaged, Arrays.copyOf(whole, whole.length / 2), "a,b".getBytes(UTF_8)}) {
            put(body, "gzip", size).isProblem(400, "bad-message");
            assertThat(received()).isZero();
        }
        assertThat(put(inside, "gzip", size).status()).isBetween(400, 422);
        assertThat(received()).isZero();
        put(whole, "br", size).isProblem(415, "unsupported-media-type");
        server.call("GET", PATH, ann, null).isProblem(404, "unknown-blob");
    }

    @Test
    void a_packed_upload_that_broke_goes_on_plain_where_it_ended() throws Exception {
        byte[] packed = gzip(TABLE);
        URI url = URI.create(server.assembly().url());
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
            socket.getOutputStream()
                    .write(("PUT " + PATH + "?size=" + TABLE.length + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                                    + ann + "\r\nContent-Encoding: gzip\r\nContent-Length: " + packed.length
                                    + "\r\n\r\n")
                            .getBytes(UTF_8));
            socket.getOutputStream().write(packed, 0, packed.length / 2);
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> received() > TABLE.length / 4);
        }

        assertThat(calls().upload(HASH, Files.write(here.resolve("table.csv"), TABLE))
                        .get())
                .isEqualTo(TABLE.length);

        assertThat(server.call("GET", PATH, ann, null).body()).isEqualTo(TABLE);
    }

    private BlobCalls calls() {
        Endpoint endpoint = Endpoint.of(server.assembly().url(), ann);
        return new BlobCalls(new ServerConnection(endpoint, CallTimeouts.DEFAULT).withPacking(true));
    }

    private long received() throws Exception {
        return server.call("GET", PATH + "/upload", ann, null).read(AdminJson::readReceived);
    }

    private Answer put(byte[] body, String encoding, String query) throws Exception {
        return server.call(server.request("PUT", PATH + query, ann, body)
                .header("Content-Encoding", encoding)
                .build());
    }

    private Answer get(String path, String header, String value) throws Exception {
        return server.call(
                server.request("GET", path, ann, null).header(header, value).build());
    }

    private static String path(BlobHash hash) {
        return "/api/v1/blobs/" + hash.hex();
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        }
        return packed.toByteArray();
    }

    private static byte[] gunzip(byte[] packed) throws IOException {
        try (GZIPInputStream plain = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return plain.readAllBytes();
        }
    }

    private static byte[] table(int rows) {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder("run,seed,temperature,result\n");
        for (int row = 1; row <= rows; row++) {
            text.append(row).append(',').append(random.nextInt(1000)).append(",293.15,");
            text.append(random.nextInt(1_000_000)).append('\n');
        }
        return text.toString().getBytes(UTF_8);
    }
}
