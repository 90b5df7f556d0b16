package org.gleaner.server.blob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.Content;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DoubtedBlobsTest {
    private static final byte[] CONTENT = "precious".getBytes(UTF_8);
    private static final BlobHash HASH = Content.hash(CONTENT);

    @TempDir
    private Path directory;

    private final AtomicLong nanos = new AtomicLong();
    private BlobStore store;

    @BeforeEach
    void open() throws IOException {
        store = BlobStore.open(directory, BlobLimits.DEFAULT, InstantSource.system(), nanos::get);
        store.receive(HASH, "ann", 0, new ByteArrayInputStream(CONTENT));
    }

    private void damage(String content) throws IOException {
        Files.writeString(
                directory
                        .resolve("blobs")
                        .resolve(HASH.hex().substring(0, 2))
                        .resolve(HASH.hex().substring(2)),
                content);
    }

    private List<String> aside() throws IOException {
        Path damaged = directory.resolve("blobs/damaged");
        if (!Files.exists(damaged)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(damaged)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void what_is_damaged_is_kept_aside_counts_as_missing_and_can_be_sent_again() throws Exception {
        damage("damaged!");

        assertThat(store.doubts().isWhole(HASH)).isFalse();
        assertThat(store.has(HASH)).isFalse();
        assertThat(aside()).singleElement().asString().startsWith(HASH.hex());
        assertThat(store.tally().count()).isZero();
        store.receive(HASH, "ann", 0, new ByteArrayInputStream(CONTENT));
        assertThat(store.doubts().isWhole(HASH)).isTrue();
    }

    @Test
    void what_is_whole_stays_and_is_not_read_again_for_a_while_however_often_it_is_doubted() throws Exception {
        assertThat(store.doubts().isWhole(HASH)).isTrue();
        damage("damaged!");

        assertThat(store.doubts().isWhole(HASH)).as("it was read just before").isTrue();
        nanos.addAndGet(DoubtedBlobs.BELIEVED.toNanos());
        assertThat(store.doubts().isWhole(HASH)).isFalse();
    }

    @Test
    void a_wrong_size_makes_missing_only_what_is_damaged() throws Exception {
        assertThat(store.doubts().size(HASH, 7)).as("whoever says so lies").hasValue(8);
        nanos.addAndGet(DoubtedBlobs.BELIEVED.toNanos());
        damage("short");

        assertThat(store.doubts().size(HASH, 8)).isEmpty();
        assertThat(aside()).hasSize(1);
    }

    @Test
    void a_file_that_came_since_the_damaged_one_was_read_is_not_set_aside() throws Exception {
        Object other = "another file";

        assertThat(store.setAside(HASH, other)).isFalse();
        assertThat(store.has(HASH)).isTrue();
    }

    @Test
    void whoever_reads_what_is_damaged_never_comes_to_its_end() throws Exception {
        try (InputStream in = store.doubts().open(HASH)) {
            assertThat(in.readAllBytes()).isEqualTo(CONTENT);
        }
        damage("damaged!");

        try (InputStream in = store.doubts().open(HASH)) {
            assertThatThrownBy(in::readAllBytes).isInstanceOf(BlobProblem.class);
        }
        assertThat(store.has(HASH)).isFalse();
    }
}
