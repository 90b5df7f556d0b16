package org.gleaner.cli.description;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Forewarning;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.MemorySize;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripts that were written for Slurm. */
final class SlurmLinesTest {
    @TempDir
    Path directory;

    private Typed typed;

    @BeforeEach
    void here() {
        typed = new Typed(directory);
    }

    private JobSpec job(String lines, String... words) throws Exception {
        typed.file("run.sh", "#!/bin/bash\n" + lines + "\necho hi\n#SBATCH --time=9-0\n");
        String[] all = new String[words.length + 2];
        all[0] = "--sbatch";
        all[1] = "run.sh";
        System.arraycopy(words, 0, all, 2, words.length);
        return typed.job(all).spec();
    }

    private String refusal(String line) throws Exception {
        return typed.file("bad.sh", "#!/bin/sh\n" + line + "\n").refusal("--sbatch", "bad.sh");
    }

    @Test
    void what_slurm_and_we_have_is_taken() throws Exception {
        JobSpec spec = job("""
                #SBATCH --job-name=sweep
                #SBATCH -a 1-100%10
                #SBATCH --time=1:30:00 --mem=4G   # half a day is not needed
                #SBATCH -c4
                #SBATCH --export=ALPHA=1""");

        assertThat(spec.name()).isEqualTo("sweep");
        assertThat(spec.type()).isEqualTo("run.sh");
        assertThat(spec.array()).isEqualTo(new ArrayShape.Range(1, 100, 1));
        assertThat(spec.limits().atMost()).isEqualTo(10);
        assertThat(spec.limits().time()).isEqualTo(Duration.ofMinutes(90));
        assertThat(spec.needs().memory()).isEqualTo(MemorySize.parse("4G"));
        assertThat(spec.needs().cores()).isEqualTo(4);
        assertThat(spec.workplace().variables()).containsEntry("ALPHA", "1").containsEntry("SLURM_JOB_NAME", "sweep");
        assertThat(spec.inputs()).extracting("path").containsExactly("run.sh");
        assertThat(typed.said()).isEmpty();
    }

    @Test
    void the_script_finds_the_variables_that_it_knows() throws Exception {
        JobSpec spec = job("#SBATCH --array=0-90:10 --cpus-per-task 2", "first");

        List<String> words = ((CommandLine.Words) spec.command()).words();
        assertThat(words.subList(0, 2)).containsExactly("sh", "-c");
        assertThat(words.get(2))
                .contains("SLURM_ARRAY_TASK_ID=\"$GLEANER_ENTRY\"", "SLURM_ARRAY_JOB_ID=\"$GLEANER_JOB\"")
                .contains("SLURM_ARRAY_TASK_COUNT=10", "SLURM_ARRAY_TASK_MIN=0", "SLURM_ARRAY_TASK_MAX=90")
                .contains("SLURM_ARRAY_TASK_STEP=10", "SLURM_CPUS_PER_TASK=2")
                .endsWith("; exec \"$@\"");
        assertThat(words.subList(3, words.size())).containsExactly("sbatch", "/bin/bash", "run.sh", "first");
    }

    @ParameterizedTest
    @CsvSource({
        "30, 30m",
        "30:15, 1815s",
        "1:00:00, 1h",
        "2-12, 60h",
        "1-0:30, 1470m",
        "1-00:00:01, 86401s",
    })
    void times_are_read_as_slurm_reads_them(String slurm, String ours) throws Exception {
        assertThat(job("#SBATCH -t " + slurm).limits().time())
                .isEqualTo(job("#SBATCH", "--time", ours).limits().time());
    }

    @Test
    void memory_is_in_megabytes_and_may_be_per_core() throws Exception {
        assertThat(job("#SBATCH --mem=4000").needs().memory()).isEqualTo(MemorySize.parse("4000M"));
        assertThat(job("#SBATCH --mem-per-cpu=2G\n#SBATCH -c 3").needs().memory())
                .isEqualTo(MemorySize.parse("6G"));
    }

