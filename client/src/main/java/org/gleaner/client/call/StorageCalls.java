package org.gleaner.client.call;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.BlobCalls;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.http.ServerConnection.Request;
import org.gleaner.protocol.json.StorageJson;
import org.gleaner.protocol.message.BackupTicket;
import org.gleaner.protocol.message.BlobPage;
import org.gleaner.protocol.message.StorageReport;
import org.gleaner.protocol.message.SweepRequest;
import org.gleaner.protocol.message.SweepResult;

/** What a keeper asks of a server about what it keeps. Every call may be repeated. Thread-safe. */
public final class StorageCalls {
    private static final String API = "/api/v1/storage";
    /** A large disk is looked through, or a large database copied, before it is answered. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final ServerConnection server;

    public StorageCalls(ServerConnection server) {
        this.server = server;
    }

    public Answer<StorageReport> report() {
        return server.call(Request.of("GET", API).patient(PATIENCE), StorageJson::readReport);
    }

    public Answer<SweepResult> sweep(SweepRequest request) {
        return server.call(
                Request.of("POST", API + "/sweep").patient(PATIENCE).json(request, StorageJson::writeSweep),
                StorageJson::readSwept);
    }

    public Answer<BackupTicket> beginBackup() {
        return server.call(Request.of("POST", API + "/backups").patient(PATIENCE), StorageJson::readTicket);
    }

    /** Copies the database and returns its size; an exception is trouble with the sink. */
    public Answer<Long> database(BackupTicket backup, OutputStream sink) throws IOException {
        return BlobCalls.copy(
                server,
                Request.of("GET", API + "/backups/" + backup.id() + "/database").patient(PATIENCE),
                sink);
    }

    /** Gives the copy back. */
    public Answer<Boolean> endBackup(BackupTicket backup) {
        return server.tell(Request.of("DELETE", API + "/backups/" + backup.id()));
    }

    /** @param from 0, then what the last page says */
    public Answer<BlobPage> blobs(BackupTicket backup, int from) {
        return server.call(
                Request.of("GET", API + "/backups/" + backup.id() + "/blobs?from=" + from), StorageJson::readBlobs);
    }
}
