package org.gleaner.core.grid;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.NodeFacts;
import org.jspecify.annotations.Nullable;

/** All that is open, as the store holds it. Lists are in ascending order of their ids. */
public record StoredGrid(
        long nextJob,
        long nextNode,
        List<StoredJob> jobs,
        List<NodeRow> nodes,
        List<RefusalRow> refusals,
        List<Token> tokens,
        List<KeyRow> keys,
        SortedMap<String, String> settings,
        StoredBeliefs beliefs) {

    /**
     * A node that ever introduced itself.
     *
     * @param copyOf the node by whose token it came; null: it joined by itself
     */
    public record NodeRow(
            NodeId node,
            int incarnation,
            NodeFacts facts,
            Capacity capacity,
            Instant at,
            Duty duty,
            @Nullable NodeId copyOf) {
        public static NodeRow of(GridEvent.NodeIntroduced event) {
            return new NodeRow(
                    event.node(),
                    event.incarnation(),
                    event.facts(),
                    event.capacity(),
                    event.at(),
                    Duty.WORKING,
                    event.copyOf());
        }

        public NodeRow with(Duty other) {
            return new NodeRow(node, incarnation, facts, capacity, at, other, copyOf);
        }

        public NodeRow at(Instant other) {
            return new NodeRow(node, incarnation, facts, capacity, other, duty, copyOf);
        }
    }

    /** A type that a node could not start. */
    public record RefusalRow(NodeId node, Recipe recipe, Instant at) {}

    /**
     * A submission that must not happen twice, or tasks that must not come twice to a job.
     *
     * @param first the first of the tasks that came to the job; 0: the job itself came
     */
    public record KeyRow(SubmissionKey key, JobId job, int first, Instant at) {
        /** By job, and what came to it after the job itself. */
        public static final Comparator<KeyRow> ORDER = Comparator.comparing(KeyRow::job)
                .thenComparing(KeyRow::first)
                .thenComparing(row -> row.key().owner())
                .thenComparing(row -> row.key().key());

        public KeyRow(SubmissionKey key, JobId job, Instant at) {
            this(key, job, 0, at);
        }
    }

    public StoredGrid {
        jobs = List.copyOf(jobs);
        nodes = List.copyOf(nodes);
        refusals = List.copyOf(refusals);
        tokens = List.copyOf(tokens);
        keys = List.copyOf(keys);
    }

    /** Of a grid in which nothing has happened but what is set. */
    public static StoredGrid empty(SortedMap<String, String> settings) {
        return new StoredGrid(
                1, 1, List.of(), List.of(), List.of(), List.of(), List.of(), settings, StoredBeliefs.NONE);
    }
}
