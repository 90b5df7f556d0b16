package org.gleaner.simulator.faults;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.ahead.Timeline;
import org.gleaner.core.desk.FileDemand;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Halt;
import org.gleaner.core.grid.Listing;
import org.gleaner.core.grid.Objective;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Role;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.grid.SubmissionKey;
import org.gleaner.core.grid.Token;
import org.gleaner.core.grid.TokenHash;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Terms;
import org.gleaner.core.node.Duty;
import org.gleaner.core.store.History;
import org.gleaner.simulator.world.Chance;
import org.jspecify.annotations.Nullable;

/** Somebody who submits jobs and then cannot leave them alone. A submission is repeated until it is answered. */
final class SimulatedPerson {
    private static final Duration PATIENCE = Duration.ofSeconds(25);
    /** Shorter than the day of a real server: a whole run takes minutes. */
    private static final Duration STRAYS_SILENT = Duration.ofSeconds(30);

    private static final int MOST_LISTED = 3;
    private static final Listing COUNTED = new Listing(true, true, null, null, true);
    /** A number that few runs give. */
    private static final int LATE_JOB = 20;

    private final Timeline timeline;
    private final Weather weather;
    private final SimulatedServer server;
    private final Submissions submissions;
    private final Line line;
    private final Chance chance;
    private final Caller caller;
    private final SimulatedGrower grower;
    private final SimulatedHost host;
    private final List<Submissions.Wish> unanswered = new ArrayList<>();
    private final List<Submissions.Wish> wishes = new ArrayList<>();
    private final List<Submissions.Known> mine = new ArrayList<>();
    private @Nullable TokenHash issued;
    private int jobsLeft;

    SimulatedPerson(
            SimulatedAgent.Surroundings around, Submissions submissions, Line line, Chance chance, Caller caller) {
        this.timeline = around.timeline();
        this.weather = around.weather();
        this.server = around.server();
        this.submissions = submissions;
        this.line = line;
        this.chance = chance;
        this.caller = caller;
        this.grower = new SimulatedGrower(timeline, weather, line, chance.split(), caller);
        this.host = new SimulatedHost(around, line, chance.split(), caller);
        this.jobsLeft = weather.mix().size().jobs();
        if (chance.happens(0.5)) {
            // Only what is set early is in force while most of the work is done.
            changeSetting(Whims.SCHEDULING, Duration.ofSeconds(1));
        }
        if (chance.happens(0.15)) {
            changeSetting(Whims.QUOTAS, Duration.ofSeconds(1));
        }
        if (chance.happens(0.5)) {
            // And what is set later meets work that was given out by other rules.
            changeSetting(Whims.SCHEDULING, Duration.ofSeconds(chance.between(10, 90)));
        }
        act();
    }

    /** Submissions that were never answered. */
    List<Submissions.Wish> unanswered() {
        return unanswered;
    }

    /** Whether she waits for an answer that she can't do without. */
    boolean isWaiting() {
        return !unanswered.isEmpty() || grower.isWaiting();
    }

    private void act() {
        timeline.after(Duration.ofMillis(chance.between(10, jobsLeft > 0 ? 15_000 : 30_000)), () -> {
            if (!weather.stormy()) {
                return;
            }
            if (jobsLeft > 0 && chance.happens(0.6)) {
                jobsLeft--;
                submit(
                        chance.happens(0.2)
                                ? submissions.several(caller.owner(), mine, timeline.now())
                                : submissions.next(caller.owner(), mine, timeline.now()));
            } else if (chance.happens(0.7)) {
                change();
            } else {
                other();
            }
            act();
        });
    }

    private void submit(Submissions.Wish wish) {
        wishes.add(wish);
        unanswered.add(wish);
        if (chance.happens(0.8)) {
            upload(inputs(wish));
        }
        send(wish);
    }

    private static List<InputFile> inputs(Submissions.Wish wish) {
        return wish.bundle().specs().stream()
                .flatMap(spec -> spec.inputs().stream())
                .toList();
    }

