package org.gleaner.core.grid;

import java.util.List;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.MemorySize;

/** An expected refusal. It is a value: nothing changed, and the caller learns what to do. */
public sealed interface Rejection {
    /** Stable; agents and clients branch on it, never on a text. */
    String code();

    /** One sentence: what was refused and why. */
    String sentence();

    /** What to do next. */
    String remedy();

    /** No such job, or not one that the caller may see: both look the same from outside. */
    record UnknownJob(JobId job) implements Rejection {
        @Override
        public String code() {
            return "unknown-job";
        }

        @Override
        public String sentence() {
            return "There is no job " + job + ".";
        }

        @Override
        public String remedy() {
            return "'gleaner status' lists your jobs.";
        }
    }

    /**
     * Not all files fit into what may be kept.
     *
     * @param whose the owner, or all together
     * @param used bytes that are kept already
     * @param asked bytes that would be added
     */
    record QuotaExceeded(String whose, long used, long asked, long limit) implements Rejection {
        @Override
        public String code() {
            return "quota-exceeded";
        }

        @Override
        public String sentence() {
            return "The job's files do not fit: " + whose + " may keep " + new MemorySize(limit) + ", has "
                    + new MemorySize(used) + ", and they would add " + new MemorySize(asked) + ".";
        }

        @Override
        public String remedy() {
            return "'gleaner df' shows what uses the space; 'gleaner delete' removes old jobs. The limits are the"
                    + " settings quota-owner and quota-total.";
        }
    }

    /** An owner has as many jobs open as one may have. */
    record TooManyOpen(String whose, int open, int limit) implements Rejection {
        @Override
        public String code() {
            return "too-many-open";
        }

        @Override
        public String sentence() {
            return whose + " has " + open + " jobs open, and one owner may have " + limit + ".";
        }

        @Override
        public String remedy() {
            return "Wait until some are done, or cancel what is not needed. An array (--array) is one job, however many"
                    + " tasks it has.";
        }
    }

    /**
     * The server's memory has no room for one more job.
     *
     * @param whose the owner, or all together
     * @param used bytes that open jobs take already
     * @param asked bytes that would be added
     */
    record TooMuchOpen(String whose, long used, long asked, long limit) implements Rejection {
        @Override
        public String code() {
            return "too-much-open";
        }

        @Override
        public String sentence() {
            return "There is no room for it: the open jobs of " + whose + " may take " + new MemorySize(limit)
                    + " of the server's memory, take " + new MemorySize(used) + ", and it would add "
                    + new MemorySize(asked) + ".";
        }

        @Override
        public String remedy() {
            return "Wait until some are done, or cancel what is not needed. Put long texts into input files, and split"
                    + " very large arrays.";
        }
    }

    record UnknownTask(JobId job, int tasks) implements Rejection {
        @Override
        public String code() {
            return "unknown-task";
        }

        @Override
        public String sentence() {
            return "Job " + job + " has the tasks 1 to " + tasks + " and no others.";
        }

        @Override
        public String remedy() {
            return "'gleaner status " + job + " --tasks' lists them.";
        }
    }

    record UnknownNode(NodeId node) implements Rejection {
        @Override
        public String code() {
            return "unknown-node";
        }

        @Override
        public String sentence() {
            return "There is no node " + node + ".";
        }

        @Override
        public String remedy() {
            return "'gleaner node list' shows the known nodes; a running agent registers again by itself.";
        }
    }

    record NodeConnected(NodeId node) implements Rejection {
        @Override
        public String code() {
            return "node-connected";
        }

        @Override
        public String sentence() {
            return "Node " + node + " is connected, so it can't be forgotten.";
        }

        @Override
        public String remedy() {
            return "Drain it, stop its agent, wait until 'gleaner node list' shows it as away, then forget it.";
        }
    }

    /** For the agent that is the copy: it joins as a new node. */
    record DuplicateIdentity(NodeId node) implements Rejection {
        @Override
        public String code() {
            return "duplicate-identity";
        }

        @Override
        public String sentence() {
            return "Two agents use the identity of node " + node + "; this one is a copy of the other.";
        }

        @Override
        public String remedy() {
            return "It joins as a new node by itself; delete the agent's directory before a disk is copied.";
        }
    }

    /** A machine may not join as it asks to. */
    record JoinRefused(String why) implements Rejection {
        @Override
        public String code() {
            return "join-refused";
        }

        @Override
        public String sentence() {
            return "The node can't join: " + why + ".";
        }

        @Override
        public String remedy() {
            return "Let it join with a join token ('gleaner join-line'); 'gleaner node forget' makes room for others.";
        }
    }

