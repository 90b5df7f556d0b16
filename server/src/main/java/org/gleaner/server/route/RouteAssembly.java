package org.gleaner.server.route;

import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.gleaner.core.desk.Desk;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.desk.TakenFiles;
import org.gleaner.core.store.History;
import org.gleaner.protocol.OpenApi;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.blob.NamelessUploads;
import org.gleaner.server.feed.Feeds;
import org.gleaner.server.forecast.Forecaster;
import org.gleaner.server.http.RouteTable;
import org.gleaner.server.http.Tickets;
import org.gleaner.server.join.PoolAddress;
import org.gleaner.server.join.ProgramFile;
import org.gleaner.server.join.PythonWheel;
import org.gleaner.server.live.LiveLogs;
import org.gleaner.server.log.AuditFiles;
import org.gleaner.server.loop.LatestImage;
import org.gleaner.server.loop.ServerLoop;
import org.gleaner.server.metric.ServerMetrics;
import org.gleaner.server.problem.ProblemHosts;
import org.gleaner.server.retention.BackupDesk;
import org.gleaner.server.retention.Janitor;
import org.gleaner.server.retention.LastRoom;
import org.gleaner.server.retention.UseLedger;
import org.gleaner.server.retention.Warnings;
import org.gleaner.server.simulation.Simulations;
import org.gleaner.server.store.Snapshots;
import org.gleaner.server.token.PageLinks;
import org.gleaner.server.token.TokenMint;
import org.gleaner.server.whatif.PastQuestions;
import org.gleaner.server.whatif.WhatIfs;

/** Puts the routes together. */
public record RouteAssembly(
        ServerLoop loop, History history, BlobStore blobs, ServerMetrics metrics, TokenMint mint, Housekeeping house) {
    /** What keeps the store tidy, and what else goes on beside the loop. */
    public record Housekeeping(
            LastRoom room,
            LatestImage latest,
            Janitor janitor,
            BackupDesk backups,
            Warnings warnings,
            AuditFiles audit,
            Simulations simulations,
            Forecaster forecaster,
            WhatIfs questions,
            ProblemHosts hosts) {
        Snapshots snapshots() {
            return room.database();
        }
    }

    /** Words that stand for something for a short while, in memory only. */
    public record Handed(Tickets tickets, PageLinks links) {}

    /**
     * @param readers threads that read large bodies
     * @param largestBody of a job, in bytes
     * @param address under which machines reach this server
     * @param clock by which tokens end
     */
    public RouteTable table(
            Executor readers,
            long largestBody,
            Supplier<PoolAddress> address,
            Handed handed,
            Feeds feeds,
            InstantSource clock)
            throws IOException {
        JobFacts facts = new JobFacts(history);
        VisibleJobs visible = new VisibleJobs(facts);
        LiveLogs logs = new LiveLogs(System::nanoTime);
        UploadLedger uploads = new UploadLedger();
        NamelessUploads nameless = new NamelessUploads(blobs, mint::word);
        BlobAccess access = new BlobAccess(blobs, history, uploads);
        JobBodies bodies = new JobBodies(readers, largestBody);
        UseLedger use = new UseLedger(history, blobs);
        UploadRoom room = new UploadRoom(house.latest(), use, history, blobs, uploads);
        Quotas quotas = new Quotas(house.latest(), use, history, room);
        BlobRoutes blobRoutes = new BlobRoutes(blobs, access, uploads, room);
        OutputCheck outputs = new OutputCheck(history);
        ListedOutputs lists = new ListedOutputs(blobs, access, outputs);
        ResultBlobs results = new ResultBlobs(blobs, lists);
        LoopDesk desk = new LoopDesk(loop, new Desk(history, results));
        TakenFiles taken = new TakenFiles(history, results);
        LostInputs lost = new LostInputs(history, access, taken);
        RowRoom rows = new RowRoom(house.room());
        ForecastRoutes forecasts =
                new ForecastRoutes(desk, house.forecaster()::latest, house.forecaster()::record, clock);
        return Routes.table(new Routes.Endpoints(
                new NodeRoutes(desk, mint, new ServedVersions(version()), logs),
                new CommitRoutes(desk, access, outputs, lists, lost, rows),
                new AttemptRoutes(desk, access, outputs, rows),
                new LiveRoutes(desk, history, visible, logs),
                blobRoutes,
                new UploadRoutes(nameless, uploads, room),
                new SubmitRoutes(desk, access, quotas, bodies, taken, rows, house.hosts()),
                new JobChangeRoutes(desk, facts, access, quotas, bodies, rows),
                new GrowthRoutes(desk, facts, access, quotas, bodies, rows),
                new JobQueryRoutes(desk, facts, forecasts, house.hosts()),
                new TaskRoutes(history, visible, blobRoutes, lists),
                new ArchiveRoutes(history, facts, blobs, lists),
                new HistoryRoutes(history, visible),
                new TimelineRoutes(history),
                forecasts,
                new SimulationRoutes(house.simulations()),
                new WhatIfRoutes(
                        desk,
                        house.questions(),
                        new PastQuestions(house.simulations()),
                        bodies,
                        clock,
                        Runtime.getRuntime().maxMemory()),
                new StorageRoutes(desk, blobs, use, room, house),
                new AdminRoutes(desk, house.audit(), rows, house.forecaster()::untried),
                new TokenRoutes(desk, mint, new Belongings(uploads, nameless, house.simulations(), house.questions())),
                new TicketRoutes(handed.tickets()),
                new RootRoutes(loop, metrics, OpenApi.document(), version(), house.warnings()),
                new JoinRoutes(ProgramFile.running(version()), address),
                new PythonRoutes(PythonWheel.make()),
                new FeedRoutes(feeds),
                new PageRoutes(),
                new LinkRoutes(desk, mint, handed.links(), clock)));
    }

    private static String version() {
        String version = RouteAssembly.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
