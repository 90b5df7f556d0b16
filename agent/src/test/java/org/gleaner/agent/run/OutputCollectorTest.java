package org.gleaner.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.gleaner.agent.disk.FileHash;
import org.gleaner.agent.sandbox.Room;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.OutputFile;
import org.gleaner.protocol.json.FileJson;
import org.gleaner.protocol.json.Json;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutputCollectorTest {
    @TempDir
    private Path directory;

    @Test
    void an_output_in_a_shared_directory_is_what_it_was_when_it_was_taken_although_others_write_on() throws Exception {
        Path shared = Files.createDirectory(directory.resolve("shared"));
        Path log = Files.writeString(shared.resolve("log"), "first");
        OutputCollector collector = collector(shared, new StopWish(), null);

        ResultFile taken =
                collector.outputs(List.of(new OutputFile("log", false))).files().get(0);
        Files.writeString(log, " and more", StandardOpenOption.APPEND);
        collector.moveBlobs();

        Path content = directory.resolve("kept").resolve(taken.hash().hex());
        assertThat(FileHash.of(content)).isEqualTo(taken.hash());
        assertThat(content).content().isEqualTo("first");
        assertThat(taken.size()).isEqualTo(5);
        assertThat(log).content().isEqualTo("first and more");
    }

    @Test
    void a_link_that_is_swapped_in_while_outputs_are_taken_never_brings_what_is_elsewhere() throws Exception {
        Path shared = Files.createDirectory(directory.resolve("shared"));
        Path place = Files.createDirectory(shared.resolve("place"));
        Files.writeString(place.resolve("out"), "public");
        Path secrets = Files.createDirectory(directory.resolve("secrets"));
        Files.writeString(secrets.resolve("out"), "secret");
        AtomicBoolean over = new AtomicBoolean();
        Thread swapper = new Thread(() -> swap(shared, place, secrets, over));
        swapper.start();

        List<String> brought = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        // On a busy machine it may stand still for long just where there is nothing.
        for (int i = 0; i < 300 || (brought.isEmpty() && System.nanoTime() < end); i++) {
            try {
                OutputCollector collector = collector(shared, new StopWish(), null);
                for (ResultFile file : collector
                        .outputs(List.of(new OutputFile("place/out", true)))
                        .files()) {
                    collector.moveBlobs();
                    brought.add(Files.readString(
                            directory.resolve("kept").resolve(file.hash().hex())));
                }
            } catch (IOException | Ungathered caughtInTheAct) {
                brought.add("public");
            }
        }
        over.set(true);
        swapper.join();

        assertThat(brought).containsOnly("public");
    }

    private static void swap(Path shared, Path place, Path secrets, AtomicBoolean over) {
        Path aside = shared.resolve("aside");
        try {
            while (!over.get()) {
                Files.move(place, aside);
                Files.createSymbolicLink(place, secrets);
                Files.delete(place);
                Files.move(aside, place);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void links_pipes_and_files_that_are_two_outputs_at_once_are_taken_for_what_they_are() throws Exception {
        Path own = Files.createDirectories(directory.resolve("own/below"));
        Files.writeString(own.resolve("file"), "content");
        Files.createSymbolicLink(directory.resolve("own/link"), Path.of("below/file"));
        Files.createSymbolicLink(own.resolve("out"), Path.of("/etc/passwd"));
        assertThat(new ProcessBuilder("mkfifo", own + "/pipe").start().waitFor())
                .isZero();
        OutputCollector collector = collector(null, new StopWish(), null);

        List<ResultFile> files = collector
                .outputs(List.of(
                        new OutputFile("below", false),
                        new OutputFile("link", false),
                        new OutputFile("below/file", false)))
                .files();
        collector.moveBlobs();

        assertThat(files).extracting(ResultFile::path).containsExactly("below/file", "link");
        assertThat(files).extracting(ResultFile::size).containsOnly(7L);
        assertThatThrownBy(() -> collector.outputs(List.of(new OutputFile("below/pipe", false))))
                .hasMessage("the output below/pipe is neither a file nor a directory");
        assertThatThrownBy(() -> collector.outputs(List.of(new OutputFile("below/out", false))))
                .hasMessage("the output below/out points outside the task's directory");
    }

    @Test
    void very_many_files_are_named_in_a_list_that_is_kept_beside_them() throws Exception {
        Path many = Files.createDirectories(directory.resolve("own/many"));
        for (int i = 0; i <= FoundOutputs.FEW; i++) {
            Files.writeString(many.resolve("file-" + i), "content " + i % 3);
        }
        OutputCollector collector = collector(null, new StopWish(), null);

        Outputs outputs = collector.outputs(List.of(new OutputFile("many", false)));
        collector.moveBlobs();

        ResultFile list = outputs.list();
        assertThat(outputs.files()).isEmpty();
        assertThat(list).isNotNull();
        Path kept = directory.resolve("kept").resolve(list.hash().hex());
        List<ResultFile> named = Json.read(Files.readAllBytes(kept), in -> in.list(Outputs.MOST, FileJson::readResult));
        assertThat(Files.size(kept)).isEqualTo(list.size());
        assertThat(named).hasSize(FoundOutputs.FEW + 1).isSortedAccordingTo(Comparator.comparing(ResultFile::path));
        assertThat(named)
                .allSatisfy(file -> assertThat(
                                directory.resolve("kept").resolve(file.hash().hex()))
                        .isRegularFile());
    }

    @Test
    void one_file_too_many_is_told_with_the_way_out_of_it() throws Exception {
        Path many = Files.createDirectories(directory.resolve("own/many"));
        for (int i = 0; i <= Outputs.MOST; i++) {
            Files.createFile(many.resolve(Integer.toString(i)));
        }

        assertThatThrownBy(() -> collector(null, new StopWish(), null).outputs(List.of(new OutputFile("many", false))))
                .isInstanceOfSatisfying(
                        Ungathered.class, end -> assertThat(end.outcome()).isEqualTo(Outcome.NO_OUTPUT))
                .hasMessage("it left more than 100000 output files; have the task pack them into an archive");
    }

    @Test
    void a_file_that_claims_to_be_larger_than_any_disk_is_too_much_and_is_not_read() throws Exception {
        sparse("huge", 8L << 40);

        assertThatThrownBy(() -> collector(null, new StopWish(), null).outputs(List.of(new OutputFile("huge", false))))
                .isInstanceOfSatisfying(
                        Ungathered.class, end -> assertThat(end.outcome()).isEqualTo(Outcome.OUT_OF_DISK))
                .hasMessageContaining("more than its limit of 256 GB");
    }

    @Test
    void whoever_cancels_an_attempt_does_not_wait_until_its_outputs_are_hashed() throws Exception {
        sparse("large", 200L << 30);
        StopWish stop = new StopWish();
        OutputCollector collector = collector(null, stop, null);
        Thread canceller = new Thread(() -> {
            while (!Files.exists(directory.resolve("kept/copy-1"))) {
                Thread.onSpinWait();
            }
            stop.ask(Duration.ZERO);
        });
        canceller.start();

        assertThatThrownBy(() -> collector.outputs(List.of(new OutputFile("large", false))))
                .isInstanceOfSatisfying(
                        Ungathered.class, end -> assertThat(end.outcome()).isEqualTo(Outcome.STOPPED));
        canceller.join();
    }

    @Test
    void names_that_are_no_utf_8_are_refused_instead_of_becoming_one() throws Exception {
        Files.createDirectories(directory.resolve("own/d"));
        String line = "touch \"$(printf 'own/d/a\\377')\" \"$(printf 'own/d/a\\376')\"";
        assertThat(new ProcessBuilder("sh", "-c", line)
                        .directory(directory.toFile())
                        .start()
                        .waitFor())
                .isZero();

        assertThatThrownBy(() -> collector(null, new StopWish(), null).outputs(List.of(new OutputFile("d", false))))
                .hasMessageEndingWith("has a name that is not UTF-8 text");
    }

    private void sparse(String name, long size) throws IOException {
        Files.createDirectories(directory.resolve("own"));
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("own").resolve(name).toFile(), "rw")) {
            file.setLength(size);
        }
    }

    private OutputCollector collector(@Nullable Path shared, StopWish stop, @Nullable Duration limit)
            throws IOException {
        Path own = Files.createDirectories(directory.resolve("own"));
        Room room = new Room(
                own,
                directory.resolve("tmp"),
                shared == null ? null : new Room.Shared(shared.toRealPath(), shared.toRealPath()),
                null,
                false,
                true,
                List.of());
        Launcher launcher = new Launcher(false, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
        JobSpec spec = Attempts.shell("true")
                .limit(limit == null ? Duration.ofHours(1) : limit)
                .start()
                .spec();
        return new OutputCollector(
                room,
                directory.resolve("kept"),
                0,
                new Gathering(launcher, stop, spec, Duration.ZERO),
                new Semaphore(1),
                false);
    }
}
