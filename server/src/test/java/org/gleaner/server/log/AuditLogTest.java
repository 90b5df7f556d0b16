package org.gleaner.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.server.http.AuditTrail;
import org.junit.jupiter.api.AfterEach;
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
        if (target == LogTarget.FILE) {
            assertThat(data.resolve("server.log")).isEmptyFile();
        }
    }
}
