package org.gleaner.server.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProgramFileTest {
    private static final Path OPEN = Path.of("/proc/self/fd");

    @TempDir
    private Path directory;

    private Path jar = Path.of("unset");

    @BeforeEach
    void write() throws IOException {
        jar = Files.writeString(directory.toRealPath().resolve("gleaner.jar"), "not really a jar");
    }

    @Test
    void many_who_read_slowly_share_one_open_file() throws IOException {
        assumeTrue(Files.isDirectory(OPEN));
        ProgramFile file = ProgramFile.of(jar, "0.2.0");
        List<InputStream> readers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            InputStream reader = file.whole().orElseThrow().stream();
            assertThat(reader.read()).isEqualTo('n');
            readers.add(reader);
        }

        assertThat(timesOpen()).isEqualTo(1);
        for (InputStream reader : readers) {
            assertThat(reader.readAllBytes()).asString().isEqualTo("ot really a jar");
            reader.close();
        }
        assertThat(file.whole().orElseThrow().stream().readAllBytes())
                .asString()
                .isEqualTo("not really a jar");
    }

    @Test
    void a_file_that_was_replaced_is_not_handed_out() throws IOException {
        ProgramFile file = ProgramFile.of(jar, "0.2.0");
        assertThat(file.whole()).isPresent();
        assertThat(file.isReplaced()).isFalse();
        Files.writeString(jar, "a newer one");

        assertThat(file.whole()).isEmpty();
        assertThat(file.isReplaced()).isTrue();
    }

    private long timesOpen() throws IOException {
        try (Stream<Path> open = Files.list(OPEN)) {
            return open.filter(this::isJar).count();
        }
    }

    private boolean isJar(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).equals(jar);
        } catch (IOException gone) {
            return false;
        }
    }
}
