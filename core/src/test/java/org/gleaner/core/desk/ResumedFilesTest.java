package org.gleaner.core.desk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.PastAttempt;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.grid.Address;
import org.gleaner.core.grid.AddressedCommand;
import org.gleaner.core.grid.Caller;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.Feedback;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.OutputFile;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.Workplace;
import org.gleaner.core.message.CommitCall;
import org.gleaner.core.message.Introduction;
import org.gleaner.core.message.PartialCall;
import org.gleaner.core.message.Start;
import org.gleaner.core.message.SyncReport;
import org.gleaner.core.node.Capacity;
import org.gleaner.core.node.NodeFacts;
import org.gleaner.core.step.BatchStep;
import org.gleaner.core.store.AttemptQuery;
import org.gleaner.core.store.InMemoryStore;
import org.gleaner.core.store.StoreSamples;
import org.junit.jupiter.api.Test;

/** A task that is tried again goes on with what its last attempt had sent, if its owner wants that. */
class ResumedFilesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Caller ANNA = new Caller(new Owner("anna"), false);
    private static final Introduction LAB = new Introduction(
            new NodeFacts("lab", "linux", "x64", 8, Duration.ZERO, "0.2.0"),
            new Capacity(8, MemorySize.parse("8G")),
            List.of());

    private final TreeSet<BlobHash> gone = new TreeSet<>();
    private final TreeSet<BlobHash> made = new TreeSet<>();
    private final InMemoryStore store = new InMemoryStore();
    private final BatchStep step = new BatchStep(store, new SplittableRandom(1));
    private final Desk desk = new Desk(store, new ResultShelf() {
        @Override
        public boolean each(ResultFile list, Visitor visitor) {
            return false;
        }

        @Override
        public Hold hold() {
            return new Hold() {
                @Override
                public void keep(ResultFile small) {
                    made.add(small.hash());
                }

                @Override
                public void settle() {}

                @Override
                public boolean take(BlobHash blob) {
                    return !gone.contains(blob);
                }

                @Override
                public void release() {}
            };
        }
    });
    private final NodeId node;
    private Instant now = NOW;
    private long syncs;

    ResumedFilesTest() throws StoreException {
        node = ((Reply.Introduced) say(new Command.Introduce(null, LAB, null)))
                .content()
                .node();
    }

    private Reply say(Command command) throws StoreException {
        now = now.plusMillis(10);
        Errand errand = desk.take(command);
        while (errand instanceof Errand.Ask ask) {
            BatchStep.Result result = step.run(List.of(new AddressedCommand(new Address(1), ask.command())), now);
            assertThat(result.bugs()).isEmpty();
            ask.decided().run();
            errand = ask.then().on(result.replies().get(0).reply());
        }
        return ((Errand.Done) errand).reply();
    }

    private static JobSpec spec(int tasks, InputFile... inputs) {
        return new JobSpec(
                        "work",
                        "work",
                        new CommandLine.Words(List.of("work")),
                        tasks == 1 ? new ArrayShape.Single() : new ArrayShape.Range(1, tasks, 1),
                        List.of(inputs),
                        List.of(new OutputFile("save", true), new OutputFile("d", true)),
                        Requirements.ONE_CORE,
                        JobLimits.DEFAULT)
                .with(new Feedback(null, true, null));
    }

    private void submit(JobSpec spec) throws StoreException {
        assertThat(say(new Command.Submit(ANNA, spec, List.of(), null, List.of())))
                .isInstanceOf(Reply.Submitted.class);
    }

    private List<Start> starts() throws StoreException {
        SyncReport report = new SyncReport(1, ++syncs, List.of(), LAB.capacity(), 0, Duration.ZERO);
        return ((Reply.Ordered) say(new Command.Sync(node, report))).content().start();
    }

    private Start start() throws StoreException {
        List<Start> starts = starts();
        assertThat(starts).hasSize(1);
        return starts.get(0);
    }

    private void send(Start start, ResultFile... files) throws StoreException {
        send(start, List.of(files), List.of());
    }

    private void send(Start start, List<ResultFile> files, List<String> lost) throws StoreException {
        PartialCall call = new PartialCall(1, start.attempt(), files, lost);
        Reply reply = say(new Command.KeepPartial(node, call, List.of()));
        assertThat(((Reply.PartialTaken) reply).content().kept()).isTrue();
    }

    private void end(Start start) throws StoreException {
        AttemptReport report = AttemptReport.bare(start.attempt(), Outcome.RETURNED, "the machine was needed");
        assertThat(say(new Command.Commit(node, new CommitCall(1, List.of(report), false), List.of())))
                .isInstanceOf(Reply.Committed.class);
    }

    private static ResultFile blob(String path, int hash) {
        return new ResultFile(path, StoreSamples.hash(hash), 100_000, false, null);
    }

    private static ResultFile small(String path, int hash) {
        return new ResultFile(path, StoreSamples.hash(hash), 5, false, "aGVsbG8=");
    }

    private static InputFile input(String path, int hash) {
        return new InputFile(path, StoreSamples.hash(hash), 100_000, false);
    }

    private static List<InputFile> own(Start start) {
        Entry entry = start.entry();
        return entry == null ? List.of() : entry.files();
    }

    private List<PastAttempt> past() throws StoreException {
        return store.past(new AttemptQuery(null, null, null, null, false, null, 10));
    }

    @Test
    void another_attempt_begins_with_what_the_last_one_had_sent_but_not_with_what_it_printed() throws StoreException {
        submit(spec(1, input("save", 1), input("prog", 2)));
        Start first = start();
        send(first, blob("save", 10), small("d/log", 11), small("stdout", 12));
        end(first);

        Start second = start();

        assertThat(first.resumed()).isFalse();
        assertThat(second.resumed()).isTrue();
        assertThat(own(second))
                .extracting(file -> file.path() + " " + file.hash().hex())
                .containsExactlyInAnyOrder(
                        "save " + StoreSamples.hash(10).hex(),
                        "d/log " + StoreSamples.hash(11).hex());
        assertThat(made).contains(StoreSamples.hash(11));
        assertThat(store.nodeNeeds(node, StoreSamples.hash(10))).isTrue();
        assertThat(store.nodeNeeds(node, StoreSamples.hash(11))).isTrue();
        assertThat(past()).extracting(PastAttempt::resumed).containsExactly(new PastAttempt.Resumed(1, true), null);
    }

    @Test
    void an_order_that_is_told_again_names_the_same_files() throws StoreException {
        submit(spec(1));
        Start first = start();
        send(first, blob("save", 10));
        end(first);
        Start told = start();

        assertThat(start()).isEqualTo(told);
    }

    @Test
    void an_attempt_that_dies_before_it_sent_anything_leaves_what_it_began_with() throws StoreException {
        submit(spec(1));
        Start first = start();
        send(first, blob("save", 10));
        end(first);
        end(start());

        Start third = start();

        assertThat(own(third)).containsExactly(input("save", 10));
        assertThat(past().get(0).resumed()).isEqualTo(new PastAttempt.Resumed(2, true));
    }

    @Test
    void what_an_attempt_deleted_does_not_come_back() throws StoreException {
        submit(spec(1));
        Start first = start();
        send(first, blob("d/1", 10), blob("save", 11));
        send(first, List.of(blob("d/2", 12)), List.of("d/1"));
        end(first);

        Start second = start();
        send(second, List.of(small("stdout", 13)), List.of("d/2", "save"));

        assertThat(own(second)).containsExactlyInAnyOrder(input("d/2", 12), input("save", 11));
        assertThat(own(start())).as("told again").isEmpty();
        end(second);
        assertThat(start().resumed()).isFalse();
    }

    @Test
    void a_task_gets_nothing_that_another_task_had_saved() throws StoreException {
        submit(spec(2));
        List<Start> first = starts();
        send(first.get(0), blob("save", 10));
        first.forEach(start -> {
            try {
                end(start);
            } catch (StoreException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(starts()).extracting(Start::resumed).containsExactly(true, false);
    }

    @Test
    void it_begins_anew_if_a_file_is_gone_and_history_says_so() throws StoreException {
        submit(spec(1));
        Start first = start();
        send(first, blob("save", 10), blob("d/more", 11));
        end(first);
        gone.add(StoreSamples.hash(11));

        Start second = start();

        assertThat(second.resumed()).isFalse();
        assertThat(own(second)).isEmpty();
        assertThat(past().get(0).resumed()).isEqualTo(new PastAttempt.Resumed(1, false));
    }

    @Test
    void it_begins_anew_where_an_input_stands_in_the_way() throws StoreException {
        submit(spec(1, input("d", 1)));
        Start first = start();
        send(first, blob("d/more", 11));
        end(first);

        Start second = start();

        assertThat(own(second)).isEmpty();
        assertThat(second.spec().inputs()).hasSize(1);
    }

    @Test
    void nothing_is_laid_unless_the_owner_wants_it_or_into_a_shared_directory() throws StoreException {
        submit(spec(1).with(new Feedback(Duration.ofSeconds(5), null)));
        submit(spec(1).in(new Workplace(Workplace.PLAIN.variables(), "/shared", null, List.of(), false)));
        for (Start first : starts()) {
            send(first, blob("save", 10));
            end(first);
        }

        assertThat(starts()).extracting(Start::resumed).containsOnly(false);
    }
}
