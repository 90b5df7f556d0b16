package org.gleaner.agent;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.gleaner.agent.disk.AgentDirectory;
import org.gleaner.agent.disk.DirectoryInUse;
import org.gleaner.agent.disk.DirectoryRefused;
import org.gleaner.agent.disk.NodeIdentity;
import org.gleaner.agent.install.Installation;
import org.gleaner.agent.install.ProgramDirectory;
import org.gleaner.agent.machine.UserName;
import org.gleaner.agent.sandbox.SandboxUnavailable;
import org.gleaner.core.agent.AgentEffect;
import org.gleaner.core.agent.AgentLogic;
import org.gleaner.protocol.http.Bandwidth;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.NodeCalls;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.http.Trouble;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.problem.SystemWords;
import org.jspecify.annotations.Nullable;

/** The agent as a program: runs in the foreground until it is told to stop. */
public final class AgentProgram {
    /** A machine that shuts down waits for us, so all is over in five seconds: the logic needs up to four of them. */
    private static final Duration STOP_LIMIT = Duration.ofMillis(4200);

    private static final Duration LAST_KILLS = Duration.ofMillis(300);

    private final AgentOptions options;
    private final @Nullable ProgramDirectory programs;
    /** With which it ends to be started again; 0: it does not. */
    private volatile int restart;

    private volatile boolean stopped;
    private final AtomicReference<@Nullable AgentAssembly> running = new AtomicReference<>();

    /** @param programs of an installed agent, which updates itself; null: it stays as it is */
    public AgentProgram(AgentOptions options, @Nullable ProgramDirectory programs) {
        this.options = options;
        this.programs = programs;
    }

    /** Returns when SIGTERM or SIGINT has stopped the agent in good order. */
    public void run() throws AgentFailed, InterruptedException {
        // The token of the connection is replaced in every call by the join token or the node's own.
        Endpoint endpoint = Endpoint.of(options.server().toString(), "none");
        long limit = options.house().bandwidth();
        ServerConnection connection = new ServerConnection(endpoint, CallTimeouts.DEFAULT)
                .withBandwidth(limit == 0 ? Bandwidth.UNLIMITED : Bandwidth.perSecond(limit));
        String life = Long.toUnsignedString(new SecureRandom().nextLong(), Character.MAX_RADIX);
        run(new HttpLink(new NodeCalls(connection), life));
    }

    /** What asks the start script, or who started that, for another start; 0 if it ended for good. */
    public int exitCode() {
        return restart;
    }

    /** What SIGTERM does too, which then waits; {@link #run} then returns. */
    public void stop() {
        stopped = true;
        AgentAssembly agent = running.get();
        if (agent != null) {
            agent.requestStop();
        }
    }

    void run(ServerLink link) throws AgentFailed, InterruptedException {
        AgentEffect.Exit exit;
        try (AgentAssembly agent = new AgentAssembly(options, AgentDirectory.open(options.dir()), link)) {
            running.set(agent);
            Thread hook = new Thread(() -> stopAndWait(agent), "agent-stop");
            Runtime.getRuntime().addShutdownHook(hook);
            ProgramUpdates updates = programs == null || !(link instanceof ProgramUpdates.Source source)
                    ? null
                    : new ProgramUpdates(
                            programs,
                            source,
                            agent::isIdle,
                            code -> startAgain(agent, code),
                            Installation.isService(),
                            checkedEvery());
            if (updates != null) {
                agent.keepUpdated(updates);
            }
            try {
                exit = agent.run();
            } finally {
                // One that stayed after a failure would wait in vain for the end of what never began.
                removeHook(hook);
            }
            if (updates != null && ProblemKind.UNSUPPORTED_VERSION.code().equals(exit.refusal())) {
                NodeIdentity identity = agent.identity();
                String token = identity == null ? options.joinToken().get() : identity.token();
                restart = updates.prepare(token) ? ProgramDirectory.START_AGAIN : 0;
            }
            if (restart != 0 && !stopped) {
                agent.handOverStay();
            } else {
                agent.endStay();
            }
        } catch (DirectoryInUse used) {
            throw new AgentFailed(new Trouble(
                    "The agent can't start.",
                    used.getMessage() + ".",
                    "Stop that one, or give this one its own with --dir."));
        } catch (DirectoryRefused refused) {
            throw new AgentFailed(
                    new Trouble("The agent can't start.", String.valueOf(refused.getMessage()), refused.remedy()));
        } catch (SandboxUnavailable missing) {
            throw new AgentFailed(new Trouble(
                    "The agent did not start: tasks would run without a sandbox.",
                    missing.getMessage() + ".",
                    "Install bubblewrap 0.6 or later and allow user namespaces. To run tasks unconfined, with"
                            + " all rights of " + UserName.own().shown()
                            + ": --sandbox off."));
        } catch (IOException failed) {
            throw new AgentFailed(new Trouble(
                    "The agent can't use its directory " + options.dir() + ".",
                    SystemWords.of(failed, options.dir()) + ".",
                    "Check that you may write to it and its disk is not full (df, df -i), or use another --dir."));
        }
        String refusal = exit.refusal();
        if (refusal != null && restart == 0) {
            throw new AgentFailed(refused(options.server().toString(), refusal));
        }
    }

    private void startAgain(AgentAssembly agent, int code) {
        restart = code;
        agent.requestStop();
    }

    /** Tests have no ten minutes. */
    private Optional<Duration> checkedEvery() {
        String seconds = options.environment().getOrDefault("GLEANER_AGENT_UPDATE_SECONDS", "");
        return seconds.matches("[0-9]{1,6}")
                ? Optional.of(Duration.ofSeconds(Long.parseLong(seconds)))
                : Optional.empty();
    }

    /** Why there is no agent of this server here, by the code of what the server answered. */
    public static Trouble refused(String server, String code) {
        boolean token = code.equals(AgentLogic.UNAUTHENTICATED) || code.equals(ProblemKind.NOT_ALLOWED.code());
        return new Trouble(
                "The server at " + server + " refused the agent.",
                token ? "It did not accept the join token." : "It refused the registration: " + code + ".",
                token
                        ? "Use the file join.token in the server's data directory (~/.gleaner/server)."
                        : "Use the server's version; an installed agent downloads it (see 'gleaner join-line').");
    }

    /** Runs while the JVM goes down, which waits for it. */
    private void stopAndWait(AgentAssembly agent) {
        stop();
        try {
            agent.awaitEnd(STOP_LIMIT);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        agent.killAll(LAST_KILLS);
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException goingDown) {
            // The hook is what brought us here.
        }
    }
}
