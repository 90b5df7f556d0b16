package org.gleaner.server.route;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.gleaner.core.attempt.AttemptReport;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.desk.JobFacts;
import org.gleaner.core.desk.TaskMap;
import org.gleaner.core.grid.Rejection;
import org.gleaner.core.grid.StoreException;
import org.gleaner.core.grid.StoredJob;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Entry;
import org.gleaner.core.store.History;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.TaskJson;
import org.gleaner.protocol.json.TaskMapJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.EntryList;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.TaskPage;
import org.gleaner.protocol.problem.ShellProblems;
import org.gleaner.server.http.Exchange;
import org.gleaner.server.http.Refused;
import org.jspecify.annotations.Nullable;

/** Questions about tasks: where they stand, their entries, what they left behind. The store answers all of them. */
final class TaskRoutes {
    private static final int USUAL_ROWS = 1000;
    private static final int USUAL_CELLS = 2000;
    private static final String RAW = "application/octet-stream";

    private final History history;
    private final VisibleJobs jobs;
    private final TaskReader reader;
    private final BlobRoutes blobs;

    TaskRoutes(History history, VisibleJobs jobs, BlobRoutes blobs, ListedOutputs lists) {
        this.history = history;
        this.jobs = jobs;
        this.reader = new TaskReader(history, lists);
        this.blobs = blobs;
    }

    void tasks(Exchange exchange) throws StoreException, IOException {
        TaskPage page = reader.tasks(
                jobs.job(exchange),
                Parameters.state(exchange),
                Parameters.from(exchange),
                Parameters.count(exchange, "limit", USUAL_ROWS));
        exchange.json(200, Json.write(page, TaskJson::writeTasks));
    }

    void map(Exchange exchange) throws StoreException, IOException {
        StoredJob job = jobs.job(exchange);
        TaskMap map = TaskMap.of(
                job.id(), job.spec().tasks(), JobFacts.states(job), Parameters.count(exchange, "cells", USUAL_CELLS));
        exchange.json(200, Json.write(map, TaskMapJson::write));
    }

    void entries(Exchange exchange) throws StoreException, IOException {
        JobId job = jobs.check(exchange);
        int from = Parameters.from(exchange);
        int limit = Parameters.count(exchange, "limit", USUAL_ROWS);
        List<Entry> entries = new ArrayList<>();
        Optional<Entry> entry = history.entry(job, from);
        while (entry.isPresent() && entries.size() < limit) {
            entries.add(entry.get());
            entry = history.entry(job, from + entries.size());
        }
        EntryList list = new EntryList(job, from, entries, entry.isPresent() ? from + entries.size() : 0);
        exchange.json(200, Json.write(list, TaskJson::writeEntries));
    }

    void outputs(Exchange exchange) throws StoreException, IOException {
        StoredJob job = jobs.job(exchange);
        OutputPage page = Parameters.flag(exchange, "partial")
                ? partials(exchange, job)
                : reader.outputs(
                        job,
                        Parameters.from(exchange),
                        Parameters.count(exchange, "skip", 0),
                        Parameters.count(exchange, "limit", USUAL_ROWS));
        reader.checkThere(page);
        exchange.json(200, Json.write(page, TaskJson::writeOutputs));
    }

    private OutputPage partials(Exchange exchange, StoredJob job) throws StoreException, Refused {
        int attempt = Parameters.count(exchange, "attempt", 0);
        int from = Parameters.from(exchange);
        PartialReader partials = new PartialReader(history);
        return attempt > 0
                ? partials.of(job, from, attempt)
                : partials.latest(job, from, Parameters.count(exchange, "limit", USUAL_ROWS));
    }

    void outputsOfOne(Exchange exchange) throws StoreException, IOException {
        StoredJob job = jobs.job(exchange);
        int task = task(exchange, job);
        OutputPage page = reader.outputsOfOne(job, task, Parameters.count(exchange, "skip", 0));
        reader.checkThere(page);
        exchange.json(200, Json.write(page, TaskJson::writeOutputs));
    }

    void stdout(Exchange exchange) throws StoreException, IOException {
        stream(exchange, "stdout", AttemptReport::stdout);
    }

    void stderr(Exchange exchange) throws StoreException, IOException {
        stream(exchange, "stderr", AttemptReport::stderr);
    }

    private void stream(Exchange exchange, String name, Function<AttemptReport, @Nullable ResultFile> which)
            throws StoreException, IOException {
        StoredJob job = jobs.job(exchange);
        int task = task(exchange, job);
        int attempt = Parameters.count(exchange, "attempt", 0);
        Optional<AttemptReport> report =
                attempt == 0 ? reader.report(job.id(), task) : reader.report(job.id(), task, attempt);
        ResultFile file = report.map(which).orElse(null);
        if (file == null) {
            throw new Refused(ShellProblems.unknownOutput(job.id() + "." + task, name));
        }
        long from = Parameters.number(exchange, "from", 0);
        long tail = Math.min(Math.max(0, file.size() - from), Parameters.number(exchange, "tail", Long.MAX_VALUE));
        if (file.inline() == null) {
            reader.checkThere(new OutputPage(job.id(), List.of(new OutputPage.OutputRow(task, file)), 0, 0, List.of()));
            blobs.send(exchange, file.hash(), tail);
            return;
        }
        byte[] bytes = Content.inlineBytes(file);
        int skip = (int) Math.max(0, bytes.length - tail);
        exchange.send(200, RAW, Arrays.copyOfRange(bytes, skip, bytes.length));
    }

    private static int task(Exchange exchange, StoredJob job) throws Refused {
        int task = Parameters.task(exchange);
        if (task > job.spec().tasks()) {
            throw Refused.of(new Rejection.UnknownTask(job.id(), job.spec().tasks()));
        }
        return task;
    }
}
