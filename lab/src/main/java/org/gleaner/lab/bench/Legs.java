package org.gleaner.lab.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * How long files took on each leg of their way, in seconds.
 *
 * @param submitted from the user to the server
 * @param placed from there into the directory of a task that starts
 * @param returned from a task that ended to the server
 * @param fetched from there to the user
 */
record Legs(double submitted, double placed, double returned, double fetched) {
    static final List<String> NAMES = List.of(
            "user to server (submit)",
            "server to task's directory",
            "task's directory to server",
            "server to user (get)");

    List<Double> seconds() {
        return List.of(submitted, placed, returned, fetched);
    }

    /** The shortest that each leg took: whoever else runs on the machine can only make it longer. */
    static List<Double> shortest(List<Legs> rounds) {
        List<Double> best = new ArrayList<>();
        for (int leg = 0; leg < NAMES.size(); leg++) {
            double least = Double.MAX_VALUE;
            for (Legs round : rounds) {
                least = Math.min(least, round.seconds().get(leg));
            }
            best.add(least);
        }
        return best;
    }
}
