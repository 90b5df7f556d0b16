package org.gleaner.terminal.console;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.Health;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;

/**
 * What to type next: the one table of commands that belong to a problem, a reason or a warning of the server, which
 * says the same without commands. Where the table has none, or the server is older, its own words are taken.
 */
public final class Advice {
    private static final String LIST_JOBS = "'gleaner status' lists your jobs";

    /** Where a question has words that mean no node. */
    private static final Pattern NO_SUCH_NODES = Pattern.compile("/add/[0-9]+/like|/remove/[0-9]+");

    private Advice() {}

    public static String next(CallFailed failed) {
        Problem problem = failed.problem();
        return problem == null ? failed.trouble().remedy() : next(problem);
    }

    public static String next(Problem it) {
        ProblemKind kind = it.kind();
        if (kind == null) {
            return it.remedy();
        }
        String job = Long.toString(it.number("job", 0));
        return switch (kind) {
            case UNKNOWN_JOB -> LIST_JOBS + ".";
            case NOTHING_SELECTED ->
                it.extra().containsKey("others")
                        ? LIST_JOBS + "; select those of others by number or with owner:NAME."
                        : LIST_JOBS + ".";
            case UNKNOWN_TASK -> "'gleaner status " + job + " --tasks' lists them.";
            case UNKNOWN_PREDECESSOR -> LIST_JOBS + "; a job can only wait for one that was submitted before it.";
            case ILLEGAL_TRANSITION -> "'gleaner status " + job + "' shows its state.";
            case QUOTA_EXCEEDED ->
                "'gleaner df' shows what uses the space; 'gleaner delete' removes old jobs. The limits are the settings"
                        + " quota-owner and quota-total.";
            case UNKNOWN_NODE -> "'gleaner node list' lists the nodes.";
            case NODE_CONNECTED ->
                "Drain it, stop its agent, wait until 'gleaner node list' shows it as stopped, then forget it. To expel"
                        + " it at once: 'gleaner node forget NODE --force'.";
            case JOIN_REFUSED ->
                "Join with a join token ('gleaner join-line'); 'gleaner node forget' makes room for others.";
            case UNKNOWN_USER -> "'gleaner user list' lists them.";
            case NAME_IN_USE ->
                "If it is the same person, use --take-over; otherwise choose another name, or delete the jobs.";
            case INVALID_SETTING -> "'gleaner config get' lists the settings with their values.";
            case INVALID_TOKEN -> "'gleaner token list' lists yours.";
            case UNAUTHENTICATED ->
                "It may be mistyped, expired or revoked. Log in with 'gleaner login' and a valid token, or set"
                        + " GLEANER_TOKEN. A server that has no admin token left creates one in its data directory when"
                        + " it starts.";
            case UNSUPPORTED_VERSION ->
                "An installed agent updates itself; for any other, use the server's program: 'gleaner join-line'.";
            case OUTPUTS_RETIRED ->
                "Submit the job again, and fetch its files sooner: the setting retention-outputs says how long they are"
                        + " kept.";
            case UNANSWERABLE_QUESTION ->
                NO_SUCH_NODES.matcher(String.valueOf(it.extra().get("path"))).matches()
                        ? "'gleaner node list' lists the machines."
                        : it.remedy();
            case UNKNOWN_BACKUP -> "It has finished or timed out; run 'gleaner backup' again.";
            case UNKNOWN_OUTPUT -> "'gleaner logs -f " + it.extra().get("task") + "' shows what it prints.";
            default -> it.remedy();
        };
    }

