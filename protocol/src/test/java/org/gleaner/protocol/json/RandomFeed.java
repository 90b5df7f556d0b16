package org.gleaner.protocol.json;

import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.image.JobLine;
import org.gleaner.core.image.NodeLine;
import org.gleaner.core.image.SeenAttempt;
import org.gleaner.core.image.SeenChange;
import org.gleaner.core.image.Sight;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.protocol.message.FeedSnapshot;

/** What the change feed tells, as a seed has it. */
final class RandomFeed {
    private final RandomValues values;
    private final Random random;

    RandomFeed(RandomValues values) {
        this.values = values;
        this.random = values.random();
    }

    FeedSnapshot snapshot() {
        boolean admin = random.nextBoolean();
        Sight sight =
                new Sight(counts(), admin ? null : counts(), values.count(), nodes(), values.count(), values.count());
        return new FeedSnapshot(
                "r" + values.count(), values.amount(), values.instant(), new Caller(values.owner(), admin), sight);
    }

    SeenChange change() {
        return new SeenChange(
                values.amount(),
                values.instant(),
                new Sight.Change(
                        values.maybe(this::counts),
                        values.maybe(this::counts),
                        values.maybe(values::count),
                        values.maybe(this::nodes),
                        values.maybe(values::count),
                        values.maybe(values::count)),
                values.list(() -> new JobLine(
                        values.job(), values.maybe(this::counts), random.nextBoolean(), random.nextBoolean())),
                values.list(this::machine),
                values.list(this::attempt),
                values.list(values::name),
                values.list(values::name));
    }

    private NodeLine machine() {
        return random.nextInt(4) == 0
                ? new NodeLine(values.node(), "", 0, 0, 0, false)
                : new NodeLine(
                        values.node(),
                        values.name(),
                        values.count(),
                        values.count(),
                        NodeLine.rounded(random.nextDouble()),
                        random.nextBoolean());
    }

    private SeenAttempt attempt() {
        AttemptId own = values.maybe(values::attempt);
        boolean ended = random.nextBoolean();
        return new SeenAttempt(
                own,
                values.node(),
                own == null ? values.name() : "",
                ended ? -1 : values.count(),
                values.instant(),
                ended,
                ended && own != null ? values.one(Outcome.values()) : null);
    }

    private TaskCounts counts() {
        return new TaskCounts(
                random.nextInt(1000),
                random.nextInt(1000),
                random.nextInt(1000),
                random.nextInt(1000),
                random.nextInt(1000),
                random.nextInt(1000),
                random.nextInt(1000),
                random.nextInt(1000));
    }

    private SortedMap<String, Integer> nodes() {
        SortedMap<String, Integer> nodes = new TreeMap<>();
        values.list(values::name).forEach(name -> nodes.put(name, values.count()));
        return nodes;
    }
}
