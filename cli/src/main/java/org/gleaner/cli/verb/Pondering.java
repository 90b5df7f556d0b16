package org.gleaner.cli.verb;

import java.time.Duration;
import org.gleaner.client.call.UserCalls;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.message.SimulationView.Failure;
import org.gleaner.protocol.message.SimulationView.State;
import org.gleaner.protocol.message.WhatIfQuestion;
import org.gleaner.protocol.message.WhatIfView;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.PassingLine;
import org.gleaner.terminal.console.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * Asks a question and waits for its answer. Who ends the command meanwhile, with Ctrl-C or otherwise, withdraws the
 * question, so that the server does not go on with it.
 */
record Pondering(UserCalls calls, Surroundings here) {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(1);

    /** Questions of others go first, each for a bounded time. */
    private static final int MOST_LOOKS = 1_200;

    /** It has a result, of the one kind or the other. */
    WhatIfView answer(WhatIfQuestion question) throws CliFailure, CallFailed, InterruptedException {
        WhatIfView asked = calls.whatIf(question).get();
        Thread withdrawal = new Thread(() -> withdraw(asked.id()), "withdrawal");
        Runtime.getRuntime().addShutdownHook(withdrawal);
        try {
            WhatIfView over = wait(asked, question.past() != null);
            if (over.result() == null && over.past() == null) {
                throw none(over);
            }
            return over;
        } finally {
            keep(withdrawal);
        }
    }

    private void withdraw(String id) {
        Answer<Boolean> unused = calls.dropWhatIf(id);
    }

    private static void keep(Thread withdrawal) {
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(withdrawal);
        } catch (IllegalStateException ending) {
            // It is just being withdrawn.
        }
    }

    private WhatIfView wait(WhatIfView asked, boolean past) throws CallFailed, InterruptedException {
        PassingLine line = PassingLine.of(here);
        String unit = past ? "simulation " : "future ";
        WhatIfView view = asked;
        Duration pause = SHORTEST;
        try {
            for (int look = 0; look < MOST_LOOKS && !view.state().isOver(); look++) {
                line.show(
                        view.state() == State.WAITING
                                ? waiting(view.ahead())
                                : unit + (view.looked() + 1) + " of " + view.of());
                Thread.sleep(pause.toMillis());
                pause = pause.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : pause.multipliedBy(2);
                view = calls.whatIf(asked.id()).get();
            }
        } finally {
            line.clear();
        }
        return view;
    }

    /** @param ahead null: nobody knows */
    private static String waiting(@Nullable Integer ahead) {
        if (ahead == null) {
            return "waiting for other questions";
        }
        return ahead == 0
                ? "starting"
                : "waiting: one simulation runs at a time, and " + ahead + (ahead == 1 ? " goes" : " go") + " first";
    }

    private static CliFailure none(WhatIfView view) {
        Failure failure = view.failure();
        return failure == null
                ? CliFailure.refused(
                        "There is no answer yet.",
                        view.state() == State.STOPPED
                                ? "The question was dropped."
                                : "The server has many other questions to answer.",
                        "Ask again later.")
                : CliFailure.refused(failure.what(), failure.why(), failure.remedy());
    }
}
