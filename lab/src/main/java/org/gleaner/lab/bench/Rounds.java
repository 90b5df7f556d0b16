package org.gleaner.lab.bench;

import java.io.IOException;
import java.time.Duration;

/**
 * What is measured is done in turn, several times over, so that a noisy moment hits all alike.
 *
 * @param most rounds
 * @param latest nothing is begun that would probably end later, by {@link System#nanoTime}; the first round always is
 */
record Rounds(int most, long latest) {
    /** From now on, with so much time. */
    static Rounds within(Duration longest, int most) {
        return new Rounds(most, System.nanoTime() + longest.toNanos());
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
}
