package org.gleaner.protocol.wording;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Cause.Behind;
import org.gleaner.core.grid.Cause.Blocked;
import org.gleaner.core.grid.Cause.Turn;
import org.gleaner.core.grid.PastChoices;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.job.Amounts;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Spans;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.scheduling.Rule;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.Explanation.Said;
import org.gleaner.protocol.message.WhySummary;
import org.jspecify.annotations.Nullable;

/** Answers "why is it not running?" in words. */
public final class ReasonWords {
    private static final int MOST_NAMES = 3;

    /** What is said of a cause that concerns so many nodes. */
    private static final Phrasebook<Cause, IntFunction<Said>> BOOK = new Phrasebook<Cause, IntFunction<Said>>(
                    Cause.class)
            .on(Cause.Plain.class, it -> nodes -> plain(it.kind(), Counted.of(nodes, "suitable machine"), nodes == 1))
            .on(
                    Cause.RefusedByNodes.class,
                    it -> nodes -> Said.of(
                                    Counted.of(nodes, "suitable machine") + " could not start "
                                            + (it.detail().isEmpty() ? it.command() : "it: " + it.detail()),
                                    "If the command is wrong, submit a corrected job; otherwise install what it needs"
                                            + " there, then retry this one.")
                            .with("command", it.command()))
            .on(Cause.NodesInUse.class, it -> nodes -> inUse(it.names(), nodes))
            .on(Cause.FitsNone.class, it -> nodes -> fitsNone(it, nodes))
            .on(
                    Cause.Misfit.class,
                    it -> nodes -> helped(
                            Said.of(Counted.of(nodes, "machine") + ": " + MatchWords.misfit(it.misfit()), "")
                                    .with("lacks", it.misfit().kind().word())
                                    .with("needs", it.misfit().needs())
                                    .with("has", it.misfit().has()),
                            "more machine",
                            it.help(),
                            it.ofProgram()))
            .on(Cause.Busy.class, it -> nodes -> busy(it, nodes))
            .on(
                    Turn.NextToAsk.class,
                    it -> nodes -> Said.of(
                                    Counted.of(nodes, "machine") + (nodes == 1 ? " has" : " have")
                                            + " room; the next to ask gets a task chosen by strategy " + it.strategy(),
                                    "")
                            .more(past(it.past()))
                            .with("strategy", it.strategy()))
            .on(
                    Cause.AwaitsMore.class,
                    it -> nodes -> it.ofProgram()
                            ? Said.of(
                                            "the job is growing and has nothing left to do",
                                            "Its program may still send calls; if it is gone, seal the job.")
                                    .with("of", "program")
                            : Said.of(
                                    "the job is growing and has nothing left to do",
                                    "Add tasks, or seal it if there are no more to come."))
            .on(Cause.AwaitsHost.class, it -> nodes -> awaitsHost(it))
            .on(Cause.HostCramped.class, it -> nodes -> hostCramped(it.why()))
            .on(
                    Cause.HostStopped.class,
                    it -> nodes -> Said.of("the problem was stopped: " + it.why(), "Fix its code and submit it again."))
            .on(
                    Cause.NotNeeded.class,
                    it -> nodes -> Said.of("the problem is solved; these units were no longer needed", ""))
            .on(Cause.Throttled.class, it -> nodes -> throttled(it))
            .on(
                    Cause.CanaryFirst.class,
                    it -> nodes -> Said.of(
                                    "task " + it.task() + " of the job goes first (--canary)",
                                    "The others start when it is done.")
                            .with("task", (long) it.task()))
            .on(Cause.LicencesInUse.class, it -> nodes -> licencesInUse(it))
            .on(Turn.OtherOwner.class, it -> nodes -> Said.of(otherOwner(it.share()), ""))
            .on(Turn.UnknownLength.class, it -> nodes -> unknownLength(it))
            .on(Behind.HigherPriority.class, it -> nodes -> higherPriority(it))
            .on(
                    Behind.CloseDeadline.class,
                    it -> nodes -> Said.of(
                                    "job " + it.first() + " of the same owner goes first: its deadline is close",
                                    "Give this one a higher priority to put it first.")
                            .with("first", it.first().value())
                            .with("deadline", it.deadline().toString()))
            .on(Behind.LessServed.class, it -> nodes -> lessServed(it))
            .on(
                    Behind.TypeFirst.class,
                    it -> nodes -> Said.of(
                                    "type " + it.type()
                                            + " of the same owner goes first, by the weights of their types",
                                    "An admin can change the setting weights.")
                            .with("type", it.type()))
            .on(
                    Behind.Older.class,
                    it -> nodes -> Said.of(
                                    "job " + it.first() + " of the same owner goes first (same type, and older)",
                                    "Give this one a priority above " + it.priority() + " to put it first.")
                            .with("first", it.first().value())
                            .with("priority", (long) it.priority()))
            .on(Cause.After.class, it -> nodes -> after(it))
            .on(
                    Cause.NotBefore.class,
                    it -> nodes -> Said.of("scheduled to start in " + Spans.text(it.left()), "")
                            .with("begin", it.begin().toString()))
            .on(Cause.LateForDeadline.class, it -> nodes -> late(it))
            .on(
                    Cause.Held.class,
                    it -> nodes -> Said.of("on hold since the job was submitted", "Resume the job to release it."))
            .on(
                    Cause.Braked.class,
                    it -> nodes -> again(
                            "paused by the job itself after " + it.note(),
                            "Look at what its failed tasks wrote, fix",
                            it.again()))
            .on(
                    Blocked.TooLarge.class,
                    it -> nodes -> Said.of(
                            "blocked: the job is larger than this server accepts",
                            "Submit it again in a smaller form."))
            .on(
                    Blocked.InputLost.class,
                    it -> nodes -> Said.of(
                                    "blocked: task " + it.task() + " needs a file that the server has lost",
                                    "Retry the job with its files from where you submitted it.")
                            .with("task", (long) it.task()))
            .on(
                    Blocked.FilesNotThere.class,
                    it -> nodes -> Said.of(
                                    "blocked: task " + it.task() + " can't have the files it takes from other jobs"
                                            + (it.detail().isEmpty() ? "" : ": " + it.detail()),
                                    "If the name is wrong, submit this job again with the right one; otherwise submit"
                                            + " the job that was to leave the file again, then this one.")
                            .with("task", (long) it.task())
                            .with("from", it.from().value()))
            .on(
                    Blocked.NodesLost.class,
                    it -> nodes -> blocked(
                            it.task(),
                            "was lost with " + Counted.of(it.lost(), "machine") + " (max-lost " + it.most() + ")",
                            it.again()))
            .on(
                    Blocked.LimitReached.class,
                    it -> nodes -> blocked(it.task(), "ended as " + it.limit().word(), it.again()))
            .on(
                    Blocked.Failed.class,
                    it -> nodes -> blocked(
                            it.task(),
                            "failed " + Counted.of(it.times(), "time") + ", most recently on " + it.node() + " ("
                                    + it.last().word() + ")",
                            it.again()))
            .on(
                    Blocked.StartsNowhere.class,
                    it -> nodes -> again("blocked: no machine could start it", "Fix", it.again()))
            .on(Cause.Cancelled.class, it -> nodes -> cancelled(it))
            .on(
                    Cause.Stopping.class,
                    it -> nodes -> Said.of(
                            "cancelled, and still being stopped" + on(it.nodes()),
                            "Wait until none of it runs; then retry the job to run it again."))
            .on(
                    Cause.NothingFailed.class,
                    it -> nodes -> Said.of(
                                    "cancelled because job " + it.before()
                                            + " ended without the failure it was waiting for",
                                    "")
                            .with("before", it.before().value()))
            .on(
                    Cause.Suspended.class,
                    it -> nodes -> Said.of(
                            "suspended" + on(it.nodes()) + " while the machine is in use",
                            "They continue when it is free again, or restart elsewhere if that takes too long."))
            .on(Cause.Running.class, it -> nodes -> Said.of("running" + on(it.nodes()) + running(it), ""))
            .on(Cause.Queued.class, it -> nodes -> Said.of(queued(it), ""))
            .complete();

