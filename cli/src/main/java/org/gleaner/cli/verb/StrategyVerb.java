package org.gleaner.cli.verb;

import java.io.IOException;
import java.time.Instant;
import org.gleaner.cli.access.Access;
import org.gleaner.client.call.PoolCalls;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Tryout;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.json.PolicyJson;
import org.gleaner.protocol.message.ObjectiveWish;
import org.gleaner.protocol.wording.PolicyWords;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Printer;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Shows how work is given out and why, and lets users set the objective for their own jobs. */
public final class StrategyVerb implements CliVerb {
    @Override
    public Syntax syntax() {
        return Syntax.of("strategy", "show how work is handed out, and the objective for your jobs", Operands.NONE)
                .example("gleaner strategy", "the strategy in force; with auto, what was tried and chosen")
                .example("gleaner strategy --objective flow", "have each of your tasks done soon")
                .example("gleaner config set strategy auto", "let the server choose by trying (admins)")
                .flags(
                        Flag.one(
                                "objective",
                                "NAME",
                                "the objective for your jobs: makespan, flow, deadline, balanced; none"),
                        Flag.JSON);
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, CallFailed, IOException {
        PoolCalls pool = Access.calls(here).pool();
        String wanted = arguments.text("objective");
        if (wanted != null) {
            pool.want(wish(arguments, wanted)).get();
        }
        Reply.PolicyInForce policy = pool.policy().get();
        if (arguments.json()) {
            Printer.json(here.out(), policy, (out, one) -> PolicyJson.write(out, one, PolicyWords.because(one)));
        } else {
            people(policy, here);
        }
        return Exit.OK;
    }

    private static ObjectiveWish wish(Arguments arguments, String word) throws CliFailure {
        if (word.equals(ObjectiveWish.NONE)) {
            return new ObjectiveWish(null);
        }
        try {
            return new ObjectiveWish(Objective.named(word));
        } catch (IllegalArgumentException e) {
            throw arguments.unusable("objective", e.getMessage() + ", and none");
        }
    }

    private static void people(Reply.PolicyInForce policy, Surroundings here) {
        boolean auto = policy.strategy().equals(Setting.AUTO);
        here.out()
                .println("Strategy: " + policy.strategy()
                        + (auto ? ", now " + policy.policy().label() : ""));
        here.out().println("Objective of the pool: " + policy.objective().word());
        Objective wanted = policy.wanted();
        if (wanted != null) {
            here.out()
                    .println("Objective for your jobs: " + wanted.word() + "; they are scheduled by "
                            + policy.own().label() + ".");
        }
        String because = PolicyWords.because(policy);
        if (!because.isEmpty()) {
            here.out().println(because);
        }
        Tryout tryout = policy.tryout();
        if (tryout != null) {
            here.out().println();
            PolicyLines.table(tryout).print(here.out());
            here.out().println(PolicyLines.times(tryout, Instant.now()));
        }
    }
}
