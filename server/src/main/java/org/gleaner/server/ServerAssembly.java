package org.gleaner.server;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.OpenLimits;
import org.gleaner.core.grid.Store;
import org.gleaner.core.job.Spans;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.store.History;
import org.gleaner.protocol.message.JoinLines;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.disk.Ballast;
import org.gleaner.server.feed.Feeds;
import org.gleaner.server.forecast.DeadlineWatch;
import org.gleaner.server.forecast.ForecastShelf;
import org.gleaner.server.forecast.Forecaster;
import org.gleaner.server.forecast.Forecasts;
import org.gleaner.server.forecast.Helm;
import org.gleaner.server.http.BodyRoom;
import org.gleaner.server.http.Descriptors;
import org.gleaner.server.http.FrontDoor;
import org.gleaner.server.http.HttpLimits;
import org.gleaner.server.http.RateLimits;
import org.gleaner.server.http.Tickets;
import org.gleaner.server.http.WebServer;
import org.gleaner.server.join.JoinText;
import org.gleaner.server.join.PoolAddress;
import org.gleaner.server.log.AuditFiles;
import org.gleaner.server.log.AuditLog;
import org.gleaner.server.loop.BatchLog;
import org.gleaner.server.loop.LatestImage;
import org.gleaner.server.loop.LoopPulse;
import org.gleaner.server.loop.LoopWatch;
import org.gleaner.server.loop.ServerClock;
import org.gleaner.server.loop.ServerLoop;
import org.gleaner.server.metric.DiskUse;
import org.gleaner.server.metric.PolicyMetrics;
import org.gleaner.server.metric.ServerMetrics;
import org.gleaner.server.metric.WarningMetrics;
import org.gleaner.server.problem.HostProgram;
import org.gleaner.server.problem.ProblemHosts;
import org.gleaner.server.retention.BackupDesk;
import org.gleaner.server.retention.FreedRows;
import org.gleaner.server.retention.Janitor;
import org.gleaner.server.retention.LastBackup;
import org.gleaner.server.retention.LastRoom;
import org.gleaner.server.retention.Lookout;
import org.gleaner.server.retention.MissingFiles;
import org.gleaner.server.retention.Warnings;
import org.gleaner.server.route.RouteAssembly;
import org.gleaner.server.simulation.Simulations;
import org.gleaner.server.simulation.Simulator;
import org.gleaner.server.store.Snapshots;
import org.gleaner.server.store.SqlStore;
import org.gleaner.server.tls.TlsIdentity;
import org.gleaner.server.token.FirstTokens;
import org.gleaner.server.token.PageLinks;
import org.gleaner.server.token.TokenDirectory;
import org.gleaner.server.token.TokenFiles;
import org.gleaner.server.token.TokenMint;
import org.gleaner.server.token.TokenUse;
import org.gleaner.server.webhook.WebhookSender;
import org.gleaner.server.whatif.WhatIfs;
import org.jspecify.annotations.Nullable;

/** Builds a server from its parts, top to bottom, and takes it down in the order in which nothing is lost. */
public final class ServerAssembly {
    /** How long stopping may take, all together. */
    public static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private static final Duration START_PATIENCE = Duration.ofMinutes(10);
    private static final int POLL_MILLIS = 5;

    /** What is durable and lies outside: opened by whoever starts the server, and closed by them. */
    public record Storage(
            Path data, Store store, History history, Snapshots snapshots, BlobStore blobs, ForecastShelf forecasts) {
        /** All rows in one database. */
        public static Storage of(Path data, SqlStore store) throws IOException {
            return of(data, store, store);
        }

        ProblemHosts hosts(HostProgram program, LatestImage latest) {
            return new ProblemHosts(program, history, blobs, data, latest::settings);
        }

        /** @param seen what the loop has of it */
        static Storage of(Path data, SqlStore store, Store seen) throws IOException {
            return new Storage(data, seen, store.history(), store, BlobStore.open(data), store.forecasts());
        }
    }

