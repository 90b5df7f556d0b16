package org.gleaner.cli.verb;

import java.time.Duration;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.ahead.Forecast;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Spans;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.message.JobAdvice;
import org.gleaner.terminal.console.PassingLine;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/** What would let a job start or be done sooner, and what to type for it. */
final class AdviceLines {
    private AdviceLines() {}

    /** Says nothing where there is nothing to say, or where the server does not know such questions yet. */
    static void tell(UserCalls calls, JobId job, Surroundings here) {
        // It takes some seconds, and what was said before is what matters most.
        here.out().flush();
        PassingLine line = PassingLine.of(here);
        line.show("looking for what would help");
        JobAdvice advice = of(calls, job);
        line.clear();
        if (advice != null) {
            here.out().println(Printer.printable(sentence(advice, EtaText.here())));
            String command = command(advice);
            if (!command.isEmpty()) {
                here.out().println(Printer.printable("  " + command));
            }
        }
    }

    /** What was found; null: nothing was, or the server does not know such questions yet. */
    static @Nullable JobAdvice of(UserCalls calls, JobId job) {
        return calls.advice(job) instanceof Answer.Success<JobAdvice> success
                        && success.value().state() == JobAdvice.State.FOUND
                ? success.value()
                : null;
    }

    static String sentence(JobAdvice advice, EtaText text) {
        Forecast.Span then = advice.then();
        JobAdvice.Start start = advice.start();
        String starts = start == null ? "" : "start " + sooner(start.then(), start.gain(), text);
        if (then == null) {
            return advice.phrase() + " it would probably " + starts + "; its finish would hardly change.";
        }
        return advice.phrase() + " it would probably " + (starts.isEmpty() ? "" : starts + ", and ") + "be done "
                + sooner(then, advice.gain(), text) + ".";
    }

    private static String sooner(Forecast.Span then, @Nullable Duration gain, EtaText text) {
        return (then.p50() == null ? "" : "by " + text.past(then.p50()) + ", ")
                + (gain == null ? "instead of never" : Spans.text(gain) + " sooner");
    }

    private static String command(JobAdvice advice) {
        @Nullable String change = advice.change();
        return switch (change == null ? "" : change) {
            case "priority", "at-most", "copies" -> "gleaner set " + advice.job() + " " + change + "=" + advice.value();
            case "memory", "cores" -> "Submit it again with --" + change + " " + advice.value() + ".";
            case "resume" -> "gleaner node resume " + advice.value();
            case "strategy" -> "gleaner config set strategy " + advice.value();
            case "machine" -> "'gleaner join-line' shows how a machine joins.";
            default -> "";
        };
    }
}
