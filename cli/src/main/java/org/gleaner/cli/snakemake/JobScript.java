package org.gleaner.cli.snakemake;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonInput;
import org.gleaner.terminal.console.CliFailure;

/**
 * The script that Snakemake writes for a job: one line of properties in JSON, and the command that runs Snakemake again
 * for this job alone.
 *
 * @param rule the rule's name, or the group's
 * @param directory where it is to run, from the directory that is sent: files are named from there
 * @param resources numbers and texts by name
 * @param snakefile as the command names it
 * @param configFiles that the command names
 */
record JobScript(
        String rule,
        String directory,
        List<String> inputs,
        List<String> outputs,
        List<String> logs,
        int threads,
        Map<String, String> resources,
        String snakefile,
        List<String> configFiles) {
    private static final String MARK = "# properties = ";
    private static final long LARGEST = 16L << 20;
    private static final Pattern SNAKEFILE = Pattern.compile("--snakefile '([^']+)'");
    private static final Pattern CONFIG_FILES = Pattern.compile("--configfiles?((?: '[^']+')+)");
    private static final Pattern QUOTED = Pattern.compile("'([^']+)'");

    static JobScript read(Path script) throws CliFailure, IOException {
        if (!Files.isRegularFile(script) || Files.size(script) > LARGEST) {
            throw unusable(script, "It is not a file, or larger than any that Snakemake writes.");
        }
        String text = Files.readString(script, StandardCharsets.UTF_8);
        String properties = null;
        for (String line : text.split("\n", -1)) {
            if (line.startsWith(MARK)) {
                properties = line.substring(MARK.length());
                break;
            }
        }
        Matcher snakefile = SNAKEFILE.matcher(text);
        if (properties == null || !snakefile.find()) {
            throw unusable(script, "It has no line of properties, or does not name a Snakefile.");
        }
        try {
            Fields fields = Json.read(properties.getBytes(StandardCharsets.UTF_8), Fields::read);
            return fields.script(snakefile.group(1), configFiles(text));
        } catch (BadMessage malformed) {
            throw unusable(script, "Its properties can't be read: " + malformed.getMessage() + ".");
        }
    }

    private static CliFailure unusable(Path script, String why) {
        return CliFailure.usage(
                script + " is not a Snakemake job script.",
                why,
                "Let Snakemake call this: see docs/SNAKEMAKE.md, or 'gleaner help snakemake-profile'.");
    }

    private static List<String> configFiles(String text) {
        List<String> files = new ArrayList<>();
        Matcher named = CONFIG_FILES.matcher(text);
        while (named.find()) {
            Matcher file = QUOTED.matcher(named.group(1));
            while (file.find()) {
                files.add(file.group(1));
            }
        }
        return files;
    }

    /** The properties while they are read. */
    private static final class Fields {
        private String rule = "snakemake";
        private String directory = "";
        private List<String> inputs = List.of();
        private List<String> outputs = List.of();
        private List<String> logs = List.of();
        private int threads = 1;
        private final Map<String, String> resources = new TreeMap<>();

        static Fields read(JsonInput in) throws IOException {
            Fields fields = new Fields();
            for (String field = in.firstField(); field != null; field = in.nextField()) {
                switch (field) {
                    case "rule", "groupid" -> fields.rule = in.text();
                    case "directory" -> fields.directory = in.text();
                    case "input" -> fields.inputs = texts(in);
                    case "output" -> fields.outputs = texts(in);
                    case "log" -> fields.logs = texts(in);
                    case "threads" -> fields.threads = Math.max(1, in.integer());
                    case "resources" -> fields.readResources(in);
                    default -> in.skip();
                }
            }
            return fields;
        }

        private static List<String> texts(JsonInput in) throws IOException {
            return in.list(Integer.MAX_VALUE, JsonInput::text);
        }

        private void readResources(JsonInput in) throws IOException {
            for (String name = in.firstField(); name != null; name = in.nextField()) {
                if (in.isText()) {
                    resources.put(name, in.text());
                } else if (in.isNumber()) {
                    resources.put(name, Long.toString(in.number()));
                } else {
                    in.skip();
                }
            }
        }

        JobScript script(String snakefile, List<String> configFiles) {
            return new JobScript(rule, directory, inputs, outputs, logs, threads, resources, snakefile, configFiles);
        }
    }
}
