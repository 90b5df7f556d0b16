package org.gleaner.core.grid;

import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.JobSpec;
import org.jspecify.annotations.Nullable;

/** Something that is asked: it changes nothing, not even what is remembered for speed. */
public sealed interface Question extends Command {
    record AskNode(Caller caller, NodeId node) implements Question {}

    /** All tokens that the caller may see, but for those of nodes, which come and go with them. */
    record ListTokens(Caller caller) implements Question {}

    record ListUsers(Caller caller) implements Question {}

    /**
     * Open jobs that match, the youngest first; closed ones are the store's to tell. A reply may have fewer, and say
     * where to go on.
     *
     * @param before goes on behind this job; null: from the beginning
     */
    record ListJobs(
            Caller caller, Selector selector, @Nullable JobId before, int most, Listing listing) implements Question {
        public static final int MOST = 1_000;

        /** {@code all} and an owner mean every open job, everything else reaches those that are over. */
        public ListJobs(Caller caller, Selector selector, @Nullable JobId before, int most) {
            this(caller, selector, before, most, selector.isOpenOnly() ? Listing.OPEN : Listing.ALL);
        }

        public ListJobs(Caller caller, Selector selector) {
            this(caller, selector, null, MOST);
        }
    }

    /**
     * How many open jobs match. A reply may be about some of them, and say where to go on.
     *
     * @param before only older ones than this; null: all
     */
    record CountJobs(
            Caller caller, Selector selector, @Nullable JobId before) implements Question {}

    /**
     * Why tasks do not run, job by job, the oldest first. A reply may be about some of the jobs only, and say where to
     * go on.
     *
     * @param after only younger jobs than this; null: all
     * @param summed whether the desk adds up what is alike
     */
    record AskWhy(
            Caller caller, Selector selector, @Nullable JobId after, boolean summed) implements Question {
        public AskWhy(Caller caller, Selector selector, @Nullable JobId after) {
            this(caller, selector, after, false);
        }

        public AskWhy(Caller caller, Selector selector) {
            this(caller, selector, null);
        }
    }

    /** How far the attempts of a job are that are live; none of one that is not open, or not the caller's. */
    record AskRunning(Caller caller, JobId job) implements Question {}

    /**
     * Which nodes could run this job, without submitting it.
     *
     * @param demand what its own files would keep; those of single tasks are not known
     */
    record Preview(Caller caller, JobSpec spec, QuotaUse demand) implements Question {}

    record ListNodes(Caller caller) implements Question {}

    /** What was observed of the types that the caller may see. */
    record ListTypes(Caller caller) implements Question {}

    /** Who shall have how much of the pool, and has had it; of others a user learns only what they have together. */
    record ListShares(Caller caller) implements Question {}

    /** How work is given out, for all and for the caller. */
    record AskPolicy(Caller caller) implements Question {}

    record ReadSettings(Caller caller) implements Question {}
}