    /** Bounds, and where and how to listen. */
    public record Setup(
            InetAddress listen,
            int port,
            Exposure exposure,
            HttpLimits limits,
            ServerLoop.Bounds bounds,
            Simulator simulator,
            HostProgram hosts) {
        /** One that takes no problems. */
        public Setup(
                InetAddress listen,
                int port,
                Exposure exposure,
                HttpLimits limits,
                ServerLoop.Bounds bounds,
                Simulator simulator) {
            this(listen, port, exposure, limits, bounds, simulator, HostProgram.NONE);
        }

        /** The same with problems. */
        public Setup with(HostProgram program) {
            return new Setup(listen, port, exposure, limits, bounds, simulator, program);
        }

        public static Setup of(ServerOptions options, Simulator simulator) {
            return new Setup(
                    options.listen(),
                    options.port(),
                    options.exposure(),
                    HttpLimits.DEFAULT.within(Descriptors.most()),
                    ServerLoop.Bounds.DEFAULT,
                    simulator);
        }

        /** On this machine only. */
        public static Setup local(HttpLimits limits, ServerLoop.Bounds bounds) {
            return local(limits, bounds, Simulator.NONE);
        }

        public static Setup local(HttpLimits limits, ServerLoop.Bounds bounds, Simulator simulator) {
            return new Setup(InetAddress.getLoopbackAddress(), 0, Exposure.LOCAL, limits, bounds, simulator);
        }
    }

    private final LatestImage latest = new LatestImage();
    private final ServerMetrics metrics;
    private final TokenDirectory tokens = new TokenDirectory();
    private final ServerWorkers workers = ServerWorkers.start();
    private final AuditLog audit = new AuditLog();
    private final WebhookSender webhooks;
    private final Feeds feeds;
    private final Forecaster forecaster;
    private final Helm helm = new Helm(new SecureRandom().nextLong(), this::offer);
    private final ServerLoop loop;
    private final LoopWatch watch;
    private final Janitor janitor;
    private final Simulations simulations;
    private final WhatIfs questions;
    private final ProblemHosts hosts;
    private final FrontDoor door;
    private final WebServer web;
    private final TokenFiles files;
    private final TokenMint mint;
    private final NetworkPlace place;

    public ServerAssembly(Storage storage, Setup setup, ServerClock clock) throws IOException {
        this(storage, setup, clock, new Forecaster(clock, storage.forecasts(), new SecureRandom().nextLong()));
    }

    ServerAssembly(Storage storage, Setup setup, ServerClock clock, Forecaster forecaster) throws IOException {
        this.forecaster = forecaster;
        place = new NetworkPlace(storage.data(), setup.listen(), setup.exposure(), InstantSource.system());
        metrics = new ServerMetrics(latest, clock);
        SecureRandom random = new SecureRandom();
        mint = new TokenMint(random);
        files = new TokenFiles(storage.data());
        long heap = Runtime.getRuntime().maxMemory();
        BodyRoom room = BodyRoom.within(heap);
        LoopPulse pulse = new LoopPulse(System::nanoTime);
        BatchStep step = new BatchStep(
                pulse.watching(storage.store(), metrics::committed),
                new SplittableRandom(random.nextLong()),
                OpenLimits.DEFAULT.within(heap / 8 * 3));
        webhooks = new WebhookSender(storage.history(), latest::settings);
        String run = word(random);
        feeds = new Feeds(tokens, Feeds.Bounds.within(heap, setup.limits().feeds()), run, word(random) + word(random));
        hosts = storage.hosts(setup.hosts(), latest);
        FreedRows freed = new FreedRows(storage.snapshots(), storage.blobs(), workers.workers());
        loop = new ServerLoop(
                step,
                clock,
                workers.renderers(),
                List.of(tokens, latest, metrics, webhooks, feeds, forecaster, new BatchLog(), freed, hosts),
                setup.bounds(),
                pulse);
        watch = new LoopWatch(loop);
        LastRoom last = new LastRoom(
                storage.snapshots(), new Ballast(storage.data(), storage.blobs().reserve()));
        MissingFiles missing = new MissingFiles(storage.history(), storage.blobs());
        Warnings warnings = warnings(storage, last, missing, clock);
        BackupDesk backups = backups(storage, clock, random);
        janitor = new Janitor(loop, keep(storage, last, new Lookout(warnings, missing)), latest, clock, backups);
        simulations = new Simulations(setup.simulator(), storage.data(), clock, mint::word);
        questions = new WhatIfs(forecaster, clock, mint::word);
        RouteAssembly.Housekeeping house = house(last, backups, warnings, new AuditFiles(storage.data()));
        RouteAssembly routes = new RouteAssembly(loop, storage.history(), storage.blobs(), metrics, mint, house);
        RouteAssembly.Handed handed = handed();
        door = new FrontDoor(
                routes.table(workers.readers(), room.largest(), this::poolAddress, handed, feeds, clock),
                tokens,
                workers.workers(),
                setup.limits(),
                new FrontDoor.Guards(
                        metrics,
                        new RateLimits(System::nanoTime, latest::settings),
                        audit,
                        new TokenUse(loop, clock)::seen,
                        room,
                        handed.tickets()),
                run);
        web = new WebServer(
                setup.listen(),
                setup.port(),
                door,
                setup.limits(),
                place.identity(),
                setup.exposure().proxies());
        gauge(storage.blobs(), clock);
    }

