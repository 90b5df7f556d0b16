package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Aside;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Feedback;
import org.gleaner.core.job.Forewarning;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Turn;
import org.gleaner.core.job.Workplace;
import org.jspecify.annotations.Nullable;

/** What a job is: the part that all its tasks share, and the entries that are each task's own. */
public final class SpecJson {
    private static final long LARGEST_BOUND = (1L << 53) - 1;

    private SpecJson() {}

    public static void writeSpec(JsonGenerator out, JobSpec spec) throws IOException {
        out.writeStartObject();
        writeSpecFields(out, spec);
        writeArray(out, spec.array());
        out.writeEndObject();
    }

    public static JobSpec readSpec(JsonInput in) throws IOException {
        Fields fields = new Fields();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            if (!fields.take(field, in)) {
                in.skip();
            }
        }
        return fields.spec(in, fields.array());
    }

    /** Everything but the array, inside an object that the caller opened. */
    static void writeSpecFields(JsonGenerator out, JobSpec spec) throws IOException {
        out.writeStringField("name", spec.name());
        out.writeStringField("type", spec.type());
        if (spec.command() instanceof CommandLine.Words words) {
            Members.texts(out, "command", words.words());
            Members.flag(out, "serves", words.serves());
        } else if (spec.command() instanceof CommandLine.ShellLine shell) {
            out.writeStringField("shell", shell.line());
        }
        FileJson.writeInputs(out, "inputs", spec.inputs());
        FileJson.writeOutputs(out, "outputs", spec.outputs());
        NeedsJson.write(out, spec.needs());
        writeLimits(out, spec.limits());
        WorkplaceJson.write(out, spec.workplace());
        TurnJson.write(out, spec.turn());
        writeFeedback(out, spec.feedback());
        JobId origin = spec.origin();
        if (origin != null) {
            out.writeNumberField("origin", origin.value());
        }
        if (spec.array() instanceof ArrayShape.Listed listed
                && !listed.columns().isEmpty()) {
            Members.texts(out, "columns", listed.columns());
        }
        if (spec.isGrowing()) {
            out.writeBooleanField("growing", true);
        }
    }

    private static void writeFeedback(JsonGenerator out, Feedback feedback) throws IOException {
        Members.millis(out, "partialMs", feedback.partial());
        if (feedback.resume()) {
            out.writeBooleanField("resumePartial", true);
        }
        Members.text(out, "webhook", feedback.webhook());
    }

    private static void writeArray(JsonGenerator out, ArrayShape array) throws IOException {
        if (array instanceof ArrayShape.Range range) {
            out.writeObjectFieldStart("array");
            out.writeNumberField("first", range.first());
            out.writeNumberField("last", range.last());
            out.writeNumberField("step", range.step());
            out.writeEndObject();
        } else if (array instanceof ArrayShape.Listed listed) {
            out.writeObjectFieldStart("array");
            out.writeNumberField("listed", listed.size());
            out.writeEndObject();
        }
    }

    static ArrayShape readArray(JsonInput in) throws IOException {
        Long first = null;
        Long last = null;
        long step = 1;
        int listed = -1;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "first" -> first = readBound(in);
                case "last" -> last = readBound(in);
                case "step" -> step = readBound(in);
                case "listed" -> listed = in.count();
                default -> in.skip();
            }
        }
        if (listed >= 0) {
            return new ArrayShape.Listed(listed);
        }
        long from = in.required(first, "first");
        long to = in.required(last, "last");
        long by = step;
        return in.together(() -> new ArrayShape.Range(from, to, by));
    }

    /** Every program that reads JSON knows these numbers exactly, and no sum of two of them overflows. */
    private static long readBound(JsonInput in) throws IOException {
        long value = in.number();
        if (Math.abs(value) > LARGEST_BOUND || value == Long.MIN_VALUE) {
            throw in.wrong("the number is beyond " + LARGEST_BOUND);
        }
        return value;
    }

    private static void writeLimits(JsonGenerator out, JobLimits limits) throws IOException {
        out.writeObjectFieldStart("limits");
        Members.millis(out, "timeMs", limits.time());
        out.writeNumberField("maxFailures", limits.maxFailures());
        out.writeNumberField("maxLost", limits.maxLost());
        out.writeNumberField("stopAfter", limits.stopAfter());
        out.writeBooleanField("retryLimits", limits.retryLimits());
        out.writeNumberField("atMost", limits.atMost());
        out.writeNumberField("copies", limits.copies());
        Members.millis(out, "expectMs", limits.expected());
        Forewarning forewarning = limits.forewarning();
        if (forewarning != null) {
            out.writeStringField("signal", forewarning.signal());
            Members.millis(out, "signalMs", forewarning.before());
        }
        Members.flag(out, "canary", limits.canary());
        out.writeEndObject();
    }

    private static JobLimits readLimits(JsonInput in) throws IOException {
        Duration time = null;
        int maxFailures = JobLimits.DEFAULT.maxFailures();
        int maxLost = JobLimits.DEFAULT.maxLost();
        int stopAfter = 0;
        boolean retryLimits = false;
        int atMost = 0;
        int copies = JobLimits.DEFAULT.copies();
        Duration expected = null;
        String signal = null;
        Duration before = null;
        boolean canary = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "timeMs" -> time = in.millis();
                case "maxFailures" -> maxFailures = in.integer();
                case "maxLost" -> maxLost = in.integer();
                case "stopAfter" -> stopAfter = in.integer();
                case "retryLimits" -> retryLimits = in.flag();
                case "atMost" -> atMost = in.integer();
                case "copies" -> copies = in.integer();
                case "expectMs" -> expected = in.millis();
                case "signal" -> signal = in.text();
                case "signalMs" -> before = in.millis();
                case "canary" -> canary = in.flag();
                default -> in.skip();
            }
        }
        Forewarning forewarning = signal == null ? null : new Forewarning(signal, in.required(before, "signalMs"));
        return new JobLimits(
                time, maxFailures, maxLost, stopAfter, retryLimits, atMost, copies, expected, forewarning, canary);
    }

    /** An entry without cells and files is its text alone. */
    public static void writeEntry(JsonGenerator out, Entry entry) throws IOException {
        if (entry.files().isEmpty() && entry.cells().isEmpty()) {
            out.writeString(entry.value());
            return;
        }
        out.writeStartObject();
        out.writeStringField("value", entry.value());
        Members.textsIfAny(out, "cells", entry.cells());
        if (!entry.files().isEmpty()) {
            FileJson.writeInputs(out, "files", entry.files());
        }
        out.writeEndObject();
    }

    public static Entry readEntry(JsonInput in) throws IOException {
        if (in.isText()) {
            return new Entry(in.text(JsonLimits.ENTRY), List.of());
        }
        String value = null;
        List<String> cells = List.of();
        List<InputFile> files = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "value" -> value = in.text(JsonLimits.ENTRY);
                case "cells" -> cells = in.list(JsonLimits.WORDS, one -> one.text(JsonLimits.ENTRY));
                case "files" -> files = FileJson.readFiles(in);
                default -> in.skip();
            }
        }
        return new Entry(in.required(value, "value"), cells, files);
    }

    /** A spec while it is being read. */
    static final class Fields {
        private @Nullable String name;
        private @Nullable String type;
        private @Nullable CommandLine command;
        private @Nullable ArrayShape array;
        private List<InputFile> inputs = List.of();
        private List<OutputFile> outputs = List.of();
        private Requirements needs = Requirements.ONE_CORE;
        private JobLimits limits = JobLimits.DEFAULT;
        private Workplace workplace = Workplace.PLAIN;
        private Turn turn = Turn.USUAL;
        private @Nullable Duration partial;
        private boolean resume;
        private @Nullable String webhook;
        private @Nullable JobId origin;
        private List<String> columns = List.of();
        private boolean growing;
        private boolean serves;

        /** Whether the field is one of a spec; then its value has been read. */
        boolean take(String field, JsonInput in) throws IOException {
            switch (field) {
                case "name" -> name = in.text();
                case "type" -> type = in.text();
                case "command" -> {
                    List<String> words = in.list(JsonLimits.WORDS, Fields::word);
                    command = in.together(() -> new CommandLine.Words(words));
                }
                case "serves" -> serves = in.flag();
                case "shell" -> command = new CommandLine.ShellLine(in.text(JsonLimits.WORD));
                case "inputs" -> inputs = FileJson.readInputs(in);
                case "outputs" -> outputs = FileJson.readOutputs(in);
                case "needs" -> needs = NeedsJson.read(in);
                case "limits" -> limits = readLimits(in);
                case "workplace" -> workplace = WorkplaceJson.read(in);
                case "turn" -> turn = TurnJson.read(in);
                case "partialMs" -> partial = in.millis();
                case "resumePartial" -> resume = in.flag();
                case "webhook" -> webhook = in.text();
                case "origin" -> origin = new JobId(in.number());
                case "columns" -> columns = in.list(JsonLimits.WORDS, JsonInput::text);
                case "growing" -> growing = in.flag();
                case "array" -> array = readArray(in);
                default -> {
                    return false;
                }
            }
            return true;
        }

        private static String word(JsonInput in) throws IOException {
            return in.text(JsonLimits.WORD);
        }

        ArrayShape array() {
            ArrayShape given = array;
            if (given instanceof ArrayShape.Listed listed) {
                return new ArrayShape.Listed(listed.size(), columns, growing);
            }
            return given == null ? (growing ? listed(0) : new ArrayShape.Single()) : given;
        }

        boolean isGrowing() {
            return growing;
        }

        /** The array that these entries make. */
        ArrayShape listed(int size) {
            return new ArrayShape.Listed(size, columns, growing);
        }

        private CommandLine command(JsonInput in) throws IOException {
            CommandLine line = in.required(command, "command");
            if (!serves) {
                return line;
            }
            if (line instanceof CommandLine.Words words) {
                return new CommandLine.Words(words.words(), true);
            }
            throw in.contradiction("a shell line can't have serves; give the program as command");
        }

        JobSpec spec(JsonInput in, ArrayShape shape) throws IOException {
            return new JobSpec(
                    in.required(name, "name"),
                    in.required(type, "type"),
                    command(in),
                    shape,
                    inputs,
                    outputs,
                    needs,
                    limits,
                    workplace,
                    turn,
                    new Feedback(partial, resume, webhook),
                    Aside.NOTHING,
                    origin);
        }
    }
}
