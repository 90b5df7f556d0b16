package org.gleaner.core.desk;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.observer.StayWeek;
import org.gleaner.core.store.History;

/**
 * Takes commands as callers mean them and makes errands of them: the grid is asked with what the store knows, and its
 * reply completed from there. What it remembers itself is soft and lasts as long as the server. Thread-safe, as the
 * history is.
 */
public final class Desk {
    /** Agents have little memory, and what is read takes a multiple of it. */
    private static final long MOST_BYTES = 4 << 20;

    private final Lives lives = new Lives();
    private final History history;
    private final JobChanges changes;
    private final JobLists lists;
    private final JobQuestions questions;
    private final WhySummaries summaries;
    private final CompleteStarts starts;

    public Desk(History history, ResultShelf shelf) {
        this(history, shelf, MOST_BYTES);
    }

    /** @param startBytes as much as one answer to a node holds of new work; a single piece may be more */
    public Desk(History history, ResultShelf shelf, long startBytes) {
        JobFacts facts = new JobFacts(history);
        this.history = history;
        this.changes = new JobChanges(history, facts);
        this.lists = new JobLists(history, facts);
        this.questions = new JobQuestions(history, facts);
        this.summaries = new WhySummaries(history, facts);
        this.starts = new CompleteStarts(history, new TakenFiles(history, shelf), new KnownFiles(), startBytes);
    }

    /** May wait for the store only if the command is about jobs or a token. */
    public Errand take(Command command) throws StoreException {
        if (command instanceof Command.Sync) {
            return new Errand.Ask(command, starts::of);
        }
        if (command instanceof Command.Commit commit) {
            return new Errand.Ask(command, reply -> starts.of(proven(commit.node(), reply)));
        }
        if (command instanceof Command.Introduce introduce) {
            return introduce(introduce);
        }
        if (command instanceof Command.Submit submit) {
            return changes.submit(submit, true);
        }
        if (command instanceof Command.SubmitAll submit) {
            return changes.submit(submit, true);
        }
        if (command instanceof Command.AddTasks add) {
            return changes.add(add);
        }
        if (command instanceof Command.Seal seal) {
            return changes.seal(seal);
        }
        if (command instanceof Command.ChangeJobs change) {
            return changes.change(change);
        }
        if (command instanceof Command.Adjust adjust) {
            return changes.adjust(adjust);
        }
        if (command instanceof Question.ListJobs list) {
            return lists.list(list);
        }
        if (command instanceof Question.AskWhy why) {
            return why.summed() ? summaries.why(why) : questions.why(why);
        }
        if (command instanceof Question.AskNode) {
            return new Errand.Ask(command, this::withWeeks);
        }
        return new Errand.Ask(command instanceof Command.IssueToken issue ? issue(issue) : command, Errand.Done::new);
    }

    /** What became of an attempt is told to its own node alone; to others it is one that never existed. */
    private Reply proven(NodeId node, Reply reply) throws StoreException {
        if (!(reply instanceof Reply.Committed committed)
                || committed.unproven().isEmpty()) {
            return reply;
        }
        Set<AttemptId> unproven = new TreeSet<>(committed.unproven());
        List<CommitAnswer> answers = new ArrayList<>();
        for (CommitAnswer answer : committed.content().answers()) {
            boolean foreign = unproven.contains(answer.attempt()) && !history.wasGiven(node, answer.attempt());
            answers.add(foreign ? CommitAnswer.of(answer.attempt(), CommitAnswer.Verdict.UNKNOWN) : answer);
        }
        return new Reply.Committed(new CommitReply(answers, committed.content().start()));
    }

    private Errand introduce(Command.Introduce command) {
        NodeId known = command.known();
        return known == null || lives.mayBe(known, command.life())
                ? new Errand.Ask(command, Errand.Done::new)
                : Errand.refused(new Rejection.DuplicateIdentity(known));
    }

    private Errand withWeeks(Reply reply) throws StoreException {
        return new Errand.Done(
                reply instanceof Reply.NodeDetail node
                        ? node.with(history.stayWeeks(node.node().id(), StayWeek.MOST))
                        : reply);
    }

    /** Closed jobs are known to the store alone. */
    private Command issue(Command.IssueToken command) throws StoreException {
        Owner owner = command.token().owner();
        boolean nothing = owner == null || history.lastJob(owner).isEmpty();
        return nothing ? command.with(Command.Left.NOTHING) : command;
    }
}
