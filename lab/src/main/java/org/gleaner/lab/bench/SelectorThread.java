package org.gleaner.lab.bench;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import org.gleaner.protocol.thread.Vigil;
import org.jspecify.annotations.Nullable;

/** One thread that minds very many connections until it is closed. Thread-safe. */
final class SelectorThread implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 2_000;

    private final Selector selector;
    private final Thread thread;
    private final AtomicReference<@Nullable IOException> trouble = new AtomicReference<>();
    private volatile boolean stopping;

    /** What is done again and again; it waits at the selector by itself. */
    @FunctionalInterface
    interface Round {
        void run(Selector selector) throws IOException;
    }

    SelectorThread(String name, Round round) throws IOException {
        selector = Selector.open();
        thread = Vigil.daemon(name).newThread(() -> repeat(round));
    }

    void start() {
        thread.start();
    }

    /** Minds one more, whose reads come with the attachment. */
    void add(SocketChannel channel, Object attachment) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, attachment);
        selector.wakeup();
    }

    /** @param what failed, in words */
    void check(String what) throws FleetFailure {
        IOException cause = trouble.get();
        if (cause != null) {
            throw new FleetFailure(what + " failed: " + cause.getMessage());
        }
    }

    private void repeat(Round round) {
        try {
            while (!stopping) {
                round.run(selector);
            }
        } catch (IOException e) {
            trouble.compareAndSet(null, e);
        }
    }

    @Override
    public void close() throws IOException {
        stopping = true;
        selector.wakeup();
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
