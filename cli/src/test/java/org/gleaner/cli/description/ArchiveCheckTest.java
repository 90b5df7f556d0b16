package org.gleaner.cli.description;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gleaner.client.description.JobDescription;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArchiveCheckTest {
    @TempDir
    Path directory;

    private Typed typed;

    @BeforeEach
    void here() {
        typed = new Typed(directory);
    }

    /** A tar file with one empty member. */
    private static byte[] tar() {
        byte[] content = new byte[1536];
        byte[] name = "member".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(name, 0, content, 0, name.length);
        Arrays.fill(content, 148, 156, (byte) ' ');
        int sum = 0;
        for (int i = 0; i < 512; i++) {
            sum += content[i];
        }
        byte[] octal = String.format("%06o", sum).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(octal, 0, content, 148, octal.length);
        content[154] = 0;
        return content;
    }

    private void gzip(String name, byte[] content, int cut) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(content);
        }
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - cut));
    }

    @Test
    void archives_of_the_four_kinds_travel_as_archives() throws Exception {
        Files.write(directory.resolve("a.tar"), tar());
        gzip("b.tar.gz", tar(), 0);
        gzip("c.tgz", tar(), 0);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(directory.resolve("d.zip")))) {
            zip.putNextEntry(new ZipEntry("x"));
        }

        JobDescription job = typed.job(
                "--in-archive",
                "a.tar",
                "--in-archive",
                "b.tar.gz",
                "--in-archive",
                "c.tgz",
                "--in-archive",
                "d.zip",
                "true");

        assertThat(job.spec().workplace().archives())
                .extracting("path")
                .containsExactly("a.tar", "b.tar.gz", "c.tgz", "d.zip");
        assertThat(job.spec().inputs()).isEmpty();
    }

    @Test
    void what_is_damaged_or_of_another_kind_is_refused_here() throws Exception {
        gzip("cut.tgz", tar(), 9);
        typed.file("text.tar", "no archive".repeat(100))
                .file("text.zip", "no")
                .file("text.tgz", "no")
                .file("x.rar", "");

        assertThat(typed.refusal("--in-archive", "cut.tgz", "true")).contains("damaged");
        assertThat(typed.refusal("--in-archive", "text.tar", "true")).contains("damaged");
        assertThat(typed.refusal("--in-archive", "text.zip", "true")).contains("damaged");
        assertThat(typed.refusal("--in-archive", "text.tgz", "true")).contains("damaged");
        assertThat(typed.refusal("--in-archive", "x.rar", "true")).contains("does not end in");
    }
}
