package org.gleaner.server.problem;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.Command;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.QuotaUse;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.CommandLine;
import org.gleaner.core.job.Hosting;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobLimits;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.Requirements;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.InMemoryStore;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.blob.BlobLimits;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.retention.Unnamed;
import org.gleaner.server.retention.UseLedger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds of a problem with a made-up host, blobs on a real disk, and a grid that takes every checkpoint. */
final class HostedProblemComponentTest {
    private static final JobId JOB = new JobId(7);
    private static final Owner ADA = new Owner("ada");
    /** More than any disk has. */
    private static final long ALL = Long.MAX_VALUE / 2;

    /** Ready, opened, one unit of five bytes and more to come, a state of nine; for one round. */
    private static final String ROUND = "printf '\\000\\000\\000\\002O"
            + "N\\000\\000\\000\\000\\001\\000\\000\\000\\005unit1"
            + "S\\000\\000\\000\\011new state'; cat >/dev/null";

    private static final String NEXT_ROUND = ROUND.replace("new state", "new thing");

    @TempDir
    Path directory;

    private final InMemoryStore store = new InMemoryStore();
    private final List<Command.SaveHost> saved = new ArrayList<>();
    private Settings settings = Settings.DEFAULT;
    private String said = ROUND;
    private boolean certain = true;
    private boolean refuses;
    private boolean answers = true;
    private Optional<String> missing = Optional.empty();
    private BlobStore blobs;
    private ProblemShelf shelf;
    private Hosting begin;

    @BeforeEach
    void submit() throws Exception {
        blobs = BlobStore.open(
                directory, new BlobLimits(ALL, Duration.ofDays(1)), InstantSource.system(), System::nanoTime);
        shelf = new ProblemShelf(blobs, new Unnamed(blobs, store, () -> certain));
        hasRoom(true);
        ByteArrayOutputStream state = new ByteArrayOutputStream();
        Merged.write(new DataOutputStream(state), new BitSet());
        state.writeBytes("old".getBytes(UTF_8));
        byte[] bytes = state.toByteArray();
        blobs.receive(Content.hash(bytes), "ada", 0, new ByteArrayInputStream(bytes));
        begin = Hosting.begin(new InputFile("state", Content.hash(bytes), bytes.length, false));
        store.write(List.of(new GridEvent.JobSubmitted(JOB, ADA, Instant.EPOCH, spec(begin), List.of(), null)));
    }

    private static JobSpec spec(Hosting hosting) {
        return spec(hosting, List.of());
    }

    private static JobSpec spec(Hosting hosting, List<InputFile> code) {
        return new JobSpec(
                "sum",
                "sum",
                new CommandLine.Words(List.of("true")),
                new ArrayShape.Listed(0, List.of(), true, hosting),
                code,
                List.of(),
                Requirements.ONE_CORE,
                JobLimits.DEFAULT);
    }

    /** Blobs leave as much of the disk as the database does not have inside of its own file. */
    private void hasRoom(boolean room) {
        blobs.databaseHas(room ? ALL : 0);
    }

    private HostedProblem problem() {
        return problem(JOB);
    }

    private HostedProblem problem(JobId job) {
        HostProgram program = new HostProgram() {
            @Override
            public Optional<String> obstacle() {
                return Optional.empty();
            }

            @Override
            public List<String> words(Path files, Path temporary) {
                return List.of("/bin/sh", "-c", said);
            }

            @Override
            public Optional<String> missing(Path files) {
                return missing;
            }

            @Override
            public Duration patience() {
                return Duration.ofMinutes(10);
            }
        };
        UnitRoom room = new UnitRoom(() -> settings, new UseLedger(store, blobs), store);
        return new HostedProblem(
                new HostedProblem.Surroundings(program, this::taken, store, shelf, directory.resolve("problem"), room),
                job);
    }

