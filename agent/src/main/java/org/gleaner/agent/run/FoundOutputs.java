package org.gleaner.agent.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.gleaner.core.attempt.Outputs;

/**
 * The outputs of one attempt while they are gathered: where each lies, in the order in which they were declared and
 * those of a directory sorted, so that two runs with the same files give the same report. Very many take much of an
 * agent's memory, so of those attempts that have found so many only one at a time goes on. For one thread.
 */
final class FoundOutputs implements AutoCloseable {
    /** Up to so many, or so many characters, are gathered side by side and named one by one. */
    static final int FEW = 2_000;

    private static final long SHORT = 1 << 18;
    /** Most characters of all names together. */
    private static final long LONGEST = 16 << 20;

    private final Semaphore turn;
    private final Gathering gathering;
    private final Map<String, Path> ways = new LinkedHashMap<>();
    private final TreeMap<String, Path> ofOne = new TreeMap<>();
    private final TreeSet<String> empty = new TreeSet<>();
    private long characters;
    private boolean many;

    /** @param turn has one permit for all attempts of the agent */
    FoundOutputs(Semaphore turn, Gathering gathering) {
        this.turn = turn;
        this.gathering = gathering;
    }

    void put(String name, Path way) throws Ungathered, InterruptedException {
        gathering.check();
        if (ways.containsKey(name) || ofOne.put(name, way) != null) {
            return;
        }
        characters += name.length();
        int count = ways.size() + ofOne.size();
        if (count > Outputs.MOST) {
            throw Ungathered.missing(
                    "it left more than " + Outputs.MOST + " output files; have the task pack them into an archive");
        }
        if (characters > LONGEST) {
            throw Ungathered.missing("the names of its output files have more than " + LONGEST
                    + " characters in total; have the task pack them into an archive");
        }
        if (!many && (count > FEW || characters > SHORT)) {
            while (!turn.tryAcquire(1, TimeUnit.SECONDS)) {
                gathering.check();
            }
            many = true;
        }
    }

    /** A directory in which there is nothing. Of very many the first are told: none is worth a failure. */
    void putEmpty(String name) {
        if (empty.size() < Outputs.MOST_DIRECTORIES) {
            empty.add(name);
        }
    }

    List<String> empty() {
        return List.copyOf(empty);
    }

    /** All files of one declared name have been found. */
    void endOfOne() {
        ways.putAll(ofOne);
        ofOne.clear();
    }

    Map<String, Path> ways() {
        return ways;
    }

    /** Whether they are too many for a report that names each. */
    boolean areMany() {
        return many;
    }

    @Override
    public void close() {
        if (many) {
            turn.release();
        }
    }
}
