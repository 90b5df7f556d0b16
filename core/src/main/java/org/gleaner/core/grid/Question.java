package org.gleaner.core.grid;

import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.job.JobSpec;
import org.jspecify.annotations.Nullable;

/** Something that is asked: it changes nothing, not even what is remembered for speed. */
public sealed interface Question extends Command {
    <R> R accept(Visitor<R> visitor);

    record AskNode(Caller caller, NodeId node) implements Question {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.askNode(this);
        }
    }

    /** All tokens that the caller may see, but for those of nodes, which come and go with them. */
    record ListTokens(Caller caller) implements Question {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.listTokens(this);
        }
    }

    record ListUsers(Caller caller) implements Question {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.listUsers(this);
        }
    }

    /**
     * Open jobs that match, the youngest first; closed ones are the store's to tell. A reply may have fewer, and say
     * where to go on.
     *
     * @param before only older ones than this; null: all
     * @param closed whether those that are over are listed too
     */
    record ListJobs(
            Caller caller, Selector selector, @Nullable JobId before, int most, boolean closed) implements Question {
        public static final int MOST = 1_000;

        /** {@code all} means every open job, everything else reaches those that are over. */
        public ListJobs(Caller caller, Selector selector, @Nullable JobId before, int most) {
            this(caller, selector, before, most, !(selector instanceof Selector.All));
        }

        public ListJobs(Caller caller, Selector selector) {
            this(caller, selector, null, MOST);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.listJobs(this);
        }
    }

    /**
     * Why tasks do not run, job by job, the oldest first. A reply may be about some of the jobs only, and say where to
     * go on.
     *
     * @param after only younger jobs than this; null: all
     */
    record AskWhy(
            Caller caller, Selector selector, @Nullable JobId after) implements Question {
        public AskWhy(Caller caller, Selector selector) {
            this(caller, selector, null);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.askWhy(this);
        }
    }

    /**
     * Which nodes could run this job, without submitting it.
     *
     * @param demand what its own files would keep; those of single tasks are not known
     */
    record Preview(Caller caller, JobSpec spec, QuotaUse demand) implements Question {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.preview(this);
        }
    }

    record ListNodes(Caller caller) implements Question {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.listNodes(this);
        }
    }

    /** What was observed of the types that the caller may see. */
    record ListTypes(Caller caller) implements Question {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.listTypes(this);
        }
    }

    record ReadSettings(Caller caller) implements Question {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.readSettings(this);
        }
    }

    /** What the metrics show. */
    record TakeCensus() implements Question {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.takeCensus(this);
        }
    }

    /** One method per question: a forgotten one does not compile. */
    interface Visitor<R> {
        R askNode(AskNode question);

        R listTokens(ListTokens question);

        R listUsers(ListUsers question);

        R listJobs(ListJobs question);

        R askWhy(AskWhy question);

        R preview(Preview question);

        R listNodes(ListNodes question);

        R listTypes(ListTypes question);

        R readSettings(ReadSettings question);

        R takeCensus(TakeCensus question);
    }
}
