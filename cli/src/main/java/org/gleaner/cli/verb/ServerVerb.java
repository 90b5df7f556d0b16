package org.gleaner.cli.verb;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.service.SandboxedHost;
import org.gleaner.cli.service.SimulatorProgram;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.server.Exposure;
import org.gleaner.server.ServerOptions;
import org.gleaner.server.ServerProgram;
import org.gleaner.server.log.LogTarget;
import org.gleaner.server.store.PostgresLogin;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Flag;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.CliVerb;

/** Starts the server in the foreground. */
public final class ServerVerb implements CliVerb {
    private static final int DEFAULT_PORT = 8080;
    private static final int DEFAULT_TLS_PORT = 8443;
    private static final Operands OPERANDS = Operands.of("[install | uninstall]", 0, 1);

    @Override
    public Syntax syntax() {
        return Syntax.of("server", "start the server in the foreground, or as a service", OPERANDS)
                .example("gleaner server", "on this machine, data in ~/.gleaner/server")
                .example("gleaner server --listen 0.0.0.0 --tls", "for other machines; prints the line that joins one")
                .example("gleaner server install --listen 0.0.0.0 --tls", "as a service, data in /var/lib/gleaner")
                .flags(
                        Flag.one("data", "DIR", "its data directory (GLEANER_HOME/server)"),
                        Flag.one("listen", "ADDRESS", "the address to listen on (127.0.0.1)"),
                        Flag.one("port", "N", "the port to listen on (8080, with TLS 8443); 0 takes a free one"),
                        Flag.on("tls", "serve HTTPS with its own certificate authority, made in DIR/tls"),
                        Flag.on("plain-http", "serve other machines unencrypted: everyone on the network can read it"),
                        Flag.many("name", "HOST", "a name or address by which others reach it, for the certificate"),
                        Flag.one("public-url", "URL", "its address for others, if it is behind a proxy"),
                        Flag.many("proxy", "ADDRESS", "a proxy whose X-Forwarded-For is trusted"),
                        Flag.one("db", "URL", "a PostgreSQL database instead of a file: postgresql://USER@HOST/NAME"),
                        Flag.one("db-password-file", "F", "file with its password (or PGPASSWORD, PGPASSFILE)"),
                        Flag.on("log-to-stderr", "log plain lines to standard error, not JSON to DIR/server.log"),
                        Flag.on(
                                ServerInstallation.WITH_PROBLEMS,
                                "with install: run the service as root, to host problems too"));
    }

    @Override
    public int run(Arguments arguments, Surroundings here) throws CliFailure, IOException, InterruptedException {
        if (!arguments.operands().isEmpty()) {
            return ServerInstallation.run(arguments, here);
        }
        if (arguments.has(ServerInstallation.WITH_PROBLEMS)) {
            throw CliFailure.usage(
                    "The server can't start.",
                    "--with-problems is for 'gleaner server install'.",
                    "Leave it out: a server that root starts hosts problems where the machine allows it.");
        }
        String data = arguments.text("data");
        Path directory = data == null ? here.home().resolve("server") : here.file(data);
        ServerOptions options = options(arguments, here, directory);
        SimulatorProgram simulator = new SimulatorProgram(directory, options.database());
        return new ServerProgram(options, simulator, new SandboxedHost(directory), here.out(), here.err()).run();
    }

    static ServerOptions options(Arguments arguments, Surroundings here, Path directory) throws CliFailure {
        int port = arguments.count("port", 0, arguments.has("tls") ? DEFAULT_TLS_PORT : DEFAULT_PORT);
        LogTarget log = arguments.has("log-to-stderr") ? LogTarget.STDERR : LogTarget.FILE;
        PostgresLogin database = DatabaseFlags.read(arguments, here);
        try {
            return new ServerOptions(directory, listen(arguments), port, exposure(arguments), log, database);
        } catch (IllegalArgumentException malformed) {
            throw arguments.unusable("port", Arguments.sentence(malformed));
        }
    }

    private static Exposure exposure(Arguments arguments) throws CliFailure {
        if (arguments.has("tls") && arguments.has("plain-http")) {
            throw CliFailure.usage(
                    "The server can't start.", "--tls and --plain-http exclude each other.", "Leave out --plain-http.");
        }
        List<InetAddress> proxies = new ArrayList<>();
        for (String proxy : arguments.all("proxy")) {
            proxies.add(address(arguments, "proxy", proxy));
        }
        Exposure.Transport transport = arguments.has("tls")
                ? Exposure.Transport.TLS
                : arguments.has("plain-http") ? Exposure.Transport.PLAIN : Exposure.Transport.LOCAL;
        String publicUrl = arguments.text("public-url");
        try {
            if (publicUrl != null) {
                Endpoint there = Endpoint.of(publicUrl, "none");
                if (there.pin() != null) {
                    throw new IllegalArgumentException(
                            "a proxy needs a certificate that machines trust anyway, not a pin");
                }
                publicUrl = there.address();
            }
        } catch (IllegalArgumentException malformed) {
            throw arguments.unusable("public-url", Arguments.sentence(malformed));
        }
        try {
            return new Exposure(transport, arguments.all("name"), publicUrl, proxies);
        } catch (IllegalArgumentException malformed) {
            throw arguments.unusable("name", Arguments.sentence(malformed));
        }
    }

    private static InetAddress listen(Arguments arguments) throws CliFailure {
        return address(arguments, "listen", arguments.text("listen", "127.0.0.1"));
    }

    private static InetAddress address(Arguments arguments, String flag, String address) throws CliFailure {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException unknown) {
            boolean port = flag.equals("listen") && address.matches(".*:[0-9]+");
            throw arguments.unusable(
                    flag,
                    "'" + address + "' is not a host name or IP address"
                            + (port ? "; the port is given with --port." : "."));
        }
    }
}
