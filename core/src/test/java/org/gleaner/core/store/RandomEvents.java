package org.gleaner.core.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.TaskRecord;
import org.gleaner.core.grid.Brake;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.GridEvent.AttemptRevived;
import org.gleaner.core.grid.GridEvent.BrakeSet;
import org.gleaner.core.grid.GridEvent.CountersReset;
import org.gleaner.core.grid.GridEvent.DeadlineHopeless;
import org.gleaner.core.grid.GridEvent.DutySet;
import org.gleaner.core.grid.GridEvent.FilesRefreshed;
import org.gleaner.core.grid.GridEvent.FilesTaken;
import org.gleaner.core.grid.GridEvent.HostSaved;
import org.gleaner.core.grid.GridEvent.JobAdjusted;
import org.gleaner.core.grid.GridEvent.JobClosed;
import org.gleaner.core.grid.GridEvent.JobDeleted;
import org.gleaner.core.grid.GridEvent.JobReopened;
import org.gleaner.core.grid.GridEvent.JobRetired;
import org.gleaner.core.grid.GridEvent.JobSealed;
import org.gleaner.core.grid.GridEvent.JobSubmitted;
import org.gleaner.core.grid.GridEvent.KeysExpired;
import org.gleaner.core.grid.GridEvent.NodeObserved;
import org.gleaner.core.grid.GridEvent.RecipeRefused;
import org.gleaner.core.grid.GridEvent.RecipeTrusted;
import org.gleaner.core.grid.GridEvent.SettingChanged;
import org.gleaner.core.grid.GridEvent.StayEnded;
import org.gleaner.core.grid.GridEvent.StaysFolded;
import org.gleaner.core.grid.GridEvent.TasksAdded;
import org.gleaner.core.grid.GridEvent.TasksMoved;
import org.gleaner.core.grid.GridEvent.TokenIssued;
import org.gleaner.core.grid.GridEvent.TokenRevoked;
import org.gleaner.core.grid.GridEvent.TypeForgotten;
import org.gleaner.core.grid.GridEvent.TypeObserved;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.grid.TokenNote;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TypeKey;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.Deadline;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.Recipe;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.node.Duty;

/** Draws events that a store must be able to take, wilder than any grid would send them. */
final class RandomEvents {
    private static final class Job {
        private int tasks;
        private boolean growing;
        private boolean open = true;
        private final Map<AttemptId, Boolean> live = new TreeMap<>();
        private final Map<Integer, TaskRecord> records = new TreeMap<>();

        Job(int tasks, boolean growing) {
            this.tasks = tasks;
            this.growing = growing;
        }
    }

    private final RandomGenerator random;
    /** Knows what a closed job was like, as whoever reopens one must. */
    private final InMemoryStore mirror = new InMemoryStore();

    private final Map<JobId, Job> jobs = new TreeMap<>();
    private long nextJob = 1;
    private long time;

    RandomEvents(RandomGenerator random) {
        this.random = random;
    }

    List<GridEvent.Hard> batch(int size) throws StoreException {
        List<GridEvent.Hard> events = new ArrayList<>();
        while (events.size() < size) {
            GridEvent.Hard event = next();
            mirror.write(List.of(event));
            events.add(event);
        }
        return events;
    }

    private GridEvent.Hard next() throws StoreException {
        time += random.nextInt(50);
        List<JobId> open = new ArrayList<>();
        jobs.forEach((id, job) -> {
            if (job.open) {
                open.add(id);
            }
        });
        int kind = random.nextInt(100);
        if (open.isEmpty() || kind < 3) {
            return submit();
        }
        JobId id = open.get(random.nextInt(open.size()));
        Job job = jobs.get(id);
        if (job == null || kind < 25) {
            return aside(id, kind);
        }
        return kind < 60 || job.live.isEmpty() ? assign(id, job) : end(job);
    }

    private GridEvent.Hard submit() {
        int tasks = 1 + random.nextInt(random.nextInt(8) == 0 ? 3000 : 20);
        JobId id = new JobId(nextJob++);
        boolean listed = random.nextBoolean();
        boolean growing = listed && random.nextBoolean();
        jobs.put(id, new Job(tasks, growing));
        SubmissionKey key = new SubmissionKey(StoreSamples.BOB, "key-" + random.nextInt(5), random.nextLong());
        return new JobSubmitted(
                id,
                StoreSamples.BOB,
                now(),
                listed
                        ? StoreSamples.spec("list", "t", new ArrayShape.Listed(tasks, List.of(), growing))
                        : StoreSamples.spec(tasks),
                listed ? StoreSamples.pages(tasks) : List.of(),
                random.nextBoolean() ? key : null,
                random.nextInt(4) == 0 ? Ordinals.range(1, 1 + random.nextInt(tasks)) : new Ordinals(List.of()));
    }

