package org.gleaner.client.description;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Forewarning;
import org.gleaner.core.job.WholeNumber;
import org.gleaner.protocol.problem.SystemWords;
import org.jspecify.annotations.Nullable;

/**
 * The {@code #SBATCH} lines of a script in our words. What we have in another form is translated, what we do not have
 * is told; a dependency that we do not have is refused, as the job would begin too early. Confined to one call.
 */
final class SlurmLines {
    static final String MARK = "#SBATCH";

    private static final Map<String, String> LETTERS = Map.ofEntries(
            Map.entry("a", "array"),
            Map.entry("A", "account"),
            Map.entry("c", "cpus-per-task"),
            Map.entry("C", "constraint"),
            Map.entry("d", "dependency"),
            Map.entry("D", "chdir"),
            Map.entry("e", "error"),
            Map.entry("G", "gpus"),
            Map.entry("H", "hold"),
            Map.entry("J", "job-name"),
            Map.entry("L", "licenses"),
            Map.entry("n", "ntasks"),
            Map.entry("N", "nodes"),
            Map.entry("o", "output"),
            Map.entry("p", "partition"),
            Map.entry("q", "qos"),
            Map.entry("t", "time"),
            Map.entry("w", "nodelist"),
            Map.entry("x", "exclude"));
    /** Their lines end without a value. */
    private static final Map<String, String> DEPENDENCIES = new TreeMap<>(Map.of(
            "afterok", "after", "aftercorr", "after-each", "afterany", "after-any", "afternotok", "after-failed"));

    private static final List<String> SWITCHES =
            List.of("hold", "requeue", "no-requeue", "exclusive", "overcommit", "wait", "contiguous", "parsable");

    private static final int MOST_CORES = 100_000;
    private static final Pattern AMOUNT = Pattern.compile("([0-9]+)([KMGT]?)B?", Pattern.CASE_INSENSITIVE);
    private static final Pattern SIGNAL =
            Pattern.compile("(?:[RB]+:)?(?:SIG)?([A-Z0-9]+)@([0-9]{1,6})", Pattern.CASE_INSENSITIVE);
    private static final Pattern TIME =
            Pattern.compile("(?:([0-9]{1,6})-)?([0-9]{1,9})(?::([0-9]{1,9}))?(?::([0-9]{1,9}))?");

    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private final Consumer<String> notes;
    private @Nullable String perCore;

    private SlurmLines(Consumer<String> notes) {
        this.notes = notes;
    }

