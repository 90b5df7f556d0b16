package org.gleaner.server.route;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.function.Supplier;
import org.eclipse.jetty.io.Content;
import org.gleaner.protocol.json.JoinJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.message.Program;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.gleaner.server.join.JoinText;
import org.gleaner.server.join.PoolAddress;
import org.gleaner.server.join.ProgramFile;
import org.gleaner.server.join.SharedFile;

/**
 * What a machine fetches that joins the pool, or that keeps its program up to date; and the program for people.
 *
 * @param address asked at each call, since the port is known only after the start and certificates change
 */
record JoinRoutes(ProgramFile file, Supplier<PoolAddress> address) {
    private static final String JAR = "application/java-archive";

    void script(Exchange exchange) throws IOException {
        Program program = program(exchange);
        JoinText.Shell shell =
                exchange.query("shell").orElse("sh").equals("sh") ? JoinText.Shell.SH : JoinText.Shell.POWERSHELL;
        PoolAddress here = address.get();
        String base = here.base(exchange.header("Host").orElse(null));
        exchange.send(200, "text/plain;charset=utf-8", JoinText.script(shell, base, here.shown(), program));
    }

    void cliScript(Exchange exchange) throws IOException {
        Program program = file.wholeProgram().orElseThrow(() -> missing(exchange));
        PoolAddress here = address.get();
        String base = here.base(exchange.header("Host").orElse(null));
        exchange.send(200, "text/plain;charset=utf-8", JoinText.cliScript(base, here.shown(), program));
    }

    /** What agents run; they of 0.1 ask for it by this name too. */
    void agentJar(Exchange exchange) throws IOException {
        ProgramFile.AgentJar jar = agentJarFor(exchange);
        exchange.setHeader("Content-Type", JAR);
        exchange.setHeader("ETag", "\"" + jar.program().hash().hex() + "\"");
        // Piece by piece: written at once, each thread would keep a buffer as large as all of it.
        exchange.copy(
                200,
                jar.content().length,
                Content.Source.from(exchange.buffers(), new ByteArrayInputStream(jar.content())));
    }

    void wholeJar(Exchange exchange) throws IOException {
        SharedFile jar = file.whole().orElseThrow(() -> missing(exchange));
        exchange.setHeader("Content-Type", JAR);
        exchange.copy(200, jar.size(), Content.Source.from(exchange.buffers(), jar.stream()));
    }

    void describe(Exchange exchange) throws IOException {
        exchange.json(200, Json.write(program(exchange), JoinJson::writeProgram));
    }

    void lines(Exchange exchange) {
        exchange.json(200, Json.write(JoinText.lines(address.get()), JoinJson::writeLines));
    }

    private Program program(Exchange exchange) throws IOException {
        return agentJarFor(exchange).program();
    }

    private ProgramFile.AgentJar agentJarFor(Exchange exchange) throws IOException {
        return file.agentJar().orElseThrow(() -> missing(exchange));
    }

    /** It runs from separate classes, or another file has taken the place of the one that it started from. */
    private Refused missing(Exchange exchange) {
        return new Refused(
                file.isReplaced() ? ShellProblems.programReplaced() : ShellProblems.notFound(exchange.path()));
    }
}
