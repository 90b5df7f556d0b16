package org.gleaner.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gleaner.core.job.MemorySize;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UnpackingTest {
    private Path root;
    private Path target;

    @BeforeEach
    void create(@TempDir Path directory) throws IOException {
        root = directory;
        target = Files.createDirectories(directory.resolve("into"));
    }

    @Test
    void files_directories_and_links_that_stay_inside_are_unpacked() throws Exception {
        Tar tar = new Tar()
                .entry("./", '5', "", new byte[0], 0755)
                .entry("./lib/", '5', "", new byte[0], 0755)
                .file("./lib/data", "content")
                .script("bin/run", "#!/bin/sh\n")
                .symbolicLink("bin/data", "../lib/data")
                .entry("again", '1', "lib/data", new byte[0], 0644);

        unpack("a.tgz", tar.zipped());

        assertThat(target.resolve("lib/data")).hasContent("content");
        assertThat(target.resolve("again")).hasContent("content");
        assertThat(target.resolve("bin/data")).isSymbolicLink().hasContent("content");
        assertThat(Files.isExecutable(target.resolve("bin/run"))).isTrue();
        assertThat(Files.isExecutable(target.resolve("lib/data"))).isFalse();
    }

    @Test
    void names_longer_than_a_header_holds_are_read_in_both_forms() throws Exception {
        String deep = "directory/".repeat(15) + "file";
        byte[] gnu = (deep + "\0").getBytes(StandardCharsets.UTF_8);
        String record = " path=x" + deep + "\n";
        int length = record.length() + 3;
        byte[] pax = (length + record).getBytes(StandardCharsets.UTF_8);

        unpack(
                "a.tar",
                new Tar()
                        .entry("././@LongLink", 'L', "", gnu, 0644)
                        .file("short", "gnu")
                        .entry("PaxHeaders/1", 'x', "", pax, 0644)
                        .file("short", "pax")
                        .bytes());

        assertThat(target.resolve(deep)).hasContent("gnu");
        assertThat(target.resolve("x" + deep)).hasContent("pax");
        assertThat(target.resolve("short")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "a/../../evil", "/evil", "a//evil", "C:/evil", "a\\..\\evil", ".."})
    void names_that_lead_out_are_refused(String name) throws Exception {
        byte[] tar = new Tar().file(name, "x").bytes();

        assertThatThrownBy(() -> unpack("a.tar", tar)).isInstanceOf(BadArchive.class);
        assertThat(root.resolve("evil")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../evil", "a/../../evil", "self/..", ""})
    void links_that_lead_out_are_refused(String link) throws Exception {
        byte[] tar =
                new Tar().symbolicLink("self", ".").symbolicLink("link", link).bytes();

        assertThatThrownBy(() -> unpack("a.tar", tar))
                .isInstanceOf(BadArchive.class)
                .hasMessage("it has a link that points outside it: link");
    }

    @Test
    void nothing_is_written_through_a_link() throws Exception {
        Path outside = Files.createDirectories(target.resolve("inner"));
        byte[] tar = new Tar().symbolicLink("d", "inner").file("d/file", "x").bytes();

        assertThatThrownBy(() -> unpack("a.tar", tar)).isInstanceOf(BadArchive.class);
        assertThat(outside.resolve("file")).doesNotExist();
    }

    @Test
    void a_link_below_a_link_is_refused_however_shallow_its_name_is_in_truth() throws Exception {
        byte[] tar = new Tar()
                .file("d/file", "x")
                .symbolicLink("d/x", "..")
                .symbolicLink("d/x/d/x/d/x/d/x/e/y", "../../../../../../../../..")
                .bytes();

        assertThatThrownBy(() -> unpack("a.tar", tar))
                .isInstanceOf(BadArchive.class)
                .hasMessage("it contains d/x twice, as different kinds of file");
    }

    @Test
    void no_later_archive_of_a_set_up_writes_or_reads_through_the_links_of_an_earlier_one() throws Exception {
        Files.writeString(root.resolve("secret"), "secret");
        Files.createSymbolicLink(target.resolve("out"), Path.of(".."));
        Unpacking unpacking = new Unpacking(target, new MemorySize(1 << 20));

        assertThatThrownBy(() ->
                        unpacking.unpack(archive(new Tar().file("out/evil", "x").bytes()), "a.tar"))
                .isInstanceOf(BadArchive.class);
        assertThatThrownBy(() -> unpacking.unpack(
                        archive(new Tar()
                                .entry("copy", '1', "out/secret", new byte[0], 0644)
                                .bytes()),
                        "b.tar"))
                .isInstanceOf(BadArchive.class);
        assertThatThrownBy(() -> unpacking.unpack(
                        archive(new Tar()
                                .entry("out/dir/", '5', "", new byte[0], 0755)
                                .bytes()),
                        "c.tar"))
                .isInstanceOf(BadArchive.class);
        unpacking.unpack(archive(new Tar().file("out", "replaced").bytes()), "d.tar");

        assertThat(root.resolve("evil")).doesNotExist();
        assertThat(root.resolve("dir")).doesNotExist();
        assertThat(target.resolve("copy")).doesNotExist();
        assertThat(target.resolve("out")).isRegularFile().hasContent("replaced");
    }

    @Test
    void a_name_that_no_disk_takes_is_refused_as_the_archives_fault() throws Exception {
        byte[] tar = new Tar()
                .entry("././@LongLink", 'L', "", "n".repeat(300).getBytes(StandardCharsets.UTF_8), 0644)
                .file("short", "x")
                .bytes();

        assertThatThrownBy(() -> unpack("a.tar", tar)).isInstanceOf(BadArchive.class);
    }

    @Test
    void unpacking_ends_when_it_is_given_up() throws Exception {
        byte[] tar = new Tar().file("a", "x").bytes();
        Unpacking unpacking = new Unpacking(target, new MemorySize(1 << 20), () -> true);

        assertThatThrownBy(() -> unpacking.unpack(archive(tar), "a.tar")).isInstanceOf(BadArchive.class);
        assertThat(target).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a/b/c", "a/b/c/"})
    void a_name_that_is_a_file_and_a_directory_is_refused(String below) throws Exception {
        char kind = below.endsWith("/") ? '5' : '0';
        byte[] tar = new Tar()
                .file("a", "x")
                .entry(below, kind, "", new byte[0], 0644)
                .bytes();

        assertThatThrownBy(() -> unpack("a.tar", tar))
                .isInstanceOf(BadArchive.class)
                .hasMessage("it contains a twice, as different kinds of file");
    }

    @ParameterizedTest
    @ValueSource(chars = {'3', '4', '6', 'S'})
    void devices_pipes_and_sparse_files_are_refused(char type) throws Exception {
        byte[] tar = new Tar().entry("thing", type, "", new byte[0], 0644).bytes();

        assertThatThrownBy(() -> unpack("a.tar", tar))
                .isInstanceOf(BadArchive.class)
                .hasMessageContaining("thing");
    }

    @Test
    void a_bomb_is_stopped_when_it_becomes_too_large() throws Exception {
        byte[] bomb = new Tar().file("big", " ".repeat(2 << 20)).zipped();

        assertThatThrownBy(() -> unpack("a.tgz", bomb))
                .isInstanceOf(BadArchive.class)
                .hasMessage("it unpacks to more than 1 MB");
        assertThat(bomb.length).isLessThan(10_000);
    }

    @Test
    void what_is_damaged_or_cut_off_is_refused() throws Exception {
        byte[] whole = new Tar().file("name", "content").open();
        byte[] damaged = whole.clone();
        damaged[3]++;
        byte[] cut = Arrays.copyOf(whole, 515);

        assertThatThrownBy(() -> unpack("a.tar", damaged)).isInstanceOf(BadArchive.class);
        assertThatThrownBy(() -> unpack("a.tar", cut)).isInstanceOf(BadArchive.class);
        assertThatThrownBy(() -> unpack("a.tgz", whole)).isInstanceOf(BadArchive.class);
        assertThatThrownBy(() -> unpack("a.zip", whole)).isInstanceOf(BadArchive.class);
        assertThatThrownBy(() -> unpack("a.rar", whole)).isInstanceOf(BadArchive.class);
    }

    @Test
    void a_zip_is_unpacked_and_one_whose_names_lead_out_is_refused() throws Exception {
        unpack("a.zip", zip(List.of("d/one", "two")));

        assertThat(target.resolve("d/one")).hasContent("d/one");
        assertThat(target.resolve("two")).hasContent("two");
        assertThatThrownBy(() -> unpack("a.zip", zip(List.of("../evil")))).isInstanceOf(BadArchive.class);
        assertThat(root.resolve("evil")).doesNotExist();
    }

    private byte[] zip(List<String> names) throws IOException {
        Path file = root.resolve("made.zip");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(name.getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return Files.readAllBytes(file);
    }

    private void unpack(String name, byte[] content) throws IOException, BadArchive {
        new Unpacking(target, new MemorySize(1 << 20)).unpack(archive(content), name);
    }

    private Path archive(byte[] content) throws IOException {
        return Files.write(root.resolve("archive"), content);
    }
}
