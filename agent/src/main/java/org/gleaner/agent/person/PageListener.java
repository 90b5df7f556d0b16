package org.gleaner.agent.person;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import org.gleaner.protocol.thread.Vigil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears whoever calls the page, with one thread that waits for nobody: of each caller it takes what is there. Whoever
 * is not done after a few seconds is hung up on, and so is the oldest when too many hold the line, so that callers who
 * send half a request keep nobody out.
 */
final class PageListener implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(PageListener.class);
    private static final int BACKLOG = 64;
    private static final int MOST_CALLERS = 64;
    private static final int LONGEST_REQUEST = 1 << 14;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ServerSocketChannel door;
    private final Selector selector;
    private final Desk desk;
    private final Vigil vigil;
    /** The oldest first. Confined to the thread. */
    private final Deque<Caller> callers = new ArrayDeque<>();

    /** Answers a whole request. */
    interface Desk {
        PageAnswer answer(PageRequest request, InetSocketAddress caller);
    }

    /** Binds, and begins to hear when it is started. */
    PageListener(InetAddress address, int port, Desk desk) throws IOException {
        this.desk = desk;
        door = ServerSocketChannel.open();
        selector = Selector.open();
        try {
            door.bind(new InetSocketAddress(address, port), BACKLOG);
            door.configureBlocking(false);
            door.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException taken) {
            selector.close();
            door.close();
            throw taken;
        }
        vigil = new Vigil(
                Vigil.daemon("agent-page"), this::hear, (failures, bug) -> LOG.error("the agent's page failed", bug));
    }

    void start() {
        vigil.start();
    }

    /** How often its thread failed. */
    long failures() {
        return vigil.failures();
    }

    int port() {
        return door.socket().getLocalPort();
    }

    @Override
    public void close() {
        vigil.end(PATIENCE);
        try {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
            door.close();
        } catch (IOException failed) {
            LOG.debug("could not close the agent's page: {}", failed.getMessage());
        }
    }

    /** One who called. */
    private static final class Caller {
        private final SocketChannel channel;
        private final InetSocketAddress from;
        private final ByteBuffer arrived = ByteBuffer.allocate(LONGEST_REQUEST);
        private final long since = System.nanoTime();
        private @Nullable ByteBuffer answer;

        Caller(SocketChannel channel) throws IOException {
            this.channel = channel;
            this.from = (InetSocketAddress) channel.getRemoteAddress();
        }
    }

    private void hear() {
        try {
            selector.select(this::serve, callers.isEmpty() ? 0 : PATIENCE.toMillis());
            long now = System.nanoTime();
            while (!callers.isEmpty()
                    && (callers.size() > MOST_CALLERS || now - callers.getFirst().since > PATIENCE.toNanos())) {
                hangUp(callers.getFirst());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void serve(SelectionKey key) {
        if (key.attachment() instanceof Caller caller) {
            try {
                if (caller.answer == null) {
                    listen(caller, key);
                }
                if (caller.answer != null) {
                    speak(caller, caller.answer);
                }
            } catch (IOException gone) {
                hangUp(caller);
            } catch (RuntimeException bug) {
                hangUp(caller);
                throw bug;
            }
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            SocketChannel channel = door.accept();
            if (channel != null) {
                channel.configureBlocking(false);
                Caller caller = new Caller(channel);
                channel.register(selector, SelectionKey.OP_READ, caller);
                callers.addLast(caller);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void listen(Caller caller, SelectionKey key) throws IOException {
        if (caller.channel.read(caller.arrived) < 0) {
            hangUp(caller);
            return;
        }
        Optional<PageRequest> request;
        try {
            request = PageRequest.read(Arrays.copyOf(caller.arrived.array(), caller.arrived.position()));
        } catch (PageRequest.Malformed malformed) {
            answer(caller, key, PageAnswer.plain(400, String.valueOf(malformed.getMessage())));
            return;
        }
        if (request.isPresent()) {
            answer(caller, key, desk.answer(request.get(), caller.from));
        } else if (!caller.arrived.hasRemaining()) {
            answer(caller, key, PageAnswer.plain(413, "The request is too large."));
        }
    }

    private static void answer(Caller caller, SelectionKey key, PageAnswer answer) {
        caller.answer = answer.bytes();
        key.interestOps(SelectionKey.OP_WRITE);
    }

    private void speak(Caller caller, ByteBuffer answer) throws IOException {
        caller.channel.write(answer);
        if (!answer.hasRemaining()) {
            hangUp(caller);
        }
    }

    private void hangUp(Caller caller) {
        callers.remove(caller);
        try {
            caller.channel.close();
        } catch (IOException failed) {
            LOG.debug("could not close a connection to the page: {}", failed.getMessage());
        }
    }
}
