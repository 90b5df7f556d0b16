package org.gleaner.server.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArchiveStreamTest {
    private static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");
    private static final long OLD = 0xffff_ffffL;

    @TempDir
    private Path directory;

    private static ArchiveEntry entry(String name, String content) {
        byte[] bytes = content.getBytes(UTF_8);
        return new ArchiveEntry(name, bytes.length, false, () -> new ByteArrayInputStream(bytes));
    }

    private static ArchiveEntry.Source source(Iterator<ArchiveEntry> entries) {
        return () -> entries.hasNext() ? entries.next() : null;
    }

    private Spill spill() {
        return new Spill(this::scratch, more -> {});
    }

    private FileChannel scratch() throws IOException {
        return FileChannel.open(
                directory.resolve("scratch"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE);
    }

    private Path zip(Iterator<ArchiveEntry> entries, long most) throws IOException {
        Path file = directory.resolve("all.zip");
        try (InputStream zip = ArchiveStream.zip(source(entries), spill(), AT, most);
                OutputStream out = Files.newOutputStream(file)) {
            zip.transferTo(out);
        }
        return file;
    }

    @Test
    void what_windows_can_not_store_is_written_as_in_an_address() throws IOException {
        List<ArchiveEntry> odd = List.of(
                entry("sweep-7/1/12:30.csv", "a"),
                entry("sweep-7/aux.txt", "b"),
                entry("sweep-7/dir. /x", "c"),
                entry("sweep-7/auxiliary.txt", "d"),
                entry("sweep-7/ü 100%.txt", "e"));

        Path file = zip(odd.iterator(), OLD);

        try (ZipFile read = new ZipFile(file.toFile())) {
            assertThat(read.stream().map(ZipEntry::getName))
                    .containsExactly(
                            "sweep-7/1/12%3A30.csv",
                            "sweep-7/%61ux.txt", "sweep-7/dir.%20/x", "sweep-7/auxiliary.txt", "sweep-7/ü 100%.txt");
        }
    }

    @Test
    void a_zip_of_more_files_than_old_ones_can_count_is_read_back() throws IOException {
        int many = 70_000;

        Path file = zip(
                IntStream.range(0, many)
                        .mapToObj(i -> entry("d/" + i, "content " + i))
                        .iterator(),
                OLD);

        try (ZipFile read = new ZipFile(file.toFile())) {
            assertThat(read.size()).isEqualTo(many);
            ZipEntry last = read.getEntry("d/" + (many - 1));
            assertThat(new String(read.getInputStream(last).readAllBytes(), UTF_8))
                    .isEqualTo("content " + (many - 1));
            assertThat(last.getTime()).isPositive();
        }
        assertThat(directory.resolve("scratch")).doesNotExist();
    }

    @Test
    void a_file_larger_than_old_zips_can_hold_and_what_follows_it_are_read_back() throws IOException {
        // As if numbers had fewer bits: gigabytes take a minute.
        long most = 3 << 20;
        long large = most + 1;
        ArchiveEntry zeros = new ArchiveEntry("zeros", large, true, () -> new Zeros(large));
        List<ArchiveEntry> entries = new ArrayList<>(List.of(entry("first", "1"), zeros));
        byte[] noise = new byte[(int) most];
        new Random(1).nextBytes(noise);
        entries.add(new ArchiveEntry("noise", noise.length, false, () -> new ByteArrayInputStream(noise)));
        entries.add(entry("small", "x"));

        Path file = zip(entries.iterator(), most);

        try (ZipFile read = new ZipFile(file.toFile())) {
            assertThat(read.getEntry("zeros").getSize()).isEqualTo(large);
            assertThat(read.getInputStream(read.getEntry("zeros")).readAllBytes())
                    .hasSize((int) large);
            assertThat(read.getInputStream(read.getEntry("noise")).readAllBytes())
                    .isEqualTo(noise);
            assertThat(read.getEntry("small").getSize()).isEqualTo(1);
            assertThat(read.getInputStream(read.getEntry("small")).readAllBytes())
                    .containsExactly('x');
        }
    }

    @Test
    void content_of_another_length_than_was_said_ends_it() {
        ArchiveEntry shorter = new ArchiveEntry("a", 5, false, () -> new Zeros(4));
        ArchiveEntry longer = new ArchiveEntry("a", 5, false, () -> new Zeros(6));

        for (ArchiveEntry lie : List.of(shorter, longer)) {
            assertThatThrownBy(() -> ArchiveStream.tarGz(source(List.of(lie).iterator()), AT)
                            .readAllBytes())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("a does not have the expected length");
        }
    }

    private static final class Zeros extends InputStream {
        private long left;

        Zeros(long length) {
            left = length;
        }

        @Override
        public int read() {
            return left-- > 0 ? 0 : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            int some = (int) Math.min(left, length);
            Arrays.fill(into, offset, offset + some, (byte) 0);
            left -= some;
            return some == 0 ? -1 : some;
        }
    }
}