    private void upload(List<InputFile> files) {
        files.forEach(file -> server.keep(file.hash(), () -> {}, () -> {}));
    }

    private void send(Submissions.Wish wish) {
        RoutedCall request = (history, blobs) -> submission(wish, wish.key(), history, blobs);
        line.ask(request, reply -> answered(wish, reply), () -> {});
        timeline.after(PATIENCE, () -> {
            if (unanswered.contains(wish)) {
                if (wish.key() == null) {
                    // Without a key nobody knows whether it arrived, and sending it again might make two jobs.
                    unanswered.remove(wish);
                } else {
                    send(wish);
                }
            }
        });
    }

    private Command submission(Submissions.Wish wish, @Nullable SubmissionKey key, History history, BlobShelf blobs)
            throws StoreException {
        List<InputFile> inputs = inputs(wish);
        List<BlobHash> missing = blobs.missing(inputs.stream().map(InputFile::hash));
        QuotaUse demand = FileDemand.of(history, history.use(), caller.owner(), inputs);
        return wish.together()
                ? new Command.SubmitAll(caller, wish.bundle(), key, missing, List.of(), demand)
                : new Command.Submit(caller, wish.spec(), wish.pages(), key, missing, List.of(), demand);
    }

    private void answered(Submissions.Wish wish, Reply reply) {
        if (reply instanceof Reply.Submitted submitted) {
            unanswered.remove(wish);
            know(submitted.job(), submitted.tasks());
            if (wish.spec().isGrowing()) {
                // By no draw: of those without tasks every second becomes a problem.
                if (submitted.tasks() == 0 && submitted.job().value() % 2 == 0) {
                    host.host(submitted.job(), wish.spec().name());
                } else {
                    grower.grow(submitted.job(), wish.spec().name(), submitted.tasks());
                }
            }
        } else if (reply instanceof Reply.SubmittedAll submitted) {
            unanswered.remove(wish);
            for (int i = 0; i < submitted.jobs().size(); i++) {
                know(submitted.jobs().get(i), wish.bundle().specs().get(i).tasks());
            }
        } else if (reply instanceof Reply.Refused refused) {
            if (refused.why() instanceof Rejection.MissingBlobs) {
                upload(inputs(wish));
                send(wish);
            } else {
                unanswered.remove(wish);
            }
        }
    }

    private void know(JobId job, int tasks) {
        Submissions.Known known = new Submissions.Known(job, tasks);
        if (tasks > 0 && !mine.contains(known)) {
            mine.add(known);
        }
    }

    private void ask(RoutedCall request) {
        line.tell(request);
    }

    /** Often twice in a row, as impatient people do: the second route may read facts that the first changes. */
    private void change() {
        Selector selector = selector();
        change(chance.one(List.of(Verb.values())), selector);
        while (chance.happens(0.4)) {
            Verb next = chance.one(List.of(Verb.values()));
            timeline.after(Duration.ofMillis(chance.between(0, 2000)), () -> change(next, selector));
        }
    }

    private void change(Verb verb, Selector selector) {
        boolean fresh = verb == Verb.RETRY && chance.happens(0.4);
        List<InputFile> inputs = submissions.inputs();
        if (chance.happens(0.9)) {
            upload(inputs);
        }
        ask((history, blobs) -> new Command.ChangeJobs(
                caller, verb, selector, List.of(), fresh ? fresh(history, selector, inputs, blobs) : null));
    }

    private Selector selector() {
        JobId job = new JobId(chance.between(
                1, weather.mix().size().jobs() * weather.mix().size().people() + 1));
        return switch (chance.between(1, 10)) {
            case 1 -> new Selector.Last();
            case 2 -> new Selector.All();
            case 3 -> new Selector.Named("job" + job);
            case 4 -> new Selector.Typed(chance.one(List.of("a", "b", "c", "d")));
            case 5 -> new Selector.InState(chance.one(TaskState.ALL));
            case 6, 7 -> {
                int first = chance.between(1, 6);
                yield new Selector.SomeTasks(job, Ordinals.range(first, first + chance.between(0, 4)));
            }
            default -> new Selector.OneJob(job);
        };
    }

