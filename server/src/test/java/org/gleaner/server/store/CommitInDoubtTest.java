package org.gleaner.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gleaner.core.store.StoreSamples.job;
import static org.gleaner.core.store.StoreSamples.pages;
import static org.gleaner.core.store.StoreSamples.spec;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.job.ArrayShape;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.store.StoreSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connection breaks when the commit was done and before anybody heard of it. */
final class CommitInDoubtTest {
    @TempDir
    private Path directory;

    private boolean breaks;

    /** A database whose writer loses its connection behind a commit when the test wants it. */
    private final class Breaking implements Database {
        private final SqliteFile file = new SqliteFile(directory.resolve(SqlStore.FILE));

        SqlSession prepared() throws SQLException, StoreUnusable {
            file.prepare();
            return writer();
        }

        @Override
        public SqlSession writer() throws SQLException {
            Connection real = DriverManager.getConnection("jdbc:sqlite:" + file);
            Object fragile = Proxy.newProxyInstance(
                    Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                        try {
                            Object answer = method.invoke(real, arguments);
                            if (breaks && method.getName().equals("commit")) {
                                real.close();
                                throw new SQLException("the connection was lost");
                            }
                            return answer;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
            return new SqlSession((Connection) fragile);
        }

        @Override
        public String place() {
            return file.place();
        }

        @Override
        public String make() {
            return file.make();
        }

        @Override
        public long bytes(SqlSession session) throws StoreException {
            return file.bytes(session);
        }

        @Override
        public long spare(SqlSession session) throws StoreException {
            return file.spare(session);
        }

        @Override
        public void copyTo(Path target) throws SQLException {
            file.copyTo(target);
        }

        @Override
        public SqlSession reader() throws SQLException {
            return file.reader();
        }

        @Override
        public Optional<StoreException> hindrance() {
            return Optional.of(new StoreException("its disk is write-protected", "mount it writable again"));
        }
    }

    @Test
    void a_write_that_failed_because_of_its_disk_says_so_and_what_to_do() throws Exception {
        Breaking database = new Breaking();
        try (SqlStore store = SqlStore.open(directory, database, database::prepared)) {
            breaks = true;

            assertThatThrownBy(store::tryWrite)
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failed -> assertThat(failed.advice())
                                    .hasValue("its disk is write-protected; mount it writable again"));
            breaks = false;
            store.tryWrite();
        }
    }

    @Test
    void entries_that_were_refreshed_without_a_word_are_not_handed_out_as_they_were() throws Exception {
        Breaking database = new Breaking();
        try (SqlStore store = SqlStore.open(directory, database, database::prepared)) {
            store.write(List.of(new GridEvent.JobSubmitted(
                    job(1),
                    StoreSamples.ADA,
                    StoreSamples.at(1),
                    spec("listed", "t", new ArrayShape.Listed(2)),
                    pages(2),
                    null)));
            String before = store.history().entry(job(1), 1).orElseThrow().value();
            List<EntryPage> fresh = List.of(
                    new EntryPage(0, List.of(new Entry("fresh 1", List.of()), new Entry("fresh 2", List.of()))));

            breaks = true;
            assertThatThrownBy(() -> store.write(List.of(new GridEvent.FilesRefreshed(job(1), List.of(), fresh))))
                    .isInstanceOf(StoreException.class);
            breaks = false;
            store.load();

            assertThat(before).isNotEqualTo("fresh 1");
            assertThat(store.history().entry(job(1), 1).orElseThrow().value()).isEqualTo("fresh 1");
        }
    }
}
