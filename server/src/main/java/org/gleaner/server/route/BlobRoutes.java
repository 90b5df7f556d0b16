package org.gleaner.server.route;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.io.Content;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Token;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.http.BlobCalls;
import org.gleaner.protocol.http.Packing;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.blob.BlobProblem;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.blob.BlobUpload;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.jspecify.annotations.Nullable;

/** Content by its hash, both ways: streamed, and resumed where it broke. */
final class BlobRoutes {
    private static final String RAW = "application/octet-stream";
    private static final Pattern RANGE = Pattern.compile("bytes=([0-9]{1,18})-([0-9]{1,18})?");

    private record Span(long offset, long length) {}

    private final BlobStore blobs;
    private final BlobAccess access;
    private final UploadLedger uploads;
    private final UploadRoom room;
    private final BlobPacker packer =
            new BlobPacker(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

    BlobRoutes(BlobStore blobs, BlobAccess access, UploadLedger uploads, UploadRoom room) {
        this.room = room;
        this.blobs = blobs;
        this.access = access;
        this.uploads = uploads;
    }

    void get(Exchange exchange) throws StoreException, IOException {
        BlobHash hash = Parameters.hash(exchange);
        long size = readable(exchange, hash);
        if (exchange.header(BlobCalls.DOUBT_HEADER).isPresent()
                && !blobs.doubts().isWhole(hash)) {
            throw new Refused(ShellProblems.unknownBlob(hash));
        }
        Span span = range(exchange, size);
        exchange.setHeader("Accept-Ranges", "bytes");
        exchange.setHeader("Vary", "Accept-Encoding");
        if (span == null && exchange.accepts(Packing.GZIP) && sendPacked(exchange, hash)) {
            return;
        }
        if (span == null) {
            send(exchange, hash, 200, new Span(0, size));
        } else {
            exchange.setHeader(
                    "Content-Range", "bytes " + span.offset() + "-" + (span.offset() + span.length() - 1) + "/" + size);
            send(exchange, hash, 206, span);
        }
    }

    void head(Exchange exchange) throws StoreException, IOException {
        long size = readable(exchange, Parameters.hash(exchange));
        exchange.setHeader("Accept-Ranges", "bytes");
        exchange.setHeader("Content-Type", RAW);
        exchange.setHeader("Content-Length", Long.toString(size));
        exchange.empty(200);
    }

    /**
     * How much of an upload is here; a blob that the caller may not read looks like one that is not. Whoever says how
     * large the blob is hears now, and not after sending it, that it does not fit.
     */
    void received(Exchange exchange) throws StoreException, IOException {
        BlobHash hash = Parameters.hash(exchange);
        long told = Parameters.number(exchange, "size", -1);
        OptionalLong size = whole(exchange.token(), hash, told);
        boolean whole = size.isPresent();
        long received = whole ? size.getAsLong() : blobs.received(hash, UploadLedger.who(exchange.token()));
        long more = Math.max(0, told - received);
        if (!whole && more > 0) {
            room.checkAll(exchange.token(), more);
        }
        exchange.json(200, Json.write(received, AdminJson::writeReceived));
    }

    void put(Exchange exchange) throws StoreException, IOException {
        BlobHash hash = Parameters.hash(exchange);
        long offset = Parameters.number(exchange, "offset", 0);
        long packed = packed(exchange);
        Token token = exchange.token();
        long length = packed < 0 ? exchange.length() : packed;
        OptionalLong size = whole(token, hash, end(offset, length));
        if (size.isPresent()) {
            exchange.stream(Long.MAX_VALUE, UploadSink.nowhere(() -> received(exchange, 200, size.getAsLong())));
            return;
        }
        BlobUpload upload = begin(token, hash, offset, length);
        long most = room.check(token, upload);
        UploadSink sink = new UploadSink(upload, all -> {
            uploads.add(token, hash, all);
            received(exchange, 201, all);
        });
        if (packed < 0) {
            exchange.stream(length < 0 ? most : length, sink);
        } else {
            exchange.inflate(packed, sink);
        }
    }

    /** How long a blob is whose end comes now; negative: nobody says. */
    private static long end(long offset, long length) {
        // Too long for a number is as good as the longest.
        return length < 0 ? -1 : Math.min(offset, Long.MAX_VALUE - length) + length;
    }

    /**
     * The size of a blob that need not be sent, which stays for a while; empty if it is not here or the caller may not
     * read it.
     *
     * @param told how long its sender says it is; negative: nobody says
     */
    private OptionalLong whole(Token token, BlobHash hash, long told) throws StoreException, IOException {
        OptionalLong size = blobs.size(hash);
        if (size.isEmpty() || !access.mayRead(token, hash) || (told >= 0 && !access.has(hash, told))) {
            return OptionalLong.empty();
        }
        blobs.touch(hash);
        return size;
    }

    private BlobUpload begin(Token token, BlobHash hash, long offset, long length) throws IOException {
        try {
            return blobs.append(hash, UploadLedger.who(token), offset, end(offset, length));
        } catch (BlobProblem problem) {
            throw BlobProblems.refused(problem);
        }
    }

    /** How many bytes shall come out of a packed body; negative: it is plain. */
    private static long packed(Exchange exchange) throws Refused {
        String encoding = exchange.header("Content-Encoding").orElse("identity").toLowerCase(Locale.ROOT);
        if (encoding.equals("identity")) {
            return -1;
        }
        if (!encoding.equals(Packing.GZIP)) {
            throw new Refused(ShellProblems.unsupportedMediaType(encoding));
        }
        long size = Parameters.number(exchange, "size", -1);
        if (size < 0) {
            throw Parameters.wrong("size", "a compressed body requires its unpacked size");
        }
        return size;
    }

    private static void received(Exchange exchange, int status, long size) {
        exchange.json(status, Json.write(size, AdminJson::writeReceived));
    }

    /** Sends the end of a blob that the caller is known to be allowed to read. */
    void send(Exchange exchange, BlobHash hash, long tail) throws IOException {
        long size = blobs.size(hash).orElseThrow(() -> new Refused(ShellProblems.unknownBlob(hash)));
        long offset = Math.max(0, size - tail);
        send(exchange, hash, 200, new Span(offset, size - offset));
    }

    private void send(Exchange exchange, BlobHash hash, int status, Span span) throws IOException {
        exchange.setHeader("Content-Type", RAW);
        if (span.length() == 0) {
            exchange.empty(status);
            return;
        }
        exchange.copy(
                status,
                span.length(),
                Content.Source.from(exchange.buffers(), blobs.open(hash, 0), span.offset(), span.length()));
    }

    /** Does nothing and returns false where it would not pay. */
    private boolean sendPacked(Exchange exchange, BlobHash hash) throws IOException {
        InputStream packed = packer.pack(() -> blobs.open(hash, 0));
        if (packed == null) {
            return false;
        }
        exchange.setHeader("Content-Type", RAW);
        exchange.setHeader("Content-Encoding", Packing.GZIP);
        exchange.copy(200, -1, Content.Source.from(exchange.buffers(), packed));
        return true;
    }

    private long readable(Exchange exchange, BlobHash hash) throws IOException, StoreException {
        OptionalLong size = blobs.size(hash);
        if (size.isEmpty() || !access.mayRead(exchange.token(), hash)) {
            throw new Refused(ShellProblems.unknownBlob(hash));
        }
        return size.getAsLong();
    }

    /** The part that was asked for; null means all of it, also if the header is of a kind that we don't serve. */
    private static @Nullable Span range(Exchange exchange, long size) throws Refused {
        Optional<String> header = exchange.header("Range");
        Matcher match = RANGE.matcher(header.orElse(""));
        if (!match.matches()) {
            return null;
        }
        long first = Long.parseLong(match.group(1));
        long last = match.group(2) == null ? size - 1 : Math.min(size - 1, Long.parseLong(match.group(2)));
        if (first > last) {
            throw new Refused(ShellProblems.badRange(size));
        }
        return new Span(first, last - first + 1);
    }
}
