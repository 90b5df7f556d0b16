package org.gleaner.lab.torture;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.gleaner.protocol.thread.Vigil;

/**
 * Passes connections on to an address until it is told to spoil them: to reset all of them at once, or to hold back
 * whatever is said for a while, new connections included. Thread-safe.
 */
final class Relay implements Closeable {
    private static final int BACKLOG = 128;
    private static final int BUFFER = 1 << 14;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int MOST_CONNECTIONS = 500;

    private final ServerSocket door;
    private final InetSocketAddress target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private boolean held;

    Relay(String host, int port) throws IOException {
        target = new InetSocketAddress(host, port);
        door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        thread(this::accept);
    }

    String host() {
        return "127.0.0.1";
    }

    int port() {
        return door.getLocalPort();
    }

    /** Both ends of every connection see a reset; what was under way is lost. */
    void reset() {
        // Some of them end by themselves at this moment.
        sockets.forEach(this::forget);
    }

    synchronized void hold() {
        held = true;
    }

    synchronized void release() {
        held = false;
        notifyAll();
    }

    private synchronized void passage() throws InterruptedException {
        while (held) {
            TimeUnit.SECONDS.timedWait(this, 1);
        }
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket caller = door.accept();
                if (sockets.size() > MOST_CONNECTIONS) {
                    abort(caller);
                } else {
                    sockets.add(caller);
                    thread(() -> connect(caller));
                }
            } catch (IOException closed) {
                // The door was closed, or one caller was gone before it was let in.
            }
        }
    }

    private void connect(Socket caller) {
        Socket called = new Socket();
        sockets.add(called);
        try {
            passage();
            called.connect(target, CONNECT_MILLIS);
            thread(() -> pump(caller, called));
            pump(called, caller);
        } catch (IOException | InterruptedException away) {
            forget(caller);
            forget(called);
        }
    }

    /** One direction; the other sees the end of this one. */
    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                passage();
                out.write(buffer, 0, length);
            }
            passage();
            to.shutdownOutput();
            if (from.isOutputShutdown()) {
                forget(from);
                forget(to);
            }
        } catch (IOException | InterruptedException broken) {
            forget(from);
            forget(to);
        }
    }

    private void forget(Socket socket) {
        sockets.remove(socket);
        try {
            abort(socket);
        } catch (IOException gone) {
            // Nothing is left of it.
        }
    }

    private static void abort(Socket socket) throws IOException {
        if (!socket.isClosed()) {
            try {
                socket.setSoLinger(true, 0);
            } finally {
                socket.close();
            }
        }
    }

    private static void thread(Runnable work) {
        Vigil.daemon("relay").newThread(work).start();
    }

    @Override
    public void close() throws IOException {
        door.close();
        release();
        reset();
    }
}
