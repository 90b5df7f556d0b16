package org.gleaner.lab.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;

/** One connection that does not do what it came for. Confined to one thread. */
final class SlowCaller implements AutoCloseable {
    /**
     * A way to hold a connection.
     *
     * @param begin what is sent at once
     * @param more what is sent once a second; empty: nothing
     * @param reads whether answers are read
     */
    record Way(String name, String begin, String more, boolean reads) {
        private static final String GET = "GET /health HTTP/1.1\r\nHost: x\r\nX: ";

        static List<Way> all(Names names) {
            String user = "Authorization: Bearer " + names.tokens().getOrDefault(TokenHolder.ANN, "") + "\r\n";
            String blob = "PUT /api/v1/blobs/" + "ab".repeat(32) + " HTTP/1.1\r\nHost: x\r\n" + user;
            return List.of(
                    new Way("says nothing", "", "", true),
                    new Way("half a head", GET, "", true),
                    new Way("a head that trickles", GET, "y", true),
                    new Way("a head that trickles in a second call", GET + "\r\n\r\n" + GET, "y", true),
                    new Way("a body that trickles, no token", post("jobs/query", "", 60_000), " ", true),
                    new Way("a body that trickles", post("jobs/query", user, 60_000), " ", true),
                    new Way("half a body", post("jobs", user, 5_000), "", true),
                    new Way("half a large job", post("jobs", user, 50_000_000), "", true),
                    new Way("a large job that trickles", post("jobs", user, 50_000_000), " ", true),
                    new Way("half a file", blob + "Content-Length: 100000\r\n\r\nabc", "", true),
                    new Way(
                            "a file in chunks that trickle",
                            blob + "Transfer-Encoding: chunked\r\n\r\n",
                            "1\r\na\r\n",
                            true),
                    new Way(
                            "does not read the answer",
                            "GET /gleaner-full.jar HTTP/1.1\r\nHost: x\r\n\r\n",
                            "",
                            false));
        }

        private static String post(String path, String headers, int length) {
            return "POST /api/v1/" + path + " HTTP/1.1\r\nHost: x\r\n" + headers
                    + "Content-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n[";
        }
    }

    private final Way way;
    private final SocketChannel channel;
    private final long began = System.nanoTime();
    private final ByteBuffer discarded = ByteBuffer.allocate(1 << 12);
    private long ended;

    SlowCaller(Way way, InetSocketAddress server) throws IOException {
        this.way = way;
        channel = SocketChannel.open(server);
        channel.configureBlocking(false);
        channel.write(ByteBuffer.wrap(way.begin().getBytes(US_ASCII)));
    }

    Way way() {
        return way;
    }

    boolean isOpen() {
        return ended == 0;
    }

    /** How long the server kept it, in seconds. */
    double seconds() {
        return ((ended == 0 ? System.nanoTime() : ended) - began) / 1e9;
    }

    /** Sends a little more, if that is its way, and notices whether the server has ended it. */
    void tick() {
        if (!isOpen()) {
            return;
        }
        try {
            if (!way.more().isEmpty()) {
                channel.write(ByteBuffer.wrap(way.more().getBytes(US_ASCII)));
            }
            if (way.reads() && isAtEnd(100)) {
                ended = System.nanoTime();
            }
        } catch (IOException reset) {
            ended = System.nanoTime();
        }
    }

    /** Reads at most so often what has come. */
    private boolean isAtEnd(int mostReads) throws IOException {
        for (int i = 0; i < mostReads; i++) {
            discarded.clear();
            int count = channel.read(discarded);
            if (count <= 0) {
                return count < 0;
            }
        }
        return false;
    }

    /** Whether the server has not given up on it. What was not read is read now to see that. */
    boolean isLeft() {
        if (way.reads() || !isOpen()) {
            return isOpen();
        }
        try {
            return !isAtEnd(1 << 16);
        } catch (IOException reset) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