    private Command.@Nullable FreshFiles fresh(
            History history, Selector selector, List<InputFile> inputs, BlobShelf blobs) throws StoreException {
        Optional<JobId> named = selector.named();
        Optional<StoredJob> job = named.isEmpty() ? Optional.empty() : history.job(named.get());
        if (job.isEmpty()) {
            return null;
        }
        return new Command.FreshFiles(
                inputs,
                Submissions.pages(job.get().spec().name(), job.get().spec().array()),
                blobs.missing(inputs.stream().map(InputFile::hash)),
                FileDemand.of(history, history.use(), new JobFacts(history).keeper(caller, selector), inputs));
    }

    private void other() {
        switch (chance.between(1, 12)) {
            case 1, 2 -> changeSetting(chance.happens(0.5) ? Whims.SCHEDULING : Whims.OTHERS, Duration.ZERO);
            case 3 -> direct();
            case 10, 11 -> retire();
            case 4, 9 -> token();
            case 5 -> submitWrongly();
            case 6 -> {
                ask((history, blobs) -> new Question.AskWhy(caller, selector()));
                adjust();
            }
            default -> look();
        }
    }

    private void look() {
        NodeId node = new NodeId(chance.between(1, weather.mix().size().agents() + 1));
        Command question = chance.one(List.of(
                new Question.ListNodes(caller),
                new Question.AskNode(caller, node),
                new Question.ReadSettings(caller),
                new Question.ListTypes(caller),
                new Question.ListShares(caller),
                new Question.ListTokens(caller),
                new Question.ListUsers(caller),
                new Command.Nudge(node),
                new Question.ListJobs(caller, selector(), null, MOST_LISTED),
                new Question.ListJobs(caller, selector(), null, MOST_LISTED, COUNTED),
                new Question.AskWhy(caller, selector(), null, true),
                new Question.AskRunning(caller, new JobId(chance.between(1, LATE_JOB)))));
        ask((history, blobs) -> question);
        if (!wishes.isEmpty()) {
            Submissions.Wish wish = chance.one(wishes);
            ask((history, blobs) -> new Question.Preview(caller, wish.spec(), QuotaUse.NONE));
        }
    }

    /** As the server's housekeeping does: it looks first, and what it found may have changed when it is decided. */
    private void retire() {
        boolean onlyFiles = chance.happens(0.5);
        ask((history, blobs) -> new Command.RetireJobs(
                history.closedBefore(timeline.now(), onlyFiles, chance.between(1, 3)), onlyFiles));
        ask((history, blobs) -> new Command.FoldStays(timeline.now()));
        ask((history, blobs) -> new Command.ForgetStrays(STRAYS_SILENT));
    }

    /** Sometimes one, at times in the past, or none any more; by no draw, so that seeds stay what they were. */
    private @Nullable Instant deadline() {
        int number = (int) (timeline.now().toEpochMilli() % 12);
        return switch (number) {
            case 0 -> Terms.NO_DEADLINE;
            case 1, 2, 3 -> timeline.now().plusSeconds(40L * number - 60);
            default -> null;
        };
    }

    /** What shall count for her jobs; by no draw, so that seeds stay what they were. */
    private void wish() {
        int number = (int) (timeline.now().toEpochMilli() % 7);
        List<Objective> all = List.of(Objective.values());
        Objective wanted = number < all.size() ? all.get(number) : null;
        ask((history, blobs) -> new Command.WantObjective(caller, wanted));
        ask((history, blobs) -> new Question.AskPolicy(caller));
    }

