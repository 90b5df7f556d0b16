package org.gleaner.cli.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.gleaner.simulator.experiment.Balance;
import org.gleaner.simulator.experiment.Balance.Course;
import org.gleaner.simulator.experiment.Balance.Turn;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CommandRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was seen with real problems is told, drawn and judged beside the simulation. */
final class BalanceStudyTest {
    private static final long PHASE = 60_000;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void real_problems_that_are_served_evenly_are_told_beside_the_simulation_and_good() throws Exception {
        int exit = reproduce(here -> course(true), "page-fig3", "--real");

        assertThat(exit).as(err.toString(UTF_8)).isZero();
        assertThat(out.toString(UTF_8))
                .contains("simulated, 150 min between arrivals:\n", "\nreal, 60 s between arrivals:\n")
                .contains("| 7 | 0.571 | 4/7 = 0.571 | 22 s |", "Those who come later are served like the others.");
        assertThat(Files.readString(folder.resolve("page-fig3.svg"))).contains(">simulated<", ">real<");
    }

    @Test
    void real_problems_that_never_catch_up_are_the_verdict_though_the_simulation_is_even() {
        int exit = reproduce(here -> course(false), "page-fig3", "--real");

        assertThat(exit).isEqualTo(1);
        assertThat(out.toString(UTF_8)).contains("| never |", "Those who come later are NOT served");
    }

    @Test
    void scripts_get_the_real_peaks_only_where_they_were_asked_for() {
        assertThat(reproduce(here -> course(true), "page-fig3", "--json")).isZero();
        assertThat(out.toString(UTF_8)).contains("\"peaks\":[{\"problems\":7,").doesNotContain("realPeaks");

        out.reset();
        assertThat(reproduce(here -> course(true), "page-fig3", "--real", "--json"))
                .isZero();
        assertThat(out.toString(UTF_8)).contains("\"realPeaks\":[{\"problems\":7,", "\"evenAfterMs\":22000}");
    }

    @Test
    void why_there_are_no_real_problems_is_said_in_place_of_all() {
        MeasuredProblems none = here -> {
            throw CliFailure.refused("No problems here.", "There is no sandbox.", "Be root.");
        };

        assertThat(reproduce(none, "page-fig3", "--real")).isNotZero();
        assertThat(err.toString(UTF_8)).contains("No problems here.", "There is no sandbox.", "Be root.");
        assertThat(out.toString(UTF_8)).isEmpty();
        assertThat(folder.resolve("page-fig3.svg")).doesNotExist();
    }

    private int reproduce(MeasuredProblems problems, String... words) {
        MeasuredPool.Maker pools = here -> {
            throw new AssertionError("nobody wants agents");
        };
        Surroundings here = new Surroundings(
                folder,
                folder,
                new TreeMap<>(),
                new Surroundings.Streams(
                        InputStream.nullInputStream(),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8),
                        false,
                        false),
                List.of("gleaner"));
        List<String> all = new ArrayList<>(List.of("reproduce"));
        all.addAll(List.of(words));
        return new CommandRunner(name -> new ReproduceVerb(pools, problems)).run(all, here);
    }

    /**
     * Ten machines with units of a second, which go to who has had least, or to whoever is next.
     *
     * @param fair to who has had least
     */
    private static Course course(boolean fair) {
        List<Turn> turns = new ArrayList<>();
        long[] had = new long[Balance.problems(Balance.TIMES)];
        int next = 0;
        for (long at = 0; at < (Balance.TIMES + 1) * PHASE; at += 1_000) {
            int problems = Balance.problems((int) (at / PHASE));
            for (int machine = 0; machine < Balance.MACHINES; machine++) {
                int chosen = fair ? least(had, problems) : next++ % problems;
                had[chosen]++;
                turns.add(new Turn(chosen, at, at + 1_000));
            }
        }
        return Balance.course(PHASE, turns);
    }

    private static int least(long[] had, int problems) {
        int least = 0;
        for (int i = 1; i < problems; i++) {
            least = had[i] < had[least] ? i : least;
        }
        return least;
    }
}
