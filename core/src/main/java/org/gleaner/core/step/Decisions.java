package org.gleaner.core.step;

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
import org.gleaner.core.open.JobDecisions;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.placing.Surveying;

/** Who decides what. */
record Decisions(Roster roster, Tokens access, Address address, Instant now, RandomGenerator random)
        implements Command.Visitor<Decision>, Piece.Visitor<Decision> {

    private NodeDecisions nodes() {
        return new NodeDecisions(roster, now, random);
    }

    private JobDecisions jobs() {
        return new JobDecisions(roster.jobs(), roster.nodes(), roster.settings(), now);
    }

    private TokenDecisions tokens() {
        return new TokenDecisions(access, roster.jobs().work(), now);
    }

    @Override
    public Decision introduce(Command.Introduce action) {
        return nodes().introduce(address, action);
    }

    @Override
    public Decision sync(Command.Sync action) {
        return nodes().sync(address, action);
    }

    @Override
    public Decision commit(Command.Commit action) {
        return new CommitDecisions(roster, now).commit(address, action);
    }

    @Override
    public Decision nudge(Command.Nudge action) {
        return nodes().nudge(address, action);
    }

    @Override
    public Decision keepPartial(Command.KeepPartial action) {
        return new CommitDecisions(roster, now).keepPartial(address, action);
    }

    @Override
    public Decision submit(Command.Submit action) {
        return jobs().submit(address, action);
    }

    @Override
    public Decision changeJobs(Command.ChangeJobs action) {
        return jobs().change(address, action);
    }

    @Override
    public Decision retireJobs(Command.RetireJobs action) {
        return jobs().retire(address, action);
    }

    @Override
    public Decision foldStays(Command.FoldStays action) {
        return Decision.acknowledge(address, List.of(new GridEvent.StaysFolded(action.before())));
    }

    @Override
    public Decision adjust(Command.Adjust action) {
        return jobs().adjust(address, action);
    }

    @Override
    public Decision changeSetting(Command.ChangeSetting action) {
        return new AdminDecisions(roster, access).changeSetting(address, action);
    }

    @Override
    public Decision forgetStrays(Command.ForgetStrays action) {
        return new AdminDecisions(roster, access).forgetStrays(address, action, now);
    }

    @Override
    public Decision setDuty(Command.SetDuty action) {
        return new AdminDecisions(roster, access).setDuty(address, action);
    }

    @Override
    public Decision issueToken(Command.IssueToken action) {
        return tokens().issue(address, action);
    }

    @Override
    public Decision revokeToken(Command.RevokeToken action) {
        return tokens().revoke(address, action);
    }

    @Override
    public Decision useToken(Command.UseToken action) {
        return tokens().use(address, action);
    }

    @Override
    public Decision removeUser(Command.RemoveUser action) {
        return tokens().remove(address, action);
    }

    @Override
    public Decision tick(Command.Tick action) {
        return new Consequences(roster, access, now).tick();
    }

    @Override
    public Decision lookAhead(Piece.LookAhead piece) {
        return new Surveying(roster, now).lookAhead(piece);
    }

    @Override
    public Decision lookRound(Piece.LookRound piece) {
        return new Consequences(roster, access, now).lookRound(piece.surveyed());
    }

    @Override
    public Decision fill(Piece.Fill piece) {
        return nodes().fill(piece);
    }

    @Override
    public Decision answerSync(Piece.AnswerSync piece) {
        return nodes().answerSync(piece);
    }

    @Override
    public Decision answerCommit(Piece.AnswerCommit piece) {
        return CommitDecisions.answerCommit(roster, piece);
    }

    @Override
    public Decision revive(Piece.Revive piece) {
        return nodes().revive(piece);
    }

    @Override
    public Decision changeOpenJobs(Piece.ChangeOpenJobs piece) {
        return jobs().changeOpen(piece);
    }

    @Override
    public Decision cancelJobs(Piece.CancelJobs piece) {
        return jobs().cancelAll(piece);
    }

    @Override
    public Decision wake(Piece.Wake piece) {
        return nodes().wake(piece);
    }

    @Override
    public Decision offer(Piece.Offer piece) {
        return nodes().offer(piece);
    }

    @Override
    public Decision dropAttempts(Piece.DropAttempts piece) {
        return nodes().drop(piece);
    }

    @Override
    public Decision settle(Piece.Settle piece) {
        return new Consequences(roster, access, now).settle();
    }

    @Override
    public Decision shiftTime(Piece.ShiftTime piece) {
        return new Decision.Accepted(List.of(new SoftEvent.TimeShifted(piece.by())), List.of(), List.of());
    }
}
