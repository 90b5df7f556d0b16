package org.gleaner.lab.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Callers that follow the pool, each on a connection of its own; one thread reads for all of them. */
final class FeedReaders implements AutoCloseable {
    private static final int BUFFER = 1 << 20;
    private static final byte[] EVENT = "\nevent: ".getBytes(US_ASCII);

    /** One connection. To look at all that arrives for all of them would take more than the server has to do. */
    private static final class Reader {
        private final boolean counts;
        /** So much of the mark of an event has been read. */
        private int matched;

        Reader(boolean counts) {
            this.counts = counts;
        }
    }

    private final int size;
    private final SelectorThread thread;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private final byte[] copy = new byte[BUFFER];
    private final LongAdder bytes = new LongAdder();
    private final LongAdder events = new LongAdder();
    private final LongAdder letGo = new LongAdder();

    /** @param tokens whose they are, one for each */
    FeedReaders(URI server, List<String> tokens) throws IOException {
        size = tokens.size();
        thread = new SelectorThread("feed-readers", this::read);
        // Whoever does not read is let go, so they read from the beginning.
        thread.start();
        boolean counts = true;
        for (String token : tokens) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()));
            ByteBuffer call = ByteBuffer.wrap(new BareHttp(server.getHost(), token).get("/api/v1/events"));
            while (call.hasRemaining()) {
                channel.write(call);
            }
            thread.add(channel, new Reader(counts));
            counts = false;
        }
    }

    int size() {
        return size;
    }

    /** What all of them have read so far. */
    long bytes() {
        return bytes.sum();
    }

    /** What the first of them has been told. */
    long events() throws FleetFailure {
        thread.check("a reader of the feed");
        return events.sum();
    }

    /** So many did not read fast enough for the server, as happens on a busy machine. */
    long letGo() {
        return letGo.sum();
    }

    private void read(Selector selector) throws IOException {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
            buffer.clear();
            if (key.channel() instanceof SocketChannel channel && key.attachment() instanceof Reader reader) {
                int read = channel.read(buffer);
                if (read < 0) {
                    letGo.increment();
                    channel.close();
                    continue;
                }
                bytes.add(read);
                if (reader.counts) {
                    buffer.flip().get(copy, 0, read);
                    count(reader, copy, read);
                }
            }
        }
        selector.selectedKeys().clear();
    }

    /** No data line has a line break, so the mark is nowhere else. */
    private void count(Reader reader, byte[] piece, int length) {
        for (int i = 0; i < length; i++) {
            if (piece[i] == EVENT[reader.matched]) {
                reader.matched++;
                if (reader.matched == EVENT.length) {
                    events.increment();
                    reader.matched = 0;
                }
            } else {
                reader.matched = piece[i] == EVENT[0] ? 1 : 0;
            }
        }
    }

    @Override
    public void close() throws IOException {
        thread.close();
    }
}
