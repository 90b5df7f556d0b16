package org.gleaner.server;

import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.file.AccessDeniedException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.gleaner.protocol.problem.SystemWords;
import org.gleaner.protocol.thread.Exhaustion;
import org.gleaner.server.blob.BlobLimits;
import org.gleaner.server.disk.Ballast;
import org.gleaner.server.disk.OwnerOnly;
import org.gleaner.server.http.Descriptors;
import org.gleaner.server.http.HttpLimits;
import org.gleaner.server.log.ServerLog;
import org.gleaner.server.loop.ServerClock;
import org.gleaner.server.problem.HostProgram;
import org.gleaner.server.simulation.Simulator;
import org.gleaner.server.store.SqlStore;
import org.gleaner.server.store.StoreUnusable;
import org.gleaner.server.tls.TlsUnusable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server as a program: from its options to its exit code. */
public final class ServerProgram {
    /** Stopped by a person. */
    public static final int WELL = 0;

    private static final int BAD_USAGE = 2;
    private static final int REFUSED = 3;
    private static final int BUG = 70;
    private static final Logger LOG = LoggerFactory.getLogger(ServerProgram.class);

    private final ServerOptions options;
    private final Simulator simulator;
    private final HostProgram hosts;
    private final PrintStream out;
    private final PrintStream err;
    private final Ballast ballast;
    private final CountDownLatch finished = new CountDownLatch(1);

    /** One that can't simulate. */
    public ServerProgram(ServerOptions options, PrintStream out, PrintStream err) {
        this(options, Simulator.NONE, HostProgram.NONE, out, err);
    }

    public ServerProgram(
            ServerOptions options, Simulator simulator, HostProgram hosts, PrintStream out, PrintStream err) {
        this.options = options;
        this.simulator = simulator;
        this.hosts = hosts;
        this.out = out;
        this.err = err;
        this.ballast = new Ballast(options.data(), BlobLimits.DEFAULT.reserve());
    }

    /** Serves until the process is told to stop, or a bug stops it; returns the exit code. */
    public int run() throws InterruptedException {
        int objection = look();
        if (objection != WELL) {
            return objection;
        }
        Exhaustion.endsProcess((thread, bug) -> LOG.atError()
                .setCause(bug)
                .addKeyValue("thread", thread.getName())
                .log("a bug ended a thread"));
        try {
            // Files and results in it are their owners' secrets.
            OwnerOnly.directory(options.data());
            ServerLog.open(options.log(), options.data());
            makeRoom();
            try (SqlStore store = SqlStore.open(options.data(), options.database());
                    ClockKeeper clock = ClockKeeper.open(options.data())) {
                store.checkFiles(options.data());
                ballast.load();
                return serve(ServerAssembly.Storage.of(options.data(), store), clock.clock());
            }
        } catch (StoreUnusable e) {
            return unusable(e);
        } catch (BindException e) {
            return complain(
                    REFUSED,
                    "Can't listen on port " + options.port() + ".",
                    "Another program uses it.",
                    "Stop that program, or choose another --port; --port 0 picks a free one.");
        } catch (AccessDeniedException e) {
            return complain(
                    REFUSED,
                    "The server can't work in " + options.data() + ".",
                    "This user may not use " + e.getMessage() + ".",
                    "Start it as the user who owns the directory, or with another --data directory.");
        } catch (TlsUnusable e) {
            return complain(
                    REFUSED, "The server can't work in " + options.data() + ".", e.getMessage() + ".", e.next());
        } catch (IOException e) {
            // The next lines are for people; before the log is open all of it would go to their terminal.
            LOG.atError().addKeyValue("why", e.toString()).log("the server can't continue");
            String why = "The system says: " + SystemWords.of(e, options.data()) + ".";
            return isFull()
                    ? full(why)
                    : complain(
                            REFUSED,
                            "The server can't work in " + options.data() + ".",
                            why,
                            "Check the directory's permissions and the free disk space, then start it again.");
        } finally {
            finished.countDown();
        }
    }

