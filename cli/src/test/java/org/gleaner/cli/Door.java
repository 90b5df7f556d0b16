package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before a server on this machine; while it is shut, nobody reaches that, and who did is cut off. */
final class Door implements AutoCloseable {
    private final ServerSocket door;
    private final int target;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final StringBuffer heard = new StringBuffer();
    private final AtomicInteger turnedAway = new AtomicInteger();
    private volatile boolean shut;

    Door(int target) throws IOException {
        this.target = target;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        run(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    void shut() throws IOException {
        shut = true;
        for (Socket socket = open.poll(); socket != null; socket = open.poll()) {
            socket.close();
        }
    }

    void open() {
        shut = false;
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void run(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException ended) {
                // A side has closed, which is how every connection ends here.
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (!door.isClosed()) {
            Socket client = door.accept();
            open.add(client);
            if (shut) {
                turnedAway.incrementAndGet();
                client.close();
                continue;
            }
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(server);
            run(() -> hear(client, server));
            run(() -> pass(server, client));
        }
    }

    /** So many came while it was shut. */
    int turnedAway() {
        return turnedAway.get();
    }

    /** Whether somebody asked for this: a part of a line of HTTP. */
    boolean heard(String part) {
        return heard.toString().contains(part);
    }

    private void hear(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            byte[] some = new byte[1 << 13];
            for (int length = from.getInputStream().read(some);
                    length >= 0;
                    length = from.getInputStream().read(some)) {
                heard.append(new String(some, 0, length, ISO_8859_1));
                to.getOutputStream().write(some, 0, length);
            }
        }
    }

    private static void pass(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            long unused = from.getInputStream().transferTo(to.getOutputStream());
        }
    }

    @Override
    public void close() throws IOException {
        shut();
        door.close();
    }
}
