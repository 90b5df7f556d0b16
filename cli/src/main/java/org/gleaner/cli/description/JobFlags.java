package org.gleaner.cli.description;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.client.description.JobKey;
import org.gleaner.terminal.argument.Flag;

/** The keys of a job as flags, and those that only a command line has. */
public final class JobFlags {
    public static final List<Flag> ALL = all();

    /** What people type who come from Slurm, GNU parallel, HyperQueue or HTCondor. */
    public static final Map<String, String> HABITS = habits();

    private JobFlags() {}

    private static Map<String, String> habits() {
        Map<String, String> all = new HashMap<>();
        add(all, "Did you mean --memory? It is per task, such as --memory 2G.", "--mem");
        add(all, "Did you mean --memory? It is per task, not per core.", "--mem-per-cpu");
        add(all, "Did you mean --cores?", "--cpus-per-task", "--cpus", "-c");
        add(all, "Did you mean --cores N for one task, or --array 1-N for N tasks?", "-n");
        add(all, "Did you mean --array 1-N?", "--ntasks");
        add(all, "A task runs on one machine; did you mean --array 1-N?", "-N", "--nodes");
        add(all, "What a task prints is kept: 'gleaner logs'. Files it leaves: did you mean --out?", "--output", "-o");
        add(all, "What a task prints is kept: 'gleaner logs' shows both streams.", "--error", "-e");
        add(
                all,
                "What a task prints is kept: 'gleaner logs' shows it, 'gleaner get' fetches it.",
                "--stdout",
                "--stderr");
        add(all, "Did you mean --array 1-N, or --each-line F for the lines of a file?", "-a");
        add(all, "Did you mean --each-line?", "--arg-file");
        add(all, "Did you mean --name?", "-J", "--job-name");
        add(all, "Did you mean --time? It is written with a unit, such as --time 10m.", "-t");
        add(all, "Did you mean --time?", "--time-limit", "--timeout");
        add(all, "There are no partitions; machines have tags: did you mean --tag?", "-p", "--partition");
        add(all, "Did you mean --tag?", "--constraint");
        add(all, "Did you mean --each-row (columns), or --tag (constraints)?", "-C");
        add(all, "Did you mean --each-row F with --delimiter?", "--colsep");
        add(all, "Did you mean --gpus N, or --use NAME=N?", "--gres", "-G", "-L", "--licenses");
        add(all, "Did you mean --gpus? It is per task.", "--gpus-per-task", "--gpus-per-node");
        add(all, "Did you mean --on?", "-w", "--nodelist");
        add(all, "Did you mean --not-on?", "-x", "--exclude");
        add(all, "Did you mean --hold?", "-H");
        add(all, "Did you mean --after?", "-d", "--dependency", "--depend");
        add(all, "Did you mean --env K=V?", "--export");
        add(all, "Did you mean --cwd?", "-D", "--chdir", "--workdir");
        add(all, "Did you mean --at-most?", "-j", "--jobs");
        add(all, "Did you mean --max-failures?", "--retries");
        add(all, "Did you mean --stop-after?", "--max-fails", "--halt");
        add(all, "Did you mean --max-lost?", "--crash-limit");
        add(all, "Did you mean --in?", "--basefile", "--transferfile");
        add(all, "Did you mean --out?", "--return");
        add(all, "Results are fetched: 'gleaner get --to DIR'.", "--results");
        add(all, "Did you mean --priority? Higher goes first.", "--nice");
        add(all, "Did you mean --notify?", "--mail-user", "--mail-type");
        add(all, "Did you mean --shell?", "--wrap");
        add(all, "Did you mean --dry-run?", "--test-only");
        add(all, "Did you mean --each-row?", "--from-json");
        return Map.copyOf(all);
    }

    private static void add(Map<String, String> all, String advice, String... flags) {
        List.of(flags).forEach(flag -> all.put(flag, advice));
    }

    private static List<Flag> all() {
        List<Flag> flags = new ArrayList<>();
        flags.add(Flag.one("file", "F", "take flags from a job file (TOML) or from the #GLEANER lines of a script")
                .orLetter('f'));
        flags.add(Flag.one("sbatch", "F", "a Slurm script: take its #SBATCH lines, and note what is ignored"));
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
            told = told.replace("`sbatch`", "--sbatch")
                    .replace("`file`", "--file")
                    .replace("`batch`", "--batch");
        }
        return told;
    }

    /** A flag as a key of a job file. */
    static JobKey key(Flag flag) {
        return new JobKey(flag.name(), JobKey.Kind.valueOf(flag.kind().name()), flag.value(), flag.help());
    }
}
