package org.gleaner.cli.verb;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.cli.argument.Arguments;
import org.gleaner.cli.argument.Flag;
import org.gleaner.cli.argument.Syntax;
import org.gleaner.cli.argument.Syntax.Example;
import org.gleaner.cli.argument.Syntax.Operands;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.server.ServerOptions;
import org.gleaner.server.ServerProgram;
import org.gleaner.server.log.LogTarget;
import org.gleaner.server.store.PostgresLogin;

/** Starts the server in the foreground. */
public final class ServerVerb implements CliVerb {
    private static final int DEFAULT_PORT = 8080;

    @Override
    public Syntax syntax() {
        return new Syntax(
                "server",
                "start the server in the foreground",
                Operands.NONE,
                List.of(
                        new Example("gleaner server", "on this machine, data in ~/.gleaner/server"),
                        new Example("gleaner server --port 0", "on a free port, which it prints"),
                        new Example("gleaner server --data /srv/gleaner", "data elsewhere: also the tokens")),
                List.of(
                        Flag.one("data", "DIR", "where all it knows is kept (GLEANER_HOME/server)"),
                        Flag.one("listen", "ADDRESS", "the address to listen on (127.0.0.1)"),
                        Flag.one("port", "N", "the port to listen on (8080); 0 takes a free one"),
                        Flag.one("db", "URL", "a PostgreSQL database instead of a file: postgresql://USER@HOST/NAME"),
                        Flag.one("db-password-file", "F", "file with its password (or PGPASSWORD, PGPASSFILE)"),
                        Flag.on("log-to-stderr", "log plain lines here, not JSON into DIR/server.log")));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, InterruptedException {
        String data = arguments.text("data");
        Path directory = data == null ? here.home().resolve("server") : here.file(data);
        int port = arguments.count("port", 0, DEFAULT_PORT);
        LogTarget log = arguments.has("log-to-stderr") ? LogTarget.STDERR : LogTarget.FILE;
        PostgresLogin database = DatabaseFlags.read(arguments, here);
        ServerOptions options;
        try {
            options = new ServerOptions(directory, listen(arguments), port, log, database);
        } catch (IllegalArgumentException malformed) {
            throw arguments.unusable("port", Arguments.sentence(malformed));
        }
        return new ServerProgram(options, here.out(), here.err()).run();
    }

    private static InetAddress listen(Arguments arguments) throws CliFailure {
        String address = arguments.text("listen", "127.0.0.1");
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException unknown) {
            throw arguments.unusable("listen", "'" + address + "' is no address of this machine.");
        }
    }
}
