package org.gleaner.protocol.wording;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.node.Match;
import org.gleaner.core.node.Mismatch;
import org.gleaner.protocol.message.MatchReport;

/** Which nodes could run a job, what the others lack, and what would help. */
public final class MatchWords {
    private static final int MOST = 3;

    /** What is needed of something counted, as the core writes it. */
    private static final Pattern USE = Pattern.compile("([0-9]+) (.+)");

    private MatchWords() {}

    public static MatchReport report(Reply.Matched matched) {
        Rejection objection = matched.objection();
        return new MatchReport(
                matched.tasks(),
                matched.nodes(),
                matched.fitting(),
                matched.away(),
                matched.atOnce(),
                matched.unknown(),
                matched.misfits().stream()
                        .map(one -> new MatchReport.Misfit(one.kind(), one.nodes(), misfit(one)))
                        .toList(),
                matched.changes().stream()
                        .map(one -> new MatchReport.Change(one.nodes(), change(one)))
                        .toList(),
                objection == null ? "" : RejectionWords.problem(objection).detail());
    }

    static String misfit(Reply.Misfit it) {
        StringBuilder all = new StringBuilder(lack(it));
        for (Reply.Misfit other : it.also()) {
            all.append(", and ")
                    .append(other.nodes() < it.nodes() ? "on " + other.nodes() + " of them " : "")
                    .append(lack(other));
        }
        return all.toString();
    }

    private static String lack(Reply.Misfit it) {
        if (it.kind() == Mismatch.Kind.EXCLUDED) {
            return phrase(it.kind()) + " (" + some(it.needs()) + ")";
        }
        String they = it.kind() == Mismatch.Kind.LICENCE ? "the pool has " : it.nodes() == 1 ? "it has " : "they have ";
        String had = it.has().isEmpty() ? "" : ", " + they + some(it.has());
        Matcher use = USE.matcher(
                it.kind() == Mismatch.Kind.USE && it.needs().size() == 1
                        ? it.needs().get(0)
                        : "");
        if (use.matches()) {
            return "not enough " + use.group(2) + " (needs " + use.group(1) + had + ")";
        }
        return phrase(it.kind()) + " (needs " + some(it.needs()) + had + ")" + offered(it);
    }

    /** Whoever names a working directory has not heard of the tag that it needs. */
    private static String offered(Reply.Misfit it) {
        String tag = it.needs().isEmpty() ? "" : it.needs().get(0);
        return it.kind() == Mismatch.Kind.TAG && tag.startsWith(Match.MOUNT)
                ? "; an agent with the tag " + tag + " offers it"
                : "";
    }

    private static String phrase(Mismatch.Kind kind) {
        return switch (kind) {
            case TYPE -> "does not accept jobs of this type";
            case NODE -> "not one of the machines that the job names";
            case EXCLUDED -> "excluded by the job";
            case OS -> "different operating system";
            case ARCH -> "different processor";
            case RUNTIME -> "runtime missing or too old";
            case TAG -> "tag missing";
            case MOUNT -> "directory missing";
            case SANDBOX -> "no sandbox";
            case AGENT -> "an agent of 0.1, which takes at most 10 000 inputs or outputs";
            case SPEED -> "too slow";
            case USE -> "not enough of what it uses";
            case LICENCE -> "too few licences";
            case CORES -> "too few cores";
            case MEMORY -> "too little memory";
            case DISK -> "too little disk";
        };
    }

    static String change(Reply.Change it) {
        return switch (it.kind()) {
            case CORES -> "request " + it.instead() + " instead of " + it.need() + " cores per task";
            case MEMORY, DISK ->
                "request " + it.instead() + " instead of " + it.need() + " of "
                        + it.kind().word() + " per task";
            case RUNTIME, TAG, OS, ARCH -> "drop the " + it.kind().word() + " '" + it.need() + "'";
            case USE -> "drop the need for " + it.need();
            case LICENCE -> "use fewer licences";
            case MOUNT -> "run it in a directory of its own";
            case AGENT -> "pack its inputs into an archive, or update the agents";
            case SANDBOX -> "drop the sandbox";
            case NODE -> "let it run on other machines, too";
            case EXCLUDED -> "let it run on the machines that it excludes";
            case SPEED -> "lower its minimum speed";
            case TYPE -> "submit it as a type that they accept";
        };
    }

    /** The same as the beginning of a sentence, up to its verb. */
    static String with(Reply.Change it) {
        return switch (it.kind()) {
            case CORES -> "With " + it.instead() + " instead of " + it.need() + " cores per task,";
            case MEMORY, DISK ->
                "With " + it.instead() + " of " + it.kind().word() + " per task instead of " + it.need() + ",";
            case RUNTIME, TAG, OS, ARCH -> "Without the " + it.kind().word() + " '" + it.need() + "',";
            case USE -> "Without the need for " + it.need() + ",";
            case LICENCE -> "With fewer licences,";
            case MOUNT -> "In a directory of its own,";
            case AGENT -> "With its inputs in an archive, or with newer agents,";
            case SANDBOX -> "Without the sandbox,";
            case NODE -> "If it were allowed on other machines, too,";
            case EXCLUDED -> "If it were allowed on the machines that it excludes,";
            case SPEED -> "With a lower minimum speed,";
            case TYPE -> "As a type that they accept,";
        };
    }

    /** At most three; the core names one more to say that there are others. */
    private static String some(List<String> names) {
        if (names.size() < 2) {
            return String.join("", names);
        }
        int named = Math.min(MOST, names.size() - 1);
        String last = names.size() > MOST ? "others" : names.get(named);
        return String.join(", ", names.subList(0, named)) + " or " + last;
    }
}
