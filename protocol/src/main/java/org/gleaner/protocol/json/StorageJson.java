package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.BlobUse;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.message.BackupTicket;
import org.gleaner.protocol.message.BlobPage;
import org.gleaner.protocol.message.StorageReport;
import org.gleaner.protocol.message.SweepRequest;
import org.gleaner.protocol.message.SweepResult;
import org.jspecify.annotations.Nullable;

/** What the server keeps, how it is swept and how it is copied. */
public final class StorageJson {
    private static final int MOST_BLOBS = 10_000_000;

    private StorageJson() {}

    /** Two numbers under one name. */
    private record Pair(@Nullable Long first, @Nullable Long second) {}

    public static void writeReport(JsonGenerator out, StorageReport report) throws IOException {
        StatusJson.start(out);
        StorageReport.Whole whole = report.whole();
        if (whole != null) {
            writeWhole(out, whole);
        }
        writePair(
                out,
                "quotas",
                "owner",
                report.quotas().owner(),
                "total",
                report.quotas().total());
        Members.objects(out, "owners", report.owners(), (json, share) -> {
            BlobUse use = share.use();
            json.writeStringField("owner", use.owner().name());
            json.writeNumberField("jobs", use.jobs());
            json.writeNumberField("inputBytes", use.inputBytes());
            json.writeNumberField("outputBytes", use.outputBytes());
            json.writeNumberField("uploadBytes", share.uploadBytes());
        });
        out.writeEndObject();
    }

    private static void writeWhole(JsonGenerator out, StorageReport.Whole whole) throws IOException {
        out.writeObjectFieldStart("database");
        out.writeStringField("kind", whole.database().kind());
        out.writeNumberField("bytes", whole.database().bytes());
        out.writeEndObject();
        out.writeObjectFieldStart("blobs");
        out.writeNumberField("count", whole.blobs().count());
        out.writeNumberField("bytes", whole.blobs().bytes());
        out.writeNumberField("uploadBytes", whole.blobs().uploadBytes());
        out.writeEndObject();
        writePair(
                out, "disk", "free", whole.disk().free(), "total", whole.disk().total());
    }

    private static void writePair(
            JsonGenerator out, String name, String first, @Nullable Long one, String second, @Nullable Long other)
            throws IOException {
        out.writeObjectFieldStart(name);
        Members.number(out, first, one);
        Members.number(out, second, other);
        out.writeEndObject();
    }

