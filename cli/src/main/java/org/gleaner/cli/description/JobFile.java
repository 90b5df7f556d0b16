package org.gleaner.cli.description;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Nearest;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.console.CliFailure;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * A job in TOML: its keys are the long flags, {@code command} is the list of the command's words. Only this class knows
 * the library, which is loaded when there is a job file and not before.
 */
final class JobFile {
    /** Flags that belong to the call, not to the job. */
    private static final Set<String> OF_THE_CALL = Set.of("file", "json");

    private final String name;
    private final Syntax syntax;
    private final TomlParseResult table;

    private JobFile(String name, Syntax syntax, TomlParseResult table) {
        this.name = name;
        this.syntax = syntax;
        this.table = table;
    }

    static Arguments parse(String name, byte[] content, Syntax syntax) throws CliFailure {
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
                    "It is written in TOML: memory = \"2G\", in = [\"a\", \"b\"],"
                            + " command = [\"python3\", \"sim.py\"].");
        }
        return new JobFile(name, syntax, table).arguments();
    }

    private Arguments arguments() throws CliFailure {
        Map<String, List<String>> flags = new LinkedHashMap<>();
        List<String> command = List.of();
        for (String key : table.keySet()) {
            Object value = table.get(List.of(key));
            Flag flag = OF_THE_CALL.contains(key) ? null : syntax.flag(key);
            if (key.equals("command")) {
                command = command(value);
            } else if (flag == null) {
                throw unknown(key);
            } else if (!flag.takesValue()) {
                if (!(value instanceof Boolean on)) {
                    throw wrong(key, key + " is a switch.", "Write " + key + " = true.");
                }
                if (on) {
                    flags.put(key, List.of(""));
                }
            } else {
                flags.put(key, values(flag, value));
            }
        }
        return new Arguments(syntax.verb(), flags, command);
    }

    private List<String> command(@Nullable Object value) throws CliFailure {
        if (!(value instanceof TomlArray words)) {
            throw wrong(
                    "command",
                    "command is the list of the command's words.",
                    "Write command = [\"python3\", \"sim.py\", \"{}\"], or shell = \"LINE\" for a shell.");
        }
        return texts("command", words);
    }

    private List<String> values(Flag flag, @Nullable Object value) throws CliFailure {
        String key = flag.name();
        if (value instanceof TomlTable variables && key.equals("env")) {
            List<String> texts = new ArrayList<>();
            for (String variable : variables.keySet()) {
                texts.add(variable + "=" + text(key, variables.get(List.of(variable))));
            }
            return texts;
        }
        if (value instanceof TomlArray list) {
            if (flag.kind() != Flag.Kind.MANY) {
                throw wrong(key, key + " has one value, not a list.", "Write " + key + " = \"" + flag.value() + "\".");
            }
            return texts(key, list);
        }
        return List.of(text(key, value));
    }

    private List<String> texts(String key, TomlArray list) throws CliFailure {
        List<String> texts = new ArrayList<>();
        for (Object value : list.toList()) {
            texts.add(text(key, value));
        }
        return texts;
    }

    private String text(String key, @Nullable Object value) throws CliFailure {
        if (value instanceof String || value instanceof Long || value instanceof Double) {
            return value.toString();
        }
        throw wrong(key, key + " takes a text or a number.", "Write " + key + " = \"VALUE\".");
    }

    private CliFailure unknown(String key) {
        List<String> known = new ArrayList<>();
        known.add("command");
        for (Flag flag : syntax.flags()) {
            if (!OF_THE_CALL.contains(flag.name())) {
                known.add(flag.name());
            }
        }
        String near = Nearest.to(key.replace('_', '-'), known);
        String habit = syntax.habits().get("--" + key.replace('_', '-'));
        String next = "The keys are the long flags of 'gleaner " + syntax.verb() + " --help', and command.";
        if (near != null) {
            next = "Did you mean " + near + "?";
        } else if (habit != null) {
            next = habit;
        }
        return wrong(key, "There is no key " + key + ".", next);
    }

    private CliFailure wrong(String key, String what, String next) {
        TomlPosition position = table.inputPositionOf(List.of(key));
        return JobSource.wrong(name, position == null ? null : position.line(), what, next);
    }
}