    /** @param notes told what is ignored, and why */
    static Draft read(String name, String[] lines, Consumer<String> notes) throws ClientFailure {
        SlurmLines all = new SlurmLines(notes);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].strip();
            // As Slurm does it: nothing counts behind the first command.
            if (!line.isEmpty() && !line.startsWith("#")) {
                break;
            }
            if (line.startsWith(MARK)) {
                try {
                    all.line(ShellWords.split(line.substring(MARK.length())));
                } catch (IllegalArgumentException unusable) {
                    throw JobSource.wrong(
                            name, i + 1, SystemWords.sentence(unusable), "Correct the line, or remove it.");
                }
            }
        }
        return all.draft();
    }

    private Draft draft() {
        if (perCore != null) {
            int cores =
                    Integer.parseInt(values.getOrDefault("cores", List.of("1")).get(0));
            put("memory", Long.parseLong(perCore) * cores + "M");
        }
        return new Draft(values, List.of());
    }

    private void line(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int equals = word.indexOf('=');
            String name;
            String value = null;
            if (word.startsWith("--")) {
                name = word.substring(2, equals < 0 ? word.length() : equals);
                value = equals < 0 ? null : word.substring(equals + 1);
            } else if (word.startsWith("-") && word.length() > 1) {
                name = LETTERS.getOrDefault(word.substring(1, 2), word.substring(1, 2));
                value = word.length() == 2 ? null : word.substring(word.charAt(2) == '=' ? 3 : 2);
            } else {
                throw new IllegalArgumentException("'" + word + "' is not an option");
            }
            if (value == null && !SWITCHES.contains(name) && i + 1 < words.size()) {
                value = words.get(++i);
            }
            option(name, value == null ? "" : value);
        }
    }

    private void option(String name, String value) {
        switch (name) {
            case "job-name" -> put("name", value);
            case "array" -> put("array", value.matches("[0-9]+") ? value + "-" + value : value);
            case "cpus-per-task" -> put("cores", Integer.toString(WholeNumber.parse(value, 1, MOST_CORES)));
            case "time" -> time(value);
            case "mem" -> {
                if (megabytes(value) == 0) {
                    ignored(name, value, "a task can't ask for all memory of a machine");
                } else {
                    put("memory", megabytes(value) + "M");
                }
            }
            case "mem-per-cpu" -> perCore = Long.toString(megabytes(value));
            case "dependency" -> dependency(value);
            case "export" -> export(value);
            case "output", "error" ->
                ignored(name, value, "what tasks print is kept; 'gleaner logs' shows it, 'gleaner get' fetches it");
            case "ntasks", "nodes", "ntasks-per-node" -> {
                if (!value.equals("1")) {
                    ignored(name, value, "a task runs on one machine; `cores` asks for more of it");
                }
            }
            case "partition", "constraint" ->
                ignored(name, value, "there are no " + name + "s; machines have tags, see `tag`");
            case "gres", "licenses" -> counted(name, value);
            case "gpus", "gpus-per-task", "gpus-per-node" -> counted(name, Amounts.GPU + ":" + value);
            case "chdir" ->
                ignored(name, value, "a task has a directory of its own; `in` sends files, `cwd` is for shared disks");
            case "mail-type", "mail-user" -> ignored(name, value, "`notify` runs a command or calls an address");
            case "hold", "exclusive" -> put(name, "");
            case "begin" -> begin(value);
            case "signal" -> signal(value);
            case "nodelist" -> machines(name, value, "on");
            case "exclude" -> machines(name, value, "not-on");
            case "requeue" -> {
                // It always is.
            }
            default -> ignored(name, value, "Gleaner has nothing like it");
        }
    }

    /** Slurm knows more forms; what is not understood is refused, as the job would begin too early. */
    private void begin(String value) {
        String time = "[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?";
        if (value.matches(time + "|[0-9]{4}-[0-9]{2}-[0-9]{2}(T" + time + ")?")) {
            put("begin", value);
        } else {
            throw new IllegalArgumentException(
                    "'" + value + "' is not a time such as 18:00 or 2026-12-01T08:00; the job would begin too early");
        }
    }

    /** As in {@code B:USR1@60}: to all processes, as we know no other way, and in seconds. */
    private void signal(String value) {
        Matcher match = SIGNAL.matcher(value);
        if (match.matches() && Forewarning.SIGNALS.contains(match.group(1).toUpperCase(Locale.ROOT))) {
            put("signal", match.group(1).toUpperCase(Locale.ROOT) + "@" + match.group(2) + "s");
        } else {
            ignored("signal", value, "`signal` takes one such as TERM@60s");
        }
    }

    /** As in {@code gpu:2}, {@code gpu:a100:2,shard} or {@code matlab@server:1}; we know no kinds of cards. */
    private void counted(String name, String value) {
        for (String one : value.split(",", -1)) {
            List<String> parts = new ArrayList<>(List.of(one.split("[:=]", -1)));
            String what = parts.remove(0).replaceFirst("^gres/", "").replaceFirst("@.*", "");
            boolean number = !parts.isEmpty() && parts.get(parts.size() - 1).matches("[0-9]+");
            String count = number ? parts.remove(parts.size() - 1) : "1";
            if (what.equals("none") || count.equals("0")) {
                continue;
            }
            if (!parts.isEmpty()) {
                ignored(name, String.join(":", parts), "machines have tags for their kinds, see `tag`");
            }
            String use = what.toLowerCase(Locale.ROOT) + "=" + count;
            List<String> uses = values.computeIfAbsent("use", none -> new ArrayList<>());
            uses.removeIf(before -> before.substring(0, before.indexOf('=')).equalsIgnoreCase(what));
            uses.add(use);
        }
    }

    private void machines(String name, String value, String key) {
        if (value.isEmpty() || value.indexOf('[') >= 0) {
            ignored(name, value, "`" + key + "` takes names one by one, or a tag");
        } else {
            values.put(key, List.of(value.split(",", -1)));
        }
    }

    private void put(String key, String value) {
        values.put(key, List.of(value));
    }

    private void ignored(String name, String value, String why) {
        notes.accept("Note: #SBATCH --" + name + (value.isEmpty() ? "" : "=" + value) + " is ignored: " + why + ".");
    }

    /** Minutes, minutes:seconds, hours:minutes:seconds, days-hours, days-hours:minutes, days-hours:minutes:seconds. */
    private void time(String text) {
        if (text.equalsIgnoreCase("UNLIMITED") || text.equalsIgnoreCase("INFINITE") || text.equals("0")) {
            return;
        }
        Matcher match = TIME.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a time such as 30, 1:30:00 or 2-12:00:00");
        }
        long[] parts = {number(match.group(2)), number(match.group(3)), number(match.group(4))};
        boolean hours = match.group(1) != null || match.group(4) != null;
        long seconds = hours
                ? 86400 * number(match.group(1)) + 3600 * parts[0] + 60 * parts[1] + parts[2]
                : 60 * parts[0] + parts[1];
        put("time", seconds + "s");
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /** Without a unit it is megabytes. */
    private static long megabytes(String text) {
        Matcher match = AMOUNT.matcher(text);
        if (!match.matches() || match.group(1).length() > 12) {
            throw new IllegalArgumentException("'" + text + "' is not an amount of memory such as 4G or 4000");
        }
        long amount = Long.parseLong(match.group(1));
        return switch (match.group(2)) {
            case "K", "k" -> Math.max(1, amount / 1024);
            case "G", "g" -> amount * 1024;
            case "T", "t" -> amount * 1024 * 1024;
            default -> amount;
        };
    }

    private void dependency(String text) {
        DEPENDENCIES.values().forEach(values::remove);
        for (String one : text.split(",", -1)) {
            List<String> parts = List.of(one.split(":", -1));
            String key = DEPENDENCIES.get(parts.get(0));
            if (key == null || parts.size() < 2 || text.indexOf('?') >= 0) {
                throw new IllegalArgumentException("the dependency '" + one + "' is not supported; "
                        + String.join(", ", DEPENDENCIES.keySet()) + " are, separated by commas, as in afterok:7");
            }
            values.computeIfAbsent(key, none -> new ArrayList<>()).addAll(parts.subList(1, parts.size()));
        }
    }

    private void export(String text) {
        List<String> variables = new ArrayList<>();
        for (String one : text.split(",", -1)) {
            if (one.indexOf('=') > 0) {
                variables.add(one);
            } else if (!one.equals("NONE")) {
                ignored("export", one, "`env` " + (one.equals("ALL") ? "K" : one) + " copies a variable");
            }
        }
        if (!variables.isEmpty()) {
            values.put("env", variables);
        }
    }
}
