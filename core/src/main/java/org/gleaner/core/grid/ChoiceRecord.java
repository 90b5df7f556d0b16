package org.gleaner.core.grid;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.Spans;
import org.gleaner.core.scheduling.Rule;

/**
 * Tells what decided about one job, from the scheduler's own record: the last choice of each node that would fit, and
 * the last one for its type. Types of others are not named.
 */
final class ChoiceRecord {
    /** What nodes were given, and what decided so. */
    private record Given(TypeKey type, Rule rule) implements Comparable<Given> {
        @Override
        public int compareTo(Given other) {
            return Comparator.comparing(Given::type).thenComparing(Given::rule).compare(this, other);
        }
    }

    private final GridState state;
    private final Instant now;

    ChoiceRecord(GridState state, Instant now) {
        this.state = state;
        this.now = now;
    }

    /** The end of a sentence; empty if there is nothing to tell. */
    String of(OpenJob job, List<GridNode> fitting) {
        return weights(job) + last(job) + others(job, fitting);
    }

    private String weights(OpenJob job) {
        if (!state.settings.isWeighted() || !state.shares.areShared()) {
            return "";
        }
        long percent = Math.round(100 * state.shares.value(job.owner()));
        return percent == 0
                ? "; you have had your share of the pool"
                : "; you are " + Math.abs(percent) + " % of the pool's time " + (percent > 0 ? "below" : "above")
                        + " your share";
    }

    private String last(OpenJob job) {
        TypeTally known = state.groups.known(job.type());
        SoftEvent.WorkChosen given = known == null ? null : known.given();
        if (given == null) {
            return "";
        }
        Duration ago = Spans.between(given.at(), now);
        return "; type " + job.spec().type() + " was last given to "
                + state.node(given.node()).facts().name() + " " + Spans.text(ago) + " ago, because "
                + given.rule().because();
    }

    /** What most of the nodes that would fit got instead. */
    private static String others(OpenJob job, List<GridNode> fitting) {
        Map<Given, Integer> counts = new TreeMap<>();
        for (GridNode node : fitting) {
            SoftEvent.WorkChosen given = node.given();
            if (given != null && !given.type().equals(job.type())) {
                counts.merge(new Given(given.type(), given.rule()), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> "; " + most.getValue() + " of " + Counted.of(fitting.size(), "node")
                        + " last got " + whose(most.getKey().type(), job) + ", because "
                        + most.getKey().rule().because())
                .orElse("");
    }

    private static String whose(TypeKey type, OpenJob job) {
        return type.owner().equals(job.owner()) ? "type " + type.type() : "work of another owner";
    }
}
