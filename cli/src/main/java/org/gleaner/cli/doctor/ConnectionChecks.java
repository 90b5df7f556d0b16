package org.gleaner.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gleaner.cli.access.Access;
import org.gleaner.client.call.UserCalls;
import org.gleaner.core.grid.Halt;
import org.gleaner.core.grid.NodeSummary;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.job.Counted;
import org.gleaner.core.job.MemorySize;
import org.gleaner.core.job.Spans;
import org.gleaner.core.node.Contact;
import org.gleaner.core.node.Duty;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallFailed;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.http.Trouble;
import org.gleaner.protocol.message.Health;
import org.gleaner.protocol.message.StorageReport;
import org.gleaner.terminal.console.Advice;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.verb.VersionVerb;
import org.jspecify.annotations.Nullable;

/** From the name of the server to an answer of it, one step at a time, so that the first broken one is named. */
final class ConnectionChecks {
    private static final String PART = "connection";
    private static final String POOL = "pool";
    private static final String SERVER = "server";
    private static final long LITTLE = 2L << 30;
    /** How long the server may be silent before it counts as one that does not answer. */
    private static final CallTimeouts FIRST =
            new CallTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(8), Duration.ofSeconds(5));

    /** The warning that says itself how much is free. */
    private static final String DISK_FULL = "disk-full";

    /** The warning that says itself which clock is off. */
    private static final String CLOCK_IN_DOUBT = "clock-in-doubt";

    /** Warnings of a server that does its work all the same. */
    private static final Set<String> WORKS_ON = Set.of(CLOCK_IN_DOUBT, "audit-incomplete");

    private static final int MOST_NAMES = 5;
    private static final Duration CLOCKS_AGREE = Duration.ofMinutes(2);
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
                    "plain HTTP to another machine: anyone on the network path can read tokens and files",
                    "Ask the pool's admin for an https address (gleaner server --tls)."));
        }
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException unknown) {
            findings.add(Finding.bad(PART, "unknown host " + host, "Check the address and this machine's DNS."));
            return false;
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
        } catch (IOException refused) {
            findings.add(Finding.bad(
                    PART,
                    "can't connect to " + host + " port " + port + " (" + refused.getMessage() + ")",
                    "Check that the server runs there and listens on that address (--listen), and that no firewall"
                            + " is in the way."));
            return false;
        }
        return true;
    }

    private void speaks(Endpoint server) {
        Answer<Health> first = new UserCalls(new ServerConnection(server, FIRST)).health();
        if (first instanceof Answer.Unreachable<Health> silent) {
            Trouble trouble = silent.trouble();
            findings.add(Finding.bad(PART, trouble.what() + " " + trouble.why(), trouble.remedy()));
            return;
        }
        findings.add(Finding.good(PART, server + " answers"));
        UserCalls calls = new UserCalls(new ServerConnection(server, CallTimeouts.DEFAULT));
        try {
            Health health = first.get();
            String theirs = health.version();
            String mine = VersionVerb.version();
            findings.add(
                    theirs.equals(mine)
                            ? Finding.good(PART, "Gleaner server, version " + theirs)
                            : Finding.note(
                                    PART,
                                    "the server has version " + theirs + ", this program " + mine,
                                    "Use the same version on both sides; the server's own is at /gleaner-full.jar."));
            health.warnings().forEach(one -> findings.add(warning(one)));
            if (!warns(health, CLOCK_IN_DOUBT)) {
                clock(health.time(), Instant.now()).ifPresent(findings::add);
            }
            calls.jobs("", 1).get();
            findings.add(Finding.good(PART, "the token is accepted"));
            Reply.Nodes nodes = calls.nodes().get();
            findings.addAll(pool(nodes));
            standstill(calls.settings().get(), nodes).ifPresent(findings::add);
            if (!warns(health, DISK_FULL)) {
                disk(calls.storage().report());
            }
        } catch (CallFailed failed) {
            Trouble trouble = cause(calls, failed);
            findings.add(Finding.bad(PART, trouble.what() + " " + trouble.why(), trouble.remedy()));
        }
    }

    private static boolean warns(Health health, String code) {
        return health.warnings().stream().anyMatch(one -> one.code().equals(code));
    }

    static Finding warning(Health.Warning one) {
        return WORKS_ON.contains(one.code())
                ? Finding.note(SERVER, one.what(), Advice.next(one))
                : Finding.bad(SERVER, one.what(), Advice.next(one));
    }

    /** One of the two is wrong, and nobody here knows which. */
    static Optional<Finding> clock(@Nullable Instant theirs, Instant mine) {
        if (theirs == null || Duration.between(theirs, mine).abs().compareTo(CLOCKS_AGREE) <= 0) {
            return Optional.empty();
        }
        Duration off = Duration.between(theirs, mine);
        return Optional.of(Finding.note(
                PART,
                "this machine's clock is " + Spans.text(off.abs()) + (off.isNegative() ? " behind" : " ahead of")
                        + " the server's",
                "Set the one that is wrong; here it is " + mine.truncatedTo(ChronoUnit.SECONDS) + "."));
    }

    /** A call that got no answer may have waited for a database that hangs; by now the server knows and says so. */
    private static Trouble cause(UserCalls calls, CallFailed failed) {
        if (failed.problem() == null && calls.health() instanceof Answer.Refused<Health> ill) {
            return new Trouble(
                    ill.problem().title() + ".",
                    ill.problem().detail(),
                    "Check the server and its database; its log says more.");
        }
        return new Trouble(failed.trouble().what(), failed.trouble().why(), Advice.next(failed));
    }

    /** Only an admin is told. When the disk is full the server says so itself, to everybody. */
    private void disk(Answer<StorageReport> answer) {
        StorageReport.Whole whole = answer instanceof Answer.Success<StorageReport> report
                ? report.value().whole()
                : null;
        if (whole != null) {
            StorageReport.Disk disk = whole.disk();
            String free =
                    new MemorySize(disk.free()) + " of " + new MemorySize(disk.total()) + " free on the server's disk";
            if (isLittle(disk)) {
                findings.add(Finding.note(SERVER, free, "Free some space there; 'gleaner df' shows who uses it."));
            } else {
                findings.add(Finding.good(SERVER, free));
            }
        }
    }

    /** A small disk that is nearly empty is not short of room. */
    static boolean isLittle(StorageReport.Disk disk) {
        return disk.free() < LITTLE && disk.free() < disk.total() / 10;
    }

    /** Somebody wanted it so, and may have forgotten it. */
    static Optional<Finding> standstill(Reply.Settings settings, Reply.Nodes answer) {
        if (Halt.named(settings.values().getOrDefault(Setting.HALT.word(), Halt.NONE.word())) != Halt.NONE) {
            return Optional.of(Finding.note(
                    POOL, "an admin stopped all work: nothing new starts", "To resume it: 'gleaner resume-all'."));
        }
        List<NodeSummary> here =
                answer.nodes().stream().filter(NodeSummary::connected).toList();
        return here.isEmpty() || here.stream().anyMatch(node -> node.duty() == Duty.WORKING)
                ? Optional.empty()
                : Optional.of(Finding.note(
                        POOL,
                        "all connected machines are paused or drained: nothing new starts",
                        "To resume one: 'gleaner node resume NODE'; 'gleaner node list' shows them."));
    }

    /** After its start the server counts on all that it knew, as tasks may run there; only who is heard is there. */
    static List<Finding> pool(Reply.Nodes answer) {
        List<Finding> findings = new ArrayList<>();
        int connected = 0;
        int awaited = 0;
        int slots = 0;
        List<String> open = new ArrayList<>();
        List<String> full = new ArrayList<>();
        for (NodeSummary node : answer.nodes()) {
            if (node.connected() && node.silence() == null) {
                awaited++;
            } else if (node.connected()) {
                connected++;
                slots += node.capacity().slots();
                if (!node.facts().isConfined()) {
                    open.add(node.facts().name());
                }
                if (node.contact() == Contact.DISK_FULL) {
                    full.add(node.facts().name());
                }
            }
        }
        String all = " of " + answer.nodes().size() + " machines";
        if (awaited > 0) {
            findings.add(Finding.note(
                    POOL,
                    awaited + all + " not heard from since the server started",
                    "Wait a minute; if they stay silent, check that their agents run and can reach the server."));
        }
        if (connected == 0 && awaited == 0) {
            findings.add(Finding.bad(
                    POOL,
                    "no machine is connected: nothing will run",
                    "Start an agent; 'gleaner agent --help' shows how."));
        } else if (connected > 0) {
            findings.add(Finding.good(POOL, connected + all + " connected, with " + Counted.of(slots, "slot")));
        }
        if (!open.isEmpty()) {
            findings.add(Finding.note(
                    POOL,
                    open.size() + (open.size() == 1 ? " of them runs" : " of them run")
                            + " tasks without a working sandbox: " + some(open),
                    "Install bubblewrap there, update 0.1 agents, and remove '--sandbox off'. A job with --sandbox"
                            + " avoids these machines."));
        }
        if (!full.isEmpty()) {
            findings.add(Finding.bad(
                    POOL,
                    full.size() + " of them "
                            + (full.size() == 1
                                    ? "starts nothing because its disk is full: "
                                    : "start nothing because their disks are full: ")
                            + some(full),
                    "Free some space there."));
        }
        return findings;
    }

    private static String some(List<String> names) {
        String few = String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())));
        return names.size() > MOST_NAMES ? few + ", …" : few;
    }
}
