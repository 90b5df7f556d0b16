package org.gleaner.agent.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.MemorySize;
import org.gleaner.protocol.message.Content;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InputCacheTest {
    private static final int LARGE = 100_000;

    private final Map<BlobHash, byte[]> server = new HashMap<>();
    private final List<BlobHash> downloads = new ArrayList<>();
    private Path root;
    private Path cached;
    private InputCache cache;

    @BeforeEach
    void create(@TempDir Path directory) throws IOException {
        root = directory;
        cached = Files.createDirectory(root.resolve("cache"));
        cache = cache(1 << 20);
    }

    @Test
    void a_file_crosses_the_network_once() throws Exception {
        InputFile input = file(1, 100);

        cache.place(input, root.resolve("a"));
        cache.place(input, root.resolve("b"));

        assertThat(downloads).hasSize(1);
        assertThat(root.resolve("b")).hasBinaryContent(content(1, 100));
    }

    @Test
    void what_is_placed_is_a_read_only_copy_and_what_is_lent_is_the_cached_file_itself() throws Exception {
        cache.place(file(1, LARGE), root.resolve("placed"));
        boolean lent = cache.lend(file(1, LARGE), root.resolve("lent"));

        assertThat(lent).isTrue();
        assertThat(key("placed")).isNotEqualTo(key("cache/" + file(1, LARGE).hash()));
        assertThat(key("lent")).isEqualTo(key("cache/" + file(1, LARGE).hash()));
        assertThat(mode("placed")).isEqualTo("r--r--r--");
        assertThat(downloads).hasSize(1);
    }

    @Test
    void a_task_that_rewrites_its_input_and_keeps_size_times_and_mode_changes_nobody_elses() throws Exception {
        InputFile input = file(1, LARGE);
        Path given = root.resolve("given");
        cache.place(input, given);

        rewrite(given, content(9, LARGE));
        cache.place(input, root.resolve("next"));

        assertThat(root.resolve("next")).hasBinaryContent(content(1, LARGE));
    }

    @Test
    void where_tasks_can_get_at_the_cache_what_one_planted_there_is_found_out() throws Exception {
        InputCache open = new InputCache(cached, this::download, new MemorySize(1 << 20), () -> 0, true);
        InputFile input = file(1, LARGE);
        open.place(input, root.resolve("first"));

        rewrite(cached.resolve(input.hash().hex()), content(9, LARGE));
        open.place(input, root.resolve("next"));

        assertThat(root.resolve("next")).hasBinaryContent(content(1, LARGE));
        assertThat(downloads).hasSize(2);
        assertThat(open.lend(input, root.resolve("lent"))).isFalse();
    }

    /** As somebody would who wants it to go unnoticed. */
    private static void rewrite(Path file, byte[] content) throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Files.write(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        Files.setLastModifiedTime(file, time);
    }

    private Object key(String name) throws IOException {
        return Files.getAttribute(root.resolve(name), "unix:ino");
    }

    @Test
    void what_is_only_cached_gives_way_when_the_disk_is_full() throws Exception {
        cache.place(file(1, LARGE), root.resolve("before"));
        InputCache full = new InputCache(cached, new FullDisk(1), new MemorySize(1 << 20), () -> 0, false);
        full.takeOver();

        full.place(file(2, 10), root.resolve("after"));

        assertThat(root.resolve("after")).hasBinaryContent(content(2, 10));
        assertThat(names(cached)).containsExactly(file(2, 10).hash().hex());
    }

    @Test
    void the_number_of_files_is_bounded_however_small_they_are() throws Exception {
        InputCache small = new InputCache(cached, this::download, new MemorySize(1 << 20), 2, () -> 0, false);

        for (int i = 0; i < 5; i++) {
            small.place(file(i, 1), root.resolve("placed-" + i));
        }

        assertThat(names(cached))
                .containsExactlyInAnyOrder(
                        file(3, 1).hash().hex(), file(4, 1).hash().hex());
    }

    @Test
    void a_download_that_does_not_fit_leaves_nothing_behind() {
        InputCache full = new InputCache(cached, new FullDisk(2), new MemorySize(1 << 20), () -> 0, false);

        assertThatThrownBy(() -> full.place(file(1, LARGE), root.resolve("a"))).isInstanceOf(IOException.class);

        assertThat(cached).isEmptyDirectory();
    }

    /** Breaks off downloads half way, so many times. */
    private final class FullDisk implements InputCache.Source {
        private int failures;

        private FullDisk(int failures) {
            this.failures = failures;
        }

        @Override
        public void download(BlobHash hash, long size, Path target) throws IOException, InputUnavailable {
            if (failures-- > 0) {
                Files.write(target.resolveSibling(target.getFileName() + ".part"), new byte[10]);
                throw new IOException("no space left on device");
            }
            InputCacheTest.this.download(hash, size, target);
        }
    }

    private static List<String> names(Path directory) {
        return Arrays.asList(directory.toFile().list());
    }

    @Test
    void the_same_content_may_be_a_program_for_one_task_and_not_for_another() throws Exception {
        InputFile plain = file(1, LARGE);
        InputFile program = new InputFile("x", plain.hash(), plain.size(), true);

        cache.place(plain, root.resolve("plain"));
        cache.place(program, root.resolve("program"));

        assertThat(mode("plain")).isEqualTo("r--r--r--");
        assertThat(mode("program")).isEqualTo("r-xr-xr-x");
    }

    @Test
    void a_cached_file_that_somebody_wrote_to_is_fetched_again() throws Exception {
        InputFile input = file(1, LARGE);
        Path link = root.resolve("link");
        cache.lend(input, link);

        Files.setPosixFilePermissions(link, PosixFilePermissions.fromString("rw-r--r--"));
        Files.write(link, content(9, LARGE));
        Files.setPosixFilePermissions(link, PosixFilePermissions.fromString("r--r--r--"));
        cache.place(input, root.resolve("next"));

        assertThat(root.resolve("next")).hasBinaryContent(content(1, LARGE));
        assertThat(downloads).hasSize(2);
    }

    @Test
    void a_new_life_trusts_what_is_there_only_after_hashing_it() throws Exception {
        InputFile good = file(1, 100);
        InputFile bad = file(2, 100);
        cache.place(good, root.resolve("a"));
        cache.place(bad, root.resolve("b"));
        Path damaged = cached.resolve(bad.hash().hex());
        Files.delete(damaged);
        Files.write(damaged, content(9, 100));
        Files.setPosixFilePermissions(damaged, PosixFilePermissions.fromString("r--r--r--"));
        Files.write(cached.resolve("x.part"), content(1, 1));
        downloads.clear();

        InputCache next = cache(1 << 20);
        next.takeOver();
        next.place(good, root.resolve("c"));
        next.place(bad, root.resolve("d"));

        assertThat(downloads).containsExactly(bad.hash());
        assertThat(root.resolve("d")).hasBinaryContent(content(2, 100));
        assertThat(cached.resolve("x.part")).doesNotExist();
    }

    @Test
    void what_was_not_used_for_longest_goes_when_there_is_no_room() throws Exception {
        InputCache small = cache(250);
        small.place(file(1, 100), root.resolve("a"));
        small.place(file(2, 100), root.resolve("b"));
        small.place(file(1, 100), root.resolve("c"));

        small.place(file(3, 100), root.resolve("d"));

        assertThat(cached.resolve(file(1, 100).hash().hex())).exists();
        assertThat(cached.resolve(file(2, 100).hash().hex())).doesNotExist();
        assertThat(cached.resolve(file(3, 100).hash().hex())).exists();
    }

    @Test
    void an_input_that_the_server_does_not_have_is_reported_and_leaves_nothing() {
        InputFile nowhere = new InputFile("x", Content.hash(content(5, 5)), 5, false);

        assertThatThrownBy(() -> cache.place(nowhere, root.resolve("a"))).isInstanceOf(InputUnavailable.class);

        assertThat(cached).isEmptyDirectory();
        assertThat(root.resolve("a")).doesNotExist();
    }

    private InputCache cache(long limit) {
        return new InputCache(cached, this::download, new MemorySize(limit), () -> 0, false);
    }

    private InputFile file(int seed, int size) {
        byte[] bytes = content(seed, size);
        server.put(Content.hash(bytes), bytes);
        return new InputFile("x", Content.hash(bytes), size, false);
    }

    private static byte[] content(int seed, int size) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) seed);
        return bytes;
    }

    private String mode(String name) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve(name)));
    }

    private void download(BlobHash hash, long size, Path target) throws IOException, InputUnavailable {
        byte[] bytes = server.get(hash);
        if (bytes == null) {
            throw new InputUnavailable("no such blob");
        }
        downloads.add(hash);
        Files.write(target, bytes);
    }
}
