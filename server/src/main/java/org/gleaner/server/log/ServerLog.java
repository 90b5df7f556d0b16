package org.gleaner.server.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.gleaner.server.disk.OwnerOnly;
import org.slf4j.LoggerFactory;

/** Points the log of this process to where the server's belongs. */
public final class ServerLog {
    private ServerLog() {}

    public static void open(LogTarget target, Path data) throws IOException {
        OwnerOnly.file(data.resolve("audit.log"));
        if (target == LogTarget.FILE) {
            OwnerOnly.file(data.resolve("server.log"));
        }
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        context.putProperty("gleaner.log", data.resolve("server.log").toString());
        context.putProperty("gleaner.audit", data.resolve("audit.log").toString());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        try (InputStream xml = ServerLog.class.getResourceAsStream(target.configuration())) {
            if (xml == null) {
                throw new IllegalStateException(target.configuration() + " is missing from the program");
            }
            configurator.doConfigure(xml);
        } catch (JoranException e) {
            throw new IllegalStateException("the program's own log configuration is wrong", e);
        } catch (IOException e) {
            throw new UncheckedIOException("the program's own log configuration can't be read", e);
        }
    }
}
