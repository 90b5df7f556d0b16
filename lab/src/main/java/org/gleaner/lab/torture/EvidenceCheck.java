package org.gleaner.lab.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.lab.torture.Evidence.Admitted;
import org.gleaner.lab.torture.Evidence.Attack;
import org.gleaner.lab.torture.Evidence.Stored;
import org.gleaner.lab.torture.Evidence.Told;

/** Compares what happened with what was promised; looks at nothing else. */
final class EvidenceCheck {
    /**
     * A promise that was not kept.
     *
     * @param kind the same for all that break the same promise
     * @param what which one, and where
     */
    record Broken(String kind, String what) {}

    private final List<Broken> broken = new ArrayList<>();

    private EvidenceCheck() {}

    static List<Broken> of(Evidence history) {
        EvidenceCheck check = new EvidenceCheck();
        SortedMap<String, List<Stored>> byName = new TreeMap<>();
        for (Stored job : history.stored()) {
            byName.computeIfAbsent(job.name(), name -> new ArrayList<>()).add(job);
        }
        for (Told told : history.told()) {
            List<Stored> jobs = byName.remove(told.name());
            check.job(told, jobs == null ? List.of() : jobs);
        }
        byName.forEach((name, jobs) -> check.add("a job that nobody submitted", name + " is job " + ids(jobs)));
        check.nothingLeft(history);
        history.attacks().forEach(check::attack);
        return check.broken;
    }

    private void job(Told told, List<Stored> jobs) {
        if (jobs.size() > 1) {
            add("one submission, several jobs", told.name() + " is jobs " + ids(jobs));
        }
        if (told.end() == Story.End.DELETED) {
            if (!jobs.isEmpty()) {
                add("a deleted job still exists", told.name() + " is job " + ids(jobs));
            }
            outputs(
                    told,
                    told.name() + " (before it was deleted)",
                    told.seen(),
                    told.expected().keySet());
            return;
        }
        if (jobs.isEmpty() && told.acknowledged()) {
            add("an acknowledged job is lost", told.name());
        }
        for (Stored job : jobs) {
            results(told, job);
        }
    }

    private void results(Told told, Stored job) {
        String name = told.name() + " (job " + job.id() + ")";
        for (int task = 1; task <= told.tasks(); task++) {
            int accepted = job.accepted().getOrDefault(task, 0);
            if (accepted > 1) {
                add("a task with several accepted results", name + ", task " + task + ": " + accepted);
            } else if (accepted == 0 && told.end() == Story.End.KEPT) {
                add("a task without an accepted result", name + ", task " + task);
            }
        }
        outputs(told, name, job.outputs(), job.accepted().keySet());
    }

    private void outputs(
            Told told, String name, SortedMap<Integer, SortedMap<String, String>> outputs, Iterable<Integer> tasks) {
        for (int task : tasks) {
            SortedMap<String, String> expected = told.expected().getOrDefault(task, new TreeMap<>());
            SortedMap<String, String> found = outputs.getOrDefault(task, new TreeMap<>());
            if (!found.equals(expected)) {
                add(
                        "an output that differs from a local run",
                        name + ", task " + task + ": " + differences(expected, found));
            }
        }
    }

    private static String differences(SortedMap<String, String> expected, SortedMap<String, String> found) {
        SortedSet<String> files = new TreeSet<>(expected.keySet());
        files.addAll(found.keySet());
        files.removeIf(file -> expected.containsKey(file) && expected.get(file).equals(found.get(file)));
        return String.join(
                ", ",
                files.stream()
                        .map(file -> file + " is " + found.getOrDefault(file, "missing") + " and not "
                                + expected.getOrDefault(file, "wanted"))
                        .toList());
    }

    private void attack(Attack attack) {
        for (Admitted admitted : attack.admitted()) {
            if (admitted.nodes() > admitted.most()) {
                add(
                        "more nodes were let in than may be",
                        admitted.nodes() + " by " + admitted.by() + ", and not " + admitted.most());
            }
        }
        if (!attack.kept().isEmpty()) {
            add("an attack kept another user out", attack.name() + ": " + attack.kept());
        }
    }

    private void nothingLeft(Evidence history) {
        history.left().processes().forEach(process -> add("a task's process is left over", process));
        history.left().leftovers().forEach(file -> add("something is left over in a directory", file));
        SortedSet<String> unnamed = new TreeSet<>(history.shelf());
        unnamed.removeAll(history.named());
        unnamed.forEach(hash -> add("content that no job refers to, after a sweep", hash));
        SortedSet<String> missing = new TreeSet<>(history.named());
        missing.removeAll(history.shelf());
        missing.forEach(hash -> add("content that a job refers to is gone", hash));
    }

    private static String ids(List<Stored> jobs) {
        return String.join(
                ", ", jobs.stream().map(job -> Long.toString(job.id())).toList());
    }

    private void add(String kind, String what) {
        broken.add(new Broken(kind, what));
    }
}
