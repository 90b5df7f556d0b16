package org.gleaner.lab.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What is measured is done in turn, several times over, so that a noisy moment hits all alike.
 *
 * @param most rounds
 * @param latest nothing is begun that would probably end later, by {@link System#nanoTime}; the first round always is
 * @param progress where a person may watch
 */
record Rounds(int most, long latest, PrintStream progress) {
    /** From now on, with so much time. */
    static Rounds within(Duration longest, int most, PrintStream progress) {
        return new Rounds(most, System.nanoTime() + longest.toNanos(), progress);
    }

    /** What is done once in a round. */
    interface Round {
        void run(int number) throws IOException, InterruptedException;
    }

    /** Returns how many rounds there were. A round is begun if one as long as the last will be over in time. */
    int repeat(Round round) throws IOException, InterruptedException {
        int rounds = 0;
        long began;
        long ended;
        do {
            began = System.nanoTime();
            rounds++;
            round.run(rounds);
            ended = System.nanoTime();
        } while (rounds < most && ended + (ended - began) < latest);
        return rounds;
    }

    /** Returns how many rounds there were. */
    int measure(List<Lane> lanes) throws IOException, InterruptedException {
        return repeat(number -> {
            for (Lane lane : lanes) {
                Lane.Round round = lane.measure();
                progress.printf(
                        Locale.ROOT,
                        "round %d of at most %d: %s: %s tasks/s, %s ms of CPU per task%n",
                        number,
                        most,
                        lane.name(),
                        BenchReport.figure(round.rate()),
                        BenchReport.figure(round.cpuPerTask()));
            }
        });
    }
}
