package org.gleaner.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PostgresAddressTest {
    @Test
    void an_address_names_user_host_port_database_and_how_to_encrypt() {
        assertThat(PostgresAddress.parse("postgresql://ada@db.example:6543/grid?sslmode=verify-full&sslrootcert=%2Fca"))
                .isEqualTo(new PostgresAddress(
                        "db.example",
                        6543,
                        "grid",
                        "ada",
                        new TreeMap<>(Map.of("sslmode", "verify-full", "sslrootcert", "/ca"))));
        assertThat(PostgresAddress.parse("postgres://ada@db/grid").port()).isEqualTo(5432);
        assertThat(PostgresAddress.parse("jdbc:postgresql://ada@[::1]/grid").host())
                .isEqualTo("[::1]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://ada@db.example:6543/grid?sslmode=verify-full&sslrootcert=%2Fa%20b%2Fca.pem",
                "postgresql://ada%20b@[::1]/my%20grid"
            })
    void what_is_written_is_read_as_the_same(String text) {
        PostgresAddress address = PostgresAddress.parse(text);

        assertThat(PostgresAddress.parse(address.written())).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "grid",
                "mysql://ada@db/grid",
                "postgresql://db/grid",
                "postgresql://ada@db",
                "postgresql://ada@db/",
                "postgresql://ada@db:99999/grid",
                "postgresql://ada@db/grid?socketFactory=x",
                "postgresql://ada@db/grid?password=hunter2",
                "postgresql://ada@db/a b",
                "postgresql:ada"
            })
    void anything_else_is_refused(String text) {
        assertThatThrownBy(() -> PostgresAddress.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_password_in_it_is_refused_and_not_repeated() {
        assertThatThrownBy(() -> PostgresAddress.parse("postgresql://ada:hunter2@db/grid"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must not hold the password")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void a_login_never_shows_its_password() {
        assertThat(new PostgresLogin(PostgresAddress.parse("postgresql://ada@db/grid"), "hunter2"))
                .hasToString("postgresql://ada@db:5432/grid");
    }
}
