package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.JobWeight;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Unseen;
import org.gleaner.protocol.message.Addition;
import org.gleaner.protocol.message.ChangeRequest;
import org.gleaner.protocol.message.Submission;

/** Jobs on their way in, with entries by the million: these are written from an iterator and read page by page. */
public final class SubmissionJson {
    private SubmissionJson() {}

    public static void writeSubmission(JsonGenerator out, Submission submission) throws IOException {
        writeStreamed(out, submission.spec(), entries(submission.pages()));
    }

    /** @param entries of a listed array, whose length the spec need not know; none: the spec's own array holds */
    public static void writeStreamed(JsonGenerator out, JobSpec spec, Iterator<Entry> entries) throws IOException {
        if (!entries.hasNext() && !spec.isGrowing()) {
            SpecJson.writeSpec(out, spec);
            return;
        }
        out.writeStartObject();
        SpecJson.writeSpecFields(out, spec);
        Hosting hosting = spec.hosting();
        if (hosting != null) {
            out.writeFieldName("problem");
            HostingJson.writeBegin(out, hosting.state());
        }
        if (entries.hasNext()) {
            writeEntries(out, entries);
        }
        out.writeEndObject();
    }

    public static Submission readSubmission(JsonInput in) throws IOException {
        SpecJson.Fields fields = new SpecJson.Fields();
        List<EntryPage> pages = List.of();
        InputFile state = null;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (field.equals("entries")) {
                pages = readEntries(in);
            } else if (field.equals("problem")) {
                state = HostingJson.readBegin(in);
            } else if (!fields.take(field, in)) {
                in.skip();
            }
        }
        ArrayShape array = fields.array();
        if (!pages.isEmpty()) {
            if (array instanceof ArrayShape.Range) {
                throw in.contradiction("a job has either a range as its array or entries, not both");
            }
            int size = count(pages);
            array = in.together(() -> fields.listed(size));
            checkCells(in, array, pages);
        } else if (array instanceof ArrayShape.Listed listed && !(listed.growing() && listed.size() == 0)) {
            throw in.contradiction("a listed array needs its entries");
        }
        if (fields.isGrowing() && array instanceof ArrayShape.Range) {
            throw in.contradiction("a growing job has entries, if it has tasks yet, and no range");
        }
        if (state != null && !(fields.isGrowing() && pages.isEmpty())) {
            throw in.contradiction("a problem is a growing job without entries: its tasks come from its host");
        }
        JobSpec spec = fields.spec(in, array);
        // Here and not in the specification: what was stored before stays readable.
        if (Unseen.isAll(spec.name()) || Unseen.isAll(spec.type())) {
            throw in.wrong("the job's name and type need a visible character");
        }
        return new Submission(state == null ? spec : spec.hosted(Hosting.begin(state)), pages);
    }

    private static void checkCells(JsonInput in, ArrayShape array, List<EntryPage> pages) throws IOException {
        int columns =
                array instanceof ArrayShape.Listed listed ? listed.columns().size() : 0;
        for (EntryPage page : pages) {
            for (Entry entry : page.entries()) {
                if (entry.cells().size() != columns) {
                    throw in.contradiction("an entry has " + entry.cells().size() + " cells where the array has "
                            + columns + " columns: '" + entry.value() + "'");
                }
            }
        }
    }

    /** A number that is the same for the same job and, with near certainty, for no other; stable over restarts. */
    public static long fingerprint(Submission submission) {
        return Json.fingerprint(submission, SubmissionJson::writeSubmission);
    }

    /** The same of more tasks for a job. */
    public static long fingerprint(JobId job, Addition addition) {
        return Json.fingerprint(addition, (out, it) -> {
            out.writeStartObject();
            out.writeNumberField("job", job.value());
            out.writeFieldName("addition");
            writeAddition(out, it);
            out.writeEndObject();
        });
    }

    public static void writeChange(JsonGenerator out, ChangeRequest request) throws IOException {
        out.writeStartObject();
        Members.textIfAny(out, "select", request.select());
        if (!request.ids().isEmpty()) {
            StatusJson.writeIds(out, "ids", request.ids());
        }
        ChangeRequest.Fresh fresh = request.fresh();
        if (fresh != null) {
            out.writeObjectFieldStart("fresh");
            FileJson.writeInputs(out, "inputs", fresh.inputs());
            if (!fresh.pages().isEmpty()) {
                writeEntries(out, entries(fresh.pages()));
            }
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    public static ChangeRequest readChange(JsonInput in) throws IOException {
        String select = "";
        ChangeRequest.Fresh fresh = null;
        List<JobId> ids = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "select" -> select = in.text(1_000);
                case "fresh" -> fresh = readFresh(in);
                case "ids" -> ids = in.list(ChangeRequest.MOST, StatusJson::readId);
                default -> in.skip();
            }
        }
        return new ChangeRequest(select, fresh, ids);
    }

    private static ChangeRequest.Fresh readFresh(JsonInput in) throws IOException {
        List<InputFile> inputs = List.of();
        List<EntryPage> pages = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "inputs" -> inputs = FileJson.readInputs(in);
                case "entries" -> pages = readEntries(in);
                default -> in.skip();
            }
        }
        return new ChangeRequest.Fresh(inputs, pages);
    }

    public static void writeAddition(JsonGenerator out, Addition addition) throws IOException {
        out.writeStartObject();
        if (addition.first() > 0) {
            out.writeNumberField("first", addition.first());
        }
        if (!addition.pages().isEmpty()) {
            writeEntries(out, entries(addition.pages()));
        }
        out.writeEndObject();
    }

    public static Addition readAddition(JsonInput in) throws IOException {
        int first = 0;
        List<EntryPage> pages = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "first" -> first = in.count();
                case "entries" -> pages = readEntries(in);
                default -> in.skip();
            }
        }
        return new Addition(first, pages);
    }

    private static void writeEntries(JsonGenerator out, Iterator<Entry> entries) throws IOException {
        out.writeArrayFieldStart("entries");
        while (entries.hasNext()) {
            SpecJson.writeEntry(out, entries.next());
        }
        out.writeEndArray();
    }

    private static List<EntryPage> readEntries(JsonInput in) throws IOException {
        List<EntryPage> pages = new ArrayList<>();
        List<Entry> page = new ArrayList<>(EntryPage.SIZE);
        long weight = 0;
        in.enterList();
        while (in.nextElement()) {
            if (pages.size() * EntryPage.SIZE + page.size() >= JsonLimits.ENTRIES) {
                throw in.wrong("the list has more than " + JsonLimits.ENTRIES + " entries; split the job");
            }
            Entry entry = SpecJson.readEntry(in);
            long more = JobWeight.entry(entry);
            weight += more;
            if (more > JobWeight.ENTRY_LIMIT || weight > JobWeight.PAGE_LIMIT) {
                throw in.wrong("the entries are too long: one may take " + new MemorySize(JobWeight.ENTRY_LIMIT) + ", "
                        + EntryPage.SIZE + " in a row " + new MemorySize(JobWeight.PAGE_LIMIT)
                        + "; put their content into files");
            }
            page.add(entry);
            if (page.size() == EntryPage.SIZE) {
                pages.add(new EntryPage(pages.size(), page));
                page.clear();
                weight = 0;
            }
        }
        if (!page.isEmpty()) {
            pages.add(new EntryPage(pages.size(), page));
        }
        if (pages.isEmpty()) {
            throw in.wrong("the list of entries is empty; an array needs at least one");
        }
        return pages;
    }

    private static int count(List<EntryPage> pages) {
        return (pages.size() - 1) * EntryPage.SIZE
                + pages.get(pages.size() - 1).entries().size();
    }

    /** The entries of all pages in order. */
    public static Iterator<Entry> entries(List<EntryPage> pages) {
        return pages.stream().flatMap(page -> page.entries().stream()).iterator();
    }
}
