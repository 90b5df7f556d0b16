package org.gleaner.server.store;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Platform;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.RuntimeVersion;
import org.jspecify.annotations.Nullable;

/** What a task needs, as it is stored among the fields of its job. */
final class NeedsJson {
    private NeedsJson() {}

    static void write(JsonGenerator json, Requirements needs) throws IOException {
        json.writeNumberField("cores", needs.cores());
        writeSize(json, "memory", needs.memory());
        writeSize(json, "disk", needs.disk());
        Platform platform = needs.platform();
        writeText(json, "os", platform.os());
        writeText(json, "arch", platform.arch());
        writeRuntimes(json, platform.runtimes());
        StoredJson.writeTexts(json, "tags", platform.tags());
        json.writeBooleanField("sandbox", platform.sandbox());
    }

    static Requirements read(StoredJson json) throws IOException {
        Platform platform = new Platform(
                json.has("os") ? json.text("os") : null,
                json.has("arch") ? json.text("arch") : null,
                readRuntimes(json),
                json.texts("tags"),
                json.flag("sandbox"));
        return new Requirements(json.count("cores"), readSize(json, "memory"), readSize(json, "disk"), platform);
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

    static void writeText(JsonGenerator json, String field, @Nullable String text) throws IOException {
        if (text != null) {
            json.writeStringField(field, text);
        }
    }
}
