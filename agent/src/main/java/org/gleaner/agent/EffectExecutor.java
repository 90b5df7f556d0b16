package org.gleaner.agent;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.gleaner.agent.disk.KeptResults;
import org.gleaner.agent.disk.NodeIdentity;
import org.gleaner.agent.live.LogPump;
import org.gleaner.agent.live.PartialRounds;
import org.gleaner.agent.run.Runs;
import org.gleaner.core.agent.AgentEffect;
import org.gleaner.core.agent.AgentInput;
import org.gleaner.core.agent.AgentLogic;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.job.RuntimeVersion;
import org.gleaner.core.kind.Steps;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.Trouble;
import org.gleaner.protocol.message.Welcome;
import org.gleaner.protocol.problem.Problem;
import org.gleaner.protocol.problem.ProblemKind;
import org.gleaner.protocol.problem.SystemWords;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what the logic wants and puts what came of it into the inbox. Called by the loop only and never waits: calls,
 * uploads and the disk have their own threads. What concerns a result on disk is done by one thread, so in order.
 */
final class EffectExecutor implements Closeable {
    private static final Steps<EffectExecutor, AgentEffect, RuntimeException> EFFECTS = new Steps<
                    EffectExecutor, AgentEffect, RuntimeException>(AgentEffect.class)
            .on(AgentEffect.Introduce.class, EffectExecutor::introduce)
            .on(AgentEffect.Sync.class, EffectExecutor::sync)
            .on(AgentEffect.Commit.class, EffectExecutor::commit)
            .on(
                    AgentEffect.Upload.class,
                    (by, effect) ->
                            by.uploads.execute(() -> by.inbox.accept(by.uploaded(effect.attempt(), effect.hash()))))
            .on(AgentEffect.StartProcess.class, EffectExecutor::startProcess)
            .on(AgentEffect.SuspendProcess.class, (by, effect) -> by.runs.suspend(effect.attempt()))
            .on(AgentEffect.ResumeProcess.class, (by, effect) -> by.runs.resume(effect.attempt()))
            .on(AgentEffect.ChangeWelcome.class, (by, effect) -> by.runs.welcome(effect.welcome()))
            .on(AgentEffect.KillProcess.class, (by, effect) -> by.runs.kill(effect.attempt(), effect.grace()))
            .on(AgentEffect.KeepResult.class, EffectExecutor::keepResult)
            .on(AgentEffect.ForgetResult.class, EffectExecutor::forgetResult)
            // Both are the loop's.
            .ignore(AgentEffect.SetTimer.class)
            .ignore(AgentEffect.Exit.class)
            .complete();

    private static final Logger LOG = LoggerFactory.getLogger(EffectExecutor.class);
    private static final int UPLOADS_AT_ONCE = 2;

    private final ServerLink link;
    private final Registration session;
    private final Supplier<String> joinToken;
    private final Runnable reported;
    private final KeptResults results;
    private final Runs runs;
    private final Shows shows;
    private final Inbox inbox;
    private final ExecutorService calls;
    private final ExecutorService uploads;
    private final DiskThread disk;
    private final Outages outages;
    private final AtomicLong introduction = new AtomicLong();
    /** The runtimes that the server knows; null before it knows this agent. */
    private final AtomicReference<@Nullable List<RuntimeVersion>> told = new AtomicReference<>();

    EffectExecutor(
            Connection connection, KeptResults results, Runs runs, Shows shows, Inbox inbox, ThreadFactory daemons) {
        this.link = connection.link();
        this.session = connection.session();
        this.joinToken = connection.joinToken();
        this.reported = connection.reported();
        this.outages = connection.outages();
        this.results = results;
        this.runs = runs;
        this.shows = shows;
        this.inbox = inbox;
        calls = Executors.newCachedThreadPool(daemons);
        uploads = Executors.newFixedThreadPool(UPLOADS_AT_ONCE, daemons);
        disk = new DiskThread(daemons, DiskThread.LONGEST_WAIT, this::keep);
    }

    /**
     * How the server is reached.
     *
     * @param reported told whenever it has answered a sync
     */
    record Connection(
            ServerLink link, Registration session, Supplier<String> joinToken, Runnable reported, Outages outages) {}

    /** What people see of attempts that run. */
    record Shows(PartialRounds partials, LogPump pump) {}

    void execute(AgentEffect effect) {
        EFFECTS.take(this, effect);
    }