    private ReasonWords() {}

    public static Explanation explain(Reply.Explained explained) {
        return new Explanation(
                explained.reasons().stream().map(ReasonWords::point).toList(), explained.more(), explained.next());
    }

    public static WhySummary summarise(Reply.Summarised summed) {
        return new WhySummary(
                summed.groups().stream()
                        .map(one -> new WhySummary.Group(
                                one.same() ? point(one.example()) : SharedReasonWords.point(one.example()),
                                one.jobs(),
                                one.tasks()))
                        .toList(),
                summed.jobs(),
                summed.more());
    }

    private static Explanation.Point point(Reason it) {
        Said said = BOOK.say(it.cause()).apply(it.nodes()).named(word(it.cause()));
        return new Explanation.Point(it.job(), it.kind(), it.tasks(), it.nodes(), said);
    }

    /** As stable as the kinds: whoever shows a reason adds a hint by it. */
    static String word(Cause cause) {
        return cause instanceof Cause.Plain
                ? cause.kind().word()
                : cause.getClass()
                        .getSimpleName()
                        .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                        .toLowerCase(Locale.ROOT);
    }

    /** @param suitable the nodes that it concerns, if it is about nodes */
    static Said plain(Reason.Kind kind, String suitable, boolean one) {
        String are = one ? " is" : " are";
        return switch (kind) {
            case NO_NODE ->
                Said.of(
                        "no machine is connected",
                        "Start an agent on a machine (one that was just started takes a few seconds).");
            case HALTED -> Said.of("an admin stopped all work", "An admin can resume it.");
            case NODES_PAUSED -> Said.of(suitable + are + " paused or drained", "An admin can resume a machine.");
            case NODES_ON_PROBATION ->
                Said.of(
                        suitable + (one ? " gets" : " get")
                                + " one task at a time, because what failed there may be the machine's fault",
                        "Look at what failed there; the first success ends it.");
            case NODES_DISK_FULL ->
                Said.of(
                        suitable + (one ? " has" : " have") + " no disk space left",
                        "Free some disk space there; then they get work again.");
            case WAITING -> Said.of("waiting for other tasks", "");
            case PAUSED -> Said.of("paused by hand", "Resume the job.");
            case BLOCKED -> Said.of("blocked by hand", "Unblock the job.");
            default -> Said.of(kind.word(), "");
        };
    }

