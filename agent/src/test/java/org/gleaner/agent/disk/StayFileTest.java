package org.gleaner.agent.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.gleaner.core.observer.Stay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StayFileTest {
    private static final Stay HANDED = new Stay("abc", Duration.ofMinutes(90));

    @TempDir
    private Path directory;

    private Path bootId;

    @BeforeEach
    void boot() throws IOException {
        bootId = directory.resolve("boot_id");
        Files.writeString(bootId, "first\n");
    }

    private StayFile stay() {
        return new StayFile(directory.resolve("stay"), bootId);
    }

    @Test
    void every_start_is_a_stay_of_its_own() throws Exception {
        Stay first = stay().begin();

        Stay second = stay().begin();

        assertThat(first.lasted()).isZero();
        assertThat(first.id()).isNotEmpty().isNotEqualTo(second.id());
    }

    @Test
    void what_was_handed_over_goes_on_until_it_is_forgotten() throws Exception {
        stay().handOver(HANDED);

        assertThat(stay().begin()).isEqualTo(HANDED);
        assertThat(stay().begin()).as("the newer program did not work").isEqualTo(HANDED);
        stay().forget();
        assertThat(stay().begin().id()).isNotEqualTo(HANDED.id());
    }

    @Test
    void after_a_boot_what_was_handed_over_is_worth_nothing() throws Exception {
        stay().handOver(HANDED);
        Files.writeString(bootId, "second\n");

        assertThat(stay().begin().id()).isNotEqualTo(HANDED.id());
        Files.writeString(bootId, "first\n");
        assertThat(stay().begin().id()).isNotEqualTo(HANDED.id());
    }

    @Test
    void where_boots_have_no_id_it_is_believed() throws Exception {
        Files.delete(bootId);
        stay().handOver(HANDED);

        assertThat(stay().begin()).isEqualTo(HANDED);
    }

    @Test
    void a_damaged_file_is_none() throws Exception {
        for (String text : new String[] {"", "abc", "abc\nx\nfirst", "abc\n-1\nfirst", "\n7\nfirst", "abc\n7"}) {
            Files.writeString(directory.resolve("stay"), text);

            Stay begun = stay().begin();

            assertThat(begun.lasted()).as(text).isZero();
            assertThat(begun.id()).isNotEmpty().isNotEqualTo("abc");
        }
    }
}
