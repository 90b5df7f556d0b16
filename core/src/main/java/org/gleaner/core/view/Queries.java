package org.gleaner.core.view;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.gleaner.core.access.TokenDecisions;
import org.gleaner.core.access.Tokens;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Objectives;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.image.NodeLine;
import org.gleaner.core.job.Machines;
import org.gleaner.core.job.Spans;
import org.gleaner.core.kind.Answers;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.Match;
import org.gleaner.core.node.ProcessorUse;
import org.gleaner.core.open.JobDecisions;
import org.gleaner.core.open.OpenJob;
import org.gleaner.core.open.Selection;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.pool.GridNode;
import org.gleaner.core.pool.LiveAttempt;
import org.gleaner.core.scheduling.Weights;

/** Answers questions. Their replies leave with their batch, so nobody reads what a crash could undo. */
public record Queries(Roster roster, Tokens tokens, Instant now) {
    private static final Answers<Queries, Question, Reply> ANSWERS = new Answers<Queries, Question, Reply>(
                    Question.class)
            .on(Question.ListJobs.class, Queries::listJobs)
            .on(Question.CountJobs.class, Queries::countJobs)
            .on(Question.AskWhy.class, Queries::askWhy)
            .on(Question.AskRunning.class, Queries::askRunning)
            .on(Question.Preview.class, Queries::preview)
            .on(Question.ListNodes.class, (of, question) -> of.listNodes())
            .on(Question.AskNode.class, Queries::askNode)
            .on(Question.ReadSettings.class, (of, question) -> of.settings(question.caller()))
            .on(Question.ListTypes.class, (of, question) -> of.observed().types(question.caller()))
            .on(Question.ListShares.class, (of, question) -> new ShareQueries(of.roster).shares(question.caller()))
            .on(Question.AskPolicy.class, (of, question) -> of.policy(question.caller()))
            .on(Question.ListTokens.class, (of, question) -> of.access().tokens(question.caller()))
            .on(Question.ListUsers.class, (of, question) -> of.access().users(question.caller()))
            .complete();

    /** How many tasks an explanation may be about, so that it takes milliseconds; what else it costs is counted. */
    private static final long MOST_EXPLAINED = 1_000_000;

    public Reply answer(Question question) {
        return ANSWERS.of(this, question);
    }

    /** What others want for their jobs, and what share of the pool they shall have, is for admins alone. */
    private Reply settings(Caller caller) {
        SortedMap<String, String> all = roster.settings().all();
        if (!caller.admin()) {
            Objectives own = Objectives.NOBODY.with(
                    caller.owner(), roster.settings().objectives().of().get(caller.owner()));
            all.put(Setting.OBJECTIVES.word(), own.text());
            String weights = roster.settings().text(Setting.WEIGHTS);
            all.put(Setting.WEIGHTS.word(), Weights.about(caller.owner(), weights));
        }
        return new Reply.Settings(all);
    }

    private Reply policy(Caller caller) {
        return new Reply.PolicyInForce(
                roster.settings().text(Setting.STRATEGY),
                roster.settings().objective(),
                roster.policy(),
                roster.settings().objectives().of().get(caller.owner()),
                roster.policy(caller.owner()),
                roster.tryout(),
                null);
    }

    private Reply listJobs(Question.ListJobs question) {
        Selection.Page page = new Selection.Page(question.before(), true, job -> 1, question.most());
        Selection selection = Selection.of(roster.jobs(), question.caller(), question.selector(), page);
        // A job that is not open may be closed: the route asks the store too, so here it is simply not listed.
        List<Reply.JobSummary> jobs =
                selection.parts().stream().map(part -> summary(part.job())).toList();
        return new Reply.Jobs(jobs, selection.next());
    }

    private Reply countJobs(Question.CountJobs question) {
        if (question.selector() instanceof Selector.All) {
            return new Reply.JobCount(roster.jobs().of(question.caller()).size(), null);
        }
        // Looking costs nothing but the looks, which are bounded.
        Selection.Page page = new Selection.Page(question.before(), true, job -> 0, 1);
        Selection selection = Selection.of(roster.jobs(), question.caller(), question.selector(), page);
        return new Reply.JobCount(selection.parts().size(), selection.next());
    }

    private static Reply.JobSummary summary(OpenJob job) {
        return new Reply.JobSummary(
                job.id(),
                job.spec().name(),
                job.spec().type(),
                job.owner(),
                job.submitted(),
                job.states().counts(),
                job.brake().note(),
                null,
                job.spec().origin(),
                job.spec().turn().deadline(),
                job.isGrowing(),
                job.spec().hosting() != null,
                job.spec().isSolved());
    }