    public static StorageReport readReport(JsonInput in) throws IOException {
        StorageReport.Database database = null;
        StorageReport.Blobs blobs = null;
        Pair disk = null;
        Pair quotas = null;
        List<StorageReport.Share> owners = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "database" -> database = readDatabase(in);
                case "blobs" -> blobs = readSums(in);
                case "disk" -> disk = readPair(in, "free", "total");
                case "quotas" -> quotas = readPair(in, "owner", "total");
                case "owners" -> owners = in.list(JsonLimits.WHOLE, StorageJson::readShare);
                default -> in.skip();
            }
        }
        StorageReport.Whole whole = null;
        if (database != null && blobs != null && disk != null) {
            whole = new StorageReport.Whole(
                    database,
                    blobs,
                    new StorageReport.Disk(in.required(disk.first(), "free"), in.required(disk.second(), "total")));
        }
        Pair limits = in.required(quotas, "quotas");
        return new StorageReport(
                whole, new StorageReport.Quotas(limits.first(), limits.second()), in.required(owners, "owners"));
    }

    private static StorageReport.Database readDatabase(JsonInput in) throws IOException {
        String kind = null;
        Long bytes = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "kind" -> kind = in.text();
                case "bytes" -> bytes = in.amount();
                default -> in.skip();
            }
        }
        return new StorageReport.Database(in.required(kind, "kind"), in.required(bytes, "bytes"));
    }

    private static StorageReport.Blobs readSums(JsonInput in) throws IOException {
        Long count = null;
        Long bytes = null;
        long uploads = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "count" -> count = in.amount();
                case "bytes" -> bytes = in.amount();
                case "uploadBytes" -> uploads = in.amount();
                default -> in.skip();
            }
        }
        return new StorageReport.Blobs(in.required(count, "count"), in.required(bytes, "bytes"), uploads);
    }

    private static Pair readPair(JsonInput in, String first, String second) throws IOException {
        Long one = null;
        Long other = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (field.equals(first)) {
                one = in.amount();
            } else if (field.equals(second)) {
                other = in.amount();
            } else {
                in.skip();
            }
        }
        return new Pair(one, other);
    }

    private static StorageReport.Share readShare(JsonInput in) throws IOException {
        Owner owner = null;
        long jobs = 0;
        long inputs = 0;
        long outputs = 0;
        long uploads = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "owner" -> owner = new Owner(in.text());
                case "jobs" -> jobs = in.amount();
                case "inputBytes" -> inputs = in.amount();
                case "outputBytes" -> outputs = in.amount();
                case "uploadBytes" -> uploads = in.amount();
                default -> in.skip();
            }
        }
        BlobUse use = new BlobUse(in.required(owner, "owner"), jobs, inputs, outputs);
        return new StorageReport.Share(use, uploads);
    }

    public static void writeSweep(JsonGenerator out, SweepRequest request) throws IOException {
        out.writeStartObject();
        Duration grace = request.grace();
        if (grace != null) {
            out.writeStringField("grace", grace.toMillis() + "ms");
        }
        out.writeEndObject();
    }

    public static SweepRequest readSweep(JsonInput in) throws IOException {
        Duration grace = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "grace" -> grace = Spans.parse(in.text());
                default -> in.skip();
            }
        }
        return new SweepRequest(grace);
    }

    public static void writeSwept(JsonGenerator out, SweepResult swept) throws IOException {
        StatusJson.start(out);
        out.writeNumberField("jobs", swept.jobs());
        out.writeNumberField("removed", swept.removed());
        out.writeNumberField("bytes", swept.bytes());
        out.writeBooleanField("more", swept.more());
        out.writeBooleanField("held", swept.held());
        out.writeEndObject();
    }

    public static SweepResult readSwept(JsonInput in) throws IOException {
        long jobs = 0;
        long removed = 0;
        long bytes = 0;
        boolean more = false;
        boolean held = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "removed" -> removed = in.amount();
                case "bytes" -> bytes = in.amount();
                case "more" -> more = in.flag();
                case "jobs" -> jobs = in.amount();
                case "held" -> held = in.flag();
                default -> in.skip();
            }
        }
        return new SweepResult(jobs, removed, bytes, more, held);
    }

    public static void writeTicket(JsonGenerator out, BackupTicket ticket) throws IOException {
        StatusJson.start(out);
        out.writeStringField("id", ticket.id());
        out.writeNumberField("bytes", ticket.bytes());
        out.writeEndObject();
    }

    public static BackupTicket readTicket(JsonInput in) throws IOException {
        String id = null;
        Long bytes = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "id" -> id = in.text();
                case "bytes" -> bytes = in.amount();
                default -> in.skip();
            }
        }
        return new BackupTicket(in.required(id, "id"), in.required(bytes, "bytes"));
    }

    public static void writeBlobs(JsonGenerator out, BlobPage page) throws IOException {
        StatusJson.start(out);
        Members.objects(out, "blobs", page.blobs(), (json, row) -> {
            json.writeStringField("hash", row.hash().hex());
            json.writeNumberField("size", row.size());
        });
        out.writeNumberField("next", page.next());
        out.writeEndObject();
    }

    public static BlobPage readBlobs(JsonInput in) throws IOException {
        List<BlobPage.Row> rows = null;
        int next = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "blobs" -> rows = in.list(MOST_BLOBS, StorageJson::readRow);
                case "next" -> next = in.count();
                default -> in.skip();
            }
        }
        return new BlobPage(in.required(rows, "blobs"), next);
    }

    private static BlobPage.Row readRow(JsonInput in) throws IOException {
        BlobHash hash = null;
        Long size = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "hash" -> hash = new BlobHash(in.text());
                case "size" -> size = in.amount();
                default -> in.skip();
            }
        }
        return new BlobPage.Row(in.required(hash, "hash"), in.required(size, "size"));
    }
}