    private void adjust() {
        wish();
        Selector selector = selector();
        Terms terms = new Terms(
                chance.between(-2, 2),
                chance.happens(0.7) ? null : chance.between(1, 3),
                chance.between(0, 3),
                chance.happens(0.1) ? 0 : chance.between(1, 4),
                chance.happens(0.5) ? null : chance.between(1, 20),
                chance.happens(0.5) ? null : chance.between(0, 5),
                chance.happens(0.5) ? null : chance.between(0, 4),
                chance.happens(0.5) ? null : Duration.ofSeconds(chance.between(0, 40)),
                chance.happens(0.8) ? null : timeline.now().plusSeconds(chance.between(0, 90)),
                deadline());
        ask((history, blobs) -> new Command.Adjust(caller, selector, terms));
    }

    private void changeSetting(List<String> some, Duration later) {
        String[] words = chance.one(some).split("=", 2);
        timeline.after(later, () -> ask((history, blobs) -> new Command.ChangeSetting(caller, words[0], words[1])));
    }

    /** Sends a node to work or to rest; one that is connected is forgotten only by force, and one may not exist. */
    private void direct() {
        if (chance.happens(0.2)) {
            halt(chance.one(List.of(Halt.STARTS, Halt.ALL)));
            timeline.after(Duration.ofSeconds(chance.between(1, 20)), () -> halt(Halt.NONE));
            return;
        }
        NodeId node = new NodeId(chance.between(1, weather.mix().size().agents() + 2));
        Duty duty = chance.one(List.of(Duty.values()));
        boolean force = duty == Duty.FORGOTTEN && chance.happens(0.5);
        ask((history, blobs) -> new Command.SetDuty(caller, node, duty, force));
        ask((history, blobs) -> new Question.AskNode(caller, node));
        if (chance.happens(0.8)) {
            Duration rest = Duration.ofSeconds(chance.between(1, 30));
            timeline.after(rest, () -> ask((history, blobs) -> new Command.SetDuty(caller, node, Duty.WORKING)));
        }
    }

    private void halt(Halt halt) {
        ask((history, blobs) -> new Command.ChangeSetting(caller, Setting.HALT.word(), halt.word()));
    }

    private void token() {
        TokenHash known = issued;
        if (known == null || chance.happens(0.3)) {
            TokenHash hash =
                    new TokenHash("f".repeat(48) + String.format(java.util.Locale.ROOT, "%016x", chance.number()));
            issued = hash;
            Token token = new Token(hash, Role.USER, new Owner("guest"), null);
            Duration lifetime = chance.happens(0.5) ? Duration.ofSeconds(chance.between(1, 40)) : null;
            ask((history, blobs) -> new Command.IssueToken(caller, token, lifetime, Command.Left.JOBS, null));
        } else if (chance.happens(0.3)) {
            ask((history, blobs) -> new Command.UseToken(known));
        } else if (chance.happens(0.3)) {
            Owner other = new Owner(chance.one(List.of("guest", "user1", "nobody")));
            boolean cancel = chance.happens(0.5);
            ask((history, blobs) -> new Command.RemoveUser(caller, other, cancel));
        } else {
            ask((history, blobs) -> new Command.RevokeToken(caller, known));
        }
    }

    private void submitWrongly() {
        if (wishes.isEmpty()) {
            return;
        }
        Submissions.Wish wish = chance.one(wishes);
        SubmissionKey key = wish.key();
        if (key != null && chance.happens(0.5)) {
            SubmissionKey other = new SubmissionKey(key.owner(), key.key(), key.fingerprint() + 1);
            ask((history, blobs) -> submission(wish, other, history, blobs));
        } else if (wish.spec().array() instanceof ArrayShape.Listed) {
            ask((history, blobs) -> {
                List<InputFile> inputs = inputs(wish);
                List<BlobHash> missing = blobs.missing(inputs.stream().map(InputFile::hash));
                // Wrong without its entries, but for a job that grows: that is as good as any, and its files count.
                QuotaUse demand = FileDemand.of(history, history.use(), caller.owner(), inputs);
                return new Command.Submit(caller, wish.spec(), List.of(), null, missing, List.of(), demand);
            });
        } else {
            send(wish);
        }
    }
}
