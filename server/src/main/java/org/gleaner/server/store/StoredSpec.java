package org.gleaner.server.store;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Aside;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Feedback;
import org.gleaner.core.job.Forewarning;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Predecessor.When;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.job.TakenFile;
import org.gleaner.core.job.Turn;
import org.gleaner.core.job.Workplace;
import org.jspecify.annotations.Nullable;

/**
 * A specification as it is stored. It is written out field by field and not shared with the wire, so that neither a
 * renamed field nor a new version of the protocol changes what is in old databases.
 */
final class StoredSpec {
    private static final int VERSION = 1;

    private StoredSpec() {}

    static String write(JobSpec spec) throws StoreException {
        try {
            return StoredJson.text(json -> {
                json.writeNumberField("v", VERSION);
                json.writeStringField("name", spec.name());
                json.writeStringField("type", spec.type());
                writeCommand(json, spec.command());
                writeArray(json, spec.array());
                writeFiles(json, spec);
                writeNeeds(json, spec.needs());
                writeLimits(json, spec.limits());
                writeWorkplace(json, spec.workplace());
                writeTurn(json, spec.turn());
                writeFeedback(json, spec.feedback());
                writeAside(json, spec.aside());
                JobId origin = spec.origin();
                if (origin != null) {
                    json.writeNumberField("origin", origin.value());
                }
            });
        } catch (IOException e) {
            throw new StoreException("the job can't be written as JSON", e);
        }
    }

    private static void writeCommand(JsonGenerator json, CommandLine command) throws IOException {
        if (command instanceof CommandLine.ShellLine shell) {
            json.writeStringField("shell", shell.line());
        } else if (command instanceof CommandLine.Words words) {
            StoredJson.writeTexts(json, "words", words.words());
            if (words.serves()) {
                json.writeBooleanField("serves", true);
            }
        }
    }

    private static void writeArray(JsonGenerator json, ArrayShape array) throws IOException {
        if (array instanceof ArrayShape.Range range) {
            json.writeNumberField("first", range.first());
            json.writeNumberField("last", range.last());
            json.writeNumberField("step", range.step());
        } else if (array instanceof ArrayShape.Listed listed) {
            json.writeNumberField("listed", listed.size());
            StoredJson.writeTexts(json, "columns", listed.columns());
            if (listed.growing()) {
                json.writeBooleanField("growing", true);
            }
            Hosting hosting = listed.hosting();
            if (hosting != null) {
                writeHosting(json, hosting);
            }
        }
    }

    private static void writeHosting(JsonGenerator json, Hosting hosting) throws IOException {
        InputFile answer = hosting.answer();
        json.writeNumberField("checkpoint", hosting.checkpoint());
        json.writeNumberField("merged", hosting.merged());
        json.writeStringField("stopped", hosting.stopped());
        writeInputs(json, "state", List.of(hosting.state()));
        writeInputs(json, "answer", answer == null ? List.of() : List.of(answer));
    }

    private static @Nullable Hosting readHosting(StoredJson json) throws IOException {
        if (!json.has("checkpoint")) {
            return null;
        }
        List<InputFile> answer = readInputs(json, "answer");
        return new Hosting(
                json.count("checkpoint"),
                readInputs(json, "state").get(0),
                json.count("merged"),
                answer.isEmpty() ? null : answer.get(0),
                json.text("stopped"));
    }

