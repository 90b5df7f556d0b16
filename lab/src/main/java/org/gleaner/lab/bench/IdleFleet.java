package org.gleaner.lab.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.message.Start;
import org.gleaner.lab.child.Together;
import org.gleaner.protocol.http.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * Thousands of nodes that wait for work, each with a connection of its own; one thread minds them all. What they get
 * they commit at once, or after a while.
 */
final class IdleFleet implements AutoCloseable {
    private static final int BUFFER = 64 << 10;
    /** Of those who join at the same moment, many are written in one commit. */
    private static final int DOORS = 16;

    private static final long BREATH_MILLIS = 100;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final long began = System.nanoTime();
    private final Endpoint server;
    private final JoinDoor door;
    private final SelectorThread thread;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private final ConcurrentLinkedQueue<IdleNode> joined = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Woken> woken = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final LongAdder answers = new LongAdder();
    /** Who has to commit something, the next first; of the thread alone. */
    private final PriorityQueue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::at));

    private final SplittableRandom random = new SplittableRandom(1);
    private final Duration longest;

    /**
     * @param at by {@link System#nanoTime} less what it was at the beginning, which does not overflow
     * @param again whether it repeats its last call
     */
    private record Due(IdleNode node, long at, boolean again) {}

    /** @param at by {@link System#nanoTime}, when the node had read it */
    record Woken(AttemptId attempt, long at) {}

    IdleFleet(Endpoint server) throws IOException {
        this(server, Duration.ZERO);
    }

    /** @param longest how long a task takes at most; half of that at least */
    IdleFleet(Endpoint server, Duration longest) throws IOException {
        this.server = server;
        this.longest = longest;
        this.door = new JoinDoor(server);
        this.thread = new SelectorThread("parked-fleet", this::mind);
        thread.start();
    }

    int size() {
        return size.get();
    }

    /** Answers that nodes have read so far. */
    long answers() {
        return answers.sum();
    }

    /** The next that was told to start something; null if there is none now. */
    @Nullable
    Woken pollWoken() {
        return woken.poll();
    }

    void checkHealth() throws FleetFailure {
        thread.check("a node of the fleet");
    }

    /** So many more nodes; all have joined when this returns, and are parked or about to be. */
    void join(int more) throws IOException, InterruptedException {
        Together.run(DOORS, Collections.nCopies(more, this::joinOne));
        checkHealth();
    }

    private void joinOne() throws IOException, InterruptedException {
        JoinDoor.Joined who = door.join(size.incrementAndGet());
        URI base = server.base();
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(base.getHost(), base.getPort()));
        channel.configureBlocking(false);
        IdleNode node = new IdleNode(channel, base, who);
        joined.add(node);
        thread.add(channel, node);
    }

    private void mind(Selector selector) throws IOException {
        selector.select(BREATH_MILLIS);
        for (Due next = due.peek(); next != null && next.at() <= since(); next = due.peek()) {
            due.remove();
            if (next.again()) {
                next.node().again();
            } else {
                next.node().commit();
            }
        }
        for (IdleNode node = joined.poll(); node != null; node = joined.poll()) {
            node.park();
        }
        for (SelectionKey key : selector.selectedKeys()) {
            read(key);
        }
        selector.selectedKeys().clear();
    }

    private void read(SelectionKey key) throws IOException {
        if (!(key.channel() instanceof SocketChannel channel && key.attachment() instanceof IdleNode node)) {
            return;
        }
        buffer.clear();
        if (channel.read(buffer) < 0) {
            throw new EOFException("the server hung up");
        }
        long now = System.nanoTime();
        byte[] bytes = new byte[buffer.flip().remaining()];
        buffer.get(bytes);
        List<Start> starts;
        try {
            starts = node.take(bytes);
        } catch (BareHttp.Busy busy) {
            due.add(new Due(node, since() + PAUSE.toNanos(), true));
            return;
        }
        if (starts != null) {
            answers.increment();
            if (longest.isZero()) {
                starts.forEach(start -> woken.add(new Woken(start.attempt(), now)));
                node.commit();
            } else if (!starts.isEmpty()) {
                due.add(new Due(node, since() + (long) (longest.toNanos() * (0.5 + random.nextDouble() / 2)), false));
            }
        }
    }

    private long since() {
        return System.nanoTime() - began;
    }

    @Override
    public void close() throws IOException {
        thread.close();
    }
}
