package org.gleaner.protocol.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.http.ServerConnection.Request;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;

/**
 * Content by its hash, streamed, resumed where it broke, and compared with its hash. An {@link IOException} is trouble
 * with a file of ours; trouble with the server is in the answer. Thread-safe.
 */
public final class BlobCalls {
    /** Asks the server to compare the content with its hash before it sends it. */
    public static final String DOUBT_HEADER = "Gleaner-Doubt";

    /** How often one transfer is taken up again within one call. */
    private static final int RESUMES = 4;
    /** Below this size it is cheaper to send a blob again than to ask how much of it is there. */
    private static final long WORTH_ASKING = 1 << 20;
    /** How long a server may read a large file again. */
    private static final Duration DOUBT_PATIENCE = Duration.ofMinutes(1);

    private final ServerConnection server;

    public BlobCalls(ServerConnection server) {
        this.server = server;
    }

    /** Uploads a file; the value is its size. A file that changed meanwhile is refused as {@code hash-mismatch}. */
    public Answer<Long> upload(BlobHash hash, Path file) throws IOException {
        long size = Files.size(file);
        long offset = 0;
        if (size >= WORTH_ASKING) {
            Answer<Long> known = received(hash, size);
            if (isNoRoom(known)) {
                return known;
            }
            offset = known instanceof Answer.Success<Long> here && here.value() <= size ? here.value() : 0;
        }
        Answer<Long> answer = put(hash, file, offset, size);
        for (int resume = 0; resume < RESUMES && !(answer instanceof Answer.Success<Long>); resume++) {
            if (answer instanceof Answer.Refused<Long> refused) {
                Problem problem = refused.problem();
                if (!problem.is(ProblemKind.BAD_RANGE)) {
                    return answer;
                }
                offset = Math.max(0, problem.number("received", 0));
            } else {
                // A server that does not want the rest may cut the connection before its answer is read.
                Answer<Long> known = received(hash, size);
                if (!(known instanceof Answer.Success<Long> here)) {
                    return isNoRoom(known) ? known : answer;
                }
                offset = here.value();
            }
            answer = put(hash, file, Math.min(offset, size), size);
        }
        return answer;
    }

    /** How much of it the server has; refused if all of it would not fit. */
    private Answer<Long> received(BlobHash hash, long size) {
        return server.call(Request.of("GET", path(hash) + "/upload?size=" + size), AdminJson::readReceived);
    }

    private static boolean isNoRoom(Answer<Long> answer) {
        return answer.isRefused(ProblemKind.QUOTA_EXCEEDED) || answer.isRefused(ProblemKind.DISK_FULL);
    }

    private Answer<Long> put(BlobHash hash, Path file, long offset, long size) throws IOException {
        Request request = new Request(
                "PUT",
                path(hash) + "?offset=" + offset,
                Map.of("Content-Type", "application/octet-stream"),
                out -> send(file, offset, size - offset, server.bandwidth().slow(out)),
                size - offset,
                Duration.ZERO);
        // What goes on where it broke goes plain: if something between here and there minds gzip, this gets through.
        if (offset == 0 && server.packs() && Packing.pays(beginning(file))) {
            request = packed(hash, file, size);
        }
        try {
            return server.call(request, AdminJson::readReceived);
        } catch (UncheckedIOException local) {
            throw local.getCause();
        }
    }

    /** A small file is packed beforehand: before it refuses, the server reads bodies that it knows to be short. */
    private Request packed(BlobHash hash, Path file, long size) throws IOException {
        ServerConnection.Body body =
                out -> sendPacked(file, size, server.bandwidth().slow(out));
        long length = Request.PACKED;
        if (size <= WORTH_ASKING) {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            try {
                sendPacked(file, size, whole);
            } catch (LocalTrouble trouble) {
                throw trouble.cause();
            }
            body = out -> whole.writeTo(server.bandwidth().slow(out));
            length = whole.size();
        }
        return new Request(
                "PUT",
                path(hash) + "?offset=0&size=" + size,
                Map.of("Content-Type", "application/octet-stream", "Content-Encoding", Packing.GZIP),
                body,
                length,
                Duration.ZERO);
    }