    private static Said inUse(List<String> names, int nodes) {
        boolean one = nodes == 1;
        String again =
                one ? names(names) + " gets work again when it is free." : "They get work again when they are free.";
        Said said = Said.of(
                Counted.of(nodes, "suitable machine") + (one ? " takes" : " take")
                        + " no work now, because other programs or people use "
                        + (one ? "it, or its" : "them, or their") + " rules say so: " + names(names),
                again);
        return one ? said.with("node", names(names)) : said;
    }

    private static Said fitsNone(Cause.FitsNone it, int nodes) {
        String lack = nodes == 1
                ? "the only connected machine lacks what a task needs"
                : "none of the " + nodes + " connected machines has what a task needs";
        return helped(Said.of(lack, ""), "machine", it.help(), it.ofProgram());
    }

    /**
     * With the change as facts, so that whoever shows it adds the way to make it.
     *
     * @param machine "more machine" if others can run it as it is
     */
    private static Said helped(Said said, String machine, Reply.@Nullable Change change, boolean ofProgram) {
        if (change == null) {
            return said;
        }
        String help = MatchWords.with(change) + " " + Counted.of(change.nodes(), machine) + " could run it.";
        Said told = new Said(said.cause(), said.detail(), said.more(), help, said.facts())
                .with("change", change.kind().word());
        Said full = change.instead().isEmpty() ? told : told.with("instead", change.instead());
        return ofProgram ? full.with("retry", "program") : full;
    }