    /** Whether it can serve as it was told to, before anything is made; warns of what it can do but had better not. */
    private int look() {
        Exposure.Transport transport = options.exposure().transport();
        if (!options.listen().isLoopbackAddress() && transport == Exposure.Transport.LOCAL) {
            return complain(
                    BAD_USAGE,
                    "Can't listen on " + options.listen().getHostAddress() + " without TLS.",
                    "Anyone on the network could read tokens, jobs and files, and use them.",
                    "Add --tls (the server makes its own certificate), or --plain-http if you trust that network.");
        }
        long descriptors = Descriptors.most();
        if (descriptors < HttpLimits.LEAST_DESCRIPTORS) {
            return complain(
                    REFUSED,
                    "The server may open only " + descriptors + " files and connections at once.",
                    "It needs at least " + HttpLimits.LEAST_DESCRIPTORS + "; with fewer, few callers would keep all"
                            + " others out.",
                    Descriptors.REMEDY);
        }
        HttpLimits.DEFAULT
                .within(descriptors)
                .few()
                .ifPresent(what -> err.println("gleaner: warning: " + what + ". " + Descriptors.REMEDY));
        if (transport == Exposure.Transport.PLAIN) {
            err.println("gleaner: warning: plain HTTP. Anyone who can listen on the network can read every token, job"
                    + " and file, use those tokens, and send agents other work. --tls prevents this.");
        }
        return WELL;
    }

    private void makeRoom() throws IOException {
        if (ballast.isNeeded() && ballast.drop()) {
            LOG.warn("the disk is full: the server uses its reserve to start; free some space soon");
            err.println("gleaner: the disk of " + options.data()
                    + " is full. The server starts with the space that it keeps"
                    + " for this; free some more: 'gleaner df', 'gleaner delete', 'gleaner sweep --grace 0s'.");
        }
    }

    private int unusable(StoreUnusable store) {
        return isFull() ? full(store.why()) : complain(REFUSED, store.what(), store.why(), store.next());
    }

    private int full(String why) {
        return complain(
                REFUSED,
                "The server can't start: the disk of " + options.data() + " is full.",
                why,
                "Free some MB. In that directory you may delete server.log.*, audit.log.*, backups,"
                        + " backup-under-way, blobs/partial/*. Never gleaner.db, gleaner.db-* or the rest of"
                        + " blobs.");
    }

    private boolean isFull() {
        try {
            return ballast.isNeeded();
        } catch (IOException unknown) {
            return false;
        }
    }

    private int serve(ServerAssembly.Storage storage, ServerClock clock) throws IOException, InterruptedException {
        ServerAssembly.Setup setup = ServerAssembly.Setup.of(options, simulator).with(hosts);
        ServerAssembly server = new ServerAssembly(storage, setup, clock);
        StopSignal signal = new StopSignal(server, finished);
        try {
            server.start();
            Runtime.getRuntime().addShutdownHook(signal.hook());
            out.println("listening on " + server.url());
            boolean reached =
                    !options.listen().isLoopbackAddress() || options.exposure().publicUrl() != null;
            if (reached) {
                out.println("To add a machine: " + server.joinLines().curl());
            }
            // Without its pin nobody believes a certificate that the server made itself, on this machine neither.
            if (reached || options.exposure().transport() == Exposure.Transport.TLS) {
                out.println("To log in:        gleaner login '" + server.address() + "'");
            }
            out.flush();
            LOG.atInfo().addKeyValue("url", server.url()).log("serving");
            return exitCode(server.ended().get());
        } catch (ExecutionException e) {
            throw new IllegalStateException("the loop's end never fails", e);
        } finally {
            signal.stop();
            LOG.info("stopped");
        }
    }

    private int exitCode(@Nullable Throwable bug) {
        if (bug == null) {
            return WELL;
        }
        LOG.error("a bug stopped the server; everything acknowledged is in the store", bug);
        return complain(
                BUG,
                "A bug stopped the server.",
                "Everything acknowledged is safe in " + options.data() + "; see the log there for the cause.",
                "Start it again; if it stops again, report the log's last lines.");
    }

    private int complain(int code, String what, String why, String next) {
        err.println("gleaner: " + what);
        err.println("  " + why);
        err.println("  " + next);
        return code;
    }
}
