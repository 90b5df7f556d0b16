package org.gleaner.lab.torture;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What was asked for, and what is there at the end.
 *
 * @param shelf content on the server's disk, by hash
 * @param named content that some job names, by hash
 * @param left of tasks and agents
 * @param attacks of the nasty user
 */
record Evidence(
        List<Told> told,
        List<Stored> stored,
        SortedSet<String> shelf,
        SortedSet<String> named,
        Left left,
        List<Attack> attacks) {
    Evidence {
        told = List.copyOf(told);
        stored = List.copyOf(stored);
        attacks = List.copyOf(attacks);
    }

    /**
     * What must not be there.
     *
     * @param processes of tasks that still run
     * @param leftovers what is left in places that must be empty
     */
    record Left(List<String> processes, List<String> leftovers) {
        Left {
            processes = List.copyOf(processes);
            leftovers = List.copyOf(leftovers);
        }
    }

    /**
     * What came of one attack.
     *
     * @param kept what kept another user's small call from being answered while it went on; empty: nothing
     */
    record Attack(String name, List<Admitted> admitted, String kept) {
        Attack {
            admitted = List.copyOf(admitted);
        }
    }

    /**
     * Machines that were made up.
     *
     * @param by whose token brought them
     * @param nodes that were let in
     * @param most that may be
     */
    record Admitted(String by, int nodes, int most) {}

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
