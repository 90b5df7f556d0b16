package org.gleaner.core.job;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Jobs that are submitted together: all of them are taken, or none. They may wait for each other, whatever the order in
 * which they are described.
 */
public record Bundle(List<Member> members) {
    /** All of it is decided and stored at once, while everybody else waits. */
    public static final int MOST = 10_000;
    /** So often they may name jobs that are there already, which are looked up one by one. */
    private static final int MOST_OUTSIDE = 100_000;

    /**
     * One of the jobs.
     *
     * @param after other members that must have come to their end first, beside the jobs that the spec names: here the
     *     number of a job is its position in the bundle, counted from 1
     */
    public record Member(JobSpec spec, List<EntryPage> pages, List<Predecessor> after) {
        public Member {
            pages = List.copyOf(pages);
            after = List.copyOf(after);
            // Checked here, as it can be when it is read, and not when it is decided.
            Turn unused = spec.turn().after(all(spec.turn().after(), after));
        }

        private static List<Predecessor> all(List<Predecessor> outside, List<Predecessor> inside) {
            List<Predecessor> all = new ArrayList<>(outside);
            all.addAll(inside);
            return all;
        }
    }

    public Bundle {
        members = List.copyOf(members);
        if (members.isEmpty() || members.size() > MOST) {
            throw new IllegalArgumentException("a bundle has 1 to " + MOST + " jobs, not " + members.size());
        }
        int outside = 0;
        for (Member member : members) {
            outside += member.spec().turn().after().size();
            if (outside > MOST_OUTSIDE) {
                throw new IllegalArgumentException(
                        "the jobs of a bundle wait for more than " + MOST_OUTSIDE + " earlier ones");
            }
            for (Predecessor one : member.after()) {
                if (one.job().value() > members.size()) {
                    throw new IllegalArgumentException("a bundle of " + members.size() + " has no job " + one.job());
                }
            }
        }
    }

    /** A job that comes alone. */
    public static Bundle of(JobSpec spec, List<EntryPage> pages) {
        return new Bundle(List.of(new Member(spec, pages, List.of())));
    }

    /** All their specifications, in the order of their description. */
    public List<JobSpec> specs() {
        return members.stream().map(Member::spec).toList();
    }

    /** Every file that they name: their own, and those of their entries. */
    public List<InputFile> files() {
        List<InputFile> files = new ArrayList<>();
        for (Member member : members) {
            files.addAll(member.spec().files());
            member.pages().forEach(page -> page.entries().forEach(entry -> files.addAll(entry.files())));
        }
        return files;
    }

    /**
     * The members, counted from 0, in the one order in which each comes after all that it waits for and otherwise where
     * it was described. Those on a circle are missing, and whatever waits for them.
     */
    public List<Integer> order() {
        return order(members.stream().map(Member::after).toList());
    }

    private static List<Integer> order(List<List<Predecessor>> after) {
        int[] open = new int[after.size()];
        List<List<Integer>> dependants = new ArrayList<>();
        after.forEach(one -> dependants.add(new ArrayList<>(0)));
        PriorityQueue<Integer> free = new PriorityQueue<>();
        for (int i = 0; i < open.length; i++) {
            open[i] = after.get(i).size();
            for (Predecessor one : after.get(i)) {
                dependants.get(position(one)).add(i);
            }
            if (open[i] == 0) {
                free.add(i);
            }
        }
        List<Integer> order = new ArrayList<>(open.length);
        for (Integer next = free.poll(); next != null; next = free.poll()) {
            order.add(next);
            for (int dependant : dependants.get(next)) {
                if (--open[dependant] == 0) {
                    free.add(dependant);
                }
            }
        }
        return order;
    }

    /** Members, counted from 1, of which each waits for the next and the last for the first; empty: there is none. */
    public List<Integer> circle() {
        return circle(members.stream().map(Member::after).toList());
    }

    /** The same of jobs that are no bundle yet, of which only this is known. */
    public static List<Integer> circle(List<List<Predecessor>> after) {
        boolean[] placed = new boolean[after.size()];
        List<Integer> order = order(after);
        order.forEach(i -> placed[i] = true);
        if (order.size() == placed.length) {
            return List.of();
        }
        int at = 0;
        while (placed[at]) {
            at++;
        }
        LinkedHashSet<Integer> path = new LinkedHashSet<>();
        while (path.add(at + 1)) {
            // What is not placed waits for something that is not placed either.
            at = after.get(at).stream()
                    .map(Bundle::position)
                    .filter(one -> !placed[one])
                    .findFirst()
                    .orElseThrow();
        }
        List<Integer> walked = List.copyOf(path);
        return walked.subList(walked.indexOf(at + 1), walked.size());
    }

    /** Of a member that is named by its number, counted from 0. */
    public static int position(Predecessor member) {
        return (int) (member.job().value() - 1);
    }
}
