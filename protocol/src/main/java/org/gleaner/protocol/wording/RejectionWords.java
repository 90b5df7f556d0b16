package org.gleaner.protocol.wording;

import java.util.List;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Rejection.Deed;
import org.gleaner.core.grid.Rejection.Fault;
import org.gleaner.core.grid.Rejection.NoEntry;
import org.gleaner.core.grid.Rejection.Obstacle;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.jspecify.annotations.Nullable;

/** Turns the core's refusals into problems with words and facts: the one place where a refusal meets HTTP. */
public final class RejectionWords {
    /** As many missing blobs as one problem names; the rest is named when these have come. */
    public static final int MOST_HASHES = 10_000;

    /** Whether it was never there, is gone, or is none of the caller's business must not be told apart. */
    private static final String PERHAPS = "It may have been deleted, or belong to someone else.";

    private static final String LESS_OPEN = "Wait until some are done, or cancel what is not needed. ";

    private static final Phrasebook<Rejection, Problem> BOOK = new Phrasebook<Rejection, Problem>(Rejection.class)
            .on(Rejection.InMember.class, RejectionWords::inMember)
            .on(Rejection.UnknownJob.class, RejectionWords::unknownJob)
            .on(
                    Rejection.UnknownTask.class,
                    it -> problem(
                                    it,
                                    "Job " + it.job() + " has only "
                                            + (it.tasks() == 1 ? "one task." : "the tasks 1 to " + it.tasks() + "."),
                                    "List its tasks to see where they stand.")
                            .with("job", it.job().value())
                            .with("tasks", it.tasks()))
            .on(
                    Rejection.UnknownPredecessor.class,
                    it -> problem(
                                    it,
                                    "The job waits for job " + it.job() + ", but you have no such job. " + PERHAPS,
                                    "A job can only wait for one that was submitted before it.")
                            .with("job", it.job().value())
                            .with("path", ViolationWords.AFTER))
            .on(Rejection.InvalidSpec.class, RejectionWords::invalid)
            .on(
                    Rejection.MissingBlobs.class,
                    it -> problem(
                                    it,
                                    Counted.of(it.hashes().size(), "input file")
                                            + (it.hashes().size() == 1 ? " is" : " are") + " not on the server.",
                                    "Upload what is missing, then submit again with the same key.")
                            .with("hashes", hashes(it.hashes())))
            .on(
                    Rejection.KeyReused.class,
                    it -> problem(
                                    it,
                                    "The idempotency key '" + it.key() + "' was used for another job.",
                                    "Use a new key for a new job.")
                            .with("key", it.key()))
            .on(Rejection.QuotaExceeded.class, RejectionWords::quotaExceeded)
            .on(
                    Rejection.TooManyOpen.class,
                    it -> problem(
                                    it,
                                    it.whose() + " has " + it.open() + " jobs open; the limit is " + it.limit() + ".",
                                    LESS_OPEN + "An array is one job, however many tasks it has.")
                            .with("whose", it.whose().name())
                            .with("open", it.open())
                            .with("limit", it.limit()))
            .on(
                    Rejection.TooMuchOpen.class,
                    it -> amounts(
                            problem(
                                    it,
                                    "There is no room for it: the open jobs of " + whose(it.whose()) + " may take "
                                            + new MemorySize(it.limit()) + " of the server's memory, take "
                                            + new MemorySize(it.used()) + ", and it would add "
                                            + new MemorySize(it.asked()) + ".",
                                    LESS_OPEN + "Put long texts into input files, and split very large arrays."),
                            it.whose(),
                            it.used(),
                            it.asked(),
                            it.limit()))
            .on(Rejection.NothingSelected.class, RejectionWords::nothingSelected)
            .on(
                    Rejection.IllegalTransition.class,
                    it -> problem(
                                    it,
                                    "Can't " + inWords(it.verb()) + " job " + it.job() + ": " + why(it.why()) + ".",
                                    "Look at the states of its tasks.")
                            .with("job", it.job().value())
                            .with("verb", it.verb())
                            .with("why", why(it.why())))
            .on(
                    Rejection.NotAllowed.class,
                    it -> (it.what() == Deed.REMOVE_ONESELF
                                    ? problem(
                                            it,
                                            "You can't remove yourself; another admin can.",
                                            "Ask another admin to do it.")
                                    : problem(
                                            it,
                                            "Your token does not allow you to " + what(it.what()) + ".",
                                            "Ask the person who runs the server."))
                            .with("what", what(it.what())))
            .on(
                    Rejection.InvalidSetting.class,
                    it -> problem(
                                    it,
                                    "Can't change the setting '" + it.name() + "': " + it.why() + ".",
                                    "List the settings to see their names and values.")
                            .with("name", it.name())
                            .with("why", it.why()))
            .on(
                    Rejection.InvalidToken.class,
                    it -> problem(
                                    it,
                                    "The token can't be " + (isOld(it.why()) ? "revoked" : "issued") + ": "
                                            + why(it.why()) + ".",
                                    it.why() instanceof Fault.Outlives
                                            ? "For a longer one, ask an admin or log in with a token that does not"
                                                    + " expire."
                                            : "List your tokens to see which there are.")
                            .with("why", why(it.why())))
            .on(
                    Rejection.UnknownNode.class,
                    it -> problem(
                                    it,
                                    "There is no node " + it.node() + ".",
                                    "List the nodes to see which there are. A running agent registers again"
                                            + " automatically.")
                            .with("node", it.node().value()))
            .on(
                    Rejection.NodeConnected.class,
                    it -> problem(
                                    it,
                                    "Node " + it.node() + " is connected, so it can't be forgotten.",
                                    "Drain it, stop its agent, wait until it is away, then forget it. To expel it"
                                            + " at once, use force: its tasks run elsewhere.")
                            .with("node", it.node().value()))
            .on(
                    Rejection.DuplicateIdentity.class,
                    it -> problem(
                                    it,
                                    "Two agents use the identity of node " + it.node()
                                            + "; this one is a copy of the other.",
                                    "It joins as a new node automatically; delete the agent's directory before a disk"
                                            + " is copied.")
                            .with("node", it.node().value()))
            .on(
                    Rejection.TooManyClosed.class,
                    it -> problem(
                                    it,
                                    "The selector matches more than " + it.most()
                                            + " closed jobs, the most for one request.",
                                    "Narrow the selection, for example by name, type or number.")
                            .titled("Too many jobs selected")
                            .with("path", "select")
                            .with("why", "it matches more than " + it.most() + " closed jobs"))
            .on(
                    Rejection.JoinRefused.class,
                    it -> problem(
                                    it,
                                    "The node can't join: " + why(it.why()) + ".",
                                    "Join with a join token, or forget nodes that are gone to make room.")
                            .with("why", why(it.why())))
            .on(
                    Rejection.StaleIncarnation.class,
                    it -> problem(
                                    it,
                                    "Node " + it.node() + " reported incarnation " + it.presented()
                                            + "; the current one is " + it.current() + ".",
                                    "Register the node again.")
                            .with("node", it.node().value())
                            .with("presented", it.presented())
                            .with("current", it.current()))
            .on(
                    Rejection.UnknownUser.class,
                    it -> problem(it, "There is no user " + it.user() + ".", "List the users to see their names.")
                            .with("user", it.user().name()))
            .on(
                    Rejection.NameInUse.class,
                    it -> problem(
                                    it,
                                    "The name " + it.user() + " belonged to a user who no longer has a token, and whose"
                                            + " jobs and results are still here.",
                                    "If it is the same person, take the name over; otherwise choose another name, or"
                                            + " delete the jobs.")
                            .with("user", it.user().name()))
            .complete();

