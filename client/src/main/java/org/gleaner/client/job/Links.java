package org.gleaner.client.job;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.client.description.Draft;
import org.gleaner.client.description.InFrom;
import org.gleaner.client.description.SeveralJobs;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.client.failure.ClientFailure.Kind;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Predecessor;
import org.gleaner.protocol.problem.Nearest;
import org.jspecify.annotations.Nullable;

/**
 * Which of several jobs wait for which others of them: what {@code after} and its kin, and {@code in-from}, call by a
 * name that one of them has, as {@code NAME}, {@code NAME.3} or {@code NAME.1-50}. Everything else names jobs that the
 * server has.
 */
final class Links {
    private static final Pattern TASKS = Pattern.compile("(.+)\\.([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?");
    /** Stands for a name that several have. */
    private static final int TWICE = -1;

    private final SeveralJobs several;
    private final Map<String, Integer> positions = new LinkedHashMap<>();
    private final List<List<Predecessor>> after = new ArrayList<>();
    private final List<Draft> outside = new ArrayList<>();

    private Links(SeveralJobs several) {
        this.several = several;
    }

    static Links of(SeveralJobs several) throws ClientFailure {
        Links links = new Links(several);
        for (int i = 0; i < several.jobs().size(); i++) {
            String name = several.jobs().get(i).draft().text("name");
            if (name != null) {
                links.positions.merge(name, i, (one, other) -> TWICE);
            }
        }
        for (SeveralJobs.Described one : several.jobs()) {
            try {
                links.read(one.draft());
            } catch (ClientFailure wrong) {
                throw several.at(one, wrong);
            }
        }
        links.refuseCircles();
        return links;
    }

    /** Of each job, those of the others that it waits for, by their positions, counted from 1. */
    List<List<Predecessor>> after() {
        return after;
    }

    /** Of each job, what it says without the names of others. */
    List<Draft> outside() {
        return outside;
    }

    /** Whether some of them wait for others, so that they must come with one call. */
    boolean any() {
        return after.stream().anyMatch(one -> !one.isEmpty());
    }

    private void read(Draft draft) throws ClientFailure {
        List<Predecessor> inside = new ArrayList<>();
        Map<String, List<String>> rest = new HashMap<>(draft.values());
        for (String key : Predecessors.KEYS) {
            List<String> others = new ArrayList<>();
            for (String text : draft.all(key)) {
                Predecessor link = link(key, text);
                if (link == null) {
                    others.add(text);
                } else {
                    inside.add(link);
                }
            }
            put(rest, key, others);
        }
        List<String> others = new ArrayList<>();
        for (String text : draft.all(Predecessors.IN_FROM)) {
            InFrom taken = InFrom.parse(text);
            Predecessor link = link(Predecessors.IN_FROM, taken.selector());
            if (link == null) {
                others.add(text);
            } else {
                Predecessors.take(inside, link, taken.file());
            }
        }
        put(rest, Predecessors.IN_FROM, others);
        after.add(inside);
        outside.add(new Draft(rest, draft.command()));
    }

    private static void put(Map<String, List<String>> values, String key, List<String> texts) {
        if (texts.isEmpty()) {
            values.remove(key);
        } else {
            values.put(key, texts);
        }
    }

    private @Nullable Predecessor link(String key, String text) throws ClientFailure {
        boolean each = key.equals("after-each");
        Integer whole = positions.get(text);
        Matcher some = TASKS.matcher(text);
        Integer part = some.matches() ? positions.get(some.group(1)) : null;
        if ((whole != null || part != null) && isSelector(text)) {
            throw new ClientFailure(
                    Kind.VALUE,
                    key,
                    "It is not clear which job '" + text + "' means.",
                    "A job of the file has this name, but it also selects jobs that the server has.",
                    "Give the job of the file another name.");
        }
        if (whole != null) {
            return new Predecessor(member(text, whole), new Ordinals(List.of()), each, Predecessors.when(key));
        }
        if (part != null) {
            if (each) {
                throw Predecessors.onlyWhole(key, text);
            }
            int first = Integer.parseInt(some.group(2));
            int last = some.group(3) == null ? first : Integer.parseInt(some.group(3));
            if (last < first) {
                throw Draft.unusable(key, "'" + text + "' ends before it begins.");
            }
            return new Predecessor(
                    member(some.group(1), part), Ordinals.range(first, last), false, Predecessors.when(key));
        }
        if (!isSelector(text)) {
            String near = Nearest.to(text, List.copyOf(positions.keySet()));
            throw new ClientFailure(
                    Kind.VALUE,
                    key,
                    "No job in the file is called '" + text + "'.",
                    "`" + key + "` takes the names of other jobs in the file, or jobs that the server has.",
                    near == null
                            ? "Check the names; a job that the server has is name:" + text + "."
                            : "Did you mean " + near + "?");
        }
        return null;
    }

    private static boolean isSelector(String text) {
        try {
            Selector unused = Selector.parse(text);
            return true;
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    private static JobId member(String name, int position) throws ClientFailure {
        if (position == TWICE) {
            throw ClientFailure.complete(
                    "Several jobs in the file are called '" + name + "'.",
                    "So it is not clear which of them is meant.",
                    "Give them different names.");
        }
        return new JobId(position + 1L);
    }

    private void refuseCircles() throws ClientFailure {
        List<String> circle = new ArrayList<>();
        for (int position : Bundle.circle(after)) {
            circle.add(String.valueOf(several.jobs().get(position - 1).draft().text("name")));
        }
        if (!circle.isEmpty()) {
            circle.add(circle.get(0));
            throw ClientFailure.complete(
                    "Jobs in " + several.file() + " depend on each other in a circle.",
                    "None of them could ever start: " + String.join(" after ", circle) + ".",
                    "Break the circle.");
        }
    }
}