    private Optional<Reply> taken(Command command) {
        Command.SaveHost save = (Command.SaveHost) command;
        if (!answers) {
            return Optional.empty();
        }
        if (refuses) {
            return Optional.of(new Reply.Refused(new Rejection.UnknownJob(JOB)));
        }
        saved.add(save);
        try {
            store.write(List.of(
                    new GridEvent.TasksAdded(
                            JOB, hosting().checkpoint() + 1, save.entries(), TaskState.READY, Instant.EPOCH, null),
                    new GridEvent.HostSaved(JOB, save.hosting(), Instant.EPOCH)));
        } catch (StoreException impossible) {
            throw new IllegalStateException(impossible);
        }
        return Optional.of(new Reply.Acknowledged());
    }

    private Hosting hosting() throws StoreException {
        return store.outline(JOB).orElseThrow().spec().hosting();
    }

    @Test
    void a_full_disk_at_a_checkpoint_changes_nothing_and_a_later_round_makes_up_for_it() throws Exception {
        long before = blobs.tally().count();
        hasRoom(false);

        try (HostedProblem problem = problem()) {
            assertThatThrownBy(problem::round).isInstanceOf(IOException.class).hasMessageContaining("disk is full");
        }

        assertThat(saved).isEmpty();
        assertThat(hosting()).isEqualTo(begin);
        assertThat(blobs.tally().count()).isEqualTo(before);
        assertThat(blobs.arriving("")).isZero();

        hasRoom(true);
        try (HostedProblem problem = problem()) {
            assertThat(problem.round()).isEqualTo(HostedProblem.Turnout.BUSY);
        }

        assertThat(saved).singleElement().satisfies(save -> {
            assertThat(save.entries()).hasSize(1);
            assertThat(blobs.has(save.entries().get(0).files().get(0).hash())).isTrue();
            assertThat(blobs.has(save.hosting().state().hash())).isTrue();
        });
        assertThat(saved.get(0).demand()).as("without a quota nobody counts").isEqualTo(QuotaUse.NONE);
        assertThat(hosting().checkpoint()).isEqualTo(1);
    }

