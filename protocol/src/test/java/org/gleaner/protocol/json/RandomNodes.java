package org.gleaner.protocol.json;

import java.util.List;
import java.util.Random;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.ClassUse;
import org.gleaner.core.grid.NodeRecord;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.TypeSummary;
import org.gleaner.core.grid.TypeUse;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.message.CommitAnswer;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.CommitReply;
import org.gleaner.core.message.Introduced;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Orders;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Abilities;
import org.gleaner.core.node.Contact;
import org.gleaner.core.node.Duty;
import org.gleaner.core.node.Held;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.observer.NodeClass;
import org.gleaner.core.observer.Stay;
import org.gleaner.core.observer.StayWeek;
import org.gleaner.protocol.message.DutyChange;
import org.gleaner.protocol.message.Welcome;

/** Messages between nodes and the server, and what is told of nodes, as a seed has them. */
final class RandomNodes {
    private final RandomValues values;
    private final Random random;
    private final RandomJobs jobs;

    RandomNodes(RandomValues values) {
        this.values = values;
        this.random = values.random();
        this.jobs = new RandomJobs(values);
    }

    Introduction introduction() {
        return new Introduction(facts(), values.capacity(), values.list(this::held), stay());
    }

    private Stay stay() {
        return random.nextBoolean() ? Stay.UNKNOWN : new Stay("s-" + values.count(), values.duration());
    }

    Welcome welcome() {
        return new Welcome(
                new Introduced(
                        values.node(), values.positive(), values.duration(), values.duration(), values.positive()),
                values.maybe(values::name));
    }

    SyncReport sync() {
        return new SyncReport(
                values.positive(),
                random.nextLong(),
                values.list(this::held),
                values.capacity(),
                random.nextDouble(),
                values.duration(),
                random.nextBoolean(),
                values.maybe(random::nextDouble));
    }

    Orders orders() {
        return new Orders(
                starts(), values.list(values::attempt), values.list(values::attempt), values.list(values::attempt));
    }

    CommitCall commitCall() {
        return new CommitCall(values.positive(), values.list(this::report), random.nextBoolean());
    }

    CommitReply commitReply() {
        return new CommitReply(
                values.list(() -> new CommitAnswer(
                        values.attempt(), values.one(CommitAnswer.Verdict.values()), values.list(values::hash))),
                starts());
    }

    AttemptReport report() {
        return new AttemptReport(
                values.attempt(),
                values.one(Outcome.values()),
                random.nextInt(),
                random.nextBoolean() ? "" : values.text() + "\n\t\u0001",
                values.usage(),
                (random.nextInt(4) == 0 ? listed() : Outputs.of(values.list(values::result)))
                        .with(values.list(values::path)),
                values.maybe(values::result),
                values.maybe(values::result),
                random.nextBoolean() ? "" : values.text());
    }

    private Outputs listed() {
        return Outputs.listed(
                new ResultFile(Outputs.LIST, values.hash(), random.nextInt((int) Outputs.LONGEST_LIST), false, null));
    }

    Reply.Nodes nodes() {
        return new Reply.Nodes(values.list(this::nodeSummary));
    }

    private NodeSummary nodeSummary() {
        return new NodeSummary(
                values.node(),
                facts(),
                values.capacity(),
                values.positive(),
                values.one(Contact.values()),
                values.maybe(values::duration),
                values.count(),
                values.count(),
                values.one(Duty.values()),
                new NodeSummary.Staying(values.maybe(values::duration), values.maybe(random::nextDouble)),
                new NodeSummary.Burden(
                        random.nextDouble(),
                        random.nextBoolean(),
                        values.count(),
                        values.maybe(random::nextDouble),
                        values.maybe(values::count)));
    }

    Reply.NodeDetail nodeDetail() {
        return new Reply.NodeDetail(
                nodeSummary(),
                values.duration(),
                new NodeRecord(
                        random.nextDouble(),
                        random.nextDouble(),
                        values.count(),
                        random.nextBoolean(),
                        values.duration(),
                        values.count(),
                        values.duration(),
                        values.list(() -> new NodeRecord.Chance(values.duration(), random.nextDouble()))),
                values.list(() -> new Reply.NodeRun(
                        values.attempt(), values.owner(), values.text(), values.instant(), random.nextBoolean())),
                values.list(() -> new Reply.NodeRefusal(values.owner(), values.text(), values.instant())),
                values.list(() -> new Reply.NodeOutcome(
                        values.attempt(), values.owner(), values.one(Outcome.values()), values.instant())),
                values.list(() -> new StayWeek(random.nextInt(4_000), values.count(), values.duration())));
    }

    Reply.Types types() {
        return new Reply.Types(
                values.list(() -> new TypeSummary(
                        new TypeKey(values.owner(), values.text()),
                        values.count(),
                        values.count(),
                        values.count(),
                        values.duration(),
                        values.instant(),
                        values.maybe(() -> new TypeSummary.RunTimes(
                                values.duration(), values.duration(), values.duration(), values.duration())),
                        use(),
                        values.list(() -> new ClassUse(
                                new NodeClass(values.text(), values.text(), random.nextInt(15) - 7), use())))),
                random.nextBoolean());
    }

    private TypeUse use() {
        return new TypeUse(figure(), figure(), figure(), figure());
    }

    private TypeUse.Figure figure() {
        return random.nextBoolean()
                ? TypeUse.Figure.UNKNOWN
                : new TypeUse.Figure(values.positive(), random.nextDouble(), random.nextDouble());
    }

    DutyChange duty() {
        return new DutyChange(values.one(Duty.values()), random.nextBoolean());
    }

    private List<Start> starts() {
        List<JobSpec> specs = List.of(jobs.spec(), jobs.spec(), jobs.spec());
        return values.list(() -> {
            int job = random.nextInt(specs.size());
            AttemptId attempt = AttemptId.of(job + 1, values.positive(), values.positive());
            return new Start(
                    attempt,
                    values.count(),
                    specs.get(job),
                    values.maybe(values::entry),
                    values.maybe(values::owner),
                    random.nextBoolean(),
                    values.list(values::path),
                    values.maybe(values::duration));
        });
    }

    private Held held() {
        return new Held(values.attempt(), values.one(Held.State.values()), values.duration(), values.size());
    }

    private NodeFacts facts() {
        Abilities abilities = new Abilities(
                values.list(values::runtime),
                List.of("gpu", "a/b"),
                List.of(values.name()),
                List.of(Abilities.SANDBOX),
                values.amounts());
        return new NodeFacts(
                values.name(),
                values.name(),
                values.name(),
                values.positive(),
                values.duration(),
                values.name(),
                abilities);
    }
}
