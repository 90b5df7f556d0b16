package org.gleaner.core.step;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.gleaner.core.access.TokenDecisions;
import org.gleaner.core.access.Tokens;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Piece;
import org.gleaner.core.grid.SoftEvent;
import org.gleaner.core.id.Owner;
import org.gleaner.core.kind.Answers;
import org.gleaner.core.open.JobDecisions;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.placing.Surveying;

/** Who decides what. */
record Decisions(Roster roster, Tokens access, Address address, Instant now, RandomGenerator random) {
    private static final Answers<Decisions, Command.Action, Decision> ACTIONS = new Answers<
                    Decisions, Command.Action, Decision>(Command.Action.class)
            .on(Command.Introduce.class, (by, action) -> by.nodes().introduce(by.address, action))
            .on(Command.Sync.class, (by, action) -> by.nodes().sync(by.address, action))
            .on(Command.Commit.class, (by, action) -> by.commits().commit(by.address, action))
            .on(Command.TakeFiles.class, (by, action) -> by.commits().take(by.address, action))
            .on(Command.Nudge.class, (by, action) -> by.nodes().nudge(by.address, action))
            .on(Command.KeepPartial.class, (by, action) -> by.commits().keepPartial(by.address, action))
            .on(Command.Submit.class, (by, action) -> by.jobs().submit(by.address, action))
            .on(Command.SubmitAll.class, (by, action) -> by.jobs().submitAll(by.address, action))
            .on(Command.AddTasks.class, (by, action) -> by.jobs().add(by.address, action))
            .on(Command.SaveHost.class, (by, action) -> by.jobs().host(by.address, action))
            .on(Command.Seal.class, (by, action) -> by.jobs().seal(by.address, action))
            .on(Command.ChangeJobs.class, (by, action) -> by.jobs().change(by.address, action))
            .on(Command.ChangeMany.class, (by, action) -> by.jobs().changeMany(by.address, action))
            .on(Command.RetireJobs.class, (by, action) -> by.jobs().retire(by.address, action))
            .on(Command.FoldStays.class, Decisions::foldStays)
            .on(Command.NoteHopeless.class, (by, action) -> by.jobs().noteHopeless(by.address, action))
            .on(Command.Adjust.class, (by, action) -> by.jobs().adjust(by.address, action))
            .on(Command.ChangeSetting.class, (by, action) -> by.admin().changeSetting(by.address, action))
            .on(Command.WantObjective.class, (by, action) -> by.admin().wantObjective(by.address, action))
            .on(Command.TakePolicy.class, (by, action) -> by.takePolicy(action))
            .on(Command.ForgetStrays.class, (by, action) -> by.admin().forgetStrays(by.address, action, by.now))
            .on(Command.SetDuty.class, (by, action) -> by.admin().setDuty(by.address, action))
            .on(Command.IssueToken.class, Decisions::issue)
            .on(Command.RevokeToken.class, (by, action) -> by.tokens().revoke(by.address, action))
            .on(Command.UseToken.class, (by, action) -> by.tokens().use(by.address, action))
            .on(
                    Command.RemoveUser.class,
                    (by, action) -> new Namesakes(by.roster)
                            .end(action.user(), by.tokens().remove(by.address, action)))
            .on(Command.Tick.class, (by, action) -> by.consequences().tick())
            .complete();

    private static final Answers<Decisions, Piece, Decision> PIECES = new Answers<Decisions, Piece, Decision>(
                    Piece.class)
            .on(Piece.LookAhead.class, (by, piece) -> new Surveying(by.roster, by.now).lookAhead(piece))
            .on(Piece.LookRound.class, (by, piece) -> by.consequences().lookRound(piece.surveyed()))
            .on(Piece.Fill.class, (by, piece) -> by.nodes().fill(piece))
            .on(Piece.AnswerSync.class, (by, piece) -> by.nodes().answerSync(piece))
            .on(Piece.AnswerCommit.class, (by, piece) -> CommitDecisions.answerCommit(by.roster, piece))
            .on(Piece.Revive.class, (by, piece) -> by.nodes().revive(piece))
            .on(Piece.ChangeOpenJobs.class, (by, piece) -> by.jobs().changeOpen(piece))
            .on(Piece.CancelJobs.class, (by, piece) -> by.jobs().cancelAll(piece))
            .on(Piece.Wake.class, (by, piece) -> by.nodes().wake(piece))
            .on(Piece.Offer.class, (by, piece) -> by.nodes().offer(piece))
            .on(Piece.DropAttempts.class, (by, piece) -> by.nodes().drop(piece))
            .on(Piece.Forget.class, (by, piece) -> by.admin().forget(piece))
            .on(Piece.BlockUnstartable.class, (by, piece) -> by.consequences().blockUnstartable())
            .on(Piece.Settle.class, (by, piece) -> by.consequences().settle())
            .on(Piece.TellDependants.class, (by, piece) -> by.consequences().tellDependants())
            .on(Piece.ShiftTime.class, (by, piece) -> shift(piece.by()))
            .complete();

    Decision decide(Command command) {
        return command instanceof Piece piece ? PIECES.of(this, piece) : ACTIONS.of(this, (Command.Action) command);
    }

    private NodeDecisions nodes() {
        return new NodeDecisions(roster, access, now, random);
    }

    private JobDecisions jobs() {
        return new JobDecisions(roster.jobs(), roster.nodes(), roster.settings(), now);
    }

    private TokenDecisions tokens() {
        return new TokenDecisions(access, roster.jobs().work(), now);
    }

    private Decision issue(Command.IssueToken action) {
        Owner owner = action.token().owner();
        Decision decided = tokens().issue(address, action);
        if (owner == null || action.left() != Command.Left.NOTHING || !tokens().isAbandoned(owner, action.caller())) {
            return decided;
        }
        return new Namesakes(roster).begin(owner, decided);
    }

    private CommitDecisions commits() {
        return new CommitDecisions(roster, now);
    }

    private AdminDecisions admin() {
        return new AdminDecisions(roster, access);
    }

    private Consequences consequences() {
        return new Consequences(roster, access, now);
    }

    /** What was found while another setting was in force comes too late. */
    private Decision takePolicy(Command.TakePolicy action) {
        return Decision.acknowledge(
                address,
                roster.settings().isControlled() ? List.of(new SoftEvent.PolicyTaken(action.tryout())) : List.of());
    }

    private Decision foldStays(Command.FoldStays action) {
        return Decision.acknowledge(address, List.of(new GridEvent.StaysFolded(action.before())));
    }

    private static Decision shift(Duration by) {
        return new Decision.Accepted(List.of(new SoftEvent.TimeShifted(by)), List.of(), List.of());
    }
}