    private static final Phrasebook<NoEntry, String> ENTRIES = new Phrasebook<NoEntry, String>(NoEntry.class)
            .on(
                    NoEntry.PoolFull.class,
                    it -> "there are " + it.nodes() + " nodes already, the most that the setting "
                            + Setting.MOST_NODES.word() + " allows")
            .on(
                    NoEntry.CopyOfCopy.class,
                    it -> "node " + it.original() + " is a copy itself, and a copy can't be copied")
            .on(NoEntry.TooManyCopies.class, it -> "node " + it.original() + " already has " + it.copies() + " copies")
            .complete();

    private static final Phrasebook<Obstacle, String> OBSTACLES = new Phrasebook<Obstacle, String>(Obstacle.class)
            .on(Obstacle.Plain.class, it -> switch (it) {
                case ALL_OVER -> "all its tasks are done or cancelled";
                case OVER_AND_FULL -> "it is over and takes no more tasks; submit a new job";
                case SEALED ->
                    "it takes no more tasks: it was not submitted as a growing job, or it is sealed; submit a new job";
                case NEVER_GREW -> "it was not submitted as a growing job, so nothing is added to it";
                case HOSTED -> "its tasks are the units of a problem, which only its host adds; to end it, cancel it";
                case HOST_OVER ->
                    "its problem is over, and nobody would merge the results of its units; submit it again";
                case NOT_TO_BE_HOSTED -> "a problem begins with a growing job that has no tasks yet; submit a new job";
                case OTHER_CHECKPOINT -> "another checkpoint of the problem was saved first";
                case TOO_LARGE -> ViolationWords.TOO_LARGE;
                case ONLY_WHOLE_JOBS_ARE_DELETED -> "single tasks can't be deleted, only whole jobs";
                case ONLY_WHOLE_JOBS_ARE_SET ->
                    "its settings apply to all its tasks, so name the job without task numbers";
                case HAS_BEGUN -> "its tasks may already start; to keep more from starting, pause it";
                case IN_OTHER_HANDS -> "another request is reopening or deleting it right now";
            })
            .on(
                    Obstacle.OtherTasks.class,
                    it -> "it has " + Counted.of(it.tasks(), "task") + ", so the next one is task " + (it.tasks() + 1)
                            + "; someone else may have added tasks")
            .on(
                    Obstacle.StillToRun.class,
                    it -> Counted.of(it.tasks(), "task") + (it.tasks() == 1 ? " has" : " have")
                            + " not finished yet; cancel the job first")
            .on(Obstacle.Awaited.class, it -> "job " + it.by() + " waits for it; cancel that one first")
            .on(
                    Obstacle.Taken.class,
                    it -> "job " + it.by() + " takes files from it; wait until that one has ended, or cancel it")
            .complete();