    private void introduce(AgentEffect.Introduce effect) {
        introduction.set(effect.call());
        // Under another name the number of a job may be somebody else's.
        runs.beginEra();
        calls.execute(() -> {
            NodeIdentity before = session.identity();
            try {
                settle(effect.call(), introduce(effect, before), welcome -> welcomed(effect, welcome));
            } catch (UncheckedIOException unreadable) {
                LOG.error("the join token can't be read: {}", unreadable.getMessage());
                inbox.accept(new AgentInput.CallFailed(effect.call(), null));
            } catch (IllegalArgumentException malformed) {
                LOG.error("the token is invalid: {}", malformed.getMessage());
                inbox.accept(new AgentInput.CallRefused(effect.call(), AgentLogic.UNAUTHENTICATED));
            } catch (IOException full) {
                LOG.error("the agent can't join: its directory can't be written: {}", SystemWords.of(full));
                inbox.accept(new AgentInput.CallFailed(effect.call(), null));
            }
        });
    }

    private Answer<Welcome> introduce(AgentEffect.Introduce effect, @Nullable NodeIdentity before) throws IOException {
        if (before != null && effect.asNew() && session.isCopy()) {
            LOG.warn("this agent is a copy of node {}; joining as a new node", before.node());
            Answer<Welcome> answer = link.joinAsCopy(before.token(), effect.introduction(), session.joinKey());
            if (!answer.isRefused(ProblemKind.JOIN_REFUSED)) {
                return answer;
            }
            LOG.warn("node {} may not add more copies; joining with the join token", before.node());
        }
        if (effect.asNew() || before == null) {
            return link.join(joinToken.get(), effect.introduction(), session.joinKey());
        }
        Answer<Welcome> answer = link.introduce(before.token(), effect.introduction());
        if (answer.isRefused(ProblemKind.DUPLICATE_IDENTITY)) {
            session.noteCopy();
        }
        return answer;
    }

    private void sync(AgentEffect.Sync effect) {
        asNode(effect.call(), as -> link.sync(as, effect.report()), orders -> {
            reported.run();
            shows.pump().watch(orders.watch());
            return new AgentInput.OrdersArrived(effect.call(), orders);
        });
    }

    private void commit(AgentEffect.Commit effect) {
        asNode(effect.call(), as -> link.commit(as, effect.content()), reply -> {
            outages.committed();
            return new AgentInput.CommitAnswered(effect.call(), reply);
        });
    }

    private void startProcess(AgentEffect.StartProcess effect) {
        runs.start(effect.start(), effect.more());
        shows.partials().begin(effect.start());
    }

    private void keepResult(AgentEffect.KeepResult effect) {
        disk.keep(effect.report(), effect.urgent());
    }

    private void forgetResult(AgentEffect.ForgetResult effect) {
        outages.forgotten(effect.attempt());
        disk.execute(() -> {
            try {
                results.forget(effect.attempt());
            } catch (IOException failed) {
                // It is committed; at worst it is offered once more after a restart and refused.
                LOG.warn("could not delete the result of {}: {}", effect.attempt(), failed.toString());
            }
        });
    }

    @Override
    public void close() {
        shows.partials().close();
        shows.pump().close();
        calls.shutdown();
        uploads.shutdownNow();
        disk.close();
    }

    private AgentInput welcomed(AgentEffect.Introduce effect, Welcome welcome) {
        long call = effect.call();
        try {
            if (introduction.get() != call) {
                // The logic has given this one up and asked again: two names would be one too many.
                LOG.info(
                        "ignored a late reply that registers this agent as node {}",
                        welcome.introduced().node());
                return new AgentInput.CallFailed(call, null);
            }
            if (session.welcomed(welcome)) {
                List<RuntimeVersion> runtimes =
                        effect.introduction().facts().abilities().runtimes();
                List<RuntimeVersion> before = told.getAndSet(runtimes);
                if (before == null || before.equals(runtimes)) {
                    LOG.info(
                            "registered as node {} (incarnation {})",
                            welcome.introduced().node(),
                            welcome.introduced().incarnation());
                } else {
                    LOG.info("told the server which runtimes were found");
                }
                return new AgentInput.Introduced(call, welcome.introduced());
            }
            LOG.error("the server sent no token for this node");
        } catch (IOException failed) {
            LOG.error("could not save the agent's identity: {}", failed.toString());
        }
        return new AgentInput.CallFailed(call, null);
    }

