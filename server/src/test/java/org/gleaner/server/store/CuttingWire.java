package org.gleaner.server.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stands between a client and PostgreSQL. When armed it lets the next commit through, waits until PostgreSQL has
 * answered it, and cuts the connection instead of passing the answer on: the commit stands and nobody has heard of it.
 * It knows only the first commit of a connection, as the driver calls later ones by a short name.
 */
final class CuttingWire implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final ServerSocket door;
    private final int target;
    private final Queue<Wire> wires = new ConcurrentLinkedQueue<>();
    private volatile boolean armed;

    private record Wire(Socket client, AtomicBoolean cut) {}

    CuttingWire(int target) throws IOException {
        this.target = target;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        run(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    void arm() {
        armed = true;
    }

    /** Clients lose their connections now, and PostgreSQL notices nothing, as if the network between were gone. */
    void partition() throws IOException {
        for (Wire wire : wires) {
            wire.cut().set(true);
            wire.client().close();
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void run(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
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
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            AtomicBoolean cut = new AtomicBoolean();
            wires.add(new Wire(client, cut));
            run(() -> toServer(client, server, cut));
            run(() -> toClient(server, client, cut));
        }
    }

    private void toServer(Socket client, Socket server, AtomicBoolean cut) throws IOException {
        byte[] buffer = new byte[BUFFER];
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        for (int read = read(in, buffer); read >= 0 && !cut.get(); read = read(in, buffer)) {
            if (armed && new String(buffer, 0, read, ISO_8859_1).contains("COMMIT")) {
                armed = false;
                cut.set(true);
            }
            out.write(buffer, 0, read);
        }
        if (!cut.get()) {
            server.close();
        }
    }

    private static int read(InputStream in, byte[] buffer) {
        try {
            return in.read(buffer);
        } catch (IOException e) {
            return -1;
        }
    }

    private static void toClient(Socket server, Socket client, AtomicBoolean cut) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (server;
                client) {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int read = in.read(buffer); read >= 0 && !cut.get(); read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
