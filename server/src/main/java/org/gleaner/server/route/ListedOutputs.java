package org.gleaner.server.route;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.message.CommitCall;
import org.gleaner.protocol.Contract;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.FileJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonInput;
import org.gleaner.protocol.json.Shape;
import org.gleaner.server.blob.BlobStore;

/**
 * Lists of outputs that came as blobs: what is in them is held to the same rules as what a report names itself. Nothing
 * here keeps a list in memory that it has read for people, and of those of nodes one at a time. Thread-safe.
 */
final class ListedOutputs {
    private static final Shape SHAPE = Contract.schema("OutputList");

    private final BlobStore blobs;
    private final BlobAccess access;
    private final OutputCheck check;
    private final LongLists turns = new LongLists();

    ListedOutputs(BlobStore blobs, BlobAccess access, OutputCheck check) {
        this.blobs = blobs;
        this.access = access;
        this.check = check;
    }

    /** Waits until it is this call's turn to have its lists read; to be run when the call is decided. */
    Runnable turn(CommitCall call) throws IOException {
        long bytes = 0;
        for (AttemptReport report : call.reports()) {
            ResultFile list = report.outputs().list();
            bytes += list == null ? 0 : list.size();
        }
        if (bytes > Outputs.LONGEST_LIST) {
            throw Parameters.wrong(
                    "reports", "the lists of one call have at most " + Outputs.LONGEST_LIST + " bytes, not " + bytes);
        }
        return bytes == 0 ? () -> {} : turns.take();
    }

    /** The call with what its lists name. One that is not here, or not the caller's, is told as missing later on. */
    CommitCall read(Token token, NodeId node, CommitCall call) throws IOException, StoreException {
        List<AttemptReport> reports = new ArrayList<>();
        for (AttemptReport report : call.reports()) {
            ResultFile list = report.outputs().list();
            if (list != null && access.has(list.hash()) && access.mayRead(token, list.hash())) {
                reports.add(report.with(report.outputs().read(blobsOf(node, report, list))));
            } else {
                reports.add(report);
            }
        }
        return new CommitCall(call.incarnation(), reports, call.wantsWork());
    }

    private List<ResultFile> blobsOf(NodeId node, AttemptReport report, ResultFile list)
            throws IOException, StoreException {
        OutputCheck.Names names = check.names(node, report.attempt());
        List<ResultFile> large = new ArrayList<>();
        each(list, in -> {
            ResultFile file = FileJson.readResult(in);
            names.take(file);
            if (file.inline() == null) {
                large.add(file);
            }
        });
        names.end();
        return large;
    }

    /** Reads a list until the window is full. */
    Window show(ResultFile list, Window window) throws IOException {
        each(list, window);
        return window;
    }

    /** The files behind the first so many, as long as they fit into one answer. */
    static final class Window implements JsonInput.Element {
        private final List<ResultFile> files = new ArrayList<>();
        private final int most;
        private int before;
        private long inline;
        private boolean more;

        Window(int skip, int most, long inline) {
            this.before = skip;
            this.most = most;
            this.inline = inline;
        }

        @Override
        public void read(JsonInput in) throws IOException {
            if (before > 0) {
                before--;
                in.skip();
            } else if (files.size() == most || inline <= 0) {
                more = true;
                in.skip();
            } else {
                ResultFile file = FileJson.readResult(in);
                inline -= file.inline() == null ? 0 : file.size();
                files.add(file);
            }
        }

        List<ResultFile> files() {
            return files;
        }

        /** Whether files follow that did not fit. */
        boolean hasMore() {
            return more;
        }
    }

    /** Reads one file after the other. */
    void each(ResultFile list, JsonInput.Element element) throws IOException {
        try (InputStream content = new BufferedInputStream(Channels.newInputStream(blobs.open(list.hash(), 0)))) {
            Json.read(content, SHAPE, in -> in.each(Outputs.MOST, element));
        } catch (BadMessage malformed) {
            String at = malformed.path().isEmpty() ? "" : malformed.path() + ": ";
            throw Parameters.wrong("list", at + malformed.why());
        }
    }
}
