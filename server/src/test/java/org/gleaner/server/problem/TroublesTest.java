package org.gleaner.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.id.JobId;
import org.junit.jupiter.api.Test;

final class TroublesTest {
    private static final JobId JOB = new JobId(3);

    private final List<String> told = new ArrayList<>();
    private final Troubles troubles = new Troubles(told::add, told::add);

    private static final class FullDisk extends IOException {
        private static final long serialVersionUID = 1;

        FullDisk() {
            super("the server's disk is full");
        }
    }

    private static IOException full() {
        return new FullDisk();
    }

    @Test
    void a_trouble_is_told_when_it_begins_and_when_it_is_over() {
        troubles.begins(JOB, full());
        troubles.begins(JOB, full());
        troubles.begins(JOB, new IOException("the checkpoint was not taken"));
        troubles.ends(JOB);
        troubles.ends(JOB);

        assertThat(told).containsExactly("problem 3 has to wait: the server's disk is full", "problem 3 goes on");
    }

    @Test
    void an_owner_hears_what_is_lacking_but_nothing_of_the_servers_paths() {
        troubles.begins(JOB, new Hindrance("the result of unit 7 is gone"));
        assertThat(troubles.of(JOB)).contains("the result of unit 7 is gone");

        troubles.begins(JOB, new NoSuchFileException("/srv/gleaner/problem"));
        assertThat(troubles.of(JOB)).contains("the server's system refuses something");

        troubles.begins(JOB, new StoreException("the database is away"));
        assertThat(troubles.of(JOB)).contains("the server's database can't be used");
        troubles.ends(JOB);
        assertThat(troubles.of(JOB)).isEmpty();
    }

    @Test
    void each_problem_has_its_own() {
        troubles.begins(JOB, full());
        troubles.begins(new JobId(4), new StoreException("the database is away"));
        troubles.forget(JOB);
        troubles.ends(JOB);
        troubles.begins(JOB, full());

        assertThat(told)
                .containsExactly(
                        "problem 3 has to wait: the server's disk is full",
                        "problem 4 has to wait: the database is away",
                        "problem 3 has to wait: the server's disk is full");
    }
}
