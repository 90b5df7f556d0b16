package org.gleaner.server.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BallastTest {
    @Test
    void a_link_in_its_place_is_replaced_and_nothing_is_written_where_it_leads(@TempDir Path root) throws Exception {
        Path data = Files.createDirectory(root.resolve("data"));
        Path elsewhere = root.resolve("elsewhere");
        Path file = Files.createSymbolicLink(data.resolve(Ballast.FILE), elsewhere);

        new Ballast(data, 0).load();

        assertThat(elsewhere).doesNotExist();
        assertThat(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).isTrue();
        assertThat(file).hasSize(Ballast.SIZE);
    }
}
