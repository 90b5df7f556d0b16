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
import org.gleaner.core.job.JobWeight;
import org.gleaner.protocol.json.JsonReader;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;

/**
 * Reads the bodies that describe jobs or changes to them, which may be large.
 *
 * @param readers threads that read large bodies, apart from those that wait for the store
 * @param limit the longest body, packed or not
 */
record JobBodies(Executor readers, long limit) {
    private static final int SMALL = 64 << 10;

    /** All files that a job names: its own, and those of its entries. */
    static List<InputFile> files(List<InputFile> own, List<EntryPage> pages) {
        List<InputFile> files = new ArrayList<>(own);
        pages.forEach(page -> page.entries().forEach(entry -> files.addAll(entry.files())));
        return files;
    }

    /** Counts what was read for as long as the call lasts: it may be many times as much as came. */
    static void hold(Exchange exchange, List<InputFile> own, List<EntryPage> pages) throws Refused {
        exchange.hold(weight(own, pages));
    }

    static long weight(List<InputFile> own, List<EntryPage> pages) {
        long weight = JobWeight.inputs(own);
        for (EntryPage page : pages) {
            weight += JobWeight.page(page);
        }
        return weight;
    }

    /** What goes on when a message was read, on a thread that may wait for the store. */
    interface Then<T> {
        void take(T message) throws IOException, StoreException;
    }

    /**
     * Bodies are collected without a thread that waits for them, however slowly they come. Only then they are read: a
     * large or compressed one may take a while, and small ones need not wait for it.
     */
    <T> void read(Exchange exchange, JsonReader<T> reader, Then<T> then) {
        String encoding = exchange.header("Content-Encoding").orElse("identity").toLowerCase(Locale.ROOT);
        if (encoding.equals("identity")) {
            exchange.largeBody(limit, (content, size) -> {
                Exchange.Work read = () -> then.take(exchange.read(content, reader));
                if (size <= SMALL) {
                    exchange.work(read);
                } else {
                    exchange.work(readers, read);
                }
            });
        } else if (encoding.equals("gzip")) {
            exchange.largeBody(
                    limit,
                    (content, size) -> exchange.work(
                            readers, () -> then.take(exchange.read(inflated(exchange, content), reader))));
        } else {
            exchange.refuse(ShellProblems.unsupportedMediaType(encoding));
        }
    }

    private InputStream inflated(Exchange exchange, InputStream packed) throws IOException {
        try {
            return exchange.bounded(new GZIPInputStream(packed), limit);
        } catch (ZipException | EOFException e) {
            throw Parameters.wrong("Content-Encoding", "the body is not gzip");
        }
    }
}