    private static final Phrasebook<Fault, String> FAULTS = new Phrasebook<Fault, String>(Fault.class)
            .on(Fault.Plain.class, it -> switch (it) {
                case EXISTS -> "it already exists";
                case UNKNOWN -> "you have no such token";
                case AMBIGUOUS -> "several tokens start with these characters";
            })
            .on(
                    Fault.TooMany.class,
                    it -> it.owner() + " already has " + it.most() + " tokens; revoke some that are not used")
            .on(
                    Fault.TooLong.class,
                    it -> "it would last longer than " + it.most().toDays()
                            + " days; leave the lifetime out for one that does not expire")
            .on(
                    Fault.Outlives.class,
                    it -> "it would outlive the token that you use, which expires " + it.end()
                            + "; leave the lifetime out for one that expires with it")
            .complete();

    private RejectionWords() {}

    /** Whether it is about a token that there should be, not about a new one. */
    private static boolean isOld(Fault why) {
        return why == Fault.Plain.UNKNOWN || why == Fault.Plain.AMBIGUOUS;
    }

    public static Problem problem(Rejection why) {
        return BOOK.say(why);
    }

    private static Problem problem(Rejection why, String detail, String remedy) {
        ProblemKind kind = ProblemKind.of(why.code());
        if (kind == null) {
            throw new IllegalStateException("the rejection '" + why.code() + "' has no kind of problem");
        }
        return Problem.of(kind, detail, remedy);
    }

    private static Problem invalid(Rejection.InvalidSpec it) {
        List<String> violations =
                it.violations().stream().map(ViolationWords::of).toList();
        Problem problem = problem(
                        it,
                        "The job can't be accepted: " + String.join("; ", violations) + ".",
                        "Fix it and submit again.")
                .with("violations", violations);
        String place = ViolationWords.place(it.violations());
        return place.isEmpty() ? problem : problem.with("path", place);
    }

