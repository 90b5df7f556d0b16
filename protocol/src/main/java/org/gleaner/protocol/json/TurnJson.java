package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Predecessor.When;
import org.gleaner.core.job.TakenFile;
import org.gleaner.core.job.Turn;

/** When a job's turn comes; the usual turn is left out. */
final class TurnJson {
    private static final String JOB = "job";
    private static final More NOTHING = (field, in) -> false;

    private TurnJson() {}

    static void write(JsonGenerator out, Turn turn) throws IOException {
        if (turn.equals(Turn.USUAL)) {
            return;
        }
        out.writeObjectFieldStart("turn");
        out.writeNumberField("priority", turn.priority());
        if (turn.weight() != Turn.USUAL.weight()) {
            out.writeNumberField("weight", turn.weight());
        }
        if (!turn.after().isEmpty()) {
            Members.objects(out, "after", turn.after(), (json, one) -> writeFields(json, one, JOB));
        }
        Members.instant(out, "begin", turn.begin());
        Deadline deadline = turn.deadline();
        Members.instant(out, "deadline", deadline == null ? null : deadline.at());
        Members.flag(out, "paused", turn.paused());
        out.writeEndObject();
    }

    /** @param number what its number is called: that of a job, or a position among several */
    static void writeFields(JsonGenerator out, Predecessor one, String number) throws IOException {
        out.writeNumberField(number, one.job().value());
        if (!one.tasks().isEmpty()) {
            out.writeArrayFieldStart("tasks");
            for (Ordinals.Span span : one.tasks().spans()) {
                out.writeStartArray();
                out.writeNumber(span.first());
                out.writeNumber(span.last());
                out.writeEndArray();
            }
            out.writeEndArray();
        }
        Members.flag(out, "each", one.each());
        if (!one.is(When.DONE)) {
            out.writeStringField("when", one.when().word());
        }
        if (!one.files().isEmpty()) {
            Members.objects(out, "files", one.files(), (json, file) -> {
                if (!file.path().isEmpty()) {
                    json.writeStringField("path", file.path());
                }
                if (!file.to().isEmpty()) {
                    json.writeStringField("to", file.to());
                }
            });
        }
    }

    static Turn read(JsonInput in) throws IOException {
        int priority = Turn.USUAL.priority();
        int weight = Turn.USUAL.weight();
        List<Predecessor> after = List.of();
        Instant begin = null;
        Deadline deadline = null;
        boolean paused = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "priority" -> priority = in.integer();
                case "weight" -> weight = in.count();
                case "after" -> after = in.list(JsonLimits.ROWS, one -> readPredecessor(one, JOB, NOTHING));
                case "begin" -> begin = in.instant();
                case "deadline" -> deadline = new Deadline(in.instant());
                case "paused" -> paused = in.flag();
                default -> in.skip();
            }
        }
        return new Turn(priority, weight, after, begin, deadline, paused);
    }

    /** What else may stand beside it. */
    interface More {
        /** Whether the field is known; then its value has been read. */
        boolean take(String field, JsonInput in) throws IOException;
    }

    static Predecessor readPredecessor(JsonInput in, String number, More more) throws IOException {
        JobId job = null;
        List<Ordinals.Span> spans = new ArrayList<>();
        boolean each = false;
        When when = When.DONE;
        List<TakenFile> files = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (field.equals(number)) {
                job = new JobId(in.number());
                continue;
            }
            if (more.take(field, in)) {
                continue;
            }
            switch (field) {
                case "tasks" -> spans = in.list(JsonLimits.ROWS, TurnJson::readSpan);
                case "each" -> each = in.flag();
                case "when" -> when = in.word(Words.ENDS);
                case "files" -> files = in.list(JsonLimits.FILES, TurnJson::readTaken);
                default -> in.skip();
            }
        }
        List<Ordinals.Span> tasks = spans;
        JobId named = in.required(job, number);
        boolean tasksApart = each;
        When end = when;
        List<TakenFile> taken = files;
        return in.together(() -> new Predecessor(named, new Ordinals(tasks), tasksApart, end, taken));
    }

    private static TakenFile readTaken(JsonInput in) throws IOException {
        String path = "";
        String to = "";
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "path" -> path = in.text();
                case "to" -> to = in.text();
                default -> in.skip();
            }
        }
        return new TakenFile(path, to);
    }

    private static Ordinals.Span readSpan(JsonInput in) throws IOException {
        List<Integer> ends = in.list(2, JsonInput::integer);
        if (ends.size() != 2) {
            throw in.wrong("a span of tasks is its first and its last, such as [1, 50]");
        }
        return in.together(() -> new Ordinals.Span(ends.get(0), ends.get(1)));
    }
}