    private Warnings warnings(Storage storage, LastRoom last, MissingFiles missing, ServerClock clock) {
        Descriptors files = new Descriptors();
        Supplier<Optional<String>> crowded = () -> files.scarce().or(web::crowded);
        Warnings warnings = new Warnings(storage.blobs(), last, clock, audit::incomplete, crowded, missing::told);
        WarningMetrics.bind(metrics, warnings, loop, latest);
        return warnings;
    }

    private BackupDesk backups(Storage storage, ServerClock clock, SecureRandom random) {
        LastBackup last = new LastBackup(storage.data(), clock);
        metrics.gauge("gleaner.backup.age.seconds", "Age of the last whole backup; NaN: none is known", last::age);
        return new BackupDesk(storage.data(), storage.snapshots(), storage.blobs(), random, last);
    }

    private static Janitor.Keep keep(Storage storage, LastRoom last, Lookout lookout) {
        return new Janitor.Keep(storage.history(), last, storage.blobs(), lookout);
    }

    private RouteAssembly.Housekeeping house(LastRoom last, BackupDesk backups, Warnings warnings, AuditFiles trail) {
        return new RouteAssembly.Housekeeping(
                last, latest, janitor, backups, warnings, trail, simulations, forecaster, questions, hosts);
    }

    /** Nobody waits for the answer. */
    private void offer(Command command) {
        loop.offer(command, reply -> {});
    }

    private RouteAssembly.Handed handed() {
        return new RouteAssembly.Handed(
                new Tickets(System::nanoTime, mint::word), new PageLinks(System::nanoTime, tokens::isValid));
    }

    private static String word(SecureRandom random) {
        return Long.toString(random.nextLong() >>> 1, Character.MAX_RADIX);
    }

    private void gauge(BlobStore blobs, ServerClock clock) {
        gaugeForecasts(clock);
        metrics.gauge("gleaner.queue.commands", "Commands that wait to be decided", loop::queued);
        metrics.gauge("gleaner.calls.pending", "Calls that wait for the loop's reply", loop::pending);
        metrics.gauge(
                "gleaner.store.away",
                "1 while the database can't be read or written",
                () -> loop.isStoreAway() ? 1 : 0);
        DiskUse disk = new DiskUse(blobs, workers.workers());
        metrics.gauge(
                "gleaner.disk.free.bytes", "Free on the data directory's disk", () -> disk.disk(BlobStore.Disk::free));
        metrics.gauge(
                "gleaner.disk.total.bytes",
                "Size of the data directory's disk",
                () -> disk.disk(BlobStore.Disk::total));
        metrics.gauge("gleaner.blobs.bytes", "Size of all inputs and outputs, counted every few minutes", disk::blobs);
        metrics.gauge("gleaner.calls.open", "Calls not answered yet", door::openCalls);
        metrics.gauge("gleaner.problem.hosts", "Problems whose hosts are running", hosts::served);
        metrics.gauge("gleaner.feeds", "Callers that follow the pool", feeds::size);
    }

