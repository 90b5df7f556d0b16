package org.gleaner.protocol.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HomeDirectoryTest {
    private static final Path HERE = Path.of("/here");

    @Test
    void our_files_are_where_the_shell_finds_them_under_a_tilde() {
        assertThat(home(Map.of("HOME", "/people/ada"))).isEqualTo(Path.of("/people/ada/.gleaner"));
    }

    @Test
    void without_home_the_user_database_says_where() {
        assertThat(home(Map.of())).isEqualTo(Path.of("/listed/.gleaner"));
        assertThat(home(Map.of("HOME", ""))).isEqualTo(Path.of("/listed/.gleaner"));
    }

    @Test
    void gleaner_home_comes_first_and_starts_from_the_current_directory() {
        assertThat(home(Map.of("HOME", "/people/ada", "GLEANER_HOME", "pool"))).isEqualTo(Path.of("/here/pool"));
        assertThat(home(Map.of("HOME", "/people/ada", "GLEANER_HOME", "/srv/g")))
                .isEqualTo(Path.of("/srv/g"));
    }

    private static Path home(Map<String, String> environment) {
        return HomeDirectory.of(environment, HERE, "/listed");
    }
}