    public static String next(Explanation.Point it) {
        Explanation.Said said = it.said();
        if (said.fact("retry").equals("program")) {
            // No command of ours helps: its results would reach nobody.
            return said.remedy();
        }
        String retry = "'gleaner retry " + it.job() + "'";
        String set = "'gleaner set " + it.job() + " ";
        String them = it.tasks() == 1 ? "it" : "them";
        return switch (said.cause()) {
            case "no-node" ->
                "Start an agent: 'gleaner agent URL --token-file FILE' (one that was just started takes a few"
                        + " seconds).";
            case "halted" -> "An admin can resume it with 'gleaner resume-all'.";
            case "nodes-paused" -> "An admin can resume a node with 'gleaner node resume NODE'.";
            case "refused-by-nodes" ->
                "If the command is wrong, submit a corrected job; otherwise install what it needs there, then " + retry
                        + ".";
            case "nodes-in-use" -> said.remedy() + whyInUse(said);
            case "nodes-disk-full" ->
                "Free some disk space there ('gleaner node list' shows where); then they get work again.";
            case "fits-none", "misfit" -> otherNeeds(it);
            case "awaits-more" ->
                said.fact("of").equals("program")
                        ? "Its program may still send calls; if it is gone: 'gleaner seal " + it.job() + "'."
                        : "'gleaner add " + it.job() + " …' adds tasks; if there are no more to come: 'gleaner seal"
                                + " " + it.job()
                                + "'.";
            case "throttled" -> set + "at-most=N' changes that.";
            case "higher-priority" -> set + "priority=" + said.fact("priority") + "' gives both the same priority.";
            case "close-deadline" -> set + "priority=N' puts this one first; so may a deadline of its own.";
            case "late-for-deadline" ->
                "The job keeps running anyway. " + set + "deadline=TIME' moves it; " + set
                        + "deadline=none' removes it.";
            case "older" -> set + "priority=N' with N above " + said.fact("priority") + " puts this one first.";
            case "less-served" -> set + "weight=N' changes its share.";
            case "type-first" -> "An admin can change them with 'gleaner config set weights'.";
            case "not-before" -> begin(said);
            case "after" -> "'gleaner why " + said.fact("before") + "' says why.";
            case "paused" -> "'gleaner resume " + it.job() + "' lets " + them + " continue.";
            case "held" -> "'gleaner resume " + it.job() + "' releases it.";
            case "blocked" -> "'gleaner unblock " + it.job() + "' lets " + them + " run again.";
            case "braked" -> "Look at 'gleaner logs " + it.job() + " --failed', fix it, then " + again(it);
            case "nodes-lost", "limit-reached", "failed", "starts-nowhere" -> "Fix the cause, then " + again(it);
            case "input-lost" ->
                "'gleaner retry " + it.job()
                        + " --refresh' uploads its files again; run it where you submitted the job.";
            case "files-not-there" ->
                "'gleaner get " + said.fact("from")
                        + "' fetches the files that job left. If the name is wrong, submit this job"
                        + " again with the right one; otherwise submit that job again, then this one.";
            case "cancelled" -> {
                String first = said.fact("because");
                yield (first.isEmpty() ? "" : "First 'gleaner retry " + first + "'; then ") + retry + " runs " + them
                        + " again.";
            }
            default -> said.remedy();
        };
    }

    private static String whyInUse(Explanation.Said said) {
        String node = said.fact("node");
        return " 'gleaner agent status' " + (node.isEmpty() ? "there" : "on " + node)
                + " says why, 'gleaner node list' shows the others.";
    }

    /** What a job needs can't be changed, so it is submitted again. */
    private static String otherNeeds(Explanation.Point it) {
        Explanation.Said said = it.said();
        String change = said.fact("change");
        String instead = said.fact("instead");
        String help = said.remedy();
        if (change.isEmpty() || !help.endsWith(".")) {
            return help;
        }
        String how = instead.isEmpty() ? "that way" : "with --" + change + " " + instead;
        return help.substring(0, help.length() - 1) + ": resubmit it " + how + ", then 'gleaner cancel " + it.job()
                + "'.";
    }

    /** The server does not know where its users' clocks hang. */
    private static String begin(Explanation.Said said) {
        try {
            return "That is at " + Moments.text(Instant.parse(said.fact("begin"))) + ".";
        } catch (DateTimeParseException unknown) {
            return said.remedy();
        }
    }

    /** Most fixes change a file of the job, and only a refresh sends it. */
    private static String again(Explanation.Point it) {
        String plain = "'gleaner retry " + it.job();
        String retry = it.said().fact("retry").equals("files")
                ? plain + " --refresh' (omit --refresh if none of its files changed)"
                : plain + "'";
        return retry
                + switch (it.said().fact("lifts")) {
                    case "blocked-by-hand" ->
                        ", which also unblocks what was blocked by hand ('gleaner resume " + it.job() + "' does not).";
                    case "perhaps" -> ", which also unblocks anything blocked by hand.";
                    default -> ".";
                };
    }

    public static String next(Health.Warning it) {
        return it.code().equals("disk-full")
                ? "Free some space there: 'gleaner df' shows who uses it; 'gleaner delete', then 'gleaner sweep --grace"
                        + " 0s', removes old jobs and their files."
                : it.remedy();
    }
}
