package org.gleaner.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class XmlScenarioTest {
    private static final String TWO_KINDS = """
            <scenario name="small">
              <clients>
                <client name="lab" cnt="5" power="4000"
                        zerofp1="60" incfp1="40" fail1="3" zerofp2="20" incfp2="90" fail2="0.5"/>
                <client name="steady" cnt="2" power="2500"
                        zerofp1="0" incfp1="0" fail1="0" zerofp2="0" incfp2="0" fail2="0"/>
              </clients>
              <simulation>
                <step cnt="400" jobtype="job_10" jobduration="10" steps="0"/>
                <step cnt="80" jobtype="job_50" jobduration="50" steps="100"/>
                <step cnt="0" jobtype="pause" jobduration="1" steps="50"/>
                <step cnt="3" jobtype="job_10" jobduration="10" steps="600"/>
              </simulation>
            </scenario>
            """;

    @Test
    void a_step_may_name_its_owner_and_be_repeated() throws Exception {
        String owned = TWO_KINDS.replace("steps=\"100\"/>", "steps=\"100\" owner=\"ann\" repeat=\"3\"/>");

        Trial trial = read(owned, Assumptions.USUAL).trial(1);

        assertThat(trial.batches())
                .extracting(Batch::owner, Batch::arrives)
                .containsExactly(
                        tuple("user", 0L),
                        tuple("ann", 0L),
                        tuple("ann", 100 * Trial.STEP),
                        tuple("ann", 200 * Trial.STEP),
                        tuple("user", 350 * Trial.STEP));
    }

    @Test
    void the_two_lists_of_the_paper_need_nothing_around_them_and_machines_no_name() throws Exception {
        String printed = """
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- <clients> of 2008 -->
                <clients>
                  <client cnt="5" power="4000"
                    zerofp1="60" incfp1="40" fail1="3"
                    zerofp2="20" incfp2="90" fail2="1"/>
                  <client cnt="1" power="5000" zerofp1="60" incfp1="40" fail1="3" zerofp2="20" incfp2="90" fail2="1"/>
                </clients>
                <simulation>
                  <step cnt="4000" jobtype="job_10" jobduration="10" steps="0"/>
                  <step cnt="100" jobtype="job_400" jobduration="400" steps="5990"/>
                </simulation>
                """;

        Trial trial = read(printed, Assumptions.USUAL).trial(1);

        assertThat(trial.machines())
                .extracting(TrialMachine::name)
                .contains("client-1-1", "client-1-5", "client-2-1")
                .hasSize(6);
        assertThat(trial.batches()).extracting(Batch::tasks).containsExactly(4000, 100);
        assertThatThrownBy(() -> read(printed.replace("\"400\"", "\"long\""), Assumptions.USUAL))
                .isInstanceOf(ScenarioError.class)
                .hasMessageContaining("line 11");
    }

    @Test
    void file_becomes_machines_and_batches() throws Exception {
        Trial trial = read(TWO_KINDS, Assumptions.USUAL).trial(1);

        assertThat(trial.scenario()).isEqualTo("small");
        assertThat(trial.machines())
                .extracting(TrialMachine::name)
                .contains("lab-1", "lab-5", "steady-2")
                .hasSize(7);
        assertThat(trial.machines().get(6).millisFor(600)).isEqualTo(300);
        assertThat(trial.batches()).extracting(Batch::type).containsExactly("job_10", "job_50", "job_10");
        assertThat(trial.batches()).extracting(Batch::tasks).containsExactly(400, 80, 3);
        assertThat(trial.horizon()).isEqualTo(750 * Trial.STEP);
        assertThat(trial.limit()).isEqualTo(7500 * Trial.STEP);
    }

    @Test
    void jobs_arrive_when_the_steps_before_them_have_passed() throws Exception {
        Trial trial = read(TWO_KINDS, Assumptions.USUAL).trial(1);

        assertThat(trial.batches()).extracting(Batch::arrives).containsExactly(0L, 0L, 150 * Trial.STEP);
    }

    @Test
    void same_seed_gives_the_same_trial_and_another_seed_another_one() throws Exception {
        XmlScenario scenario = read(TWO_KINDS, Assumptions.USUAL);

        assertThat(text(scenario.trial(1))).isEqualTo(text(scenario.trial(1)));
        assertThat(text(scenario.trial(1))).isNotEqualTo(text(scenario.trial(2)));
    }

    @Test
    void another_kind_of_machines_or_job_does_not_shift_the_failures_of_a_machine() throws Exception {
        String more = TWO_KINDS
                .replace(
                        "<clients>",
                        "<clients><client name=\"new\" cnt=\"3\" power=\"1\" zerofp1=\"0\" incfp1=\"0\""
                                + " fail1=\"9\" zerofp2=\"0\" incfp2=\"0\" fail2=\"9\"/>")
                .replace("cnt=\"400\"", "cnt=\"401\"");

        TrialMachine before =
                read(TWO_KINDS, Assumptions.USUAL).trial(5).machines().get(2);
        TrialMachine after = read(more, Assumptions.USUAL).trial(5).machines().get(5);

        assertThat(after.name()).isEqualTo(before.name());
        assertThat(windows(after)).isEqualTo(windows(before));
    }

    @Test
    void windows_asked_for_out_of_order_are_the_same_windows() throws Exception {
        XmlScenario scenario = read(TWO_KINDS, Assumptions.USUAL);
        UpWindows forward = scenario.trial(1).machines().get(0).windows();
        UpWindows backward = scenario.trial(1).machines().get(0).windows();

        long tenth = backward.start(10);

        assertThat(backward.end(3)).isEqualTo(forward.end(3));
        assertThat(forward.start(10)).isEqualTo(tenth);
    }

    @Test
    void reboot_takes_between_least_and_most_steps_evenly() throws Exception {
        UpWindows windows = read(TWO_KINDS, new Assumptions(0.2, 1, 5))
                .trial(1)
                .machines()
                .get(0)
                .windows();

        int[] counts = new int[6];
        int count = 0;
        for (int i = 0; windows.start(i + 1) != UpWindows.NEVER; i++) {
            long away = windows.start(i + 1) - windows.end(i);
            assertThat(away % Trial.STEP).isZero();
            counts[(int) (away / Trial.STEP)]++;
            count++;
        }

        assertThat(count).isGreaterThan(20);
        for (int steps = 1; steps <= 5; steps++) {
            assertThat(counts[steps]).isPositive();
        }
    }

    @Test
    void machine_that_never_fails_has_one_window_without_end() throws Exception {
        UpWindows windows =
                read(TWO_KINDS, Assumptions.USUAL).trial(1).machines().get(5).windows();

        assertThat(windows.start(0)).isZero();
        assertThat(windows.end(0)).isEqualTo(UpWindows.NEVER);
        assertThat(windows.start(1)).isEqualTo(UpWindows.NEVER);
    }

    @Test
    void no_window_begins_after_the_limit() throws Exception {
        Trial trial = read(TWO_KINDS, Assumptions.USUAL).trial(1);
        UpWindows windows = trial.machines().get(0).windows();

        int last = 0;
        while (windows.start(last + 1) != UpWindows.NEVER) {
            last++;
            assertThat(windows.start(last)).isBetween(windows.end(last - 1), trial.limit());
        }

        assertThat(windows.end(last)).isGreaterThan(trial.limit() - 2_000 * Trial.STEP);
    }

    @Test
    void durations_spread_evenly_around_their_average() throws Exception {
        Batch batch = read(TWO_KINDS, Assumptions.USUAL).trial(1).batches().get(0);

        double sum = 0;
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int i = 1; i <= batch.tasks(); i++) {
            double steps = (double) batch.work(i) / Trial.STEP;
            sum += steps;
            least = Math.min(least, steps);
            most = Math.max(most, steps);
        }

        assertThat(least).isBetween(8.0, 8.2);
        assertThat(most).isBetween(11.8, 12.0);
        assertThat(sum / batch.tasks()).isCloseTo(10, within(0.2));
    }

    @Test
    void spread_of_zero_makes_durations_exact() throws Exception {
        Batch batch =
                read(TWO_KINDS, new Assumptions(0, 1, 1)).trial(1).batches().get(1);

        for (int i = 1; i <= batch.tasks(); i++) {
            assertThat(batch.work(i)).isEqualTo(50 * Trial.STEP);
        }
    }

    static XmlScenario read(String xml, Assumptions assumptions) throws ScenarioError, IOException {
        return XmlReader.read("small.xml", new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), assumptions);
    }

    private static String text(Trial trial) {
        StringBuilder text = new StringBuilder();
        trial.machines().forEach(machine -> text.append(machine.name()).append(windows(machine)));
        for (Batch batch : trial.batches()) {
            for (int i = 1; i <= batch.tasks(); i++) {
                text.append(batch.work(i)).append(' ');
            }
        }
        return text.toString();
    }

    private static List<Long> windows(TrialMachine machine) {
        return IntStream.range(0, 40)
                .boxed()
                .flatMap(i ->
                        Stream.of(machine.windows().start(i), machine.windows().end(i)))
                .toList();
    }
}
