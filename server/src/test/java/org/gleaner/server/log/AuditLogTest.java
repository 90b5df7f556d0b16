package org.gleaner.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.gleaner.protocol.message.AuditPage;
import org.gleaner.server.http.AuditTrail;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

final class AuditLogTest {
    @AfterEach
    void restore() throws JoranException {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        new ContextInitializer(context).autoConfig();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void lines_that_a_full_disk_took_are_counted_and_told_when_there_is_room(@TempDir Path data) throws IOException {
        AuditLog audit = new AuditLog();
        Path file = data.resolve("audit.log");
        ServerLog.open(LogTarget.STDERR, data);
        audit.write(line("first"));
        assertThat(audit.incomplete()).isEmpty();
        Path kept = data.resolve("kept");
        Files.move(file, kept);
        Files.createSymbolicLink(file, Path.of("/dev/full"));
        audit.write(line("lost"));
        audit.write(line("lost as well"));
        assertThat(audit.incomplete())
                .hasValueSatisfying(text -> assertThat(text).startsWith("2 lines are missing since 2"));
        Files.delete(file);
        Files.writeString(kept, "{\"torn", StandardOpenOption.APPEND);
        Files.move(kept, file);

        audit.write(line("second"));
        audit.write(line("third"));

        assertThat(Files.readAllLines(file))
                .satisfiesExactly(
                        first -> assertThat(first).contains("first"),
                        torn -> assertThat(torn).isEqualTo("{\"torn"),
                        gap -> assertThat(gap).contains("2 lines are missing since 2"),
                        second -> assertThat(second).contains("second"),
                        third -> assertThat(third).contains("third"));
        assertThat(audit.incomplete()).isPresent();
    }

    @Test
    void large_log_is_rolled_over_and_the_oldest_goes(@TempDir Path data) throws IOException {
        Path file = data.resolve("audit.log");
        ServerLog.open(LogTarget.STDERR, data);
        Files.writeString(data.resolve("audit.log.1"), "older\n");
        Files.writeString(data.resolve("audit.log.10"), "oldest\n");
        Files.writeString(file, "x".repeat(10 << 20) + "\n");

        new AuditLog().write(line("new"));

        assertThat(Files.readAllLines(file)).hasSize(1);
        assertThat(data.resolve("audit.log.1")).hasSize((10 << 20) + 1);
        assertThat(data.resolve("audit.log.2")).hasContent("older");
        assertThat(data.resolve("audit.log.11")).doesNotExist();
    }

    private static AuditTrail.Line line(String on) {
        return new AuditTrail.Line("r1", "ann", "9f86d081", "10.0.0.7", "PUT /x", on, 204);
    }

    @ParameterizedTest
    @EnumSource(LogTarget.class)
    void lines_go_to_a_file_of_their_own_wherever_the_log_goes(LogTarget target, @TempDir Path data)
            throws IOException {
        ServerLog.open(target, data);

        new AuditLog().write(new AuditTrail.Line("r1", "ann", "9f86d081", "10.0.0.7", "PUT /x", "a \"name\"\nb", 204));

        assertThat(Files.readAllLines(data.resolve("audit.log")))
                .hasSize(1)
                .first()
                .asString()
                .contains("{\"who\":\"ann\"}", "{\"from\":\"10.0.0.7\"}", "{\"on\":\"a \\\"name\\\"\\nb\"}");
        assertThat(new AuditFiles(data).page(null, 10).lines()).singleElement().satisfies(line -> {
            assertThat(line.caller()).isEqualTo(new AuditPage.Caller("ann", "9f86d081", "10.0.0.7"));
            assertThat(line.deed()).isEqualTo(new AuditPage.Deed("r1", "PUT /x", "a \"name\"\nb", 204));
        });
        if (target == LogTarget.FILE) {
            assertThat(data.resolve("server.log")).isEmptyFile();
        }
    }
}
