package org.gleaner.server.webhook;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Reply.JobSummary;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.job.TaskCounts;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.store.History;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.thread.Vigil;
import org.gleaner.server.loop.BatchListener;
import org.gleaner.server.simulation.OwnerTurns;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the address that a job names when nothing of the job goes on: it is closed, it paused itself, or all that is
 * left is blocked; or that it can't be done by its deadline any more. At most once for the same counts or deadline; a
 * few tries, kept in memory only, so a restart forgets them.
 *
 * <p>The loop's thread only notes which jobs to look at. One thread of its own looks, and a few call: owners take
 * turns, and no one has all of these, so that an address that is slow to answer keeps nobody else's waiting.
 */
public final class WebhookSender implements BatchListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookSender.class);
    private static final List<Duration> PAUSES =
            List.of(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofMinutes(10));
    /** Several tasks that end together are one look. */
    private static final Duration SETTLE = Duration.ofMillis(500);

    /** No job has these counts: it has a task at least. */
    private static final TaskCounts NOBODY = new TaskCounts(0, 0, 0, 0, 0, 0, 0);

    private static final String UNREACHABLE = "a webhook was not called: the store is unreachable";
    private static final String BUG = "a bug prevented a webhook call";
    private static final int MOST_PENDING = 10_000;
    private static final int MOST_REMEMBERED = 10_000;

    /** Of one owner that wait for their turn. */
    private static final int MOST_OF_OWNER = 1_000;

    private static final int MOST_OWNERS = 1_000;
    private static final int MOST_CALLS = 4;
    private static final int MOST_CALLS_OF_OWNER = 2;

    private final History history;
    private final Supplier<Settings> settings;
    private final List<Duration> pauses;
    private final WebhookCall call = new WebhookCall();
    private final ScheduledThreadPoolExecutor thread;
    private final ExecutorService callers;
    /** Guarded by itself, with the turns and calls. */
    private final List<Message> waiting = new ArrayList<>();

    private final OwnerTurns turns = new OwnerTurns(MOST_OWNERS);
    /** Whose calls are under way, once for each. */
    private final List<Owner> calling = new ArrayList<>();

    private final Set<JobId> pending = ConcurrentHashMap.newKeySet();
    private final Set<JobId> late = ConcurrentHashMap.newKeySet();
    /** What was told last, and by {@link #NOBODY} who wants to hear nothing. Confined to the sender's thread. */
    private final Map<JobId, TaskCounts> told = new LinkedHashMap<>();

    /** @param settings those in force, of the batch that is told of too */
    public WebhookSender(History history, Supplier<Settings> settings) {
        this(history, settings, PAUSES);
    }

    WebhookSender(History history, Supplier<Settings> settings, List<Duration> pauses) {
        this.history = history;
        this.settings = settings;
        this.pauses = List.copyOf(pauses);
        this.thread = new ScheduledThreadPoolExecutor(1, Vigil.daemon("webhooks"));
        this.callers = Executors.newFixedThreadPool(MOST_CALLS, Vigil.daemon("webhook-call"));
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public void done(Batch batch) {
        if (settings.get().webhooks().isOff()) {
            return;
        }
        for (GridEvent.Hard event : batch.result().events()) {
            if (event instanceof GridEvent.JobClosed closed) {
                look(closed.job());
            } else if (event instanceof GridEvent.BrakeSet brake
                    && !brake.brake().note().isEmpty()) {
                look(brake.job());
            } else if (event instanceof GridEvent.AttemptEnded ended
                    && (ended.then() == TaskState.BLOCKED || ended.then() == TaskState.DONE)) {
                look(ended.attempt().job());
            } else if (event instanceof GridEvent.DeadlineHopeless hopeless) {
                lookAt(hopeless);
            }
        }
    }

    private void lookAt(GridEvent.DeadlineHopeless event) {
        if (late.size() < MOST_PENDING && late.add(event.job()) && !thread.isShutdown()) {
            later(() -> tellOf(event), Duration.ZERO);
        }
    }

    /** The grid says so once for each deadline, also across restarts: what is lost here is not told again. */
    private void tellOf(GridEvent.DeadlineHopeless event) {
        late.remove(event.job());
        try {
            Optional<StoredJob> stored = history.outline(event.job());
            String address = stored.map(job -> job.spec().feedback().webhook()).orElse(null);
            if (stored.isPresent() && address != null) {
                tell(new Message(stored.get().owner(), address, JobFacts.summary(stored.get()), event.deadline(), 0));
            }
        } catch (StoreException away) {
            LOG.atWarn().addKeyValue("job", event.job()).log(UNREACHABLE);
        }
    }

    /** Beyond the bound a job is not told of: its owner still sees it. */
    private void look(JobId job) {
        if (pending.size() < MOST_PENDING && pending.add(job) && !thread.isShutdown()) {
            later(() -> lookNow(job), SETTLE);
        }
    }

    private void later(Runnable step, Duration pause) {
        Future<?> unused = thread.schedule(
                () -> {
                    try {
                        step.run();
                    } catch (RuntimeException | Error bug) {
                        LOG.atError().setCause(bug).log(BUG);
                    }
                },
                pause.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void lookNow(JobId job) {
        pending.remove(job);
        if (NOBODY.equals(told.get(job))) {
            return;
        }
        try {
            Optional<StoredJob> stored = history.outline(job);
            if (stored.isEmpty() || stored.get().spec().feedback().webhook() == null) {
                remember(job, NOBODY);
                return;
            }
            JobSummary summary = JobFacts.summary(stored.get());
            TaskCounts counts = summary.tasks();
            boolean awaitsMore = summary.growing() && counts.jobState().isFinal();
            boolean goesOn = counts.running() + counts.ready() + counts.waiting() > 0 || awaitsMore;
            if (goesOn || counts.equals(remember(job, counts))) {
                return;
            }
            String address = String.valueOf(stored.get().spec().feedback().webhook());
            tell(new Message(stored.get().owner(), address, summary, null, 0));
        } catch (StoreException away) {
            LOG.atWarn().addKeyValue("job", job).log(UNREACHABLE);
        }
    }

    /** Returns what was remembered before. */
    private @Nullable TaskCounts remember(JobId job, TaskCounts counts) {
        TaskCounts before = told.put(job, counts);
        if (told.size() > MOST_REMEMBERED) {
            told.remove(told.keySet().iterator().next());
        }
        return before;
    }

    /**
     * @param deadline that can't be met any more; null: it is about something else
     * @param tries how often it was tried
     */
    private record Message(
            Owner owner,
            String address,
            JobSummary summary,
            @Nullable Instant deadline,
            int tries) {
        Message again() {
            return new Message(owner, address, summary, deadline, tries + 1);
        }
    }

    /** Beyond the bound an owner's jobs are not told of. */
    private void tell(Message message) {
        synchronized (waiting) {
            long own = waiting.stream()
                    .filter(one -> one.owner().equals(message.owner()))
                    .count();
            if (own < MOST_OF_OWNER) {
                waiting.add(message);
            }
        }
        callNext();
    }

    private void callNext() {
        synchronized (waiting) {
            while (calling.size() < MOST_CALLS && !callers.isShutdown()) {
                List<Message> mayGo = waiting.stream()
                        .filter(one -> Collections.frequency(calling, one.owner()) < MOST_CALLS_OF_OWNER)
                        .toList();
                Optional<Message> next = turns.next(mayGo, Message::owner);
                if (next.isEmpty()) {
                    return;
                }
                waiting.remove(next.get());
                calling.add(next.get().owner());
                callers.execute(() -> callAndGoOn(next.get()));
            }
        }
    }

    private void callAndGoOn(Message message) {
        try {
            post(message);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error bug) {
            LOG.atError().setCause(bug).log(BUG);
        } finally {
            synchronized (waiting) {
                calling.remove(message.owner());
            }
            callNext();
        }
    }

    private void post(Message message) throws InterruptedException {
        String address = message.address();
        JobSummary summary = message.summary();
        // The keeper may have closed the door since the job was submitted.
        if (settings.get().webhooks().objection(address).isPresent()) {
            return;
        }
        switch (call.post(address, Json.write(message, WebhookSender::write))) {
            case TOLD -> LOG.atDebug().addKeyValue("job", summary.id()).log("a webhook was called");
            case REFUSED -> log(summary, address, "a webhook call was rejected");
            case TRY_AGAIN -> {
                if (message.tries() < pauses.size() && !thread.isShutdown()) {
                    later(() -> tell(message.again()), pauses.get(message.tries()));
                } else {
                    log(summary, address, "a webhook call failed");
                }
            }
        }
    }

    /** All that a stranger's address learns: number, name, state and counts; no owner, no command, no output. */
    private static void write(JsonGenerator out, Message message) throws IOException {
        JobSummary job = message.summary();
        Instant deadline = message.deadline();
        out.writeStartObject();
        out.writeNumberField("version", 1);
        if (deadline != null) {
            out.writeStringField("event", "hopeless");
            out.writeStringField("deadline", deadline.toString());
        }
        out.writeNumberField("job", job.id().value());
        out.writeStringField("name", job.name());
        out.writeStringField("state", job.state().word());
        out.writeFieldName("tasks");
        StatusJson.writeCounts(out, job.tasks());
        out.writeEndObject();
    }

    /** The rest of an address often holds a secret, so only its host is written. */
    private static void log(JobSummary summary, String address, String what) {
        LOG.atWarn()
                .addKeyValue("job", summary.id())
                .addKeyValue("host", URI.create(address).getHost())
                .log(what);
    }

    @Override
    public void close() {
        thread.shutdownNow();
        callers.shutdownNow();
    }
}
