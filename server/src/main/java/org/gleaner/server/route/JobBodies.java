package org.gleaner.server.route;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.InputFile;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonReader;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;

/** Reads the bodies that describe jobs or changes to them, which may be large. */
final class JobBodies {
    private static final long JOB_LIMIT = 256L << 20;
    private static final int SMALL = 1 << 20;

    private final Executor readers;

    /** @param readers threads that wait for large bodies, apart from those that wait for the store */
    JobBodies(Executor readers) {
        this.readers = readers;
    }

    /** All files that a job names: its own, and those of its entries. */
    static List<InputFile> files(List<InputFile> own, List<EntryPage> pages) {
        List<InputFile> files = new ArrayList<>(own);
        pages.forEach(page -> page.entries().forEach(entry -> files.addAll(entry.files())));
        return files;
    }

    /** What goes on when a message was read, on a thread that may wait for the store. */
    interface Then<T> {
        void take(T message) throws IOException, StoreException;
    }

    /** Small bodies are collected without a thread; large or compressed ones are read while they come. */
    <T> void read(Exchange exchange, JsonReader<T> reader, Then<T> then) {
        String encoding = exchange.header("Content-Encoding").orElse("identity").toLowerCase(Locale.ROOT);
        long length = exchange.length();
        if (encoding.equals("identity") && length >= 0 && length <= SMALL) {
            exchange.body(SMALL, content -> exchange.work(() -> then.take(Json.read(content, reader))));
        } else if (encoding.equals("identity")) {
            exchange.work(readers, () -> then.take(Json.read(exchange.input(JOB_LIMIT), reader)));
        } else if (encoding.equals("gzip")) {
            exchange.work(readers, () -> then.take(Json.read(inflated(exchange), reader)));
        } else {
            exchange.refuse(ShellProblems.unsupportedMediaType(encoding));
        }
    }

    private static InputStream inflated(Exchange exchange) throws IOException {
        try {
            return exchange.bounded(new GZIPInputStream(exchange.input(JOB_LIMIT)), JOB_LIMIT);
        } catch (ZipException | EOFException e) {
            throw Parameters.wrong("Content-Encoding", "the body is not gzip");
        }
    }
}
