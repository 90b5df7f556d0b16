package org.gleaner.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.cli.console.Access;
import org.gleaner.cli.console.CliFailure;
import org.gleaner.cli.console.Counted;
import org.gleaner.cli.console.Surroundings;
import org.gleaner.cli.verb.VersionVerb;
import org.gleaner.core.grid.Reply;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.http.UserCalls;

/** From the name of the server to an answer of it, one step at a time, so that the first broken one is named. */
final class ConnectionChecks {
    private static final String PART = "connection";
    private static final String POOL = "pool";
    private static final int CONNECT_MILLIS = 5_000;
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    private final List<Finding> findings = new ArrayList<>();

    private ConnectionChecks() {}

    static List<Finding> look(Surroundings here) throws IOException {
        ConnectionChecks checks = new ConnectionChecks();
        try {
            Endpoint server = Access.endpoint(here);
            if (checks.reaches(server)) {
                checks.speaks(server);
            }
        } catch (CliFailure nobody) {
            checks.findings.add(Finding.bad(PART, nobody.what() + " " + nobody.why(), nobody.next()));
        }
        return checks.findings;
    }

    private boolean reaches(Endpoint server) {
        String host = server.base().getHost();
        boolean tls = server.base().getScheme().equalsIgnoreCase("https");
        int port = server.base().getPort() > 0 ? server.base().getPort() : tls ? HTTPS_PORT : HTTP_PORT;
        if (!tls && !server.isLocal()) {
            findings.add(Finding.note(
                    PART,
                    "plain HTTP to another machine: everybody on the way can read tokens and files",
                    "Ask the pool's admin for an https address (gleaner server --tls)."));
        }
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException unknown) {
            findings.add(Finding.bad(
                    PART, "the name " + host + " is not known here", "Check the address and this machine's DNS."));
            return false;
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
        } catch (IOException refused) {
            findings.add(Finding.bad(
                    PART,
                    "nobody answers at " + host + " port " + port + " (" + refused.getMessage() + ")",
                    "Is the server running there, on that port and that address (--listen)? Is a firewall between?"));
            return false;
        }
        findings.add(Finding.good(PART, server + " answers"));
        return true;
    }

    private void speaks(Endpoint server) {
        UserCalls calls = new UserCalls(new ServerConnection(server, CallTimeouts.DEFAULT));
        try {
            String theirs = calls.health().get().version();
            String mine = VersionVerb.version();
            findings.add(
                    theirs.equals(mine)
                            ? Finding.good(PART, "it is a Gleaner server of version " + theirs)
                            : Finding.note(
                                    PART,
                                    "the server has version " + theirs + ", this program " + mine,
                                    "Use the same on both sides: the server gives its own at /gleaner.jar."));
            calls.jobs("", 1).get();
            findings.add(Finding.good(PART, "the token is accepted"));
            pool(calls.nodes().get());
        } catch (CallFailed failed) {
            findings.add(Finding.bad(
                    PART,
                    failed.trouble().what() + " " + failed.trouble().why(),
                    failed.trouble().remedy()));
        }
    }

    private void pool(Reply.Nodes answer) {
        int connected = 0;
        int slots = 0;
        int open = 0;
        for (Reply.NodeSummary node : answer.nodes()) {
            if (node.connected()) {
                connected++;
                slots += node.capacity().slots();
                open += node.facts().isConfined() ? 0 : 1;
            }
        }
        if (connected == 0) {
            findings.add(Finding.bad(
                    POOL,
                    "no machine is connected: nothing will run",
                    "Start an agent; 'gleaner agent --help' shows how."));
            return;
        }
        findings.add(Finding.good(
                POOL,
                connected + " of " + Counted.of(answer.nodes().size(), "machine") + " connected, with "
                        + Counted.of(slots, "slot")));
        if (open > 0) {
            findings.add(Finding.note(
                    POOL,
                    open + " of them run tasks without a sandbox that holds; 'gleaner node list' names them",
                    "Install bubblewrap there and update agents of 0.1; --sandbox keeps a job to the others."));
        }
    }
}