    private static byte[] beginning(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(Packing.SAMPLE);
        }
    }

    private static void sendPacked(Path file, long size, OutputStream out) throws IOException {
        try (FastGzip gzip = new FastGzip(out)) {
            send(file, 0, size, gzip);
            gzip.finish();
        }
    }

    private static void send(Path file, long offset, long length, OutputStream out) throws IOException {
        try (SeekableByteChannel channel = openAt(file, offset)) {
            InputStream in = Channels.newInputStream(channel);
            byte[] buffer = new byte[1 << 16];
            for (long left = length; left > 0; ) {
                int read = readLocal(in, buffer, (int) Math.min(buffer.length, left));
                out.write(buffer, 0, read);
                left -= read;
            }
        }
    }

    private static SeekableByteChannel openAt(Path file, long offset) throws LocalTrouble {
        try {
            return Files.newByteChannel(file, StandardOpenOption.READ).position(offset);
        } catch (IOException failed) {
            throw new LocalTrouble(failed);
        }
    }

    private static int readLocal(InputStream in, byte[] buffer, int most) throws LocalTrouble {
        try {
            int read = in.read(buffer, 0, most);
            if (read < 0) {
                throw new IOException("the file became shorter while it was read");
            }
            return read;
        } catch (IOException failed) {
            throw new LocalTrouble(failed);
        }
    }

    /**
     * Downloads a blob to a file, which appears only when it is whole. What an earlier call left half
     * done is continued. If what comes is not what its name says, the server is asked to look at its own file: it
     * refuses one that is damaged as unknown.
     *
     * @param size as announced; a longer answer is cut off
     */
    public Answer<Long> download(BlobHash hash, long size, Path target) throws IOException {
        return download(path(hash), hash, size, target);
    }

    /** The same of content that has a path of its own. */
    Answer<Long> download(String path, BlobHash hash, long size, Path target) throws IOException {
        Path part = PartFile.of(target, hash);
        Request plain = Request.of("GET", path);
        Answer<Long> answer = fetch(plain, hash, size, part);
        for (int resume = 0; resume < RESUMES && isBroken(answer) && Files.exists(part); resume++) {
            answer = fetch(plain, hash, size, part);
        }
        if (answer.isDamaged() || answer.isRefused(ProblemKind.BAD_RANGE)) {
            Files.deleteIfExists(part);
            answer = fetch(plain.with(DOUBT_HEADER, "true").patient(DOUBT_PATIENCE), hash, size, part);
        }
        if (answer instanceof Answer.Success<Long>) {
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        } else if (answer instanceof Answer.Refused<Long>) {
            Files.deleteIfExists(part);
        }
        return answer;
    }

    private static boolean isBroken(Answer<Long> answer) {
        return answer instanceof Answer.Unreachable<Long> && !answer.isDamaged();
    }

    private Answer<Long> fetch(Request plain, BlobHash hash, long size, Path part) throws IOException {
        MessageDigest sha256 = Content.sha256();
        long there = digest(part, size, sha256);
        if (size > 0 && there == size) {
            return finish(hash, sha256, part, size);
        }
        Request request = plain;
        if (there > 0) {
            request = request.with("Range", "bytes=" + there + "-");
        } else if (server.packs()) {
            request = request.with("Accept-Encoding", Packing.GZIP);
        }
        Answer<Long> answer;
        AtomicBoolean tooShort = new AtomicBoolean();
        try {
            answer = server.exchange(request, (http, body) -> {
                boolean goesOn = http.getResponseCode() == HttpURLConnection.HTTP_PARTIAL;
                if (!goesOn) {
                    sha256.reset();
                }
                long before = goesOn ? there : 0;
                InputStream slow = server.bandwidth().slow(body);
                long total = before
                        + (Packing.GZIP.equalsIgnoreCase(http.getContentEncoding())
                                ? unpack(slow, size - before, part, sha256)
                                : receive(new LimitedStream(slow, size - before), part, goesOn, sha256));
                if (total < size) {
                    // It came whole, as far as the server knows.
                    tooShort.set(before + http.getContentLengthLong() == total);
                    throw new EOFException("the answer ended after " + total + " of " + size + " bytes");
                }
                return total;
            });
        } catch (UncheckedIOException local) {
            throw local.getCause();
        }
        if (answer instanceof Answer.Success<Long>) {
            return finish(hash, sha256, part, size);
        }
        return tooShort.get() ? damaged(part) : answer;
    }

    /**
     * Digests what an earlier call left; a part that is too long is worth nothing. A link, of which nobody knows who
     * put it there, is taken away, so that nothing is written where it leads.
     */
    private static long digest(Path part, long size, MessageDigest sha256) throws IOException {
        if (!Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS) || Files.size(part) > size) {
            Files.deleteIfExists(part);
            return 0;
        }
        try (InputStream in = new DigestInputStream(Files.newInputStream(part), sha256)) {
            return in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** Of a stream that is no gzip nothing is kept: nobody knows where it began to be wrong. */
    private static long unpack(InputStream body, long most, Path part, MessageDigest sha256) throws IOException {
        try (InputStream plain = new GZIPInputStream(body, 1 << 16)) {
            return receive(new LimitedStream(plain, most), part, false, sha256);
        } catch (ZipException damaged) {
            Files.deleteIfExists(part);
            throw new IOException("The data that arrived is not gzip, although it is labelled as such", damaged);
        }
    }

    private static long receive(InputStream body, Path part, boolean append, MessageDigest sha256) throws IOException {
        StandardOpenOption how = append ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
        long length = 0;
        try (OutputStream file = openLocal(part, how)) {
            byte[] buffer = new byte[1 << 16];
            for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
                writeLocal(file, buffer, read);
                sha256.update(buffer, 0, read);
                length += read;
            }
        }
        return length;
    }

    /** Copies an answer to somewhere of ours and returns its length; an exception is trouble with the sink. */
    public static Answer<Long> copy(ServerConnection server, Request request, OutputStream sink) throws IOException {
        try {
            return server.exchange(request, (http, body) -> copy(http, body, sink));
        } catch (UncheckedIOException local) {
            throw local.getCause();
        }
    }

    /** An answer that ends before its announced length is an exception. */
    private static long copy(HttpURLConnection http, InputStream body, OutputStream sink) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long length = 0;
        for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
            writeLocal(sink, buffer, read);
            length += read;
        }
        // HttpURLConnection takes the end of the connection for the end of the body.
        if (length < http.getContentLengthLong()) {
            throw new EOFException("the answer ended after " + length + " bytes");
        }
        return length;
    }

    private static OutputStream openLocal(Path part, StandardOpenOption how) throws LocalTrouble {
        try {
            return Files.newOutputStream(
                    part, StandardOpenOption.CREATE, StandardOpenOption.WRITE, how, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException failed) {
            throw new LocalTrouble(failed);
        }
    }

    private static void writeLocal(OutputStream file, byte[] buffer, int length) throws LocalTrouble {
        try {
            file.write(buffer, 0, length);
        } catch (IOException failed) {
            throw new LocalTrouble(failed);
        }
    }

    private Answer<Long> finish(BlobHash hash, MessageDigest sha256, Path part, long size) throws IOException {
        if (Content.finish(sha256).equals(hash)) {
            return new Answer.Success<>(size);
        }
        return damaged(part);
    }

    private Answer<Long> damaged(Path part) throws IOException {
        Files.deleteIfExists(part);
        return new Answer.Unreachable<>(
                new Trouble(
                        "A file from " + server.endpoint() + " arrived damaged.",
                        "Its SHA-256 does not match.",
                        "Try again; if it keeps happening, check the server's disk and the network."),
                false,
                true);
    }

    private static String path(BlobHash hash) {
        return "/api/v1/blobs/" + hash.hex();
    }
}
