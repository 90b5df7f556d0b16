package org.gleaner.server.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.gleaner.core.id.BlobHash;
import org.gleaner.protocol.message.Content;
import org.gleaner.server.blob.BlobProblem.Kind;
import org.gleaner.server.store.TinyDisk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BlobStoreTest {
    private static final byte[] CONTENT = content(300_000);
    private static final BlobHash HASH = hash(CONTENT);

    @TempDir
    private Path directory;

    private BlobStore store;

    @BeforeEach
    void open() throws IOException {
        store = BlobStore.open(directory);
    }

    private static byte[] content(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static BlobHash hash(byte[] content) {
        return Content.hash(content);
    }

    private static ByteBuffer part(int from, int to) {
        return ByteBuffer.wrap(CONTENT, from, to - from);
    }

    private byte[] read(BlobHash hash, long offset) throws IOException {
        try (FileChannel channel = store.open(hash, offset);
                InputStream in = Channels.newInputStream(channel)) {
            return in.readAllBytes();
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString())
                    .toList();
        }
    }

    private static void refused(Kind kind, long received, ThrowingCallable call) {
        assertThatThrownBy(call)
                .asInstanceOf(type(BlobProblem.class))
                .satisfies(problem -> assertThat(problem.kind()).isEqualTo(kind))
                .satisfies(problem -> assertThat(problem.received()).isEqualTo(received));
    }

    /** A link that leads nowhere is a name that is listed and has no file, as that of an upload that ends meanwhile. */
    @Test
    void beginnings_that_vanish_while_they_are_looked_at_keep_no_others() throws IOException {
        Path partial = directory.resolve("blobs/partial");
        Path old = Files.createFile(partial.resolve("b"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));
        Files.createSymbolicLink(partial.resolve("a"), partial.resolve("nowhere"));
        Files.createSymbolicLink(partial.resolve("c"), partial.resolve("nowhere"));

        store.removeStale();

        assertThat(old).doesNotExist();
    }

    @Test
    void blobs_that_vanish_while_they_are_counted_hide_no_others() throws IOException {
        store.receive(HASH, "ada", 0, new ByteArrayInputStream(CONTENT));
        String shelf = HASH.hex().substring(0, 2);
        for (String name : List.of("0", "f")) {
            Path gone = directory.resolve("blobs").resolve(shelf).resolve(name.repeat(62));
            Files.createSymbolicLink(gone, directory.resolve("nowhere"));
        }

        assertThat(store.shelf(Integer.parseInt(shelf, 16)))
                .extracting(BlobStore.Kept::hash)
                .containsExactly(HASH);
    }

    @Test
    void a_blob_comes_back_from_any_offset() throws IOException {
        assertThat(store.has(HASH)).isFalse();
        assertThat(store.size(HASH)).isEmpty();

        assertThat(store.receive(HASH, "ada", 0, new ByteArrayInputStream(CONTENT)))
                .isEqualTo(CONTENT.length);

        assertThat(store.has(HASH)).isTrue();
        assertThat(store.size(HASH)).hasValue(CONTENT.length);
        assertThat(read(HASH, 0)).isEqualTo(CONTENT);
        assertThat(read(HASH, 299_999)).containsExactly(CONTENT[299_999]);
        assertThat(read(HASH, 300_000)).isEmpty();
        assertThat(files())
                .containsExactly(
                        "blobs/" + HASH.hex().substring(0, 2) + "/" + HASH.hex().substring(2));
    }

    @Test
    void many_small_blobs_are_kept_together_and_none_is_there_before() throws IOException {
        byte[] one = "one".getBytes(StandardCharsets.UTF_8);
        byte[] two = "two".getBytes(StandardCharsets.UTF_8);
        try (SmallBlobs small = store.small()) {
            small.add(Content.hash(one), one);
            small.add(Content.hash(one), one);
            small.add(Content.hash(two), two);
            assertThat(store.has(Content.hash(one))).isFalse();

            small.keep();
        }

        assertThat(store.size(Content.hash(one))).hasValue(3);
        assertThat(store.size(Content.hash(two))).hasValue(3);
    }

    @Test
    void of_small_blobs_none_is_there_if_one_can_not_be_made_durable() throws IOException {
        try (SmallBlobs small = store.small()) {
            for (int i = 0; i < 100; i++) {
                byte[] content = {(byte) i};
                small.add(Content.hash(content), content);
            }
            try (Stream<Path> partial = Files.list(directory.resolve("blobs/partial"))) {
                Files.delete(partial.skip(50).findFirst().orElseThrow());
            }

            refused(Kind.UNUSABLE, 0, small::keep);
        }

        assertThat(store.tally().count()).isZero();
        assertThat(store.arriving("")).isZero();
    }

    @Test
    void small_blobs_that_were_not_kept_leave_nothing() throws IOException {
        byte[] one = "one".getBytes(StandardCharsets.UTF_8);
        try (SmallBlobs small = store.small()) {
            small.add(Content.hash(one), one);
            refused(Kind.HASH_MISMATCH, 5, () -> small.add(Content.hash(new byte[4]), new byte[5]));
        }

        assertThat(store.tally().count()).isZero();
        assertThat(store.arriving("")).isZero();
    }

    @Test
    void an_empty_blob_is_a_blob() throws IOException {
        BlobHash empty = hash(new byte[0]);

        store.receive(empty, "ada", 0, InputStream.nullInputStream());

        assertThat(store.size(empty)).hasValue(0);
    }

    @Test
    void a_blob_that_is_not_there_or_shorter_can_not_be_opened() throws IOException {
        refused(Kind.UNKNOWN, 0, () -> store.open(HASH, 0));
        store.receive(HASH, "ada", 0, new ByteArrayInputStream(CONTENT));

        refused(Kind.WRONG_OFFSET, CONTENT.length, () -> store.open(HASH, CONTENT.length + 1));
        refused(Kind.WRONG_OFFSET, CONTENT.length, () -> store.open(HASH, -1));
    }

    @Test
    void other_content_than_its_name_says_is_thrown_away() throws IOException {
        byte[] wrong = Arrays.copyOf(CONTENT, CONTENT.length - 1);

        refused(Kind.HASH_MISMATCH, wrong.length, () -> store.receive(HASH, "ada", 0, new ByteArrayInputStream(wrong)));

        assertThat(store.has(HASH)).isFalse();
        assertThat(files()).isEmpty();
    }

    @Test
    void an_upload_that_broke_goes_on_where_it_was_even_after_a_restart() throws IOException {
        try (BlobUpload upload = store.append(HASH, "ada", 0)) {
            upload.write(part(0, 100_000));
        }
        open();

        assertThat(store.received(HASH, "ada")).isEqualTo(100_000);
        assertThat(store.has(HASH)).isFalse();
        store.receive(HASH, "ada", 100_000, new ByteArrayInputStream(CONTENT, 100_000, 200_000));

        assertThat(read(HASH, 0)).isEqualTo(CONTENT);
        assertThat(store.received(HASH, "ada")).isZero();
    }

    @Test
    void a_broken_stream_keeps_what_arrived() throws IOException {
        InputStream broken = new InputStream() {
            private int position;

            @Override
            public int read() throws IOException {
                if (position == 70_000) {
                    throw new IOException("connection reset");
                }
                return CONTENT[position++] & 0xff;
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                buffer[offset] = (byte) read();
                return 1;
            }
        };

        assertThatThrownBy(() -> store.receive(HASH, "ada", 0, broken)).hasMessage("connection reset");

        assertThat(store.received(HASH, "ada")).isEqualTo(70_000);
    }

    @Test
    void an_upload_goes_on_only_at_its_end_and_a_refusal_leaves_it_alone() throws IOException {
        try (BlobUpload upload = store.append(HASH, "ada", 0)) {
            upload.write(part(0, 1000));
        }

        refused(Kind.WRONG_OFFSET, 1000, () -> store.append(HASH, "ada", 999));
        refused(Kind.WRONG_OFFSET, 1000, () -> store.append(HASH, "ada", 1001));
        assertThat(store.received(HASH, "ada")).isEqualTo(1000);

        try (BlobUpload again = store.append(HASH, "ada", 0)) {
            assertThat(again.received()).isZero();
            again.write(part(0, 10));
        }
        assertThat(store.received(HASH, "ada")).isEqualTo(10);
    }

    @Test
    void nobody_continues_anothers_upload() throws IOException {
        try (BlobUpload upload = store.append(HASH, "ada", 0)) {
            upload.write(part(0, 1000));
        }

        assertThat(store.received(HASH, "bob/../ada")).isZero();
        refused(Kind.WRONG_OFFSET, 0, () -> store.append(HASH, "bob", 1000));
        assertThat(files()).hasSize(1);
    }

    @Test
    void an_upload_whose_connection_hangs_is_taken_over_by_its_uploader() throws IOException {
        BlobUpload hanging = store.append(HASH, "ada", 0);
        hanging.write(part(0, 1000));

        store.receive(HASH, "ada", 1000, new ByteArrayInputStream(CONTENT, 1000, 299_000));

        refused(Kind.TAKEN_OVER, 1000, () -> hanging.write(part(1000, 2000)));
        hanging.close();
        assertThat(read(HASH, 0)).isEqualTo(CONTENT);
    }

    @Test
    void the_same_content_may_arrive_twice_at_once() throws IOException {
        try (BlobUpload first = store.append(HASH, "n1", 0);
                BlobUpload second = store.append(HASH, "n1", 0)) {
            first.write(part(0, 300_000));
            second.write(part(0, 150_000));
            first.finish();
            second.write(part(150_000, 300_000));
            second.finish();
        }
        store.append(HASH, "n1", 0).close();

        assertThat(read(HASH, 0)).isEqualTo(CONTENT);
        assertThat(files()).hasSize(1);
    }

    @Test
    void blobs_leave_the_reserve_of_the_disk_free() throws IOException {
        BlobLimits greedy = new BlobLimits(Long.MAX_VALUE, Duration.ofDays(1));
        store = BlobStore.open(directory, greedy, InstantSource.system(), System::nanoTime);

        refused(Kind.NOT_STORED, 0, () -> store.receive(HASH, "ada", 0, new ByteArrayInputStream(CONTENT)));

        assertThat(files()).isEmpty();
    }

    @Test
    void refusal_for_want_of_room_is_known_for_some_minutes() throws IOException {
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        AtomicLong minutes = new AtomicLong();
        InstantSource clock = () -> start.plus(Duration.ofMinutes(minutes.get()));
        FileStore disk = Files.getFileStore(directory);
        long tenth = disk.getTotalSpace() / 10;
        BlobLimits nearlyFull = new BlobLimits(disk.getUsableSpace() - tenth / 2, Duration.ofDays(1));
        store = BlobStore.open(directory, nearlyFull, clock, System::nanoTime);
        assertThat(store.shortage()).isEmpty();

        refused(Kind.NOT_STORED, 0, () -> store.checkSpace(tenth));

        assertThat(store.shortage()).hasValue(tenth);
        minutes.set(11);
        assertThat(store.shortage()).isEmpty();
    }

    @Test
    void a_blob_that_was_refused_in_the_middle_still_lacks_room_when_its_beginning_is_gone() throws IOException {
        FileStore disk = Files.getFileStore(directory);
        long tenth = disk.getTotalSpace() / 10;
        long reserve = disk.getUsableSpace() + tenth;
        store = BlobStore.open(
                directory, new BlobLimits(reserve, Duration.ofDays(1)), InstantSource.system(), System::nanoTime);

        refused(Kind.NOT_STORED, 0, () -> store.checkSpaceFor(tenth));
        store.databaseHas(tenth + tenth / 2);

        assertThat(store.shortage()).hasValue(tenth);
    }

    @Test
    void somebody_who_wants_to_send_more_than_any_disk_holds_does_not_make_it_full() throws IOException {
        store = BlobStore.open(
                directory, new BlobLimits(0, Duration.ofDays(1)), InstantSource.system(), System::nanoTime);

        refused(Kind.NOT_STORED, 0, () -> store.checkSpace(Long.MAX_VALUE));

        assertThat(store.shortage()).isEmpty();
    }

    @Test
    void uploads_that_nobody_continued_for_a_day_are_removed_at_the_start() throws IOException {
        BlobHash young = hash("young".getBytes(StandardCharsets.UTF_8));
        for (BlobHash one : List.of(HASH, young)) {
            try (BlobUpload upload = store.append(one, "ada", 0)) {
                upload.write(part(0, 10));
            }
        }
        Path old;
        try (Stream<Path> all = Files.list(directory.resolve("blobs/partial"))) {
            old = all.filter(file -> file.getFileName().toString().startsWith(HASH.hex()))
                    .findFirst()
                    .orElseThrow();
        }
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(25))));

        open();

        assertThat(store.received(HASH, "ada")).isZero();
        assertThat(store.received(young, "ada")).isEqualTo(10);
    }

    @Test
    void on_a_full_disk_a_blob_is_refused_without_debris_and_stored_when_there_is_room() throws Exception {
        BlobLimits noReserve = new BlobLimits(0, Duration.ofDays(1));
        byte[] large = content(3 << 20);
        try (TinyDisk disk = TinyDisk.mount(directory, 4)) {
            store = BlobStore.open(directory, noReserve, InstantSource.system(), System::nanoTime);
            Path filler = disk.fill();

            refused(Kind.NOT_STORED, 0, () -> store.receive(hash(large), "ada", 0, new ByteArrayInputStream(large)));
            assertThat(files()).containsExactly("filler");

            Files.delete(filler);
            store.receive(hash(large), "ada", 0, new ByteArrayInputStream(large));
            assertThat(read(hash(large), 0)).isEqualTo(large);
        }
    }
}