    private static Said busy(Cause.Busy it, int nodes) {
        String which = !it.all()
                ? Counted.of(nodes, "suitable machine") + (nodes == 1 ? " is" : " are")
                : nodes == 1
                        ? "the only suitable machine is"
                        : (nodes == 2 ? "both" : "all " + nodes) + " suitable machines are";
        if (it.exclusive()) {
            return Said.of(
                            which + " busy; a task needs a whole machine to itself",
                            "No machine is kept free for it: other tasks can take its slots one by one. Pause those, or"
                                    + " submit it without exclusive.")
                    .more(past(it.past()));
        }
        MemorySize memory = it.memory();
        if (memory != null) {
            return Said.of(which + " short of free memory; a task needs " + memory, "")
                    .more(past(it.past()))
                    .with("memory", memory.toString());
        }
        String uses = uses(it.uses());
        Said said = it.cores() == 1
                ? Said.of(which + " busy" + (uses.isEmpty() ? "" : "; a task needs " + uses), "")
                : Said.of(
                        which + " busy; a task needs " + it.cores() + " free slots on one machine at once"
                                + (uses.isEmpty() ? "" : ", and " + uses),
                        "No slots are kept free for it: smaller tasks can take them one by one. Pause those, or submit"
                                + " it with fewer cores.");
        return said.more(past(it.past()));
    }

    private static Said awaitsHost(Cause.AwaitsHost it) {
        String what = "the host of the problem has not made the next units yet: it ";
        return (switch (it.stage()) {
                    case UNKNOWN ->
                        Said.of(
                                what + "waits for its turn (setting problem-hosts), is at work, or has to wait for"
                                        + " something of the server",
                                "If it does not answer for 10 min during its turn, the problem is stopped.");
                    case TURN ->
                        Said.of(
                                what + "waits for its turn (setting problem-hosts)",
                                "It gets one when the host of another problem has had its own; an admin can let more of"
                                        + " them run at once.");
                    case WORK ->
                        Said.of(
                                what + "is at work",
                                "If it does not answer for 10 min during its turn, the problem is stopped.");
                    case TROUBLE ->
                        Said.of(
                                what + "has to wait, because " + it.trouble(),
                                "The server tries again by itself; its log has the details for an admin.");
                })
                .with("host", it.stage().word());
    }

    /** What was decided lately, in whole sentences. */
    private static String past(PastChoices it) {
        List<String> sentences = new ArrayList<>();
        PastChoices.Share share = it.share();
        if (share != null) {
            sentences.add("So far " + (share.own() ? "you have had " : "the owner has had ")
                    + (share.below() == 0 ? whose(share) + " of the pool" : difference(share)) + ".");
        }
        PastChoices.Given last = it.last();
        if (last != null) {
            sentences.add("Type " + last.type() + " last went to " + last.node() + " " + Spans.text(last.ago())
                    + " ago, because " + RuleWords.because(last.rule()) + ".");
        }
        PastChoices.Instead instead = it.instead();
        if (instead != null) {
            Rule rule = instead.rule();
            sentences.add(instead.nodes() + " of " + instead.suitable() + " suitable machines last got "
                    + (instead.type() == null ? "work of another owner" : "type " + instead.type())
                    + (rule == null ? "" : ", because " + RuleWords.because(rule)) + ".");
        }
        return String.join(" ", sentences);
    }

    private static String whose(PastChoices.Share share) {
        return share.own() ? "your share" : "their share";
    }

    private static String difference(PastChoices.Share share) {
        return (share.below() > 0 ? "less" : "more") + " than " + whose(share) + ", by " + Math.abs(share.below())
                + "% of the pool's time";
    }