    private GridEvent.Hard aside(JobId id, int kind) throws StoreException {
        NodeId node = new NodeId(1 + random.nextInt(5));
        TypeKey type = new TypeKey(StoreSamples.ADA, "type" + random.nextInt(3));
        Recipe recipe = new Recipe(type, random.nextInt(2));
        TokenHash token = new TokenHash(StoreSamples.hash(random.nextInt(6)).hex());
        return switch (kind) {
            case 3 -> StoreSamples.node(node, 1 + random.nextInt(9));
            case 4 -> new RecipeRefused(node, recipe, now());
            case 5 -> new RecipeTrusted(node, recipe);
            case 6 -> new SettingChanged("s" + random.nextInt(3), "v" + random.nextInt(100));
            case 7 -> new TokenIssued(new Token(token, Role.NODE, null, node));
            case 8 ->
                new TokenIssued(new Token(
                        token,
                        Role.USER,
                        StoreSamples.ADA,
                        null,
                        new TokenNote(
                                "laptop " + time,
                                now(),
                                random.nextBoolean() ? now() : null,
                                now(),
                                random.nextBoolean() ? token : null)));
            case 9 -> new TokenRevoked(token);
            case 10 -> new KeysExpired(StoreSamples.at(time - random.nextInt(500)));
            case 11 -> close(id);
            case 12 -> reopenOrDelete();
            case 13 -> known(id).growing && random.nextInt(3) > 0 ? grow(id) : adjust(id);
            case 14 -> {
                List<InputFile> files =
                        List.of(new InputFile("f", StoreSamples.hash(900 + random.nextInt(9)), 1, false));
                yield random.nextBoolean() ? new FilesTaken(id, files) : new FilesRefreshed(id, files, List.of());
            }
            case 15, 16 -> known(id).growing && random.nextBoolean() ? grow(id) : reset(id);
            case 18 ->
                random.nextInt(4) == 0
                        ? new TypeForgotten(type)
                        : new TypeObserved(type, StoreSamples.typeBelief(random.nextInt(12)));
            case 19 ->
                random.nextInt(9) == 0
                        ? new StaysFolded(StoreSamples.at(time - random.nextInt(300)))
                        : random.nextInt(4) == 0
                                ? new StayEnded(node, StoreSamples.at(time - random.nextInt(500)), now())
                                : new NodeObserved(node, StoreSamples.nodeBelief(random.nextInt(12)));
            case 17 -> new DutySet(node, List.of(Duty.values()).get(random.nextInt(4)));
            default -> new TasksMoved(id, ordinals(id), stored());
        };
    }

    private GridEvent.Hard grow(JobId id) {
        Job job = known(id);
        if (random.nextInt(20) == 0) {
            job.growing = false;
            return new JobSealed(id);
        }
        if (random.nextInt(4) == 0) {
            InputFile state = new InputFile("state", StoreSamples.hash(950 + random.nextInt(5)), 7, false);
            InputFile answer = new InputFile("answer", StoreSamples.hash(960 + random.nextInt(5)), 8, false);
            String stopped = random.nextInt(9) == 0 ? "it threw" : "";
            int merged = random.nextInt(9);
            return new HostSaved(
                    id,
                    new Hosting(random.nextInt(9), state, merged, random.nextInt(9) == 0 ? answer : null, stopped),
                    now());
        }
        int first = job.tasks + 1;
        List<Entry> entries = new ArrayList<>();
        for (int i = random.nextInt(random.nextInt(6) == 0 ? 3000 : 5); i >= 0; i--) {
            InputFile file = new InputFile("g", StoreSamples.hash(900 + random.nextInt(9)), 1, false);
            entries.add(new Entry("more " + random.nextInt(100), List.of(file)));
        }
        job.tasks += entries.size();
        SubmissionKey key = new SubmissionKey(StoreSamples.BOB, "key-" + random.nextInt(5), random.nextLong());
        return new TasksAdded(id, first, entries, stored(), now(), random.nextBoolean() ? key : null);
    }

    private JobLimits limits() {
        return new JobLimits(
                null,
                1 + random.nextInt(9),
                5,
                0,
                false,
                3,
                1 + random.nextInt(20),
                random.nextBoolean() ? Duration.ofMinutes(7) : null,
                null,
                random.nextBoolean());
    }

    private GridEvent.Hard close(JobId id) {
        Job job = known(id);
        job.open = false;
        return new JobClosed(id, new TaskCounts(0, 0, 0, job.tasks, 0, 0, 0), now());
    }

    private GridEvent.Hard reopenOrDelete() throws StoreException {
        List<JobId> ids = new ArrayList<>(jobs.keySet());
        JobId id = ids.get(random.nextInt(ids.size()));
        Job job = known(id);
        if (!job.open && random.nextInt(3) > 0) {
            job.open = true;
            return new JobReopened(mirror.job(id).orElseThrow());
        }
        if (!job.open && random.nextBoolean()) {
            return retire(id);
        }
        jobs.remove(id);
        return new JobDeleted(id, owner(id));
    }

