package org.gleaner.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import org.gleaner.agent.disk.NodeIdentity;
import org.gleaner.agent.install.ProgramDirectory;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.Program;
import org.gleaner.protocol.thread.Vigil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an installed agent at the program of its server: asks now and then, fetches another one, compares its hash with
 * what the server said, and asks for a restart when nothing runs. The starting script tries it and falls back. Has one
 * thread of its own.
 */
final class ProgramUpdates {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramUpdates.class);
    private static final Duration ASKED_EVERY = Duration.ofMinutes(10);
    /** How long a program that did not report in is left alone. */
    private static final Duration AFTER_FAILURE = Duration.ofHours(1);

    private static final Duration IDLE_CHECKED_EVERY = Duration.ofSeconds(2);

    /** The calls that bring a program. */
    interface Source {
        Answer<Program> program(String token);

        Answer<Long> fetch(String token, Program program, Path target) throws IOException;
    }

    private final ProgramDirectory directory;
    private final Source source;
    private final BooleanSupplier idle;
    private final IntConsumer restart;
    private final boolean service;
    private final Duration every;
    private final AtomicBoolean scriptSeen = new AtomicBoolean();
    /** Whether the shell around this program still runs the script of an older one. */
    private volatile boolean anew;
    /** These two are confined to the thread that asks. */
    private boolean asked;

    private boolean restarting;

    /**
     * @param idle whether nothing runs now
     * @param restart ends the agent in good order with this exit code, to be started again
     * @param service whether whoever started the script starts it again as well
     * @param every how often the server is asked; empty: as usual
     */
    ProgramUpdates(
            ProgramDirectory directory,
            Source source,
            BooleanSupplier idle,
            IntConsumer restart,
            boolean service,
            Optional<Duration> every) {
        this.directory = directory;
        this.source = source;
        this.idle = idle;
        this.restart = restart;
        this.service = service;
        this.every = every.orElse(ASKED_EVERY);
    }

    /** Asks again and again. Agents ask at times of their own, so that they don't all fetch at once. */
    Vigil watch(Registration session, RandomGenerator random, ThreadFactory threads) {
        return new Vigil(
                        threads,
                        () -> {
                            Thread.sleep(pause(random));
                            askOnce(session);
                        },
                        (failures, bug) -> LOG.error("checking for a newer version failed; retrying", bug))
                .start();
    }

    void askOnce(Registration session) throws InterruptedException {
        NodeIdentity identity = session.identity();
        // What the script starts differently comes first: the next program would be started by the old one too.
        boolean script = anew;
        if (identity != null && !restarting && (script || prepare(identity.token()))) {
            while (!idle.getAsBoolean()) {
                Thread.sleep(IDLE_CHECKED_EVERY.toMillis());
            }
            restarting = true;
            restart.accept(script ? ProgramDirectory.START_ANEW : ProgramDirectory.START_AGAIN);
        }
    }

    private long pause(RandomGenerator random) {
        boolean first = !asked;
        asked = true;
        return first ? random.nextLong(every.toMillis() + 1) : every.toMillis();
    }

    /** Asks and fetches; true if another program waits to be tried. */
    boolean prepare(String token) {
        try {
            if (directory.isOnTrial()) {
                return false;
            }
            if (!(source.program(token) instanceof Answer.Success<Program> answer)) {
                return false;
            }
            Program wanted = answer.value();
            Optional<BlobHash> current = directory.current();
            if (current.isEmpty()
                    || current.get().equals(wanted.hash())
                    || directory.hasFailed(wanted.hash(), Instant.now(), AFTER_FAILURE)) {
                return false;
            }
            LOG.info("the server has Gleaner {}; downloading it", wanted.version());
            if (!(source.fetch(token, wanted, directory.arriving()) instanceof Answer.Success<Long>)) {
                LOG.warn("could not download Gleaner {}; keeping the current version", wanted.version());
                return false;
            }
            directory.propose(wanted.hash());
            return true;
        } catch (IOException failed) {
            LOG.warn("the update failed: {}", failed.toString());
            return false;
        }
    }

    /** The server has answered this program: if it was on trial, it stays. */
    void reported() {
        try {
            if (directory.confirm()) {
                LOG.info("the new version works and replaces the old one");
            }
        } catch (IOException failed) {
            LOG.error("could not switch to the new version", failed);
        }
        if (!directory.isOnTrial() && scriptSeen.compareAndSet(false, true)) {
            renewScript();
        }
    }

    private void renewScript() {
        try {
            switch (directory.renewScript()) {
                case UP_TO_DATE -> {}
                case EDITED ->
                    LOG.warn(
                            "{} was edited, so the update left it as it is; it starts the agent without this version's"
                                    + " JVM flags. To replace it, run 'gleaner agent install' again.",
                            directory.script());
                case REPLACED -> {
                    anew = service;
                    if (service) {
                        LOG.info("the start script is new too; the service restarts once nothing runs");
                    } else {
                        LOG.warn("{} is new too; restart the agent to use it", directory.script());
                    }
                }
            }
        } catch (IOException failed) {
            LOG.warn("could not update {}: {}", directory.script(), failed.toString());
        }
    }
}
