package org.gleaner.client.description;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.job.ArrayShape;

/** The variables that a script of Slurm expects: a shell sets them, and then becomes the script. */
public final class SlurmVariables {
    private static final String FIRST = "export SLURM_JOB_ID";
    private static final String EXEC = "; exec \"$@\"";
    private static final String NAME = "sbatch";
    private static final int BEFORE_SCRIPT = 4;

    private SlurmVariables() {}

    /** The script and its arguments in a command that was made here; empty if it was not. */
    public static List<String> script(List<String> words) {
        return words.size() > BEFORE_SCRIPT
                        && words.get(2).startsWith(FIRST)
                        && words.get(2).endsWith(EXEC)
                        && words.get(BEFORE_SCRIPT - 1).equals(NAME)
                ? words.subList(BEFORE_SCRIPT, words.size())
                : List.of();
    }

    /** The same job with a command that first gives the script the variables that it has under Slurm. */
    static Draft withVariables(Draft job) throws ClientFailure {
        StringBuilder exports = new StringBuilder(FIRST + "=\"$GLEANER_JOB\" SLURM_JOBID=\"$GLEANER_JOB\""
                + " SLURM_SUBMIT_DIR=\"$PWD\" SLURM_NTASKS=1 SLURM_PROCID=0 SLURM_LOCALID=0 SLURM_NODEID=0");
        int cores = job.count("cores", 1);
        exports.append(" SLURM_CPUS_PER_TASK=" + cores + " SLURM_CPUS_ON_NODE=" + cores);
        if (JobKey.LISTS.stream().anyMatch(job::has)) {
            String id = job.has("array") ? "$GLEANER_ENTRY" : "$GLEANER_INDEX";
            exports.append(" SLURM_ARRAY_JOB_ID=\"$GLEANER_JOB\" SLURM_ARRAY_TASK_ID=\"" + id + "\"");
        }
        if (job.has("array")) {
            ArrayShape.Range range = RangeText.parse(job.text("array", "")).range();
            exports.append(" SLURM_ARRAY_TASK_COUNT=" + range.size() + " SLURM_ARRAY_TASK_MIN=" + range.first()
                    + " SLURM_ARRAY_TASK_MAX=" + range.entry(range.size()).value() + " SLURM_ARRAY_TASK_STEP="
                    + range.step());
        }
        List<String> words = new ArrayList<>(List.of("sh", "-c", exports + EXEC, NAME));
        words.addAll(job.command());
        Map<String, List<String>> values = new LinkedHashMap<>(job.values());
        List<String> variables = new ArrayList<>(job.all("env"));
        variables.add("SLURM_JOB_NAME=" + job.text("name", job.text("type", "sbatch")));
        values.put("env", variables);
        return new Draft(values, words);
    }
}
