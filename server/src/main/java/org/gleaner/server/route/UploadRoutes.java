package org.gleaner.server.route;

import java.io.IOException;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Token;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.UploadJson;
import org.gleaner.protocol.message.UploadState;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.blob.BlobProblem;
import org.gleaner.server.blob.BlobUpload;
import org.gleaner.server.blob.NamelessUploads;
import org.gleaner.server.blob.NamelessUploads.Progress;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;

/** Uploads from those who can't hash what they send: in pieces if they like, and the last answer tells the hash. */
record UploadRoutes(NamelessUploads nameless, UploadLedger uploads, UploadRoom room) {
    /** What does not fit is refused before any of it comes. */
    void begin(Exchange exchange) throws StoreException, IOException {
        Token token = exchange.token();
        String who = UploadLedger.who(token);
        long size = Parameters.number(exchange, "size", 0);
        if (!nameless.hasRoom(who)) {
            throw new Refused(ShellProblems.tooManyUploads(NamelessUploads.MOST));
        }
        room.checkAll(token, size);
        try {
            show(exchange, 201, new UploadState(nameless.begin(who, size), 0, size, null));
        } catch (BlobProblem problem) {
            throw BlobProblems.refused(problem);
        }
    }

    void state(Exchange exchange) throws IOException {
        show(exchange, 200, state(exchange, progress(exchange)));
    }

    void put(Exchange exchange) throws StoreException, IOException {
        Progress before = progress(exchange);
        long offset = Parameters.number(exchange, "offset", 0);
        if (before.hash() != null) {
            // Whoever did not hear the last answer hears it now.
            if (offset != before.size()) {
                throw new Refused(ShellProblems.wrongOffset(before.size()));
            }
            exchange.stream(0, UploadSink.nowhere(() -> show(exchange, 201, state(exchange, before))));
            return;
        }
        BlobUpload upload = open(exchange, offset);
        // What is announced counts already, so all of it may come.
        long unused = room.check(exchange.token(), upload);
        exchange.stream(before.size() - offset, new UploadSink(upload, answer(exchange, upload)));
    }

    private UploadSink.Done answer(Exchange exchange, BlobUpload upload) {
        String word = exchange.parameter("upload");
        Token token = exchange.token();
        return new UploadSink.Done() {
            @Override
            public void stored(long size) {
                uploads.add(token, upload.hash(), size);
                nameless.finish(word, UploadLedger.who(token), upload.hash());
                show(exchange, 201, new UploadState(word, size, size, upload.hash()));
            }

            @Override
            public void paused(long received) {
                exchange.attempt(() -> show(exchange, 200, state(exchange, progress(exchange))));
            }
        };
    }

    private BlobUpload open(Exchange exchange, long offset) throws IOException {
        try {
            return nameless.append(exchange.parameter("upload"), UploadLedger.who(exchange.token()), offset);
        } catch (BlobProblem problem) {
            throw switch (problem.kind()) {
                case WRONG_OFFSET -> new Refused(ShellProblems.wrongOffset(problem.received()));
                case UNKNOWN -> unknown(exchange);
                default -> BlobProblems.refused(problem);
            };
        }
    }

    void drop(Exchange exchange) throws IOException {
        try {
            nameless.drop(exchange.parameter("upload"), UploadLedger.who(exchange.token()));
        } catch (BlobProblem problem) {
            throw unknown(exchange);
        }
        exchange.empty(204);
    }

    private Progress progress(Exchange exchange) throws IOException {
        return nameless.progress(exchange.parameter("upload"), UploadLedger.who(exchange.token()))
                .orElseThrow(() -> unknown(exchange));
    }

    private static Refused unknown(Exchange exchange) {
        return new Refused(ShellProblems.unknownUpload(exchange.parameter("upload")));
    }

    private static UploadState state(Exchange exchange, Progress progress) {
        return new UploadState(exchange.parameter("upload"), progress.received(), progress.size(), progress.hash());
    }

    private static void show(Exchange exchange, int status, UploadState state) {
        exchange.json(status, Json.write(state, UploadJson::write));
    }
}