    private Reply askWhy(Question.AskWhy question) {
        Selection.Page page =
                new Selection.Page(question.after(), false, job -> job.states().size(), MOST_EXPLAINED);
        Selection selection = Selection.of(roster.jobs(), question.caller(), question.selector(), page);
        Optional<Rejection> refused = selection.refused();
        if (refused.isPresent()) {
            return new Reply.Refused(refused.get());
        }
        List<Reason> reasons = new ArrayList<>();
        Explanations explanations = new Explanations(
                roster, now, question.caller().owner(), question.selector().isOfOneJob());
        JobId last = null;
        for (Selection.Part part : selection.parts()) {
            if (explanations.effort().isSpent()) {
                return new Reply.Explained(reasons, last);
            }
            reasons.addAll(explanations.explain(part));
            last = part.job().id();
        }
        return new Reply.Explained(reasons, selection.next());
    }

    private Reply askRunning(Question.AskRunning question) {
        OpenJob job = roster.jobs().get(question.job());
        return job == null || !question.caller().mayTouch(job.owner())
                ? new Reply.Running(question.job(), List.of())
                : observed().running(job);
    }

    private Reply preview(Question.Preview question) {
        List<GridNode> known = roster.nodes().values().stream()
                .filter(node -> node.duty() != Duty.FORGOTTEN)
                .toList();
        List<GridNode> connected = known.stream().filter(GridNode::connected).toList();
        Fitting found = new Fitting(question.spec(), connected, roster);
        int all = new Fitting(question.spec(), known, roster).fitting().size();
        return new Reply.Matched(
                question.spec().tasks(),
                connected.size(),
                found.fitting().size(),
                all - found.fitting().size(),
                found.atOnce(),
                unknown(question.spec().needs().platform().machines(), known),
                found.misfits(),
                found.changes(),
                new JobDecisions(roster.jobs(), roster.nodes(), roster.settings(), now)
                        .objection(question.caller().owner(), question.spec(), question.demand())
                        .orElse(null));
    }

    /** What nobody of these is called, by id, name or tag. */
    private List<String> unknown(Machines machines, List<GridNode> nodes) {
        return Stream.concat(machines.on().stream(), machines.notOn().stream())
                .distinct()
                .filter(word -> nodes.stream()
                        .noneMatch(node -> Match.isCalled(word, node.id(), node.facts(), roster.nodes()::isName)))
                .toList();
    }

    private Reply listNodes() {
        List<NodeSummary> nodes = new ArrayList<>();
        for (GridNode node : roster.nodes().values()) {
            if (node.duty() != Duty.FORGOTTEN) {
                nodes.add(summary(node));
            }
        }
        return new Reply.Nodes(nodes);
    }

    private NodeSummary summary(GridNode node) {
        return new NodeSummary(
                node.id(),
                node.facts(),
                node.capacity(),
                node.incarnation(),
                roster.contact(node, now),
                node.silence(now),
                node.slotsUsed(),
                node.live().size(),
                node.duty(),
                observed().staying(node),
                burden(node));
    }

    private static NodeSummary.Burden burden(GridNode node) {
        ProcessorUse use = node.use();
        return new NodeSummary.Burden(
                NodeLine.rounded(node.load()),
                node.isSuspended(),
                node.running(),
                use == null ? null : NodeLine.rounded(use.ours()),
                use == null ? null : use.programs(node.facts().cores()));
    }

    private Reply askNode(Question.AskNode question) {
        GridNode node = roster.nodes().known(question.node());
        if (node == null) {
            return new Reply.Refused(new Rejection.UnknownNode(question.node()));
        }
        Caller caller = question.caller();
        List<Reply.NodeRun> runs = new ArrayList<>();
        for (LiveAttempt attempt : node.live()) {
            OpenJob job = roster.jobs().open(attempt.id().job());
            if (caller.mayTouch(job.owner())) {
                boolean suspended = attempt.held() == Held.State.SUSPENDED;
                runs.add(
                        new Reply.NodeRun(attempt.id(), job.owner(), job.spec().type(), attempt.assigned(), suspended));
            }
        }
        List<Reply.NodeRefusal> refusals = new ArrayList<>();
        node.refusals().forEach((recipe, at) -> {
            TypeKey type = recipe.type();
            if (caller.mayTouch(type.owner())) {
                refusals.add(new Reply.NodeRefusal(type.owner(), type.type(), at));
            }
        });
        List<Reply.NodeOutcome> outcomes = node.outcomes().stream()
                .filter(one -> caller.mayTouch(one.owner()))
                .toList();
        Duration up = node.connected() ? Spans.between(node.started(), now) : Duration.ZERO;
        return new Reply.NodeDetail(summary(node), up, observed().of(node), runs, refusals, outcomes, List.of());
    }

    private ObservedQueries observed() {
        return new ObservedQueries(roster, now);
    }

    private TokenDecisions access() {
        return new TokenDecisions(tokens, roster.jobs().work(), now);
    }
}
