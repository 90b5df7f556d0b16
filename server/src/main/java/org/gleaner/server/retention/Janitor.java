package org.gleaner.server.retention;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.store.History;
import org.gleaner.core.store.PastStay;
import org.gleaner.protocol.message.SweepResult;
import org.gleaner.protocol.thread.LogPace;
import org.gleaner.protocol.thread.Vigil;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.loop.LatestImage;
import org.gleaner.server.loop.ServerClock;
import org.gleaner.server.loop.ServerLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Once a minute: old closed jobs go, or only their files, as the loop decides; old stays of nodes are added up by week,
 * nodes that never worked and do not come back are forgotten; then beginnings of uploads and copies for backups that
 * nobody continued, and content that no job names. Every round is bounded; what is left comes in the next. While the
 * clock is in doubt nothing goes because of its age, and what it jumped ahead lately makes nothing older. Thread-safe.
 */
public final class Janitor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Janitor.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final Duration SWEEP_BUDGET = Duration.ofSeconds(20);
    /** Few at a time, as the loop waits while their rows are deleted. */
    private static final int JOBS_TOGETHER = 4;

    private static final int MOST_ROUNDS = 100;
    /** A machine that joined and never worked, for example as somebody only tried it. */
    private static final Duration STRAYS_SILENT = Duration.ofDays(1);

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** What is kept, and tidied. */
    public record Keep(History history, LastRoom room, BlobStore blobs, Lookout lookout) {}

    private final ServerLoop loop;
    private final History history;
    private final LastRoom room;
    private final BlobStore blobs;
    private final Lookout lookout;
    private final LatestImage latest;
    private final ServerClock clock;
    private final BackupDesk backups;
    private final BlobSweep sweep;
    private final RoundLog log;
    private final Vigil vigil = new Vigil(
            Vigil.daemon("janitor"),
            this::round,
            (failures, bug) -> LOG.atError().setCause(bug).log("a bug stopped this round of housekeeping"));

    /** @param clock the loop's, as it says when jobs were closed */
    public Janitor(ServerLoop loop, Keep keep, LatestImage latest, ServerClock clock, BackupDesk backups) {
        this.loop = loop;
        this.history = keep.history();
        this.room = keep.room();
        this.blobs = keep.blobs();
        this.lookout = keep.lookout();
        this.latest = latest;
        this.clock = clock;
        this.backups = backups;
        this.log = new RoundLog(blobs, new LogPace());
        this.sweep = new BlobSweep(blobs, history, loop::isServing);
    }

    public void start() {
        vigil.start();
    }

    private void round() throws InterruptedException {
        Thread.sleep(PAUSE.toMillis());
        try {
            if (loop.isServing()) {
                tidy(Optional.empty());
                log.well();
            }
        } catch (IOException e) {
            log.failed(e);
        } catch (StoreException e) {
            log.failed(e);
        }
    }

    /**
     * One round, now.
     *
     * @param grace empty for that of the settings
     */
    public synchronized SweepResult tidy(Optional<Duration> grace) throws IOException, StoreException {
        Settings now = latest.settings();
        boolean believed = clock.doubt().isEmpty();
        long jobs = believed ? retireOld(now) : 0;
        backups.tidy();
        Duration young = grace.orElseGet(() -> now.duration(Setting.BLOB_GRACE));
        BlobSweep.Content gone = believed || young.isZero()
                ? sweep.run(young.isZero() ? young : young.plus(clock.leap()), SWEEP_BUDGET)
                : BlobSweep.Content.NONE;
        if (gone.removed() > 0) {
            LOG.atInfo()
                    .addKeyValue("blobs", gone.removed())
                    .addKeyValue("bytes", gone.bytes())
                    .log("removed content that no job names");
        }
        blobs.databaseHas(room.database().spare());
        room.keep();
        lookout.look();
        return new SweepResult(jobs, gone.removed(), gone.bytes(), gone.more(), !believed);
    }

    /** Looks now which files that jobs name are missing, as the end of a sentence about the server; empty: none. */
    public Optional<String> missingFiles() throws IOException, StoreException {
        return lookout.lookForFiles();
    }

    /** How many jobs or their files went. */
    private long retireOld(Settings now) throws IOException, StoreException {
        long jobs = retire(now.limitedSpan(Setting.RETENTION_HISTORY), false)
                + retire(now.limitedSpan(Setting.RETENTION_OUTPUTS), true);
        foldStays(now.limitedSpan(Setting.RETENTION_STAYS));
        ask(new Command.ForgetStrays(STRAYS_SILENT));
        blobs.removeStale();
        return jobs;
    }

    private long retire(Optional<Duration> age, boolean onlyFiles) throws StoreException, IOException {
        if (age.isEmpty()) {
            return 0;
        }
        long jobs = 0;
        Instant before = clock.instant().minus(clock.leap()).minus(age.get());
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<ClosedJob> old = history.closedBefore(before, onlyFiles, JOBS_TOGETHER);
            if (old.isEmpty()) {
                return jobs;
            }
            ask(new Command.RetireJobs(old, onlyFiles));
            jobs += old.size();
            LOG.atInfo()
                    .addKeyValue(
                            "jobs",
                            old.stream().map(one -> one.job().toString()).toList())
                    .log(onlyFiles ? "removed the files of old jobs" : "removed old jobs");
        }
        return jobs;
    }

    /** Asks the store first, so that a quiet server writes nothing. */
    private void foldStays(Optional<Duration> age) throws StoreException, IOException {
        if (age.isPresent()) {
            Instant before = clock.instant().minus(clock.leap()).minus(age.get());
            List<PastStay> oldest = history.stays(Instant.EPOCH, 1);
            if (!oldest.isEmpty() && oldest.get(0).to().isBefore(before)) {
                ask(new Command.FoldStays(before));
                LOG.atInfo().log("summed up old stays of nodes by week");
            }
        }
    }

    private void ask(Command command) throws IOException {
        try {
            if (!(loop.ask(command, PATIENCE).orElse(null) instanceof Reply.Acknowledged)) {
                throw new IOException("the server is too busy for housekeeping");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        vigil.close();
    }
}