    @Test
    void neither_a_state_nor_the_files_of_a_problem_take_what_the_disk_keeps_free() throws Exception {
        byte[] much = new byte[1 << 20];
        List<Integer> taken = new ArrayList<>();
        InputFile large = new InputFile("large.bin", begin.state().hash(), much.length, false);
        hasRoom(false);

        try (ProblemBlobs round = shelf.begin(directory.resolve("scratch"))) {
            assertThatThrownBy(() -> round.put("state", out -> {
                        for (int i = 0; i < 64; i++) {
                            out.write(much);
                            taken.add(i);
                        }
                    }))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("disk is full");
            assertThatThrownBy(() -> round.lay(List.of(large), directory.resolve("files")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("disk is full");
        }

        assertThat(taken).isEmpty();
        assertThat(directory.resolve("files/large.bin")).doesNotExist();
    }

    @Test
    void a_problem_without_its_program_is_told_so_and_nothing_is_started() throws Exception {
        missing = Optional.of("Its program is missing.");
        said = "exit 9";

        try (HostedProblem problem = problem()) {
            assertThatThrownBy(problem::round)
                    .isInstanceOfSatisfying(
                            HostFailed.class,
                            failed -> assertThat(failed.isOwn()).isTrue())
                    .hasMessage("Its program is missing.");
        }
    }

    @Test
    void code_that_is_gone_from_the_disk_is_named_with_the_remedy() throws Exception {
        InputFile gone = new InputFile("lib/sum.jar", Content.hash("gone".getBytes(UTF_8)), 4, false);
        store.write(List.of(new GridEvent.JobSubmitted(
                new JobId(8), ADA, Instant.EPOCH, spec(begin, List.of(gone)), List.of(), null)));

        try (HostedProblem problem = problem(new JobId(8))) {
            assertThatThrownBy(problem::round)
                    .isInstanceOf(HostFailed.class)
                    .hasMessageContaining("The server no longer has lib/sum.jar")
                    .hasMessageContaining("Submit the problem again.");
        }
    }

    @Test
    void a_checkpoint_asks_for_its_units_and_for_what_its_state_has_grown_by() throws Exception {
        settings = Settings.DEFAULT.with(Setting.QUOTA_OWNER.word(), "1K");
        try (HostedProblem problem = problem()) {
            problem.round();
        }

        assertThat(saved.get(0).demand().asked()).isEqualTo(5 + 6);
    }

    private BlobHash state() throws StoreException {
        return hosting().state().hash();
    }

    private void receive(BlobHash hash) throws IOException {
        byte[] content;
        try (InputStream in = Channels.newInputStream(blobs.open(hash, 0))) {
            content = in.readAllBytes();
        }
        blobs.receive(hash, "eve", 0, new ByteArrayInputStream(content));
    }

    private void round(String saying) throws Exception {
        said = saying;
        try (HostedProblem problem = problem()) {
            assertThat(problem.round()).isEqualTo(HostedProblem.Turnout.BUSY);
        }
    }

    private interface Meanwhile {
        void happens(BlobHash superseded) throws Exception;
    }

    /** Whether a state is still there when a later one has taken its place. */
    private boolean stays(Meanwhile meanwhile) throws Exception {
        round(ROUND);
        BlobHash superseded = state();
        meanwhile.happens(superseded);
        round(NEXT_ROUND);
        assertThat(state()).isNotEqualTo(superseded);
        assertThat(blobs.has(state())).isTrue();
        return blobs.has(superseded);
    }

    @Test
    void a_state_of_which_a_later_one_took_the_place_goes_at_once() throws Exception {
        boolean stays = stays(superseded -> {});

        assertThat(stays).isFalse();
        assertThat(blobs.has(begin.state().hash())).as("it was sent, not made").isTrue();
        assertThat(saved)
                .allSatisfy(save -> assertThat(
                                blobs.has(save.entries().get(0).files().get(0).hash()))
                        .isTrue());
    }

    @Test
    void a_state_that_is_saved_once_more_is_left_to_the_sweep() throws Exception {
        boolean stays = stays(superseded -> {
            // Its merged tasks are the same, and so is all of it.
            said = ROUND;
            try (HostedProblem problem = problem()) {
                problem.round();
            }
            assertThat(state()).isEqualTo(superseded);
        });

        assertThat(stays)
                .as("somebody has counted on it since, so it is the sweep's")
                .isTrue();
    }

    @Test
    void a_superseded_state_stays_that_somebody_has_pinned() throws Exception {
        assertThat(stays(superseded -> blobs.pins().pin(List.of(superseded)))).isTrue();
    }

    @Test
    void a_superseded_state_stays_that_another_job_names() throws Exception {
        JobId other = new JobId(8);
        boolean stays = stays(superseded -> {
            Hosting same = Hosting.begin(hosting().state());
            store.write(List.of(
                    new GridEvent.JobSubmitted(other, ADA, Instant.EPOCH, spec(same), List.of(), null),
                    new GridEvent.HostSaved(other, same, Instant.EPOCH)));
        });

        assertThat(stays).isTrue();
    }

    @Test
    void a_superseded_state_stays_that_somebody_has_just_sent() throws Exception {
        assertThat(stays(this::receive)).isTrue();
    }

    @Test
    void a_superseded_state_stays_that_somebody_has_just_asked_for() throws Exception {
        assertThat(stays(superseded -> blobs.touch(superseded))).isTrue();
    }

    @Test
    void a_superseded_state_stays_while_it_is_not_certain_what_is_named() throws Exception {
        assertThat(stays(superseded -> certain = false)).isTrue();
    }

    @Test
    void a_round_that_is_refused_leaves_nothing_behind() throws Exception {
        long before = blobs.tally().count();
        refuses = true;

        try (HostedProblem problem = problem()) {
            assertThatThrownBy(problem::round).isInstanceOf(IOException.class).hasMessageContaining("not accepted");
        }

        assertThat(blobs.tally().count()).isEqualTo(before);
    }

    @Test
    void a_round_of_which_nobody_knows_whether_it_was_taken_leaves_all_of_it() throws Exception {
        long before = blobs.tally().count();
        answers = false;

        try (HostedProblem problem = problem()) {
            assertThatThrownBy(problem::round).isInstanceOf(IOException.class).hasMessageContaining("no answer");
        }

        assertThat(blobs.tally().count()).isEqualTo(before + 2);
    }
}