    private static String otherOwner(PastChoices.@Nullable Share share) {
        if (share == null || share.below() == 0) {
            return "another user goes first: they have had less of the pool for their weight";
        }
        return (share.own() ? "you have had " : "the owner has had ")
                + difference(share)
                + (share.below() > 0
                        ? ", but another user has had even less and goes first"
                        : "; another user has had less for their weight and goes first");
    }

    private static Said throttled(Cause.Throttled it) {
        return Said.of(
                        "the job may run at most " + Counted.of(it.atMost(), "attempt") + " at a time (at-most)",
                        "Raise its at-most limit.")
                .with("atMost", (long) it.atMost());
    }

    private static String uses(Amounts uses) {
        return uses.isEmpty()
                ? ""
                : uses.counts().entrySet().stream()
                                .map(one -> one.getValue() + " " + one.getKey())
                                .collect(Collectors.joining(" and "))
                        + " that no other task uses";
    }

    private static Said licencesInUse(Cause.LicencesInUse it) {
        String used = it.used() >= it.all()
                ? (it.all() == 1 ? "the pool's only " : "all " + it.all() + " of the pool's ") + it.name()
                        + (it.all() == 1 ? " is" : " are") + " in use"
                : it.used() + " of the pool's " + it.all() + " " + it.name() + (it.used() == 1 ? " is" : " are")
                        + " in use, and a task needs " + it.needed();
        return Said.of(used, "")
                .with("resource", it.name())
                .with("needed", (long) it.needed())
                .with("all", (long) it.all())
                .with("used", (long) it.used());
    }

    private static Said unknownLength(Turn.UnknownLength it) {
        return Said.of(
                        "the run time of type " + it.type()
                                + " is not known yet; while others wait, such tasks get at most"
                                + " the owner's share of the pool ("
                                + Counted.of(it.slots(), "slot") + ")",
                        "The limit ends when the first task of the type is done.")
                .with("type", it.type());
    }

    /** What others keep is none of the caller's business. */
    private static Said hostCramped(Rejection.QuotaExceeded why) {
        boolean own = why.whose() != null;
        String left = own ? " and keeps " + new MemorySize(why.used()) : ", and too little of that is left";
        return Said.of(
                        "the problem makes no more units: its next step would add " + new MemorySize(why.asked())
                                + ", but " + (own ? why.whose() : "all owners together") + " may keep "
                                + new MemorySize(why.limit()) + left,
                        "Delete old jobs, or ask an admin to raise the setting quota-" + (own ? "owner" : "total")
                                + "; then it goes on by itself.")
                .with("asked", why.asked())
                .with("limit", why.limit());
    }

    private static Said late(Cause.LateForDeadline it) {
        String when = it.ago().isNegative()
                // That was noted once, and stays whatever is forecast since.
                ? "its deadline is in " + Spans.text(it.ago().negated())
                        + "; a forecast said that it would be missed, but a later one may differ"
                : "its deadline was " + Spans.text(it.ago()) + " ago";
        return Said.of(when, "The job keeps running anyway. Give the job a later deadline, or none.")
                .with("deadline", it.deadline().toString());
    }

    private static Said higherPriority(Behind.HigherPriority it) {
        return Said.of(
                        "job " + it.first() + " of the same owner goes first (priority " + it.priority() + ", this one "
                                + it.own() + ")",
                        "Give this one the same priority.")
                .with("first", it.first().value())
                .with("priority", (long) it.priority());
    }

    /** Jobs of weight 1 count together: this one may have had nothing, and the others of them much. */
    private static Said lessServed(Behind.LessServed it) {
        String mine =
                it.weight() == null ? "the owner's jobs of weight 1 together" : "this one (weight " + it.weight() + ")";
        String than = (it.even() ? "no more than " : "less than ") + mine;
        return Said.of(
                it.first() == null
                        ? "the owner's jobs of weight 1 go first: for their weight they have together had " + than
                        : "job " + it.first() + " of the same owner goes first: for its weight it has had " + than,
                "Give this one another weight to change its share.");
    }

