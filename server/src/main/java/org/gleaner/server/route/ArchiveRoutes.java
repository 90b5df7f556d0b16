package org.gleaner.server.route;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.store.History;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.archive.ArchiveStream;
import org.gleaner.server.archive.Spill;
import org.gleaner.server.blob.BlobStore;
import org.gleaner.server.http.AttachedName;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.FrontProblems;
import org.gleaner.server.http.Refused;

/**
 * Results of a job as one file. Archives are made while they are sent and have no end that is known before; a few at
 * once, as each keeps a page of results in memory. Thread-safe.
 */
final class ArchiveRoutes {
    private static final int AT_ONCE = 16;
    private static final int OF_ONE = 4;
    private static final int PAGE = 1000;

    private final History history;
    private final VisibleJobs jobs;
    private final JobFacts facts;
    private final BlobStore blobs;
    private final TaskReader reader;
    private final Map<String, Integer> open = new HashMap<>();
    private int all;

    ArchiveRoutes(History history, JobFacts facts, BlobStore blobs, ListedOutputs lists) {
        this.history = history;
        this.facts = facts;
        this.jobs = new VisibleJobs(facts);
        this.blobs = blobs;
        this.reader = new TaskReader(history, lists);
    }

    void archive(Exchange exchange) throws StoreException, IOException {
        StoredJob job = jobs.job(exchange);
        ResultWalk.Choice choice = choice(exchange, job);
        PartialReader partials = new PartialReader(history);
        ResultWalk walk = new ResultWalk(
                history,
                blobs,
                job,
                facts.whole(job),
                choice,
                (from, skip) -> checked(
                        choice.partial()
                                ? partials.latest(job, from, PAGE)
                                : reader.outputs(job, from, skip, Math.min(PAGE, choice.last() - from + 1))));
        String who = UploadLedger.who(exchange.token());
        enter(who);
        InputStream content = null;
        try {
            if (walk.isEmpty()) {
                throw new Refused(ShellProblems.noOutputs(job.id()));
            }
            content = stream(exchange, walk);
        } finally {
            if (content == null) {
                leave(who);
            }
        }
        exchange.copy(200, new Counted(content, who));
    }

    private InputStream stream(Exchange exchange, ResultWalk walk) throws IOException {
        boolean zip = exchange.query("format").orElse("zip").equals("zip");
        String name = walk.directory() + (zip ? ".zip" : ".tar.gz");
        exchange.setHeader("Content-Type", zip ? "application/zip" : "application/gzip");
        exchange.setHeader("Content-Disposition", AttachedName.header(name));
        Instant now = blobs.now();
        return zip
                ? ArchiveStream.zip(walk, new Spill(blobs::scratch, blobs::checkSpace), now)
                : ArchiveStream.tarGz(walk, now);
    }

    /** Refuses if files of it were removed because of their age; small ones are kept with the job. */
    private OutputPage checked(OutputPage page) throws StoreException, Refused {
        reader.checkThere(page);
        return page;
    }

    private static ResultWalk.Choice choice(Exchange exchange, StoredJob job) throws Refused {
        int tasks = job.spec().tasks();
        String[] ends = exchange.query("tasks").orElse("1-" + tasks).split("-", -1);
        int first = Integer.parseInt(ends[0]);
        int last = Integer.parseInt(ends[ends.length - 1]);
        if (first > last) {
            throw Parameters.contradiction("tasks", "it ends before it begins");
        }
        if (first < 1 || last > tasks) {
            throw Refused.of(new Rejection.UnknownTask(job.id(), tasks));
        }
        return new ResultWalk.Choice(first, last, Parameters.flag(exchange, "partial"));
    }

    private synchronized void enter(String who) throws Refused {
        int own = open.getOrDefault(who, 0);
        if (own >= OF_ONE) {
            throw new Refused(FrontProblems.ownLimit(
                    "You are downloading " + OF_ONE + " archives at once, the most for one user.",
                    "Wait until one of them is complete."));
        }
        if (all >= AT_ONCE) {
            throw new Refused(FrontProblems.tooManyAtOnce());
        }
        all++;
        open.put(who, own + 1);
    }

    private synchronized void leave(String who) {
        all--;
        open.computeIfPresent(who, (any, count) -> count == 1 ? null : count - 1);
    }

    /** Counted until it is closed. */
    private final class Counted extends FilterInputStream {
        private final String who;
        private boolean closed;

        Counted(InputStream content, String who) {
            super(content);
            this.who = who;
        }

        @Override
        public synchronized void close() throws IOException {
            if (!closed) {
                closed = true;
                leave(who);
                super.close();
            }
        }
    }
}
