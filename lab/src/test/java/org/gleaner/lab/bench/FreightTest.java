package org.gleaner.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreightTest {
    @TempDir
    Path root;

    @Test
    void files_have_their_size_and_each_a_content_that_no_compression_shrinks() throws IOException {
        Freight freight = Freight.make(root, "some", 2, 3_000_001);

        byte[] first = Files.readAllBytes(freight.folder().resolve(Freight.nameOf(0)));
        byte[] second = Files.readAllBytes(freight.folder().resolve(Freight.nameOf(1)));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(first);
        }
        assertThat(first).hasSize(3_000_001).isNotEqualTo(second);
        assertThat(packed.size()).isGreaterThan(3_000_000);
        assertThat(freight.megabytes()).isEqualTo(6.000002);
    }

    @Test
    void renewed_files_are_other_files_of_the_same_size() throws IOException {
        Freight freight = Freight.make(root, "some", 1, 1000);
        Path file = freight.folder().resolve(Freight.nameOf(0));
        byte[] before = Files.readAllBytes(file);

        freight.renew(7);

        assertThat(Files.readAllBytes(file)).hasSameSizeAs(before).isNotEqualTo(before);
    }
}
