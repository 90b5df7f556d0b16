package org.gleaner.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gleaner.simulator.scenario.HistoryScenario.Finished;
import org.gleaner.simulator.scenario.HistoryScenario.Uptime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedScenarioTest {
    private static final String JOBS = """
            job,user,submit_s,runtime_s,procs,wait_s,req_time_s,status,group,app,queue
            1,7,1000,60,1,4,7200,1,1,-1,2
            2,7,1000,30,1,4,7200,0,1,-1,2
            3,8,1400,0,1,4,7200,1,1,-1,2
            4,8,1500,100,4,4,7200,1,1,-1,2
            5,8,2000,120,1,4,7200,5,1,-1,-1
            6,7,3000,90,1,4,7200,1,1,-1,2
            """;

    private static final String SWF = """
            ; Version: 2.2
            ;   MaxJobs: 4

               1     1000   4   60   1  -1 -1  1 7200 -1 1 7 1 -1 2 -1 -1 -1
               2     1000   4   30  -1  -1 -1  1 7200 -1 0 7 1 -1 2 -1 -1 -1
               3     1400   4    0   1  -1 -1  1 7200 -1 1 8 1 -1 2 -1 -1 -1
               4     1500   4  100   4  -1 -1  4 7200 -1 1 8 1 -1 2 -1 -1 -1
               5     2000   4  120   1  -1 -1  1 7200 -1 5 8 1 -1 -1 -1 -1 -1
               6     3000   4   90   1  -1 -1  1 7200 -1 1 7 1 -1 2 -1 -1 -1
            """;

    private static final Duration NONE = Duration.ZERO;

    @TempDir
    private Path directory;

    @Test
    void jobs_of_one_processor_that_ran_are_taken() throws Exception {
        Workload workload = WorkloadFile.read(file("jobs.csv", JOBS));

        assertThat(workload.name()).isEqualTo("jobs");
        assertThat(workload.tasks())
                .containsExactly(
                        new Workload.Task(1_000_000, "u7", "u7-q2", 60_000),
                        new Workload.Task(1_000_000, "u7", "u7-q2", 30_000),
                        new Workload.Task(2_000_000, "u8", "u8", 120_000),
                        new Workload.Task(3_000_000, "u7", "u7-q2", 90_000));
    }

    @Test
    void standard_workload_format_says_the_same_plain_and_compressed() throws Exception {
        Workload csv = WorkloadFile.read(file("jobs.csv", JOBS));

        assertThat(WorkloadFile.read(file("jobs.swf", SWF))).isEqualTo(csv);
        assertThat(WorkloadFile.read(AvailabilityTraceTest.compressed(directory.resolve("jobs.swf.gz"), SWF)))
                .isEqualTo(csv);
        assertThat(WorkloadFile.read(AvailabilityTraceTest.compressed(directory.resolve("jobs.csv.gz"), JOBS)))
                .isEqualTo(csv);
    }

    @ParameterizedTest(name = "{2} instead of {1}")
    @CsvSource(delimiter = '|', textBlock = """
            jobs.csv | user,submit_s         | user,submitted       | line 1: the column submit_s is missing.
            jobs.csv | 5,8,2000,120,1        | 5,8,2000,x,1         | line 6: the field runtime_s is "x".
            jobs.csv | 5,8,2000,120,1        | 5,8,soon,120,1       | line 6: the field submit_s is "soon".
            jobs.csv | 5,8,2000,120,1        | 5,8,2000,120,many    | line 6: the field procs is "many".
            jobs.csv | 5,1,-1,-1             | 5,1,-1               | line 6: the field queue is missing.
            jobs.csv | 1,7,1000              | 1,a b,1000           | line 2: the field user is "a b".
            jobs.swf | 5     2000            | 5     x              | line 8: the field submit_s is "x".
            jobs.swf | 8 1 -1 -1 -1 -1 -1    | 8 1 -1 -1 -1 -1      | line 8: the field think_s is missing.
            """)
    void mistake_is_named_with_its_line(String name, String good, String bad, String what) throws IOException {
        String text = name.endsWith("swf") ? SWF : JOBS;
        assertThat(text).contains(good);
        Path file = file(name, text.replace(good, bad));

        ScenarioError error = catchThrowableOfType(ScenarioError.class, () -> WorkloadFile.read(file));

        assertThat(error.what()).isEqualTo(name + ", " + what);
    }

    @Test
    void log_without_jobs_for_us_is_refused() {
        ScenarioError error =
                catchThrowableOfType(ScenarioError.class, () -> WorkloadFile.read(file("none.swf", "; nothing\n")));

        assertThat(error.what()).contains("none.swf, line").contains("no usable job");
    }

    @Test
    void part_of_a_log_can_be_chosen() throws Exception {
        Workload workload = WorkloadFile.read(file("jobs.csv", JOBS));

        assertThat(workload.first(2).tasks()).hasSize(2);
        assertThat(workload.atLeast(Duration.ofSeconds(90)).tasks()).hasSize(2);
        assertThat(workload.between(Duration.ofSeconds(1001), Duration.ofSeconds(3000))
                        .tasks())
                .hasSize(1);
        assertThat(catchThrowableOfType(ScenarioError.class, () -> workload.atLeast(Duration.ofDays(1)))
                        .what())
                .contains("No job of jobs is left");
    }

    @Test
    void bag_arrives_when_the_machines_have_been_watched() throws Exception {
        Trial trial = recorded(new Pace.AtOnce(), Duration.ofSeconds(500)).trial(1);

        assertThat(trial.opens()).isEqualTo(500_000);
        assertThat(trial.batches()).extracting(Batch::arrives).containsOnly(500_000L);
        assertThat(trial.batches()).extracting(Batch::type).containsExactly("u7-q2", "u8", "u7-q2");
        assertThat(trial.batches()).extracting(Batch::tasks).containsExactly(2, 1, 1);
        assertThat(trial.horizon()).isEqualTo(9_500_000);
    }

    @Test
    void recorded_distances_are_kept() throws Exception {
        Trial trial = recorded(new Pace.AsRecorded(), NONE).trial(1);

        assertThat(trial.batches()).extracting(Batch::arrives).containsExactly(0L, 1_000_000L, 2_000_000L);
    }

    @Test
    void arrivals_are_stretched_until_they_are_the_wanted_part_of_the_capacity() throws Exception {
        // 300 s of work; one machine is up from 0 to 4000 s, the other from 1000 s on, both of speed 1.
        Trial trial = recorded(new Pace.AtLoad(0.15), NONE).trial(1);

        // 2000 s of capacity: 1000 s of the first machine and 500 s of both.
        assertThat(trial.batches()).extracting(Batch::arrives).containsExactly(0L, 750_000L, 1_500_000L);
    }

    @Test
    void same_seed_gives_the_same_trial() throws Exception {
        Scenario scenario = recorded(new Pace.AtLoad(0.7), NONE);

        assertThat(scenario.trial(4).machines())
                .extracting(TrialMachine::power)
                .isEqualTo(scenario.trial(4).machines().stream()
                        .map(TrialMachine::power)
                        .toList());
        assertThat(scenario.trial(4).batches())
                .extracting(Batch::arrives)
                .isEqualTo(
                        scenario.trial(4).batches().stream().map(Batch::arrives).toList());
    }

    @Test
    void watch_must_be_shorter_than_the_record() {
        ScenarioError error =
                catchThrowableOfType(ScenarioError.class, () -> recorded(new Pace.AtOnce(), Duration.ofDays(1)));

        assertThat(error.what()).contains("can't be watched for 24 hours");
    }

    @Test
    void history_becomes_machines_and_work() throws Exception {
        List<Uptime> uptimes = List.of(
                new Uptime("b", 2, 2500, 5_000, 9_000),
                new Uptime("a", 1, 10_000, 1_001_000, 1_500_000),
                new Uptime("a", 1, 10_000, 4_000, 900_000),
                new Uptime("a", 1, 10_000, 900_000, 1_000_000));
        List<Finished> finished = List.of(
                new Finished("ann", "sim", 70_000, 1_000, 2500), new Finished("bob", "fit", 60_000, 1_000, 10_000));

        Trial trial = HistoryScenario.of(uptimes, finished, new Pace.AsRecorded(), NONE)
                .trial(1);

        assertThat(trial.scenario()).isEqualTo("history");
        assertThat(trial.machines()).extracting(TrialMachine::name).containsExactly("a", "b-1", "b-2");
        assertThat(trial.machines().get(0).windows().end(0)).isEqualTo(996_000);
        assertThat(trial.machines().get(0).windows().start(1)).isEqualTo(997_000);
        assertThat(trial.batches()).extracting(Batch::owner).containsExactly("bob", "ann");
        assertThat(trial.batches()).extracting(batch -> batch.work(1)).containsExactly(500L, 2_000L);
        assertThat(trial.batches()).extracting(Batch::arrives).containsExactly(0L, 10_000L);
    }

    @Test
    void empty_history_is_refused() {
        ScenarioError error = catchThrowableOfType(
                ScenarioError.class, () -> HistoryScenario.of(List.of(), List.of(), new Pace.AtOnce(), NONE));

        assertThat(error.why()).contains("No node has been up yet");
    }

    @Test
    void recipe_takes_long_members_and_long_jobs_of_a_directory() throws Exception {
        file("golem_a_availability.csv", """
                host,start_s,end_s
                short,0,86400
                a,0,5000000
                b,0,800000
                b,860000,6000000
                """);
        file("boinc_host_speeds.csv", "project,hosts,gflops_per_host\nx,3,1.5\nx,1,40\n");
        file("jobs_lpc_egee.csv", """
                user,submit_s,runtime_s,procs,queue
                1,100,59,1,2
                1,200,600,1,2
                2,300,60,1,2
                3,11900000,300,1,2
                3,12000000,400,1,2
                3,12000500,59,1,2
                3,13000000,500,1,2
                """);

        GolemRecipe recipe = GolemRecipe.in(directory);
        Trial bag = recipe.bag().trial(1);
        Trial arrivals = recipe.arrivals(0.3).trial(1);

        assertThat(bag.machines()).extracting(TrialMachine::name).containsExactly("a", "b");
        assertThat(bag.opens()).isEqualTo(Duration.ofDays(10).toMillis());
        assertThat(bag.batches().stream().mapToInt(Batch::tasks).sum()).isEqualTo(5);
        assertThat(arrivals.batches()).extracting(batch -> batch.work(1)).containsExactly(400_000L, 500_000L);
        double up =
                arrivals.machines().stream().mapToDouble(TrialMachine::speed).sum();
        assertThat((double) arrivals.batches().get(1).arrives() - arrivals.opens())
                .isCloseTo(900_000 / 0.3 / up, within(2.0));
    }

    @Test
    void recipe_names_the_file_that_is_missing() {
        ScenarioError error = catchThrowableOfType(ScenarioError.class, () -> GolemRecipe.in(directory));

        assertThat(error.what()).contains("golem_a_availability.csv in " + directory);
    }

    private Scenario recorded(Pace pace, Duration watch) throws ScenarioError, IOException {
        AvailabilityTrace trace =
                AvailabilityTrace.read(file("trace.csv", "host,start_s,end_s\na,0,4000\nb,1000,10000\n"));
        Workload workload = WorkloadFile.read(file("jobs.csv", JOBS));
        return RecordedScenario.of(trace, HostSpeeds.equal(), workload, pace, watch);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
