package org.gleaner.server.route;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.gleaner.core.desk.Desk;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.desk.TakenFiles;
import org.gleaner.core.store.History;
import org.gleaner.protocol.OpenApi;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.http.RouteTable;
import org.gleaner.server.join.PoolAddress;
import org.gleaner.server.join.ProgramFile;
import org.gleaner.server.join.PythonWheel;
import org.gleaner.server.live.LiveLogs;
import org.gleaner.server.loop.ServerLoop;
import org.gleaner.server.loop.SettingsMirror;
import org.gleaner.server.metric.ServerMetrics;
import org.gleaner.server.retention.BackupDesk;
import org.gleaner.server.retention.Janitor;
import org.gleaner.server.retention.UseLedger;
import org.gleaner.server.retention.Warnings;
import org.gleaner.server.store.Snapshots;
import org.gleaner.server.token.TokenMint;

/** Puts the routes together. */
public record RouteAssembly(
        ServerLoop loop, History history, BlobStore blobs, ServerMetrics metrics, TokenMint mint, Housekeeping house) {
    /** What keeps the store tidy. */
    public record Housekeeping(
            Snapshots snapshots, SettingsMirror settings, Janitor janitor, BackupDesk backups, Warnings warnings) {}

    /**
     * @param readers threads that read large bodies
     * @param largestBody of a job, in bytes
     * @param address under which machines reach this server
     */
    public RouteTable table(Executor readers, long largestBody, Supplier<PoolAddress> address) throws IOException {
        JobFacts facts = new JobFacts(history);
        VisibleJobs visible = new VisibleJobs(facts);
        LiveLogs logs = new LiveLogs(System::nanoTime);
        UploadLedger uploads = new UploadLedger();
        BlobAccess access = new BlobAccess(blobs, history, uploads);
        JobBodies bodies = new JobBodies(readers, largestBody);
        UseLedger use = new UseLedger(history, blobs);
        UploadRoom room = new UploadRoom(house.settings(), use, history, blobs, uploads);
        Quotas quotas = new Quotas(house.settings(), use, history, room);
        BlobRoutes blobRoutes = new BlobRoutes(blobs, access, uploads, room);
        OutputCheck outputs = new OutputCheck(history);
        ListedOutputs lists = new ListedOutputs(blobs, access, outputs);
        ResultBlobs results = new ResultBlobs(blobs, lists);
        LoopDesk desk = new LoopDesk(loop, new Desk(history, results));
        TakenFiles taken = new TakenFiles(history, results);
        LostInputs lost = new LostInputs(history, access, taken);
        return Routes.table(new Routes.Endpoints(
                new NodeRoutes(desk, mint, new ServedVersions(version()), logs),
                new CommitRoutes(desk, access, outputs, lists, lost),
                new AttemptRoutes(desk, access, outputs),
                new LiveRoutes(desk, history, visible, logs),
                blobRoutes,
                new SubmitRoutes(desk, access, quotas, bodies, taken),
                new JobChangeRoutes(desk, facts, access, quotas, bodies),
                new JobQueryRoutes(desk, facts),
                new TaskRoutes(history, visible, blobRoutes, lists),
                new HistoryRoutes(history, visible),
                new StorageRoutes(blobs, use, house),
                new AdminRoutes(desk),
                new TokenRoutes(desk, mint, uploads),
                new RootRoutes(desk, loop, metrics, OpenApi.document(), version(), house.warnings()),
                new JoinRoutes(ProgramFile.running(version()), address),
                new PythonRoutes(PythonWheel.make())));
    }

    private static String version() {
        String version = RouteAssembly.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
