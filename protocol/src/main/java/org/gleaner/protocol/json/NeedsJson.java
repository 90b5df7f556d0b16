package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
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
        MemorySize memory = needs.memory();
        if (memory != null) {
            out.writeNumberField("memoryBytes", memory.bytes());
        }
        MemorySize disk = needs.disk();
        if (disk != null) {
            out.writeNumberField("diskBytes", disk.bytes());
        }
        Platform platform = needs.platform();
        String os = platform.os();
        if (os != null) {
            out.writeStringField("os", os);
        }
        String arch = platform.arch();
        if (arch != null) {
            out.writeStringField("arch", arch);
        }
        writeRuntimes(out, platform.runtimes());
        if (!platform.tags().isEmpty()) {
            SpecJson.writeTexts(out, "tags", platform.tags());
        }
        if (platform.sandbox()) {
            out.writeBooleanField("sandbox", true);
        }
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
        in.enterObject();
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            switch (field) {
                case "cores" -> cores = in.integer();
                case "memoryBytes" -> memory = in.size();
                case "diskBytes" -> disk = in.size();
                case "os" -> os = in.text();
                case "arch" -> arch = in.text();
                case "runtimes" -> runtimes = readRuntimes(in);
                case "tags" -> tags = in.list(JsonLimits.WORDS, JsonInput::text);
                case "sandbox" -> sandbox = in.flag();
                default -> in.skip();
            }
        }
        return new Requirements(cores, memory, disk, new Platform(os, arch, runtimes, tags, sandbox));
    }

    /** As texts such as {@code python:3.9}. */
    static void writeRuntimes(JsonGenerator out, List<RuntimeVersion> runtimes) throws IOException {
        if (!runtimes.isEmpty()) {
            SpecJson.writeTexts(
                    out,
                    "runtimes",
                    runtimes.stream().map(RuntimeVersion::toString).toList());
        }
    }

    static List<RuntimeVersion> readRuntimes(JsonInput in) throws IOException {
        return in.list(JsonLimits.WORDS, one -> RuntimeVersion.parse(one.text()));
    }
}
