package org.gleaner.cli.verb;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.PolicyScore;
import org.gleaner.core.grid.Reason.Kind;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Tryout;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.wording.PolicyWords;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;

/** What the server tried where it chooses how work is given out, and why it works as it does. */
final class PolicyLines {
    /** Another policy might give these their turn earlier, or later. */
    private static final Set<Kind> OF_TURNS =
            EnumSet.of(Kind.NONE_FREE, Kind.BEHIND_OWN_JOB, Kind.WAITING_FOR_TURN, Kind.NODES_IN_USE);

    private PolicyLines() {}

    /** Says nothing where nothing is chosen, or where tasks do not wait for their turn. */
    static void tell(UserCalls calls, Stream<Kind> kinds, Surroundings here) {
        if (kinds.noneMatch(OF_TURNS::contains)
                || !(calls.pool().policy() instanceof Answer.Success<Reply.PolicyInForce> success)) {
            return;
        }
        lines(success.value(), Instant.now()).forEach(line -> here.out().println(Printer.printable(line)));
    }

    static List<String> lines(Reply.PolicyInForce policy, Instant now) {
        String because = PolicyWords.because(policy);
        if (because.isEmpty()) {
            return List.of();
        }
        String first = "Strategy " + Setting.AUTO + ": " + because;
        Tryout tryout = policy.tryout();
        return tryout == null
                ? List.of(first)
                : Stream.concat(
                                Stream.of(first, "  " + times(tryout, now)),
                                tryout.scores().stream().map(score -> "  " + line(score, tryout)))
                        .toList();
    }

    private static String line(PolicyScore score, Tryout tryout) {
        String behind = PolicyWords.behind(score, tryout);
        return score.policy().label() + ": "
                + (behind.isEmpty() || score.behind() <= 0 ? behind : behind + " behind")
                + (behind.isEmpty() ? "" : "; ")
                + "all done in " + span(score.makespan()) + ", a task in " + span(score.flow())
                + " on average, in " + score.futures() + " futures";
    }

    static Table table(Tryout tryout) {
        Table table = new Table("TRIED", "BEHIND", "ALL DONE IN", "AVERAGE TASK IN", "FUTURES");
        for (PolicyScore score : tryout.scores()) {
            table.add(
                    (score.policy().equals(tryout.chosen()) ? "* " : "  ")
                            + score.policy().label(),
                    PolicyWords.behind(score, tryout),
                    span(score.makespan()),
                    span(score.flow()),
                    Integer.toString(score.futures()));
        }
        return table;
    }

    static String times(Tryout tryout, Instant now) {
        return "Tried " + since(tryout.at(), now) + " ago; in force for " + since(tryout.changed(), now) + ".";
    }

    private static String since(Instant then, Instant now) {
        return Spans.text(Spans.between(then, now));
    }

    private static String span(double minutes) {
        return Spans.text(Duration.ofMillis(Math.round(minutes * 60_000)));
    }
}