    @Test
    void what_is_ignored_is_told_with_what_to_use_instead() throws Exception {
        JobSpec unused = job("""
                #SBATCH --partition=long
                #SBATCH -o out_%a.txt
                #SBATCH --nodes=1
                #SBATCH --requeue
                #SBATCH --contiguous --account=lab""");

        assertThat(typed.said().lines())
                .hasSize(4)
                .allMatch(line -> line.startsWith("Note: #SBATCH --"))
                .anyMatch(line -> line.contains("--partition=long is ignored") && line.contains("--tag"))
                .anyMatch(line -> line.contains("--output=out_%a.txt is ignored") && line.contains("gleaner logs"))
                .anyMatch(line -> line.contains("--contiguous is ignored"))
                .anyMatch(line -> line.contains("--account=lab is ignored"));
    }

    @Test
    void cards_and_licences_are_used_and_the_kind_of_card_is_told_as_ignored() throws Exception {
        assertThat(job("#SBATCH --gres=gpu:2,shard -L matlab@server:1").needs().uses())
                .hasToString("gpu=2, matlab=1, shard=1");
        assertThat(job("#SBATCH -G 4\n#SBATCH --gpus-per-task=a100:3").needs().uses())
                .hasToString("gpu=3");
        assertThat(typed.said()).contains("--gpus-per-task=a100 is ignored").contains("--tag");
        assertThat(job("#SBATCH --gres=none").needs().uses().isEmpty()).isTrue();
    }

    @Test
    void machines_are_asked_for_and_held_jobs_stay_held() throws Exception {
        JobSpec spec = job("#SBATCH --hold --exclusive -w lab-1,lab-2\n#SBATCH --exclude=lab-3");

        assertThat(spec.turn().paused()).isTrue();
        assertThat(spec.needs().exclusive()).isTrue();
        assertThat(spec.needs().platform().machines())
                .isEqualTo(new Machines(List.of("lab-1", "lab-2"), List.of("lab-3"), null));
    }

    @Test
    void a_job_begins_and_is_warned_when_its_script_says() throws Exception {
        JobSpec spec = job("#SBATCH --begin=2036-12-01T08:00 --time=10 --signal=B:usr1@60");

        assertThat(spec.turn().begin()).isNotNull();
        assertThat(spec.limits().forewarning()).isEqualTo(new Forewarning("USR1", Duration.ofSeconds(60)));
        assertThatThrownBy(() -> job("#SBATCH --begin=now+1hour")).hasMessageContaining("now+1hour");
    }

    @Test
    void a_range_of_machines_is_told_to_be_ignored() throws Exception {
        JobSpec spec = job("#SBATCH --nodelist=lab[1-3]");

        assertThat(spec.needs().platform().machines()).isEqualTo(Machines.ANY);
        assertThat(typed.said()).contains("--nodelist=lab[1-3] is ignored", "--on");
    }

    @Test
    void what_is_typed_wins_over_our_lines_and_those_over_slurms() throws Exception {
        String lines = "#SBATCH --array=1-5 --mem=1G --time=10\n#GLEANER --memory 2G --time 20m";

        JobSpec spec = job(lines, "--time", "30m");

        assertThat(spec.tasks()).isEqualTo(5);
        assertThat(spec.needs().memory()).isEqualTo(MemorySize.parse("2G"));
        assertThat(spec.limits().time()).isEqualTo(Duration.ofMinutes(30));
    }

    @Test
    void what_would_be_wrong_if_it_were_ignored_is_refused_with_its_line() throws Exception {
        assertThat(refusal("#SBATCH --dependency=singleton")).contains("Line 2", "singleton", "afterok:7");
        assertThat(refusal("#SBATCH --time=soon")).contains("Line 2", "'soon'");
        assertThat(refusal("#SBATCH --mem=much")).contains("Line 2", "'much'");
        assertThat(refusal("#SBATCH --cpus-per-task=x")).contains("Line 2");
        assertThat(refusal("#SBATCH --array=1,3,7")).contains("--each-line");
        assertThat(typed.refusal("--sbatch", "bad.sh", "-f", "bad.sh")).contains("--sbatch", "--file");
    }
}
