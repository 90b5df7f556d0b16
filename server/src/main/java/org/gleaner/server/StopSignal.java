package org.gleaner.server;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns SIGTERM or Ctrl-C into a graceful stop, and keeps the process until the store is closed. Thread-safe. */
final class StopSignal {
    private static final Logger LOG = LoggerFactory.getLogger(StopSignal.class);
    private static final long SECONDS_FOR_THE_STORE = 5;

    private final ServerAssembly server;
    private final CountDownLatch finished;
    private boolean stopped;

    /** @param finished reaches zero when everything is closed and the process may end */
    StopSignal(ServerAssembly server, CountDownLatch finished) {
        this.server = server;
        this.finished = finished;
    }

    /** For the end of the process: stops the server, then waits until its program has finished too. */
    Thread hook() {
        return new Thread(
                () -> {
                    try {
                        LOG.info("stopping");
                        stop();
                        if (!finished.await(SECONDS_FOR_THE_STORE, TimeUnit.SECONDS)) {
                            LOG.warn("timed out closing the store; everything acknowledged is in it");
                        }
                    } catch (IOException e) {
                        LOG.warn("errors while stopping", e);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "stop");
    }

    /** Stops the server; whoever comes second waits until the first has done it. */
    synchronized void stop() throws IOException, InterruptedException {
        if (!stopped) {
            stopped = true;
            server.stop();
        }
    }
}