    private void gaugeForecasts(ServerClock clock) {
        metrics.counter(
                "gleaner.forecast.seconds",
                "Processor time spent on looking ahead",
                () -> forecaster.latest().cost().toNanos() / 1e9);
        metrics.gauge(
                "gleaner.forecast.futures",
                "Futures behind the latest forecast",
                () -> forecaster.latest().futures());
        metrics.counter(
                "gleaner.policy.seconds",
                "Processor time spent on trying policies",
                () -> helm.cost().toNanos() / 1e9);
        metrics.counter(
                "gleaner.policy.tryouts",
                "How often policies were tried",
                () -> helm.log().tryouts());
        metrics.counter(
                "gleaner.policy.switches",
                "How often the server switched to another policy",
                () -> helm.log().switches());
        PolicyMetrics.bind(metrics, () -> helm.log().last());
        metrics.gauge("gleaner.forecast.age.seconds", "Age of the latest forecast; 0: none yet", () -> {
            Forecasts latest = forecaster.latest();
            Instant at = latest.at();
            return at == null ? 0 : Spans.between(at, clock.instant()).toMillis() / 1000.0;
        });
    }

    /** Listens, loads the state, provides the first tokens; when it returns, calls are served. */
    public void start() throws IOException, InterruptedException {
        web.start();
        loop.start();
        watch.start();
        feeds.start();
        forecaster.tell(new DeadlineWatch(this::offer));
        forecaster.steer(helm);
        forecaster.start();
        long deadline = System.nanoTime() + START_PATIENCE.toNanos();
        while (!loop.isServing()) {
            if (loop.ended().isDone() || System.nanoTime() > deadline) {
                throw new IOException("the state could not be loaded; see the log");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        new FirstTokens(files, tokens, mint, loop).provide();
        janitor.start();
        hosts.start(loop);
        files.write(TokenFiles.ADDRESS, place.fromHere(web.port()));
        place.keepRenewed(web::renew);
    }

    /** Where it listens, for people and for programs that run on any machine. */
    public String url() {
        return place.url(web.port());
    }

    /** Where others reach it, with the pin by which they know it. */
    public String address() {
        PoolAddress pool = poolAddress();
        TlsIdentity tls = pool.shown();
        return tls == null ? pool.base() : pool.base() + tls.pin();
    }

    public JoinLines joinLines() {
        return JoinText.lines(poolAddress());
    }

    private PoolAddress poolAddress() {
        return place.pool(web.port());
    }

    /** Completes with null when it was stopped, with the cause if a bug stopped the loop. */
    public CompletableFuture<@Nullable Throwable> ended() {
        return loop.ended();
    }

    public ServerLoop loop() {
        return loop;
    }

    /** Takes no more calls, finishes what was taken, answers parked calls with an empty order. The store stays open. */
    public void stop() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + STOP_PATIENCE.toNanos();
        place.close();
        files.remove(TokenFiles.ADDRESS);
        janitor.close();
        simulations.close();
        questions.close();
        hosts.close();
        watch.close();
        web.stopAccepting();
        feeds.close();
        forecaster.close();
        loop.stop();
        try {
            loop.ended().get(left(deadline).toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // What is not durable by now was not acknowledged either: its callers come again.
            deadline = System.nanoTime();
        }
        while (door.openCalls() > 0 && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        web.stop(Duration.ZERO);
        webhooks.close();
        workers.stop(left(deadline));
        metrics.close();
    }

    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }
}