    private <T> void asNode(long call, Function<NodeIdentity, Answer<T>> say, Function<T, AgentInput> success) {
        calls.execute(() -> {
            NodeIdentity as = session.identity();
            if (as == null) {
                inbox.accept(new AgentInput.CallFailed(call, null));
            } else {
                settle(call, say.apply(as), success);
            }
        });
    }

    private <T> void settle(long call, Answer<T> answer, Function<T, AgentInput> success) {
        if (answer instanceof Answer.Success<T> good) {
            outages.back();
            inbox.accept(success.apply(good.value()));
        } else if (answer instanceof Answer.Refused<T> refused) {
            Problem problem = refused.problem();
            if (Replies.isTransient(problem)) {
                refusedForNow(problem);
                inbox.accept(new AgentInput.CallFailed(call, Replies.retryAfter(problem)));
            } else {
                outages.refused(problem.detail(), problem.code());
                inbox.accept(new AgentInput.CallRefused(call, problem.code()));
            }
        } else if (answer instanceof Answer.Unreachable<T> unreachable) {
            unreachable(unreachable.trouble());
            inbox.accept(new AgentInput.CallFailed(call, null));
        }
    }

    private void refusedForNow(Problem problem) {
        if (problem.is(ProblemKind.DISK_FULL) && session.identity() != null) {
            outages.back();
            outages.commitsFull();
        } else {
            String title = problem.is(ProblemKind.DISK_FULL) ? problem.title() + ". " : "";
            away(title + problem.detail(), problem.remedy());
        }
    }

    private void unreachable(Trouble trouble) {
        away(trouble.what() + " " + trouble.why(), trouble.remedy());
    }

    /** Without an identity no task runs here, and whoever set the agent up is told what to do. */
    private void away(String why, String remedy) {
        if (session.identity() == null) {
            outages.notJoined(why, remedy);
        } else {
            outages.away(why);
        }
    }

    private AgentInput uploaded(AttemptId attempt, BlobHash hash) {
        NodeIdentity as = session.identity();
        if (as == null) {
            return new AgentInput.UploadFailed(attempt, hash, null);
        }
        try {
            Answer<Long> answer = link.upload(as, hash, results.file(attempt, hash));
            if (answer instanceof Answer.Refused<Long> refused) {
                Problem problem = refused.problem();
                if (Replies.isTransient(problem)) {
                    outages.waits(attempt, problem);
                }
                return Replies.isHopeless(problem)
                        ? new AgentInput.UploadImpossible(attempt, problem.detail())
                        : new AgentInput.UploadFailed(attempt, hash, Replies.retryAfter(problem));
            }
            if (answer instanceof Answer.Success<Long>) {
                outages.settled(attempt);
                return new AgentInput.BlobUploaded(attempt, hash);
            }
            return new AgentInput.UploadFailed(attempt, hash, null);
        } catch (NoSuchFileException gone) {
            return new AgentInput.UploadImpossible(attempt, "the file is missing on the node");
        } catch (IOException | RuntimeException failed) {
            // Without an answer, be it for a bug, the result would wait for ever.
            LOG.warn("could not read a result of {}", attempt, failed);
            return new AgentInput.UploadFailed(attempt, hash, Duration.ofSeconds(30));
        }
    }

    private void keep(List<AttemptReport> reports) {
        if (reports.size() > 1 && areKept(reports)) {
            reports.forEach(report -> inbox.accept(new AgentInput.ResultKept(report.attempt())));
        } else {
            reports.forEach(report -> inbox.accept(kept(report)));
        }
    }

    /** If not, each is tried alone: what is wrong with one of them says nothing about the others. */
    private boolean areKept(List<AttemptReport> reports) {
        try {
            results.keep(reports);
            return true;
        } catch (IOException | RuntimeException failed) {
            LOG.warn("could not save {} results together: {}", reports.size(), failed.toString());
            return false;
        }
    }

    private AgentInput kept(AttemptReport report) {
        try {
            results.keep(report);
            return new AgentInput.ResultKept(report.attempt());
        } catch (IOException failed) {
            LOG.error("could not save the result of {}: {}", report.attempt(), failed.toString());
            return runs.notKept(report, String.valueOf(failed.getMessage()));
        } catch (RuntimeException bug) {
            LOG.error("could not save the result of {}", report.attempt(), bug);
            return runs.notKept(report, String.valueOf(bug.getMessage()));
        }
    }
}