    record UnknownUser(Owner user) implements Rejection {
        @Override
        public String code() {
            return "unknown-user";
        }

        @Override
        public String sentence() {
            return "There is no user " + user + ".";
        }

        @Override
        public String remedy() {
            return "'gleaner user list' lists them.";
        }
    }

    /** Jobs of a user who was removed, or whose tokens have all expired, are still here. */
    record NameInUse(Owner user) implements Rejection {
        @Override
        public String code() {
            return "name-in-use";
        }

        @Override
        public String sentence() {
            return "The name " + user
                    + " belonged to a user who has no token any more, and whose jobs and results are still here.";
        }

        @Override
        public String remedy() {
            return "If it is the same person, use --take-over; otherwise choose another name, or delete the jobs.";
        }
    }

    record StaleIncarnation(NodeId node, int presented, int current) implements Rejection {
        @Override
        public String code() {
            return "stale-incarnation";
        }

        @Override
        public String sentence() {
            return "Node " + node + " spoke as incarnation " + presented + ", its current one is " + current + ".";
        }

        @Override
        public String remedy() {
            return "The node introduces itself again.";
        }
    }

    record InvalidSpec(List<String> violations) implements Rejection {
        public InvalidSpec {
            violations = List.copyOf(violations);
        }

        @Override
        public String code() {
            return "invalid-spec";
        }

        @Override
        public String sentence() {
            return "The job can't be accepted: " + String.join("; ", violations) + ".";
        }

        @Override
        public String remedy() {
            return "Fix it and submit again.";
        }
    }

    record MissingBlobs(List<BlobHash> hashes) implements Rejection {
        public MissingBlobs {
            hashes = List.copyOf(hashes);
        }

        @Override
        public String code() {
            return "missing-blobs";
        }

        @Override
        public String sentence() {
            return hashes.size() + " input files are not on the server.";
        }

        @Override
        public String remedy() {
            return "Upload them, then submit again with the same key.";
        }
    }

    /** No such job, or not one of the caller's, or one whose end is not known yet. */
    record UnknownPredecessor(JobId job) implements Rejection {
        @Override
        public String code() {
            return "unknown-predecessor";
        }

        @Override
        public String sentence() {
            return "The job is to wait for job " + job + ", and there is no such job of yours.";
        }

        @Override
        public String remedy() {
            return "'gleaner status' lists your jobs; a job can only wait for one that was submitted before it.";
        }
    }

    record KeyReused(String key) implements Rejection {
        @Override
        public String code() {
            return "key-reused";
        }

        @Override
        public String sentence() {
            return "The idempotency key '" + key + "' was used for another job.";
        }

        @Override
        public String remedy() {
            return "Use a new key for a new job.";
        }
    }

    record NothingSelected(String verb) implements Rejection {
        @Override
        public String code() {
            return "nothing-selected";
        }

        @Override
        public String sentence() {
            return "No job of yours matches, so there is nothing to " + verb + ".";
        }

        @Override
        public String remedy() {
            return "'gleaner status' lists your jobs.";
        }
    }

    record IllegalTransition(JobId job, String verb, String why) implements Rejection {
        @Override
        public String code() {
            return "illegal-transition";
        }

        @Override
        public String sentence() {
            return "Can't " + verb + " job " + job + ": " + why + ".";
        }

        @Override
        public String remedy() {
            return "'gleaner status " + job + "' shows where it stands.";
        }
    }

    /** @param most as many closed jobs as one call opens again or deletes */
    record TooManyClosed(int most) implements Rejection {
        @Override
        public String code() {
            return "contradiction";
        }

        @Override
        public String sentence() {
            return "more than " + most + " closed jobs match, the most for one call; select fewer, for example by their"
                    + " numbers";
        }

        @Override
        public String remedy() {
            return "";
        }
    }

    record NotAllowed(String what) implements Rejection {
        @Override
        public String code() {
            return "not-allowed";
        }

        @Override
        public String sentence() {
            return "Your token does not allow you to " + what + ".";
        }

        @Override
        public String remedy() {
            return "Ask the person who runs the server.";
        }
    }

    record InvalidSetting(String name, String why) implements Rejection {
        @Override
        public String code() {
            return "invalid-setting";
        }

        @Override
        public String sentence() {
            return "The setting '" + name + "' can't be set: " + why + ".";
        }

        @Override
        public String remedy() {
            return "'gleaner config get' lists the settings with their values.";
        }
    }

    record InvalidToken(String why) implements Rejection {
        @Override
        public String code() {
            return "invalid-token";
        }

        @Override
        public String sentence() {
            return "The token can't be issued or revoked: " + why + ".";
        }

        @Override
        public String remedy() {
            return "Choose another one.";
        }
    }
}
