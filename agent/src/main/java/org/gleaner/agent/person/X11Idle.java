package org.gleaner.agent.person;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the X server how long nobody has touched keyboard or mouse. It speaks the few messages itself, over one
 * connection that stays: asking twice a second must not start a program each time.
 */
final class X11Idle implements IdleSource {
    private static final Logger LOG = LoggerFactory.getLogger(X11Idle.class);
    private static final long LIMIT_NANOS = 1_000_000_000L;
    private static final int REPLY = 32;
    private static final int MOST_EVENTS = 1000;
    private static final int QUERY_EXTENSION = 98;
    private static final int QUERY_INFO = 1;
    private static final String EXTENSION = "MIT-SCREEN-SAVER";

    private final XDisplay display;
    private @Nullable Conversation open;

    X11Idle(XDisplay display) {
        this.display = display;
    }

    /** A connection that is ready to be asked. */
    private record Conversation(SocketChannel channel, Selector selector, int opcode, int root) {}

    @Override
    public String name() {
        return "keyboard and mouse, as the X server sees them";
    }

    @Override
    public @Nullable Duration untouched() {
        try {
            Conversation with = open;
            if (with == null) {
                with = connect();
                open = with;
            }
            write(with, request(8, with.opcode, QUERY_INFO).putShort((short) 2).putInt(with.root));
            return Duration.ofMillis(
                    Integer.toUnsignedLong(reply(with.channel, with.selector).getInt(16)));
        } catch (IOException away) {
            LOG.debug("the X server does not say: {}", away.getMessage());
            close();
            return null;
        }
    }

    @Override
    public void close() {
        Conversation with = open;
        open = null;
        if (with != null) {
            close(with.channel, with.selector);
        }
    }

    private static void close(SocketChannel channel, Selector selector) {
        try {
            selector.close();
            channel.close();
        } catch (IOException gone) {
            LOG.debug("the X server is gone: {}", gone.getMessage());
        }
    }

    private Conversation connect() throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(display.socket()));
        Selector selector = Selector.open();
        boolean ready = false;
        try {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            Conversation unready = new Conversation(channel, selector, 0, 0);
            write(unready, display.greeting());
            int root = root(unready);
            byte[] name = EXTENSION.getBytes(StandardCharsets.US_ASCII);
            // The length of the whole in units of four bytes, then that of the name.
            write(
                    unready,
                    request(8 + name.length, QUERY_EXTENSION, 0)
                            .putShort((short) (2 + name.length / 4))
                            .putShort((short) name.length)
                            .putShort((short) 0)
                            .put(name));
            ByteBuffer answer = reply(channel, selector);
            if (answer.get(8) != 1) {
                throw new IOException("it has no extension " + EXTENSION);
            }
            ready = true;
            return new Conversation(channel, selector, Byte.toUnsignedInt(answer.get(9)), root);
        } finally {
            if (!ready) {
                close(channel, selector);
            }
        }
    }

    /** The first window, whose number is behind the maker's name and the formats. */
    private static int root(Conversation with) throws IOException {
        ByteBuffer head = read(with.channel, with.selector, 8);
        if (head.get(0) != 1) {
            throw new IOException("it does not accept connections from the agent");
        }
        ByteBuffer body = read(with.channel, with.selector, Short.toUnsignedInt(head.getShort(6)) * 4);
        if (body.limit() < 32) {
            throw new IOException("it does not speak the X protocol");
        }
        int maker = Short.toUnsignedInt(body.getShort(16));
        int formats = Byte.toUnsignedInt(body.get(21));
        int at = 32 + (maker + 3) / 4 * 4 + formats * 8;
        if (at + 4 > body.limit()) {
            throw new IOException("it has no screen");
        }
        return body.getInt(at);
    }

    private static ByteBuffer request(int length, int kind, int detail) {
        return XDisplay.message(length).put((byte) kind).put((byte) detail);
    }

    /** Requests are a few bytes: a socket that does not take them at once is stuck. */
    private static void write(Conversation with, ByteBuffer message) throws IOException {
        if (with.channel.write(message.flip()) < message.limit()) {
            throw new IOException("it does not listen");
        }
    }

    /** The answer to the last question; events that come before it are skipped. */
    private static ByteBuffer reply(SocketChannel channel, Selector selector) throws IOException {
        for (int i = 0; i < MOST_EVENTS; i++) {
            ByteBuffer message = read(channel, selector, REPLY);
            if (message.get(0) == 0) {
                throw new IOException("it refuses the request");
            }
            if (message.get(0) == 1) {
                return message;
            }
        }
        throw new IOException("it does not answer");
    }

    private static ByteBuffer read(SocketChannel channel, Selector selector, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        long end = System.nanoTime() + LIMIT_NANOS;
        while (buffer.hasRemaining()) {
            int read = channel.read(buffer);
            if (read < 0) {
                throw new EOFException("it hung up");
            }
            long left = (end - System.nanoTime()) / 1_000_000;
            if (read == 0) {
                if (left <= 0) {
                    throw new IOException("it is silent");
                }
                selector.select(left);
                selector.selectedKeys().clear();
            }
        }
        return buffer.flip();
    }
}
