package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;

/** What a task needs of a node. */
final class NeedsJson {
    private NeedsJson() {}

    static void write(JsonGenerator out, Requirements needs) throws IOException {
        out.writeObjectFieldStart("needs");
        out.writeNumberField("cores", needs.cores());
        Members.size(out, "memoryBytes", needs.memory());
        Members.size(out, "diskBytes", needs.disk());
        Platform platform = needs.platform();
        Members.text(out, "os", platform.os());
        Members.text(out, "arch", platform.arch());
        writeRuntimes(out, platform.runtimes());
        Members.textsIfAny(out, "tags", platform.tags());
        Members.flag(out, "sandbox", platform.sandbox());
        Machines machines = platform.machines();
        Members.textsIfAny(out, "on", machines.on());
        Members.textsIfAny(out, "notOn", machines.notOn());
        Double minSpeed = machines.minSpeed();
        if (minSpeed != null) {
            out.writeNumberField("minSpeed", minSpeed);
        }
        Members.flag(out, "exclusive", needs.exclusive());
        Members.textsIfAny(out, "uses", needs.uses().texts());
        out.writeEndObject();
    }

    static Requirements read(JsonInput in) throws IOException {
        int cores = 1;
        MemorySize memory = null;
        MemorySize disk = null;
        String os = null;
        String arch = null;
        List<RuntimeVersion> runtimes = List.of();
        List<String> tags = List.of();
        boolean sandbox = false;
        List<String> on = List.of();
        List<String> notOn = List.of();
        Double minSpeed = null;
        boolean exclusive = false;
        Amounts uses = Amounts.NONE;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "cores" -> cores = in.integer();
                case "memoryBytes" -> memory = in.size();
                case "diskBytes" -> disk = in.size();
                case "os" -> os = in.text();
                case "arch" -> arch = in.text();
                case "runtimes" -> runtimes = readRuntimes(in);
                case "tags" -> tags = in.list(JsonLimits.WORDS, JsonInput::text);
                case "sandbox" -> sandbox = in.flag();
                case "on" -> on = in.list(JsonLimits.WORDS, JsonInput::text);
                case "notOn" -> notOn = in.list(JsonLimits.WORDS, JsonInput::text);
                case "minSpeed" -> minSpeed = in.fraction();
                case "exclusive" -> exclusive = in.flag();
                case "uses" -> uses = readAmounts(in);
                default -> in.skip();
            }
        }
        Machines machines = new Machines(on, notOn, minSpeed);
        Platform platform = new Platform(os, arch, runtimes, tags, sandbox, machines);
        return new Requirements(cores, memory, disk, platform, exclusive, uses);
    }

    /** Of texts such as {@code gpu=2}; that a name comes twice, the description can't rule out. */
    static Amounts readAmounts(JsonInput in) throws IOException {
        List<String> texts = in.list(JsonLimits.WORDS, JsonInput::text);
        return in.together(() -> Amounts.parse(texts));
    }

    /** As texts such as {@code python:3.9}. */
    static void writeRuntimes(JsonGenerator out, List<RuntimeVersion> runtimes) throws IOException {
        if (!runtimes.isEmpty()) {
            Members.texts(
                    out,
                    "runtimes",
                    runtimes.stream().map(RuntimeVersion::toString).toList());
        }
    }

    static List<RuntimeVersion> readRuntimes(JsonInput in) throws IOException {
        return in.list(JsonLimits.WORDS, one -> RuntimeVersion.parse(one.text()));
    }
}