    /** Sometimes by a time at which the job was not closed, so that nothing must happen. */
    private GridEvent.Hard retire(JobId id) throws StoreException {
        boolean onlyFiles = random.nextBoolean();
        for (ClosedJob closed : mirror.closedBefore(StoreSamples.at(time + 1), false, Integer.MAX_VALUE)) {
            if (closed.job().equals(id) && random.nextInt(3) > 0) {
                if (!onlyFiles) {
                    jobs.remove(id);
                }
                return new JobRetired(id, closed.owner(), closed.closed(), now(), onlyFiles);
            }
        }
        return new JobRetired(id, owner(id), StoreSamples.at(-1), now(), onlyFiles);
    }

    private Owner owner(JobId id) throws StoreException {
        return mirror.job(id).orElseThrow().owner();
    }

    private GridEvent.Hard reset(JobId id) {
        Ordinals ordinals = ordinals(id);
        known(id).records.replaceAll((ordinal, record) -> ordinals.contains(ordinal) ? record.counted(0, 0) : record);
        return new CountersReset(id, ordinals);
    }

    private GridEvent.Hard assign(JobId id, Job job) {
        // Mostly the same few tasks, so that some are tried more often than is remembered.
        int ordinal = 1 + random.nextInt(random.nextInt(4) > 0 ? Math.min(2, job.tasks) : job.tasks);
        TaskRecord record = job.records.getOrDefault(ordinal, TaskRecord.UNTRIED);
        AttemptId attempt = AttemptId.of(id.value(), ordinal, record.attempts() + 1);
        job.records.put(ordinal, record.assigned(attempt.number()));
        job.live.put(attempt, true);
        return StoreSamples.assigned(attempt, new NodeId(1 + random.nextInt(5)));
    }

    private GridEvent.Hard end(Job job) {
        List<AttemptId> ids = new ArrayList<>(job.live.keySet());
        AttemptId attempt = ids.get(random.nextInt(ids.size()));
        boolean live = job.live.getOrDefault(attempt, false);
        TaskRecord record = job.records.getOrDefault(attempt.ordinal(), TaskRecord.UNTRIED);
        if (!live && random.nextBoolean()) {
            job.live.put(attempt, true);
            TaskRecord again = record.forgetting(attempt.number());
            job.records.put(attempt.ordinal(), again);
            return new AttemptRevived(attempt, StoreSamples.N1, random.nextInt(4), now(), again);
        }
        AttemptReport report = switch (random.nextInt(4)) {
            case 0 -> StoreSamples.success(attempt);
            case 1 -> StoreSamples.failure(attempt, 1 + random.nextInt(200));
            default -> AttemptReport.bare(attempt, Outcome.LOST, "silent for 60 s");
        };
        boolean done = report.outcome() == Outcome.DONE;
        // A lost attempt may say more later; any other end is final.
        if (report.outcome() == Outcome.LOST) {
            job.live.put(attempt, false);
        } else {
            job.live.remove(attempt);
        }
        TaskState then = done ? TaskState.DONE : TaskState.ALL.get(random.nextInt(TaskState.ALL.size()));
        TaskRecord counted = record.counted(record.failures() + random.nextInt(2), record.lost() + random.nextInt(2));
        GridEvent.AttemptEnded ended = StoreSamples.ended(
                report, StoreSamples.N1, now(), then == TaskState.DONE && !done ? TaskState.READY : then, counted);
        job.records.put(attempt.ordinal(), ended.record());
        return ended;
    }

    private Ordinals ordinals(JobId id) {
        int tasks = known(id).tasks;
        int first = 1 + random.nextInt(tasks);
        int last = first + random.nextInt(tasks - first + 1);
        int rest = tasks - last;
        return rest < 2 || random.nextBoolean()
                ? Ordinals.range(first, last)
                : new Ordinals(List.of(new Ordinals.Span(first, last), new Ordinals.Span(last + 2, tasks)));
    }

    private TaskState stored() {
        TaskState state = TaskState.ALL.get(1 + random.nextInt(TaskState.ALL.size() - 1));
        return state;
    }

    private Job known(JobId id) {
        Job job = jobs.get(id);
        if (job == null) {
            throw new IllegalStateException("no job " + id);
        }
        return job;
    }

    private Instant now() {
        return StoreSamples.at(time);
    }

    private GridEvent.Hard adjust(JobId id) {
        return switch (random.nextInt(3)) {
            case 0 -> new DeadlineHopeless(id, StoreSamples.at(time + 900), now());
            case 1 ->
                new JobAdjusted(
                        id,
                        limits(),
                        random.nextInt(9),
                        1 + random.nextInt(9),
                        random.nextBoolean() ? StoreSamples.at(time + 500) : null,
                        random.nextBoolean() ? new Deadline(StoreSamples.at(time + 800)) : null,
                        random.nextBoolean());
            default -> new BrakeSet(id, new Brake(random.nextInt(20) - 1, random.nextInt(9), "note " + time));
        };
    }
}
