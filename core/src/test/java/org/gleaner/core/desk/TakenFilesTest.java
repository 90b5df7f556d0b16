package org.gleaner.core.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Cause;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Question;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Selector;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.grid.Violation;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.ClosedJob;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Ordinals;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Predecessor;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TakenFile;
import org.gleaner.core.job.Turn;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.store.InMemoryStore;
import org.gleaner.core.store.StoreSamples;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tasks start with files that others left, as if their owner had sent them along. */
class TakenFilesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Caller ANNA = new Caller(new Owner("anna"), false);
    private static final Caller BOB = new Caller(new Owner("bob"), false);
    private static final Ordinals ALL = new Ordinals(List.of());
    private static final Introduction LAB = new Introduction(
            new NodeFacts("lab", "linux", "x64", 8, Duration.ZERO, "0.2.0"),
            new Capacity(8, MemorySize.parse("8G")),
            List.of());

    /** Content that was made a blob, and what is held of it. */
    private static final class Shelf implements ResultShelf {
        private final TreeSet<BlobHash> kept = new TreeSet<>();
        private final TreeMap<BlobHash, List<ResultFile>> lists = new TreeMap<>();
        private int held;
        private int times;

        @Override
        public boolean each(ResultFile list, Visitor visitor) throws StoreException {
            for (ResultFile file : lists.getOrDefault(list.hash(), List.of())) {
                visitor.visit(file);
            }
            return lists.containsKey(list.hash());
        }

        @Override
        public Hold hold() {
            held++;
            return new Hold() {
                private boolean released;

                @Override
                public void keep(ResultFile small) {
                    kept.add(small.hash());
                    times++;
                }

                @Override
                public void settle() {}

                @Override
                public boolean take(BlobHash blob) {
                    return true;
                }

                @Override
                public void release() {
                    held -= released ? 0 : 1;
                    released = true;
                }
            };
        }
    }

    private final InMemoryStore store = new InMemoryStore();
    private final BatchStep step = new BatchStep(store, new SplittableRandom(1));
    private final Shelf shelf = new Shelf();
    private final Desk desk = new Desk(store, shelf);
    private final NodeId node;
    private long syncs;

    TakenFilesTest() throws StoreException {
        node = ((Reply.Introduced) say(new Command.Introduce(null, LAB, null)))
                .content()
                .node();
    }

    private Reply say(Command command) throws StoreException {
        Errand errand = desk.take(command);
        while (errand instanceof Errand.Ask ask) {
            BatchStep.Result result = step.run(List.of(new AddressedCommand(new Address(1), ask.command())), NOW);
            assertThat(result.bugs()).isEmpty();
            ask.decided().run();
            errand = ask.then().on(result.replies().get(0).reply());
        }
        assertThat(shelf.held).isZero();
        return ((Errand.Done) errand).reply();
    }

    private static JobSpec spec(int tasks, List<InputFile> inputs, String... outputs) {
        return new JobSpec(
                "work",
                "work",
                new CommandLine.Words(List.of("work")),
                tasks == 1 ? new ArrayShape.Single() : new ArrayShape.Range(1, tasks, 1),
                inputs,
                List.of(outputs).stream()
                        .map(path -> new OutputFile(path, false))
                        .toList(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
    }

    private static JobSpec taking(int tasks, Predecessor... from) {
        return spec(tasks, List.of()).withTurn(Turn.USUAL.after(List.of(from)));
    }

    private static Predecessor from(JobId job, Ordinals tasks, boolean each, TakenFile... files) {
        return new Predecessor(job, tasks, each).with(List.of(files));
    }

    private static TakenFile file(String path, String to) {
        return new TakenFile(path, to);
    }

    private Reply submitAs(Caller caller, JobSpec spec) throws StoreException {
        return say(new Command.Submit(caller, spec, List.of(), null, List.of()));
    }

    private JobId submit(JobSpec spec) throws StoreException {
        return ((Reply.Submitted) submitAs(ANNA, spec)).job();
    }

    private List<Start> starts() throws StoreException {
        SyncReport report = new SyncReport(1, ++syncs, List.of(), LAB.capacity(), 0, Duration.ZERO);
        return ((Reply.Ordered) say(new Command.Sync(node, report))).content().start();
    }

    private static ResultFile small(String path, int hash) {
        return new ResultFile(path, StoreSamples.hash(hash), 5, false, "aGVsbG8=");
    }

    private static ResultFile large(String path, int hash) {
        return new ResultFile(path, StoreSamples.hash(hash), 100_000, true, null);
    }

    private void finish(Start start, Outputs outputs, @Nullable ResultFile stdout) throws StoreException {
        AttemptReport report = new AttemptReport(
                start.attempt(), Outcome.DONE, 0, "", AttemptReport.Usage.NONE, outputs, stdout, null, "");
        assertThat(say(new Command.Commit(node, new CommitCall(1, List.of(report), false), List.of())))
                .isInstanceOf(Reply.Committed.class);
    }

    /** A job that is done, whose task i left these files with the hash 100 i, 100 i + 1 and so on. */
    private JobId done(int tasks, String... outputs) throws StoreException {
        JobId job = submit(spec(tasks, List.of(), outputs));
        for (Start start : starts()) {
            List<ResultFile> files = new ArrayList<>();
            for (String output : outputs) {
                files.add(small(output, 100 * start.attempt().ordinal() + files.size()));
            }
            finish(start, Outputs.of(files), null);
        }
        return job;
    }

    private static List<String> files(Start start) {
        List<InputFile> all = new ArrayList<>(start.spec().inputs());
        Entry entry = start.entry();
        all.addAll(entry == null ? List.of() : entry.files());
        return all.stream().map(file -> file.path() + " " + file.hash().hex()).toList();
    }

    private static String named(String path, int hash) {
        return path + " " + StoreSamples.hash(hash).hex();
    }

    private static Selector of(JobId job) {
        return new Selector.OneJob(job);
    }

    @Test
    void one_task_gets_the_files_of_all_tasks_of_an_array_in_a_directory_each() throws StoreException {
        JobId map = done(3, "out.csv");
        JobId reduce = submit(taking(1, from(map, ALL, false, file("out.csv", ""))));

        List<Start> started = starts();

        assertThat(started).hasSize(1);
        assertThat(files(started.get(0)))
                .containsExactlyInAnyOrder(
                        named("parts/1/out.csv", 100), named("parts/2/out.csv", 200), named("parts/3/out.csv", 300));
        assertThat(shelf.kept).contains(StoreSamples.hash(100), StoreSamples.hash(200), StoreSamples.hash(300));
        assertThat(store.nodeNeeds(node, StoreSamples.hash(200))).isTrue();
        assertThat(reduce).isNotEqualTo(map);
    }

    @Test
    void what_all_tasks_of_a_job_take_is_looked_up_once() throws StoreException {
        JobId map = done(2, "out");
        submit(taking(9, from(map, ALL, false, file("out", ""))));
        List<Start> first = starts();
        int kept = shelf.times;

        finish(first.get(0), Outputs.NONE, null);
        List<Start> next = starts();

        assertThat(first).hasSize(8);
        assertThat(next).extracting(Start::attempt).anyMatch(attempt -> attempt.ordinal() == 9);
        assertThat(next)
                .allSatisfy(start -> assertThat(files(start))
                        .containsExactlyInAnyOrder(named("parts/1/out", 100), named("parts/2/out", 200)));
        assertThat(shelf.times).isEqualTo(kept);
    }

    @Test
    void task_by_task_each_gets_the_files_of_its_own_predecessor() throws StoreException {
        JobId split = done(3, "a", "b");
        submit(taking(3, from(split, ALL, true, file("", ""))));

        List<Start> started = starts();

        assertThat(started).hasSize(3);
        for (Start start : started) {
            int ordinal = start.attempt().ordinal();
            assertThat(files(start)).containsExactly(named("a", 100 * ordinal), named("b", 100 * ordinal + 1));
        }
    }

    @Test
    void each_task_gets_its_own_piece_of_what_a_single_task_left() throws StoreException {
        JobId split = submit(spec(1, List.of(), "pieces"));
        List<ResultFile> pieces = List.of(small("pieces/1", 1), small("pieces/2", 2), small("pieces/3", 3));
        finish(starts().get(0), Outputs.of(pieces), null);
        submit(taking(2, from(split, ALL, false, file("pieces/{}", "piece"))));

        List<Start> started = starts();

        assertThat(started).hasSize(2);
        for (Start start : started) {
            assertThat(files(start))
                    .containsExactly(named("piece", start.attempt().ordinal()));
        }
    }

    @Test
    void one_of_several_tasks_is_taken_under_another_name_and_large_content_stays_as_it_is() throws StoreException {
        JobId map = submit(spec(2, List.of(), "res"));
        for (Start start : starts()) {
            finish(
                    start,
                    Outputs.of(List.of(large("res/x", 100 * start.attempt().ordinal()))),
                    small("stdout", 77));
        }
        submit(taking(1, from(map, Ordinals.one(2), false, file("res", "in"), file("stdout", "said.txt"))));

        Start start = starts().get(0);

        assertThat(files(start)).containsExactlyInAnyOrder(named("in/x", 200), named("said.txt", 77));
        assertThat(start.spec().inputs().get(0).executable()).isTrue();
        assertThat(shelf.kept).containsExactly(StoreSamples.hash(77));
    }

    @Test
    void files_that_are_in_a_list_are_taken_too() throws StoreException {
        JobId map = submit(spec(1, List.of(), "d"));
        ResultFile list = large(Outputs.LIST, 900);
        shelf.lists.put(list.hash(), List.of(small("d/1", 1), large("d/2", 2)));
        finish(starts().get(0), Outputs.listed(list), null);
        submit(taking(1, from(map, ALL, false, file("d/2", ""))));

        assertThat(files(starts().get(0))).containsExactly(named("d/2", 2));
    }

    @Test
    void a_task_that_printed_nothing_gives_an_empty_file() throws StoreException {
        JobId map = done(1, "out");
        submit(taking(1, from(map, ALL, false, file("stdout", ""))));

        assertThat(starts().get(0).spec().inputs())
                .extracting(InputFile::path, InputFile::size)
                .containsExactly(tuple("stdout", 0L));
    }

    @Test
    void what_was_not_left_blocks_the_task_and_why_says_what_it_is() throws StoreException {
        JobId map = submit(spec(1, List.of(), "d"));
        finish(starts().get(0), Outputs.of(List.of(small("d/1", 1))), null);
        JobId reduce = submit(taking(1, from(map, ALL, false, file("d/2", ""))));

        assertThat(starts()).isEmpty();

        Reply.Explained why = (Reply.Explained) say(new Question.AskWhy(ANNA, of(reduce)));
        assertThat(why.reasons())
                .extracting(Reason::cause)
                .containsExactly(new Cause.Blocked.FilesNotThere(1, map, map + ".1 left no file d/2"));
    }

    @Test
    void an_empty_directory_and_an_optional_file_need_not_be_there() throws StoreException {
        JobId map = submit(spec(1, List.of(), "d"));
        finish(starts().get(0), Outputs.NONE, null);
        submit(taking(1, from(map, ALL, false, file("d", ""))));

        assertThat(starts()).hasSize(1);
    }

    @Test
    void two_files_of_one_name_block_the_task() throws StoreException {
        JobId map = done(2, "out");
        JobId first = submit(taking(1, from(map, ALL, false, file("", "same"))));
        JobId own = submit(spec(1, List.of(new InputFile("out", StoreSamples.hash(5), 1, false)))
                .withTurn(Turn.USUAL.after(List.of(from(map, Ordinals.one(1), false, file("out", "out/x"))))));

        assertThat(starts()).isEmpty();

        assertThat(detail(first)).isEqualTo(map + ".2 would give it a second file called same/out");
        assertThat(detail(own)).isEqualTo(map + ".1 would give it a second file called out/x");
    }

    private String detail(JobId job) throws StoreException {
        Reply.Explained why = (Reply.Explained) say(new Question.AskWhy(ANNA, of(job)));
        return ((Cause.Blocked.FilesNotThere) why.reasons().get(0).cause()).detail();
    }

    @Test
    void what_can_be_known_to_fail_is_refused_at_once() throws StoreException {
        JobId map = done(2, "out");

        assertThat(violations(from(map, ALL, false, file("other", ""))))
                .containsExactly(new Violation.NoSuchOutput(map, "other"));
        assertThat(violations(from(map, ALL, false, file("out/{alpha}", ""))))
                .containsExactly(new Violation.NoSuchColumn(map, "out/{alpha}", "alpha"));
        assertThat(violations(from(map, ALL, false, file("out", "in.csv"))))
                .containsExactly(new Violation.OneNameForAll(map, "in.csv"));
        assertThat(((Reply.Refused) submitAs(BOB, taking(1, from(map, ALL, false, file("out", ""))))).why())
                .isEqualTo(new Rejection.UnknownPredecessor(map));
    }

    @Test
    void a_name_that_no_file_can_have_is_refused_at_once() throws StoreException {
        JobId single = done(1, "out");

        for (String to : List.of("{}", "{/}", "{}/", "in/{}", "n".repeat(256), "d/" + "é".repeat(128) + "/")) {
            assertThat(violations(from(single, ALL, false, file("out", to))))
                    .as(to)
                    .singleElement()
                    .asInstanceOf(type(Violation.UnusableName.class))
                    .extracting(Violation.UnusableName::to)
                    .isEqualTo(to);
        }
        for (String to : List.of("in-{}", "{#}", "n".repeat(255), "d/" + "é".repeat(127) + "/")) {
            assertThat(submitAs(ANNA, taking(1, from(single, ALL, false, file("out", to)))))
                    .as(to)
                    .isInstanceOf(Reply.Submitted.class);
        }
    }

    private List<Violation> violations(Predecessor from) throws StoreException {
        Reply.Refused refused = (Reply.Refused) submitAs(ANNA, taking(1, from));
        return ((Rejection.InvalidSpec) refused.why()).violations();
    }

    @Test
    void an_empty_directory_is_taken_as_one() throws StoreException {
        JobId map = submit(spec(2, List.of(), "d"));
        for (Start start : starts()) {
            finish(
                    start,
                    Outputs.of(List.of(small("d/x", start.attempt().ordinal()))).with(List.of("d/e")),
                    null);
        }
        JobId all = submit(taking(1, from(map, ALL, false, file("d", ""))));
        submit(taking(2, from(map, ALL, true, file("d/e", "work/"))));

        List<Start> started = starts();

        assertThat(started).hasSize(3);
        for (Start start : started) {
            boolean ofAll = start.attempt().job().equals(all);
            assertThat(start.directories())
                    .isEqualTo(ofAll ? List.of("parts/1/d/e", "parts/2/d/e") : List.of("work/d/e"));
        }
    }

    @Test
    void it_is_known_at_once_that_files_are_gone_but_not_to_others_and_small_ones_stay() throws StoreException {
        JobId small = done(1, "out");
        JobId large = submit(spec(1, List.of(), "out"));
        finish(starts().get(0), Outputs.of(List.of(large("out", 500))), null);
        TakenFiles files = new TakenFiles(store, shelf);
        JobSpec ofSmall = taking(1, from(small, ALL, false, file("out", "")));
        JobSpec ofLarge = taking(1, from(large, ALL, true, file("out", "")));
        assertThat(files.gone(ANNA, ofLarge)).isEmpty();

        say(new Command.RetireJobs(
                List.of(new ClosedJob(small, ANNA.owner(), NOW), new ClosedJob(large, ANNA.owner(), NOW)), true));

        assertThat(files.gone(ANNA, ofSmall)).isEmpty();
        assertThat(files.gone(ANNA, ofLarge)).contains(new TakenFiles.Gone(large, NOW));
        assertThat(files.gone(BOB, ofLarge)).isEmpty();
    }

    @Test
    void results_that_an_open_job_takes_files_of_are_neither_deleted_nor_retired() throws StoreException {
        JobId map = done(1, "out");
        JobId reduce = submit(taking(1, from(map, ALL, false, file("out", ""))));
        Command delete = new Command.ChangeJobs(ANNA, Verb.DELETE, of(map), List.of(), null);
        Instant later = NOW.plusSeconds(60);

        Reply refused = say(delete);
        say(new Command.RetireJobs(List.of(new ClosedJob(map, ANNA.owner(), NOW)), false));

        assertThat(((Reply.Refused) refused).why())
                .isEqualTo(new Rejection.IllegalTransition(map, "delete", new Rejection.Obstacle.Taken(reduce)));
        assertThat(store.closedBefore(later, false, 9)).isEmpty();
        assertThat(store.job(map)).isPresent();
        say(new Command.ChangeJobs(ANNA, Verb.CANCEL, of(reduce), List.of(), null));
        assertThat(store.closedBefore(later, false, 9))
                .extracting(ClosedJob::job)
                .containsExactly(map, reduce);
        assertThat(say(delete)).isInstanceOf(Reply.Changed.class);
    }

    @Test
    void a_task_that_is_retried_after_its_predecessor_was_deleted_is_blocked_with_that_reason() throws StoreException {
        JobId map = done(1, "out");
        JobId reduce = submit(taking(1, from(map, ALL, false, file("out", ""))));
        say(new Command.ChangeJobs(ANNA, Verb.CANCEL, of(reduce), List.of(), null));
        say(new Command.ChangeJobs(ANNA, Verb.DELETE, of(map), List.of(), null));
        say(new Command.ChangeJobs(ANNA, Verb.RETRY, of(reduce), List.of(), null));

        assertThat(starts()).isEmpty();
        assertThat(detail(reduce)).isEqualTo("job " + map + " was deleted");
    }
}
