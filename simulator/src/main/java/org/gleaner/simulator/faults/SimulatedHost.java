package org.gleaner.simulator.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.History;
import org.gleaner.simulator.checker.BrokenRule;
import org.gleaner.simulator.checker.MergedOnce.Tally;
import org.gleaner.simulator.world.Chance;
import org.jspecify.annotations.Nullable;

/**
 * Looks after problems as the server does, in rounds that end with a checkpoint. Its hosts write down what they merged,
 * and die now and then; whoever did not hear that a checkpoint was taken begins again with what the store says.
 */
final class SimulatedHost {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int MOST_UNITS = 12;
    private static final int MOST_AT_ONCE = 4;

    private final Timeline timeline;
    private final Weather weather;
    private final Line line;
    private final Chance chance;
    private final Caller caller;
    private final Works works;
    private final TreeSet<JobId> known = new TreeSet<>();
    private final TreeMap<JobId, Live> hosts = new TreeMap<>();

    /** A host that runs: what it is at, and what it has merged and given since. */
    private static final class Live {
        private int checkpoint;
        private int given;
        private final List<Integer> tally = new ArrayList<>();

        static Live from(Hosting hosting) {
            Live live = new Live();
            Tally saved = Tally.of(hosting);
            live.checkpoint = hosting.checkpoint();
            live.given = saved.given();
            live.tally.addAll(saved.tally());
            return live;
        }
    }

    /** One round: whatever happens to the call on its way, it means the same command. */
    private final class Round implements RoutedCall {
        private final JobId job;
        private final String name;
        private @Nullable Command command;
        private boolean over;

        Round(JobId job, String name) {
            this.job = job;
            this.name = name;
        }

        @Override
        public Command route(History history, BlobShelf blobs) throws StoreException {
            Command made = command;
            if (made == null) {
                // Nobody begins a round that was given up before; the next one may be under way.
                made = over ? new Command.AddTasks(caller, job, 0, List.of(), null) : make(history, blobs);
                command = made;
            }
            return made;
        }

        private Command make(History history, BlobShelf blobs) throws StoreException {
            StoredJob stored = history.outline(job).orElse(null);
            Hosting hosting = stored == null ? null : stored.spec().hosting();
            if (stored == null || hosting == null || !stored.spec().isGrowing()) {
                return begin(blobs);
            }
            if (!hosting.isOpen()) {
                return new Command.Seal(caller, job);
            }
            Live live = hosts.get(job);
            if (live == null || live.checkpoint != hosting.checkpoint()) {
                live = Live.from(hosting);
                hosts.put(job, live);
            }
            if (live.given != stored.spec().tasks()) {
                throw new BrokenRule(
                        "host",
                        "it made " + live.given + " units, and " + job + " has "
                                + stored.spec().tasks() + " tasks");
            }
            return save(stored, hosting, live, blobs);
        }

        private Command begin(BlobShelf blobs) {
            Hosting begin = Hosting.begin(state(new Tally(0, List.of()), blobs));
            return new Command.SaveHost(caller, job, begin, List.of(), missing(begin, blobs));
        }

        private Command save(StoredJob stored, Hosting hosting, Live live, BlobShelf blobs) {
            BitSet done = JobFacts.states(stored).getOrDefault(TaskState.DONE, new BitSet());
            done.stream().filter(task -> !live.tally.contains(task)).forEach(live.tally::add);
            List<Entry> units = new ArrayList<>();
            int more = Math.min(chance.between(0, MOST_AT_ONCE), MOST_UNITS - live.given);
            for (int i = 0; i < more; i++) {
                units.add(Works.entry(name, ++live.given));
            }
            Tally tally = new Tally(live.given, live.tally);
            InputFile state = state(tally, blobs);
            boolean finished = tally.tally().size() == MOST_UNITS;
            Hosting next = chance.happens(0.03)
                    // As one that its own code stops: its state stays what it was, and no unit comes.
                    ? hosting.stop("it threw")
                    : hosting.next(state, tally.tally().size(), finished ? state : null);
            return new Command.SaveHost(
                    caller, job, next, next.isOpen() || finished ? units : List.of(), missing(next, blobs));
        }

        private InputFile state(Tally tally, BlobShelf blobs) {
            InputFile state = new InputFile(tally.text(), works.freshBlob(), 20, false);
            blobs.arrive(state.hash());
            boolean unused = blobs.sync(state.hash());
            return state;
        }

        private List<BlobHash> missing(Hosting hosting, BlobShelf blobs) {
            return blobs.missing(Stream.of(hosting.state().hash()));
        }
    }

    SimulatedHost(SimulatedAgent.Surroundings around, Line line, Chance chance, Caller caller) {
        this.timeline = around.timeline();
        this.weather = around.weather();
        this.works = around.works();
        this.line = line;
        this.chance = chance;
        this.caller = caller;
    }

    /** A growing job without tasks is there. */
    void host(JobId job, String name) {
        if (known.add(job)) {
            later(job, name);
        }
    }

    private void later(JobId job, String name) {
        timeline.after(Duration.ofMillis(chance.between(10, 6_000)), () -> {
            if (weather.stormy()) {
                round(job, name);
            }
        });
    }

    private void round(JobId job, String name) {
        if (chance.happens(0.15)) {
            hosts.remove(job);
        }
        Round round = new Round(job, name);
        line.ask(round, reply -> answered(round, reply), () -> unheard(round));
        timeline.after(PATIENCE, () -> unheard(round));
    }

    private void answered(Round round, Reply reply) {
        if (round.over) {
            return;
        }
        Live live = hosts.get(round.job);
        if (live != null && reply instanceof Reply.Acknowledged && round.command instanceof Command.SaveHost saved) {
            round.over = true;
            live.checkpoint = saved.hosting().checkpoint();
            later(round.job, round.name);
        } else {
            unheard(round);
        }
    }

    /** It may be durable or not, so the host is not trusted any more. */
    private void unheard(Round round) {
        if (!round.over) {
            round.over = true;
            hosts.remove(round.job);
            later(round.job, round.name);
        }
    }
}
