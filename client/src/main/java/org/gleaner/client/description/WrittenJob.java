package org.gleaner.client.description;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.protocol.problem.Nearest;
import org.jspecify.annotations.Nullable;

/**
 * Makes a draft of a table of values by key, wherever it was written. Values are texts, numbers, truth values, lists
 * and tables of these; {@code command} is the list of the command's words.
 */
record WrittenJob(String file, List<JobKey> keys, Form form, Lines lines) {
    /** How a key and its value are written, as advice shows it. */
    enum Form {
        TOML,
        JSON;

        private String pair(String key, String value) {
            return this == TOML ? key + " = " + value : "{\"" + key + "\": " + value + ", …}";
        }
    }

    /** Where things stand in the file. */
    interface Lines {
        /** The line of a key; null if it is not known. */
        @Nullable
        Integer of(String key);
    }

    Draft draft(Map<String, Object> table) throws ClientFailure {
        Map<String, List<String>> values = new LinkedHashMap<>();
        List<String> command = List.of();
        for (Map.Entry<String, Object> entry : table.entrySet()) {
            String name = entry.getKey();
            Object value = entry.getValue();
            JobKey key = JobKey.named(name, keys);
            if (name.equals("command")) {
                command = command(value);
            } else if (key == null && isJobs(name, value)) {
                throw wrong(
                        name,
                        "Unknown key " + name + ".",
                        form == Form.TOML
                                ? "Did you mean [[job]]? Each job begins with such a line."
                                : "A line describes one job.");
            } else if (key == null) {
                throw unknown(name);
            } else if (key.kind() == JobKey.Kind.SWITCH) {
                if (!(value instanceof Boolean on)) {
                    throw wrong(name, name + " is true or false.", "Write " + form.pair(name, "true") + ".");
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

    /** Somebody means the tables of several jobs, in the plural or with single brackets. */
    private static boolean isJobs(String name, Object value) {
        return List.of("job", "jobs").contains(name) && (value instanceof List<?> || value instanceof Map<?, ?>);
    }

    private List<String> command(@Nullable Object value) throws ClientFailure {
        if (!(value instanceof List<?> words)) {
            throw wrong(
                    "command",
                    "command must be a list of words.",
                    "Write " + form.pair("command", "[\"python3\", \"sim.py\", \"{}\"]") + ", or "
                            + form.pair("shell", "\"LINE\"") + " for a shell.");
        }
        return texts("command", words);
    }

    private List<String> texts(JobKey known, @Nullable Object value) throws ClientFailure {
        String key = known.name();
        if (value instanceof Map<?, ?> variables && List.of("env", "use").contains(key)) {
            List<String> texts = new ArrayList<>();
            for (Map.Entry<?, ?> variable : variables.entrySet()) {
                texts.add(variable.getKey() + "=" + text(key, variable.getValue()));
            }
            return texts;
        }
        if (value instanceof List<?> list) {
            if (known.kind() != JobKey.Kind.MANY) {
                throw wrong(
                        key,
                        key + " has one value, not a list.",
                        "Write " + form.pair(key, "\"" + known.value() + "\"") + ".");
            }
            return texts(key, list);
        }
        return List.of(text(key, value));
    }

    private List<String> texts(String key, List<?> list) throws ClientFailure {
        List<String> texts = new ArrayList<>();
        for (Object value : list) {
            texts.add(text(key, value));
        }
        return texts;
    }

    private String text(String key, @Nullable Object value) throws ClientFailure {
        if (value instanceof String || value instanceof Long || value instanceof Double) {
            return value.toString();
        }
        throw wrong(key, key + " takes a string or a number.", "Write " + form.pair(key, "\"VALUE\"") + ".");
    }

    private ClientFailure unknown(String key) {
        List<String> known = new ArrayList<>();
        known.add("command");
        keys.forEach(one -> known.add(one.name()));
        String near = Nearest.to(key.replace('_', '-'), known);
        return new ClientFailure(
                Kind.UNKNOWN_KEY,
                key,
                JobSource.title(file),
                JobSource.place(lines.of(key)) + "Unknown key " + key + ".",
                near == null ? "" : "Did you mean " + near + "?");
    }

    private ClientFailure wrong(String key, String what, String next) {
        return JobSource.wrong(file, lines.of(key), what, next);
    }
}