    private static Said after(Cause.After it) {
        TaskCounts counts = it.counts();
        Said said = Said.of(
                        "waiting " + what(it.before()) + ": "
                                + counts.done() + " of " + counts.total() + " tasks are done"
                                + (counts.blocked() == 0 ? "" : ", " + counts.blocked() + " blocked")
                                + (counts.paused() == 0 ? "" : ", " + counts.paused() + " paused"),
                        "Ask why that job waits.")
                .with("before", it.before().job().value());
        return it.stuck() ? said.with(Explanation.STUCK, "yes") : said;
    }

    private static String what(Predecessor before) {
        return switch (before.when()) {
            case DONE -> (before.each() ? "task by task " : "") + "for job " + before.job();
            case ANY -> "for the end of job " + before.job();
            case FAILED -> "for a failure in job " + before.job();
        };
    }

    private static Said blocked(int task, String what, Cause.Restart restart) {
        return again("blocked: task " + task + " " + what, "Fix", restart).with("task", (long) task);
    }

    /** @param first the remedy up to "the cause" */
    private static Said again(String detail, String first, Cause.Restart restart) {
        String lifts = switch (restart.lifts()) {
            case NOTHING -> ".";
            case BLOCKED_BY_HAND -> ", which also unblocks what was blocked by hand (a resume does not).";
            case PERHAPS -> ", which also unblocks anything blocked by hand.";
        };
        String retry = first + " the cause, then retry the job";
        Said said = switch (restart.by()) {
            case RETRY -> Said.of(detail, retry + lifts).with("retry", "plain");
            case RETRY_WITH_FILES ->
                Said.of(detail, retry + " with its new files" + lifts).with("retry", "files");
            case ITS_PROGRAM ->
                Said.of(
                                detail,
                                "The Java program that made the call is notified. " + first
                                        + " the cause there, and run the program again.")
                        .with("retry", "program");
        };
        return said.with(
                "lifts", restart.lifts().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private static Said cancelled(Cause.Cancelled it) {
        if (it.ofProgram()) {
            return Said.of(
                            "cancelled",
                            "Run the Java program that made the calls again: after a retry, nobody would receive the"
                                    + " results.")
                    .with("retry", "program");
        }
        return it.because() == null
                ? Said.of("cancelled", "Retry the job to run them again.")
                : Said.of(
                                "cancelled because tasks of job " + it.because()
                                        + " that had to be done first are cancelled",
                                "Retry job " + it.because() + " first, then this one.")
                        .with("because", it.because().value());
    }

    private static String queued(Cause.Queued it) {
        return "queued" + on(it.nodes()) + ", behind others of the same job" + unless(it.pausing(), "paused")
                + unless(it.blocking(), "blocked");
    }

    private static String running(Cause.Running it) {
        return (it.rule() == null ? "" : RuleWords.got(it.rule()))
                + unless(it.pausing(), "paused")
                + unless(it.blocking(), "blocked")
                + (it.overlong() == 0
                        ? ""
                        : "; " + Counted.of(it.overlong(), "task") + (it.overlong() == 1 ? " has" : " have")
                                + " run far longer than such tasks take")
                + (it.copied() == 0
                        ? ""
                        : "; copies of " + Counted.of(it.copied(), "task") + " run on idle machines (redundancy "
                                + it.redundancy() + "); the first result counts");
    }

    private static String unless(int tasks, String what) {
        return tasks == 0
                ? ""
                : "; " + Counted.of(tasks, "task") + " will be " + what + " unless "
                        + (tasks == 1 ? "it succeeds" : "they succeed");
    }

    private static String on(List<String> nodes) {
        return nodes.isEmpty() ? "" : " on " + names(nodes);
    }

    private static String names(List<String> nodes) {
        return String.join(", ", nodes.subList(0, Math.min(MOST_NAMES, nodes.size())))
                + (nodes.size() > MOST_NAMES ? " and others" : "");
    }
}