    private static Problem unknownJob(Rejection.UnknownJob it) {
        Problem problem = it.origin()
                ? problem(
                                it,
                                "The job is to run tasks of job " + it.job() + " again, but you have no such job. "
                                        + PERHAPS,
                                "Submit it without 'origin': it is only for display.")
                        .with("path", "origin")
                : problem(it, "You have no job " + it.job() + ". " + PERHAPS, "List your jobs to see their numbers.");
        return problem.with("job", it.job().value());
    }

    private static Problem inMember(Rejection.InMember it) {
        Problem why = BOOK.say(it.why());
        return why.saying("Job " + it.member() + " of the list: " + why.detail())
                .with("member", it.member());
    }

    private static Problem nothingSelected(Rejection.NothingSelected it) {
        String what = "None of your jobs matches, so there is nothing to " + it.verb() + ".";
        String list = "List your jobs to see their numbers and names";
        return it.others()
                ? problem(it, what, list + "; select those of others by number, or say whose you mean.")
                        .with("verb", it.verb())
                        .with("others", "left-out")
                : problem(it, what, list + ".").with("verb", it.verb());
    }

    /** What others keep is none of the caller's business; an admin asks for the storage report. */
    private static Problem quotaExceeded(Rejection.QuotaExceeded it) {
        String may =
                "The job's files exceed the quota: " + whose(it.whose()) + " may keep " + new MemorySize(it.limit());
        String add = " and they would add " + new MemorySize(it.asked()) + ".";
        if (it.whose() == null) {
            return problem(
                            it,
                            may + ", too little of that is left," + add,
                            "Delete old jobs, or ask an admin to make room or to raise the setting quota-total.")
                    .with("whose", whose(null))
                    .with("asked", it.asked())
                    .with("limit", it.limit());
        }
        return amounts(
                problem(
                        it,
                        may + ", has " + new MemorySize(it.used()) + "," + add,
                        "Delete old jobs, or ask an admin to raise the setting quota-owner."),
                it.whose(),
                it.used(),
                it.asked(),
                it.limit());
    }

    /** Who changes very many jobs is told how far it went. */
    public static Problem halfway(int jobs, Problem why) {
        return why.saying(why.detail() + " Before that, " + Counted.of(jobs, "job") + (jobs == 1 ? " was" : " were")
                        + " changed; repeat it for the rest.")
                .with("changed", jobs);
    }

    private static List<String> hashes(List<BlobHash> all) {
        return all.stream().limit(MOST_HASHES).map(BlobHash::hex).toList();
    }

    /** How much somebody has, would add and may have, in bytes. */
    private static Problem amounts(Problem problem, @Nullable Owner whose, long used, long asked, long limit) {
        return problem.with("whose", whose(whose))
                .with("used", used)
                .with("asked", asked)
                .with("limit", limit);
    }

    private static String whose(@Nullable Owner owner) {
        return owner == null ? "all owners together" : owner.name();
    }

    /** What is done to a job, before its name. */
    private static String inWords(String verb) {
        return switch (verb) {
            case "set" -> "change";
            case "add" -> "add tasks to";
            default -> verb;
        };
    }

    private static String why(NoEntry why) {
        return ENTRIES.say(why);
    }

    private static String why(Obstacle why) {
        return OBSTACLES.say(why);
    }

    private static String why(Fault why) {
        return FAULTS.say(why);
    }

    private static String what(Deed deed) {
        return switch (deed) {
            case CHANGE_SETTINGS -> "change settings";
            case CHANGE_NODES -> "pause, drain or forget nodes";
            case ISSUE_TOKENS -> "issue tokens other than user tokens of your own";
            case REMOVE_USERS -> "remove users";
            case REMOVE_ONESELF -> "remove yourself";
            case LIST_USERS -> "list users";
            case SEE_RUNS_OF_OTHERS -> "see what other users have run";
            case SPEAK_FOR_ANOTHER_NODE -> "speak for another node";
        };
    }

    /** Why the server can't answer now, as the end of a sentence about it. */
    public static String unavailable(Reply.Unavailable.Why why) {
        return switch (why) {
            case CLOCK_SET_BACK -> "its clock was set back";
            case NOTHING_WRITTEN -> "it can't write its database at the moment";
            case STOPPING -> "it is stopping";
        };
    }
}
