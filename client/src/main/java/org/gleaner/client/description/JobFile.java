package org.gleaner.client.description;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.protocol.problem.Nearest;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * A job in TOML: its keys are those of {@link JobKey}, {@code command} is the list of the command's words. Only this
 * class knows the library, which is loaded when there is a job file and not before.
 */
final class JobFile {
    private final String name;
    private final List<JobKey> keys;
    private final TomlParseResult table;

    private JobFile(String name, List<JobKey> keys, TomlParseResult table) {
        this.name = name;
        this.keys = keys;
        this.table = table;
    }

    static Draft parse(String name, byte[] content, Vocabulary words) throws ClientFailure {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw JobSource.wrong(name, null, "It is not UTF-8.", "Save it as UTF-8.");
        }
        TomlParseResult table = Toml.parse(text);
        if (table.hasErrors()) {
            TomlParseError error = table.errors().get(0);
            throw JobSource.wrong(
                    name,
                    error.position().line(),
                    String.valueOf(error.getMessage()) + ".",
                    "A job file is TOML: memory = \"2G\", in = [\"a\", \"b\"],"
                            + " command = [\"python3\", \"sim.py\"].");
        }
        return new JobFile(name, words.keys(), table).draft();
    }

    private Draft draft() throws ClientFailure {
        Map<String, List<String>> values = new LinkedHashMap<>();
        List<String> command = List.of();
        for (String name : table.keySet()) {
            Object value = table.get(List.of(name));
            JobKey key = JobKey.named(name, keys);
            if (name.equals("command")) {
                command = command(value);
            } else if (key == null) {
                throw unknown(name);
            } else if (key.kind() == JobKey.Kind.SWITCH) {
                if (!(value instanceof Boolean on)) {
                    throw wrong(name, name + " is true or false.", "Write " + name + " = true.");
                }
                if (on) {
                    values.put(name, List.of(""));
                }
            } else {
                values.put(name, texts(key, value));
            }
        }
        return new Draft(values, command);
    }

    private List<String> command(@Nullable Object value) throws ClientFailure {
        if (!(value instanceof TomlArray words)) {
            throw wrong(
                    "command",
                    "command must be a list of words.",
                    "Write command = [\"python3\", \"sim.py\", \"{}\"], or shell = \"LINE\" for a shell.");
        }
        return texts("command", words);
    }

    private List<String> texts(JobKey known, @Nullable Object value) throws ClientFailure {
        String key = known.name();
        if (value instanceof TomlTable variables && key.equals("env")) {
            List<String> texts = new ArrayList<>();
            for (String variable : variables.keySet()) {
                texts.add(variable + "=" + text(key, variables.get(List.of(variable))));
            }
            return texts;
        }
        if (value instanceof TomlArray list) {
            if (known.kind() != JobKey.Kind.MANY) {
                throw wrong(key, key + " has one value, not a list.", "Write " + key + " = \"" + known.value() + "\".");
            }
            return texts(key, list);
        }
        return List.of(text(key, value));
    }

    private List<String> texts(String key, TomlArray list) throws ClientFailure {
        List<String> texts = new ArrayList<>();
        for (Object value : list.toList()) {
            texts.add(text(key, value));
        }
        return texts;
    }

    private String text(String key, @Nullable Object value) throws ClientFailure {
        if (value instanceof String || value instanceof Long || value instanceof Double) {
            return value.toString();
        }
        throw wrong(key, key + " takes a string or a number.", "Write " + key + " = \"VALUE\".");
    }

    private ClientFailure unknown(String key) {
        List<String> known = new ArrayList<>();
        known.add("command");
        keys.forEach(one -> known.add(one.name()));
        String near = Nearest.to(key.replace('_', '-'), known);
        return new ClientFailure(
                Kind.UNKNOWN_KEY,
                key,
                JobSource.title(name),
                JobSource.place(line(key)) + "Unknown key " + key + ".",
                near == null ? "" : "Did you mean " + near + "?");
    }

    private ClientFailure wrong(String key, String what, String next) {
        return JobSource.wrong(name, line(key), what, next);
    }

    private @Nullable Integer line(String key) {
        TomlPosition position = table.inputPositionOf(List.of(key));
        return position == null ? null : position.line();
    }
}
