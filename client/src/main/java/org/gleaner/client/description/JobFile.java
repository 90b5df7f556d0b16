package org.gleaner.client.description;

import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.protocol.wording.Quoted;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * A job in TOML, with the keys of {@link JobKey}; or several, each a table {@code [[job]]}, under keys that hold for
 * all of them. Only this class knows the library, which is loaded when there is a job file and not before.
 */
final class JobFile {
    private static final String SEVERAL = "job";

    /** In a string in double quotes. */
    private static final Pattern BACKSLASH = Pattern.compile("\"[^\"]*\\\\");

    private final String name;
    private final List<JobKey> keys;
    private final TomlParseResult table;

    private JobFile(String name, List<JobKey> keys, TomlParseResult table) {
        this.name = name;
        this.keys = keys;
        this.table = table;
    }

    static JobFile parse(String name, byte[] content, Vocabulary words) throws ClientFailure {
        String text;
        try {
            text = FileText.of(content);
        } catch (CharacterCodingException malformed) {
            throw JobSource.wrong(name, null, "It is not UTF-8.", "Save it as UTF-8.");
        }
        TomlParseResult table = Toml.parse(text);
        if (table.hasErrors()) {
            TomlParseError error = table.errors().get(0);
            int line = error.position().line();
            throw JobSource.wrong(name, line, String.valueOf(error.getMessage()) + ".", remedy(text, line));
        }
        return new JobFile(name, words.keys(), table);
    }

    /** Most who write a backslash mean a path of Windows. */
    private static String remedy(String text, int line) {
        String wrong = text.lines().skip(Math.max(0, line - 1)).findFirst().orElse("");
        return BACKSLASH.matcher(wrong).find()
                ? "In double quotes a backslash begins an escape: use single quotes ('C:\\Users\\ann') or forward"
                        + " slashes (\"C:/Users/ann\")."
                : "A job file is TOML: memory = \"2G\", in = [\"a\", \"b\"], command = [\"python3\", \"sim.py\"].";
    }

    /** Whether it has tables of jobs. */
    boolean isSeveral() {
        return table.get(List.of(SEVERAL)) instanceof TomlArray list
                && !list.isEmpty()
                && list.get(0) instanceof TomlTable;
    }

    /** The one job that it describes. */
    Draft draft() throws ClientFailure {
        if (isSeveral()) {
            throw JobSource.wrong(
                    name,
                    line(table, SEVERAL),
                    "It describes several jobs.",
                    "Submit them with: gleaner submit -f " + Quoted.word(name));
        }
        return of(table, values(table));
    }

    /** All jobs that it describes, with the lines where they begin. */
    List<SeveralJobs.Described> drafts() throws ClientFailure {
        Map<String, Object> shared = values(table);
        List<?> tables = (List<?>) shared.remove(SEVERAL);
        Draft common = of(table, shared);
        TomlArray list = (TomlArray) table.get(List.of(SEVERAL));
        List<SeveralJobs.Described> drafts = new ArrayList<>();
        for (int i = 0; tables != null && list != null && i < tables.size(); i++) {
            TomlTable one = (TomlTable) list.get(i);
            int line = list.inputPositionOf(i).line();
            Draft own = of(one, values(one));
            SeveralJobs.refuseOfCall(name, line, own);
            Map<String, Integer> lines = new LinkedHashMap<>();
            for (String key : one.keySet()) {
                Integer at = line(one, key);
                if (at != null) {
                    lines.put(key, at);
                }
            }
            drafts.add(new SeveralJobs.Described(line, JobSource.over(own, common), lines));
        }
        return drafts;
    }

    private Draft of(TomlTable from, Map<String, Object> values) throws ClientFailure {
        return new WrittenJob(name, keys, WrittenJob.Form.TOML, key -> line(from, key)).draft(values);
    }

    private static @Nullable Integer line(TomlTable from, String key) {
        TomlPosition position = from.inputPositionOf(List.of(key));
        return position == null ? null : position.line();
    }

    /** Without the library's own lists and tables. */
    private static Map<String, Object> values(TomlTable from) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String key : from.keySet()) {
            Object value = from.get(List.of(key));
            if (value != null) {
                values.put(key, value(value));
            }
        }
        return values;
    }

    private static Object value(Object value) {
        if (value instanceof TomlArray list) {
            return list.toList().stream().map(JobFile::value).toList();
        }
        return value instanceof TomlTable inner ? values(inner) : value;
    }
}
