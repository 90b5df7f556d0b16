package org.gleaner.cli.description;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gleaner.client.description.JobKey;
import org.gleaner.terminal.argument.Flag;

/** The keys of a job as flags, and those that only a command line has. */
public final class JobFlags {
    public static final List<Flag> ALL = all();

    /** What people type who come from Slurm, GNU parallel, HyperQueue or HTCondor. */
    public static final Map<String, String> HABITS = Map.ofEntries(
            Map.entry("--mem", "Did you mean --memory? It is per task, such as --memory 2G."),
            Map.entry("--mem-per-cpu", "Did you mean --memory? It is per task, not per core."),
            Map.entry("--cpus-per-task", "Did you mean --cores?"),
            Map.entry("--cpus", "Did you mean --cores?"),
            Map.entry("-c", "Did you mean --cores?"),
            Map.entry("-n", "Did you mean --cores N for one task, or --array 1-N for N tasks?"),
            Map.entry("--ntasks", "Did you mean --array 1-N?"),
            Map.entry("-N", "A task runs on one machine; did you mean --array 1-N?"),
            Map.entry("--nodes", "A task runs on one machine; did you mean --array 1-N?"),
            Map.entry("--output", "What a task prints is kept: 'gleaner logs'. Files it leaves: did you mean --out?"),
            Map.entry("-o", "What a task prints is kept: 'gleaner logs'. Files it leaves: did you mean --out?"),
            Map.entry("--error", "What a task prints is kept: 'gleaner logs' shows both streams."),
            Map.entry("-e", "What a task prints is kept: 'gleaner logs' shows both streams."),
            Map.entry("--stdout", "What a task prints is kept: 'gleaner logs' shows it, 'gleaner get' fetches it."),
            Map.entry("--stderr", "What a task prints is kept: 'gleaner logs' shows it, 'gleaner get' fetches it."),
            Map.entry("-a", "Did you mean --array 1-N, or --each-line F for the lines of a file?"),
            Map.entry("--arg-file", "Did you mean --each-line?"),
            Map.entry("-J", "Did you mean --name?"),
            Map.entry("--job-name", "Did you mean --name?"),
            Map.entry("-t", "Did you mean --time? It is written with a unit, such as --time 10m."),
            Map.entry("--time-limit", "Did you mean --time?"),
            Map.entry("--timeout", "Did you mean --time?"),
            Map.entry("-p", "There are no partitions; machines have tags: did you mean --tag?"),
            Map.entry("--partition", "There are no partitions; machines have tags: did you mean --tag?"),
            Map.entry("--constraint", "Did you mean --tag?"),
            Map.entry("-C", "Did you mean --each-row (columns), or --tag (constraints)?"),
            Map.entry("--colsep", "Did you mean --each-row F with --delimiter?"),
            Map.entry("--gres", "Did you mean --tag gpu?"),
            Map.entry("-d", "Did you mean --after?"),
            Map.entry("--dependency", "Did you mean --after?"),
            Map.entry("--export", "Did you mean --env K=V?"),
            Map.entry("-D", "Did you mean --cwd?"),
            Map.entry("--chdir", "Did you mean --cwd?"),
            Map.entry("--workdir", "Did you mean --cwd?"),
            Map.entry("-j", "Did you mean --at-most?"),
            Map.entry("--jobs", "Did you mean --at-most?"),
            Map.entry("--retries", "Did you mean --max-failures?"),
            Map.entry("--max-fails", "Did you mean --stop-after?"),
            Map.entry("--crash-limit", "Did you mean --max-lost?"),
            Map.entry("--halt", "Did you mean --stop-after?"),
            Map.entry("--basefile", "Did you mean --in?"),
            Map.entry("--transferfile", "Did you mean --in?"),
            Map.entry("--return", "Did you mean --out?"),
            Map.entry("--results", "Results are fetched: 'gleaner get --to DIR'."),
            Map.entry("--nice", "Did you mean --priority? Higher goes first."),
            Map.entry("--mail-user", "Did you mean --notify?"),
            Map.entry("--mail-type", "Did you mean --notify?"),
            Map.entry("--wrap", "Did you mean --shell?"),
            Map.entry("--test-only", "Did you mean --dry-run?"),
            Map.entry("--from-json", "Did you mean --each-row?"));

    private JobFlags() {}

    private static List<Flag> all() {
        List<Flag> flags = new ArrayList<>();
        flags.add(Flag.one("file", "F", "take flags from a job file (TOML) or from the #GLEANER lines of a script")
                .orLetter('f'));
        for (JobKey key : JobKey.ALL) {
            flags.add(new Flag(
                    key.name(), Flag.Kind.valueOf(key.kind().name()), key.value(), inFlags(key.meaning()), null));
        }
        flags.add(Flag.on("dry-run", "show what would happen, but submit nothing"));
        return List.copyOf(flags);
    }

    /** A text of the client, whose keys stand in backquotes, with flags in their place. */
    public static String inFlags(String text) {
        String told = text;
        if (text.indexOf('`') >= 0) {
            for (JobKey key : JobKey.ALL) {
                told = told.replace("`" + key.name() + "`", "--" + key.name());
            }
        }
        return told;
    }

    /** A flag as a key of a job file. */
    static JobKey key(Flag flag) {
        return new JobKey(flag.name(), JobKey.Kind.valueOf(flag.kind().name()), flag.value(), flag.help());
    }
}