    private static void writeFiles(JsonGenerator json, JobSpec spec) throws IOException {
        writeInputs(json, "in", spec.inputs());
        json.writeArrayFieldStart("out");
        for (OutputFile file : spec.outputs()) {
            json.writeStartObject();
            json.writeStringField("path", file.path());
            json.writeBooleanField("optional", file.optional());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeInputs(JsonGenerator json, String field, List<InputFile> files) throws IOException {
        json.writeArrayFieldStart(field);
        for (InputFile file : files) {
            json.writeStartObject();
            json.writeStringField("path", file.path());
            json.writeStringField("hash", file.hash().hex());
            json.writeNumberField("size", file.size());
            json.writeBooleanField("executable", file.executable());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeFeedback(JsonGenerator json, Feedback feedback) throws IOException {
        Duration partial = feedback.partial();
        if (partial != null) {
            json.writeStringField("partial", partial.toString());
        }
        if (feedback.resume()) {
            json.writeBooleanField("resume", true);
        }
        String webhook = feedback.webhook();
        if (webhook != null) {
            json.writeStringField("webhook", webhook);
        }
    }

    private static void writeAside(JsonGenerator json, Aside aside) throws IOException {
        if (!aside.equals(Aside.NOTHING)) {
            json.writeNumberField("inAside", aside.inputs());
            json.writeNumberField("outAside", aside.outputs());
            json.writeBooleanField("allAside", aside.all());
        }
    }

    private static void writeLimits(JsonGenerator json, JobLimits limits) throws IOException {
        Duration time = limits.time();
        if (time != null) {
            json.writeStringField("time", time.toString());
        }
        json.writeNumberField("maxFailures", limits.maxFailures());
        json.writeNumberField("maxLost", limits.maxLost());
        json.writeNumberField("stopAfter", limits.stopAfter());
        json.writeBooleanField("retryLimits", limits.retryLimits());
        json.writeNumberField("atMost", limits.atMost());
        json.writeNumberField("copies", limits.copies());
        Duration expected = limits.expected();
        if (expected != null) {
            json.writeStringField("expect", expected.toString());
        }
        Forewarning forewarning = limits.forewarning();
        if (forewarning != null) {
            json.writeStringField("signal", forewarning.signal());
            json.writeStringField("signalBefore", forewarning.before().toString());
        }
        if (limits.canary()) {
            json.writeBooleanField("canary", true);
        }
    }

    static JobSpec read(String text) throws StoreException {
        return read(text, new Alike());
    }

    static JobSpec read(String text, Alike alike) throws StoreException {
        try {
            StoredJson json = StoredJson.parse(text);
            if (json.count("v") != VERSION) {
                throw new StoreException("a job is stored in version " + json.count("v") + ", which is unknown here");
            }
            return new JobSpec(
                    alike.of(json.text("name")),
                    alike.of(json.text("type")),
                    json.has("shell")
                            ? new CommandLine.ShellLine(json.text("shell"))
                            : new CommandLine.Words(json.texts("words"), json.has("serves") && json.flag("serves")),
                    readArray(json),
                    readInputs(json, "in"),
                    readOutputs(json),
                    alike.of(readNeeds(json)),
                    alike.of(readLimits(json)),
                    readWorkplace(json),
                    readTurn(json),
                    alike.of(readFeedback(json)),
                    readAside(json),
                    json.has("origin") ? new JobId(json.number("origin")) : null);
        } catch (IOException | IllegalArgumentException | DateTimeException | ArithmeticException e) {
            throw new StoreException("a stored job can't be read: " + e.getMessage(), e);
        }
    }

    private static ArrayShape readArray(StoredJson json) throws IOException {
        if (json.has("listed")) {
            return new ArrayShape.Listed(
                    json.count("listed"),
                    json.texts("columns"),
                    json.has("growing") && json.flag("growing"),
                    readHosting(json));
        }
        return json.has("first")
                ? new ArrayShape.Range(json.number("first"), json.number("last"), json.number("step"))
                : new ArrayShape.Single();
    }

    private static Aside readAside(StoredJson json) throws IOException {
        return json.has("inAside")
                ? new Aside(json.count("inAside"), json.count("outAside"), json.flag("allAside"))
                : Aside.NOTHING;
    }

    private static Feedback readFeedback(StoredJson json) throws IOException {
        return new Feedback(
                json.has("partial") ? Duration.parse(json.text("partial")) : null,
                json.has("resume") && json.flag("resume"),
                json.has("webhook") ? json.text("webhook") : null);
    }

    private static List<InputFile> readInputs(StoredJson json, String field) throws IOException {
        List<InputFile> files = new ArrayList<>();
        for (StoredJson file : json.objects(field)) {
            files.add(new InputFile(
                    file.text("path"), new BlobHash(file.text("hash")), file.number("size"), file.flag("executable")));
        }
        return files;
    }

    private static List<OutputFile> readOutputs(StoredJson json) throws IOException {
        List<OutputFile> files = new ArrayList<>();
        for (StoredJson file : json.objects("out")) {
            files.add(new OutputFile(file.text("path"), file.flag("optional")));
        }
        return files;
    }

    private static JobLimits readLimits(StoredJson json) throws IOException {
        return new JobLimits(
                json.has("time") ? Duration.parse(json.text("time")) : null,
                json.count("maxFailures"),
                json.count("maxLost"),
                json.count("stopAfter"),
                json.flag("retryLimits"),
                json.count("atMost"),
                json.has("copies") ? json.count("copies") : JobLimits.DEFAULT.copies(),
                json.has("expect") ? Duration.parse(json.text("expect")) : null,
                json.has("signal")
                        ? new Forewarning(json.text("signal"), Duration.parse(json.text("signalBefore")))
                        : null,
                json.has("canary") && json.flag("canary"));
    }

    private static void writeNeeds(JsonGenerator json, Requirements needs) throws IOException {
        json.writeNumberField("cores", needs.cores());
        writeSize(json, "memory", needs.memory());
        writeSize(json, "disk", needs.disk());
        Platform platform = needs.platform();
        writeText(json, "os", platform.os());
        writeText(json, "arch", platform.arch());
        writeRuntimes(json, platform.runtimes());
        StoredJson.writeTexts(json, "tags", platform.tags());
        json.writeBooleanField("sandbox", platform.sandbox());
        writeMachines(json, platform.machines());
        if (needs.exclusive()) {
            json.writeBooleanField("exclusive", true);
        }
        StoredJson.writeTexts(json, "uses", needs.uses().texts());
    }

    /** What is not asked for is left out. */
    private static void writeMachines(JsonGenerator json, Machines machines) throws IOException {
        StoredJson.writeTexts(json, "on", machines.on());
        StoredJson.writeTexts(json, "notOn", machines.notOn());
        Double minSpeed = machines.minSpeed();
        writeText(json, "minSpeed", minSpeed == null ? null : minSpeed.toString());
    }

    private static Machines readMachines(StoredJson json) throws IOException {
        Double minSpeed = json.has("minSpeed") ? Double.valueOf(json.text("minSpeed")) : null;
        return new Machines(json.texts("on"), json.texts("notOn"), minSpeed);
    }

    private static Requirements readNeeds(StoredJson json) throws IOException {
        Platform platform = new Platform(
                json.has("os") ? json.text("os") : null,
                json.has("arch") ? json.text("arch") : null,
                readRuntimes(json),
                json.texts("tags"),
                json.flag("sandbox"),
                readMachines(json));
        return new Requirements(
                json.count("cores"),
                readSize(json, "memory"),
                readSize(json, "disk"),
                platform,
                json.has("exclusive") && json.flag("exclusive"),
                Amounts.parse(json.texts("uses")));
    }

    static void writeRuntimes(JsonGenerator json, List<RuntimeVersion> runtimes) throws IOException {
        StoredJson.writeTexts(
                json,
                "runtimes",
                runtimes.stream().map(RuntimeVersion::toString).toList());
    }

    static List<RuntimeVersion> readRuntimes(StoredJson json) throws IOException {
        return json.texts("runtimes").stream().map(RuntimeVersion::parse).toList();
    }

    private static void writeSize(JsonGenerator json, String field, @Nullable MemorySize size) throws IOException {
        if (size != null) {
            json.writeNumberField(field, size.bytes());
        }
    }

    private static @Nullable MemorySize readSize(StoredJson json, String field) throws IOException {
        return json.has(field) ? new MemorySize(json.number(field)) : null;
    }

    private static void writeText(JsonGenerator json, String field, @Nullable String text) throws IOException {
        if (text != null) {
            json.writeStringField(field, text);
        }
    }

    /** The usual turn is left out. */
    private static void writeTurn(JsonGenerator json, Turn turn) throws IOException {
        if (turn.equals(Turn.USUAL)) {
            return;
        }
        json.writeNumberField("priority", turn.priority());
        if (turn.weight() != Turn.USUAL.weight()) {
            json.writeNumberField("weight", turn.weight());
        }
        json.writeArrayFieldStart("after");
        for (Predecessor one : turn.after()) {
            json.writeStartObject();
            json.writeNumberField("job", one.job().value());
            json.writeArrayFieldStart("tasks");
            for (Ordinals.Span span : one.tasks().spans()) {
                json.writeStartObject();
                json.writeNumberField("first", span.first());
                json.writeNumberField("last", span.last());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeBooleanField("each", one.each());
            if (!one.is(When.DONE)) {
                json.writeStringField("when", one.when().word());
            }
            writeTaken(json, one.files());
            json.writeEndObject();
        }
        json.writeEndArray();
        Instant begin = turn.begin();
        if (begin != null) {
            json.writeNumberField("begin", begin.toEpochMilli());
        }
        Deadline deadline = turn.deadline();
        if (deadline != null) {
            json.writeNumberField("deadline", deadline.at().toEpochMilli());
            if (deadline.hopeless()) {
                json.writeBooleanField("hopeless", true);
            }
        }
        if (turn.paused()) {
            json.writeBooleanField("paused", true);
        }
    }

    private static void writeTaken(JsonGenerator json, List<TakenFile> files) throws IOException {
        if (files.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("files");
        for (TakenFile file : files) {
            json.writeStartObject();
            json.writeStringField("path", file.path());
            json.writeStringField("to", file.to());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static Turn readTurn(StoredJson spec) throws IOException {
        if (!spec.has("priority")) {
            return Turn.USUAL;
        }
        List<Predecessor> after = new ArrayList<>();
        for (StoredJson one : spec.objects("after")) {
            List<Ordinals.Span> spans = new ArrayList<>();
            for (StoredJson span : one.objects("tasks")) {
                spans.add(new Ordinals.Span(span.count("first"), span.count("last")));
            }
            When when = one.has("when") ? When.valueOf(one.text("when").toUpperCase(Locale.ROOT)) : When.DONE;
            List<TakenFile> files = new ArrayList<>();
            for (StoredJson file : one.objects("files")) {
                files.add(new TakenFile(file.text("path"), file.text("to")));
            }
            after.add(
                    new Predecessor(new JobId(one.number("job")), new Ordinals(spans), one.flag("each"), when, files));
        }
        int weight = spec.has("weight") ? spec.count("weight") : Turn.USUAL.weight();
        Instant begin = spec.has("begin") ? Instant.ofEpochMilli(spec.number("begin")) : null;
        Deadline deadline = spec.has("deadline")
                ? new Deadline(
                        Instant.ofEpochMilli(spec.number("deadline")), spec.has("hopeless") && spec.flag("hopeless"))
                : null;
        boolean paused = spec.has("paused") && spec.flag("paused");
        return new Turn(spec.count("priority"), weight, after, begin, deadline, paused);
    }

    /** A plain workplace is left out. */
    private static void writeWorkplace(JsonGenerator json, Workplace workplace) throws IOException {
        if (workplace.equals(Workplace.PLAIN)) {
            return;
        }
        json.writeObjectFieldStart("workplace");
        json.writeObjectFieldStart("variables");
        for (Map.Entry<String, String> variable : workplace.variables().entrySet()) {
            json.writeStringField(variable.getKey(), variable.getValue());
        }
        json.writeEndObject();
        writeText(json, "directory", workplace.directory());
        writeText(json, "setup", workplace.setup());
        writeInputs(json, "archives", workplace.archives());
        json.writeBooleanField("network", workplace.network());
        json.writeEndObject();
    }

    private static Workplace readWorkplace(StoredJson spec) throws IOException {
        if (!spec.has("workplace")) {
            return Workplace.PLAIN;
        }
        StoredJson json = spec.object("workplace");
        StoredJson stored = json.object("variables");
        Map<String, String> variables = new TreeMap<>();
        for (String name : stored.names()) {
            variables.put(name, stored.text(name));
        }
        return new Workplace(
                variables,
                json.has("directory") ? json.text("directory") : null,
                json.has("setup") ? json.text("setup") : null,
                readInputs(json, "archives"),
                json.flag("network"));
    }
}
