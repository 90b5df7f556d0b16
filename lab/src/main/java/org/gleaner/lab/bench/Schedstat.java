package org.gleaner.lab.bench;

import java.io.IOException;

/**
 * What the kernel's scheduler has counted of a thread.
 *
 * @param ran nanoseconds on a CPU
 * @param waited nanoseconds in which it could have run and another one did
 */
record Schedstat(long ran, long waited) {
    /** @param text such as {@code 872637 8312567 2}: ran, waited, and how often it was given a CPU */
    static Schedstat parse(String text) throws IOException {
        String[] numbers = text.strip().split(" ", -1);
        if (numbers.length < 2 || !numbers[0].matches("[0-9]{1,18}") || !numbers[1].matches("[0-9]{1,18}")) {
            throw new IOException("the kernel does not report run delays: " + text.strip());
        }
        return new Schedstat(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }

    Schedstat since(Schedstat earlier) {
        return new Schedstat(ran - earlier.ran, waited - earlier.waited);
    }

    Schedstat plus(Schedstat other) {
        return new Schedstat(ran + other.ran, waited + other.waited);
    }

    /** Time waited in percent of the time run. */
    double delayPercent() {
        return ran == 0 ? 0 : 100.0 * waited / ran;
    }
}
