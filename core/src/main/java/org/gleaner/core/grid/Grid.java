package org.gleaner.core.grid;

import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The brain: {@code decide} turns a command into events and replies and changes nothing; {@code apply} alone changes
 * the state. Reads no clock, draws no randomness of its own, does no I/O.
 */
public final class Grid {
    private Grid() {}

    public static void apply(GridState state, GridEvent event) {
        state.apply(event);
    }

    public static Decision decide(
            GridState state, Address address, Command command, Instant now, RandomGenerator random) {
        Decision decision = decideCommand(state, address, command, now, random);
        if (!(decision instanceof Decision.Accepted accepted)) {
            return decision;
        }
        List<GridEvent> events = Observer.watch(state, accepted.events(), now);
        return events == accepted.events()
                ? decision
                : new Decision.Accepted(events, accepted.replies(), accepted.then());
    }

    private static Decision decideCommand(
            GridState state, Address address, Command command, Instant now, RandomGenerator random) {
        if (command instanceof Command.Step step) {
            return decideStep(state, step, now, random);
        }
        NodeDecisions nodes = new NodeDecisions(state, now, random);
        JobDecisions jobs = new JobDecisions(state, now);
        if (command instanceof Command.Sync sync) {
            return nodes.sync(address, sync);
        }
        if (command instanceof Command.Commit commit) {
            return new CommitDecisions(state, now).commit(address, commit);
        }
        if (command instanceof Command.Nudge nudge) {
            return nodes.nudge(address, nudge);
        }
        if (command instanceof Command.KeepPartial partial) {
            return new CommitDecisions(state, now).keepPartial(address, partial);
        }
        if (command instanceof Command.Introduce introduce) {
            return nodes.introduce(address, introduce);
        }
        if (command instanceof Command.Submit submit) {
            return jobs.submit(address, submit);
        }
        if (command instanceof Command.ChangeJobs change) {
            return jobs.change(address, change);
        }
        if (command instanceof Command.RetireJobs retire) {
            return jobs.retire(address, retire);
        }
        if (command instanceof Command.FoldStays fold) {
            return new Decision.Accepted(
                    List.of(new GridEvent.StaysFolded(fold.before())),
                    List.of(new AddressedReply(address, new Reply.Acknowledged())),
                    List.of());
        }
        if (command instanceof Command.Adjust adjust) {
            return jobs.adjust(address, adjust);
        }
        if (command instanceof Command.Tick) {
            return new Consequences(state, now).tick();
        }
        if (command instanceof Command.ForgetStrays strays) {
            return new AdminDecisions(state).forgetStrays(address, strays, now);
        }
        if (command instanceof Command.ChangeSetting || command instanceof Command.SetDuty) {
            return new AdminDecisions(state).decide(address, command);
        }
        if (command instanceof Command.IssueToken
                || command instanceof Command.RevokeToken
                || command instanceof Command.UseToken
                || command instanceof Command.RemoveUser) {
            return new TokenDecisions(state, now).decide(address, command);
        }
        return decideQuery(state, address, command, now);
    }

    private static Decision decideQuery(GridState state, Address address, Command command, Instant now) {
        Queries queries = new Queries(state, now);
        if (command instanceof Command.ListJobs list) {
            return queries.jobs(address, list);
        }
        if (command instanceof Command.AskWhy why) {
            return queries.why(address, why);
        }
        if (command instanceof Command.Preview preview) {
            return queries.preview(address, preview);
        }
        if (command instanceof Command.ListNodes) {
            return queries.nodes(address);
        }
        if (command instanceof Command.ListTypes list) {
            return new ObservedQueries(state, now).types(address, list);
        }
        if (command instanceof Command.AskNode ask) {
            return queries.node(address, ask);
        }
        if (command instanceof Command.ListTokens list) {
            return new TokenDecisions(state, now).tokens(address, list);
        }
        if (command instanceof Command.ListUsers list) {
            return new TokenDecisions(state, now).users(address, list);
        }
        if (command instanceof Command.ReadSettings) {
            return queries.settings(address);
        }
        if (command instanceof Command.TakeCensus) {
            return queries.census(address);
        }
        throw new IllegalStateException("no decision for " + command.getClass());
    }

    private static Decision decideStep(GridState state, Command.Step step, Instant now, RandomGenerator random) {
        NodeDecisions nodes = new NodeDecisions(state, now, random);
        if (step instanceof Command.Fill fill) {
            return nodes.fill(fill);
        }
        if (step instanceof Command.LookRound look) {
            return new Consequences(state, now).lookRound(look.surveyed());
        }
        if (step instanceof Command.Foresee foresee) {
            return new Surveying(state, now).foresee(foresee);
        }
        if (step instanceof Command.AnswerSync answer) {
            return nodes.answerSync(answer);
        }
        if (step instanceof Command.AnswerCommit answer) {
            return CommitDecisions.answerCommit(state, answer);
        }
        if (step instanceof Command.Revive revive) {
            return nodes.revive(revive);
        }
        if (step instanceof Command.Wake wake) {
            return nodes.wake(wake);
        }
        if (step instanceof Command.Offer offer) {
            return nodes.offer(offer);
        }
        if (step instanceof Command.DropAttempts drop) {
            return nodes.drop(drop);
        }
        if (step instanceof Command.ChangeOpenJobs change) {
            return new JobDecisions(state, now).changeOpen(change);
        }
        if (step instanceof Command.Settle) {
            return new Consequences(state, now).settle();
        }
        if (step instanceof Command.ShiftTime shift) {
            return new Decision.Accepted(List.of(new SoftEvent.TimeShifted(shift.by())), List.of(), List.of());
        }
        throw new IllegalStateException("no decision for " + step.getClass());
    }
}
