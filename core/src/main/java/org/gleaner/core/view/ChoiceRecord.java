package org.gleaner.core.view;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.grid.PastChoices;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Spans;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.placing.TypeTally;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.scheduling.Rule;
import org.jspecify.annotations.Nullable;

/**
 * Tells what decided about one job, from the scheduler's own record: the last choice of each node that would fit, and
 * the last one for its type. Types of others are not named.
 */
record ChoiceRecord(Roster roster, Instant now, Owner viewer) {
    /** What nodes were given, and what decided so; of the work of others nothing but that. */
    private record Given(@Nullable String type, @Nullable Rule rule) implements Comparable<Given> {
        static final Given OF_OTHERS = new Given(null, null);

        static Given of(SoftEvent.WorkChosen chosen, Owner owner) {
            return chosen.type().owner().equals(owner) ? new Given(chosen.type().type(), chosen.rule()) : OF_OTHERS;
        }

        @Override
        public int compareTo(Given other) {
            return Comparator.comparing(Given::type, Comparator.nullsLast(Comparator.naturalOrder()))
                    .thenComparing(Given::rule, Comparator.nullsLast(Comparator.naturalOrder()))
                    .compare(this, other);
        }
    }

    PastChoices of(OpenJob job, List<GridNode> fitting) {
        return new PastChoices(share(job), last(job), others(job, fitting));
    }

    private PastChoices.@Nullable Share share(OpenJob job) {
        return roster.settings().isWeighted() && roster.shares().areShared()
                ? new PastChoices.Share(
                        Math.round(100 * roster.shares().value(job.owner())),
                        job.owner().equals(viewer))
                : null;
    }

    private PastChoices.@Nullable Given last(OpenJob job) {
        TypeTally known = roster.groups().known(job.type());
        SoftEvent.WorkChosen given = known == null ? null : known.given();
        return given == null
                ? null
                : new PastChoices.Given(
                        job.spec().type(),
                        roster.nodes().node(given.node()).facts().name(),
                        Spans.between(given.at(), now),
                        given.rule());
    }

    /** What most of the nodes that would fit got instead. */
    private static PastChoices.@Nullable Instead others(OpenJob job, List<GridNode> fitting) {
        Map<Given, Integer> counts = new TreeMap<>();
        for (GridNode node : fitting) {
            SoftEvent.WorkChosen given = node.given();
            if (given != null && !given.type().equals(job.type())) {
                counts.merge(Given.of(given, job.owner()), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> new PastChoices.Instead(
                        most.getValue(),
                        fitting.size(),
                        most.getKey().type(),
                        most.getKey().rule()))
                .orElse(null);
    }
}
