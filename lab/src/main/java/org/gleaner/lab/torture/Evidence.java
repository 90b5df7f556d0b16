package org.gleaner.lab.torture;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What was asked for, and what is there at the end.
 *
 * @param shelf content on the server's disk, by hash
 * @param named content that some job names, by hash
 * @param processes of tasks that still run
 * @param leftovers what is left in places that must be empty
 */
record Evidence(
        List<Told> told,
        List<Stored> stored,
        SortedSet<String> shelf,
        SortedSet<String> named,
        List<String> processes,
        List<String> leftovers) {
    Evidence {
        told = List.copyOf(told);
        stored = List.copyOf(stored);
        processes = List.copyOf(processes);
        leftovers = List.copyOf(leftovers);
    }

    /**
     * One submission.
     *
     * @param acknowledged whether its customer knows that there is a job
     * @param end what its customer was told last
     * @param expected for each task the hash of each file of a local run
     * @param seen the same as it was on the server before the job was deleted; empty for others
     */
    record Told(
            String name,
            int tasks,
            boolean acknowledged,
            Story.End end,
            SortedMap<Integer, SortedMap<String, String>> expected,
            SortedMap<Integer, SortedMap<String, String>> seen) {}

    /**
     * One job that the server has.
     *
     * @param accepted how many results were accepted for each task that has any
     * @param outputs for each task the hash of each file
     */
    record Stored(
            long id,
            String name,
            SortedMap<Integer, Integer> accepted,
            SortedMap<Integer, SortedMap<String, String>> outputs) {}
}
