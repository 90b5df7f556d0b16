package org.gleaner.client.call;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.gleaner.core.attempt.Failures;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.grid.Verb;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;
import org.gleaner.core.id.NodeId;
import org.gleaner.core.id.Owner;
import org.gleaner.core.id.TaskId;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.TaskState;
import org.gleaner.core.job.Terms;
import org.gleaner.core.node.Duty;
import org.gleaner.core.store.AttemptQuery;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.BlobCalls;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.http.ServerConnection.Request;
import org.gleaner.protocol.json.AdjustJson;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.AdviceJson;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.BundleJson;
import org.gleaner.protocol.json.ForecastJson;
import org.gleaner.protocol.json.JoinJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonReader;
import org.gleaner.protocol.json.JsonWriter;
import org.gleaner.protocol.json.LogJson;
import org.gleaner.protocol.json.MatchJson;
import org.gleaner.protocol.json.NodeAnswerJson;
import org.gleaner.protocol.json.ObservedJson;
import org.gleaner.protocol.json.PastJson;
import org.gleaner.protocol.json.RecordJson;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.json.SubmissionJson;
import org.gleaner.protocol.json.TaskJson;
import org.gleaner.protocol.json.TokenJson;
import org.gleaner.protocol.json.WhatIfJson;
import org.gleaner.protocol.message.Addition;
import org.gleaner.protocol.message.Adjustment;
import org.gleaner.protocol.message.ChangeReport;
import org.gleaner.protocol.message.ChangeRequest;
import org.gleaner.protocol.message.DutyChange;
import org.gleaner.protocol.message.EntryList;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.ForecastPage;
import org.gleaner.protocol.message.ForecastRecord;
import org.gleaner.protocol.message.Health;
import org.gleaner.protocol.message.IssuedToken;
import org.gleaner.protocol.message.JobAdvice;
import org.gleaner.protocol.message.JobDetail;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.JobQuery;
import org.gleaner.protocol.message.JobStates;
import org.gleaner.protocol.message.JoinLines;
import org.gleaner.protocol.message.LiveLog;
import org.gleaner.protocol.message.MatchReport;
import org.gleaner.protocol.message.OutputPage;
import org.gleaner.protocol.message.PageLink;
import org.gleaner.protocol.message.PastPage;
import org.gleaner.protocol.message.SettingChange;
import org.gleaner.protocol.message.TaskPage;
import org.gleaner.protocol.message.TokenRequest;
import org.gleaner.protocol.message.WhatIfQuestion;
import org.gleaner.protocol.message.WhatIfView;
import org.gleaner.protocol.message.WhySummary;
import org.jspecify.annotations.Nullable;

/** What people and their programs ask of a server. Every call may be repeated. Thread-safe. */
public final class UserCalls {
    private static final String API = "/api/v1";
    /** A large job is parsed and made durable before it is answered. */
    private static final Duration SUBMIT_PATIENCE = Duration.ofMinutes(2);

    /** One of the two texts that every task leaves behind. */
    public enum Stream {
        STDOUT("stdout"),
        STDERR("stderr");

        private final String path;

        Stream(String path) {
            this.path = path;
        }
    }

    private final ServerConnection server;
    private final BlobCalls blobs;

    public UserCalls(ServerConnection server) {
        this.server = server;
        this.blobs = new BlobCalls(server);
    }

    /** A word that opens the page logged in, once. */
    public Answer<PageLink> link() {
        return server.call(Request.of("POST", API + "/links"), TokenJson::readLink);
    }

    /** What the server keeps, for those who look after it. */
    public StorageCalls storage() {
        return new StorageCalls(server);
    }

    /** How the pool is shared, and who changed what. */
    public PoolCalls pool() {
        return new PoolCalls(server);
    }

    /** What happens to these jobs, as it happens; nothing is asked before it is started. */
    public ChangeFeed feed(Set<JobId> jobs) {
        return new ChangeFeed(server, jobs);
    }

    public Answer<Health> health() {
        return get("/health", AdminJson::readHealth);
    }

    /**
     * Submits a job; entries are sent as the iterator gives them and never kept.
     *
     * @param entries of a listed array, whose length the spec need not know; none: the spec's own array holds
     * @param key makes repeating the call harmless
     */
    public Answer<Reply.Submitted> submit(JobSpec spec, Iterator<Entry> entries, String key) {
        Message message = out -> Json.write(out, spec, (json, it) -> SubmissionJson.writeStreamed(json, it, entries));
        return server.call(once("/jobs", key, entries.hasNext(), message), AnswerJson::readSubmitted);
    }

    /** Adds tasks to a growing job, all or none, with a key that makes repeating the call harmless. */
    public Answer<Reply.Added> add(JobId job, Addition addition, String key) {
        Message message = out -> Json.write(out, addition, SubmissionJson::writeAddition);
        return server.call(once("/jobs/" + job + "/tasks", key, true, message), AnswerJson::readAdded);
    }

    /** Says that no more tasks come to a job. */
    public Answer<Reply.Sealed> seal(JobId job) {
        return server.call(Request.of("POST", API + "/jobs/" + job + "/seal"), AnswerJson::readSealed);
    }

    /** Submits several jobs, all or none, with a key that makes repeating the call harmless. */
    public Answer<Reply.SubmittedAll> submitAll(Bundle bundle, String key) {
        Message message = out -> Json.write(out, bundle, BundleJson::writeBundle);
        return server.call(once("/jobs/bundle", key, true, message), BundleJson::readSubmitted);
    }

    /** @param large whether it is worth packing, where the server can read that */
    private Request once(String path, String key, boolean large, Message message) {
        boolean zip = large && server.packs();
        Request request = new Request(
                "POST",
                API + path,
                Map.of("Content-Type", Json.MEDIA_TYPE, "Idempotency-Key", key),
                out -> write(out, zip, message),
                Request.UNKNOWN,
                SUBMIT_PATIENCE);
        return zip ? request.with("Content-Encoding", "gzip") : request;
    }

    /** Writes a message. */
    private interface Message {
        void to(OutputStream out) throws IOException;
    }

    private static void write(OutputStream out, boolean zip, Message message) throws IOException {
        if (!zip) {
            message.to(out);
            return;
        }
        GZIPOutputStream zipped = new GZIPOutputStream(out, 1 << 16);
        message.to(zipped);
        zipped.finish();
    }

    /** Which nodes could run this job; nothing is submitted. */
    public Answer<MatchReport> match(JobSpec spec) {
        return post(API + "/jobs/match", spec, MatchJson::writeQuestion, MatchJson::readMatched);
    }

    /** @param select a selector as people write it; empty: all jobs of the caller, open and closed */
    public Answer<JobPage> jobs(String select, int limit) {
        String query = "?limit=" + limit + (select.isEmpty() ? "" : "&select=" + encode(select));
        return get(API + "/jobs" + query, StatusJson::readJobs);
    }

    public Answer<JobPage> jobs(JobList list) {
        StringBuilder path = new StringBuilder(API + "/jobs?limit=" + list.limit());
        add(path, "select", list.select().isEmpty() ? null : list.select());
        add(path, "order", list.openFirst() ? "open-first" : null);
        add(path, "mine", list.mine() ? "true" : null);
        add(path, "since", list.since());
        add(path, "count", list.counted() ? "true" : null);
        add(path, "from", list.from().isEmpty() ? null : list.from());
        return get(path.toString(), StatusJson::readJobs);
    }

    /** Where many jobs stand, in one call. */
    public Answer<JobStates> query(JobQuery query) {
        return post(API + "/jobs/query", query, StatusJson::writeQuery, StatusJson::readStates);
    }

    public Answer<JobDetail> job(JobId job) {
        return get(path(job), StatusJson::readDetail);
    }

    /** @param state only tasks in this state; null: all */
    public Answer<TaskPage> tasks(JobId job, int from, int limit, @Nullable TaskState state) {
        String filter = state == null ? "" : "&state=" + state.word();
        return get(path(job) + "/tasks" + page(from, limit) + filter, TaskJson::readTasks);
    }

    /** How far the running tasks are. */
    public Answer<Reply.Running> running(JobId job) {
        return get(path(job) + "/running", TaskJson::readRunning);
    }

    public Answer<EntryList> entries(JobId job, int from, int limit) {
        return get(path(job) + "/entries" + page(from, limit), TaskJson::readEntries);
    }

    /** @param skip so many files of the first task were told before */
    public Answer<OutputPage> outputs(JobId job, int from, int skip, int limit) {
        return get(path(job) + "/outputs" + page(from, limit) + "&skip=" + skip, TaskJson::readOutputs);
    }

    /** What tasks that are not done have written so far. */
    public Answer<OutputPage> partials(JobId job, int from, int limit) {
        return get(path(job) + "/outputs" + page(from, limit) + "&partial=true", TaskJson::readOutputs);
    }

    /** What one attempt had written before it ended. */
    public Answer<OutputPage> partials(AttemptId attempt) {
        String which = page(attempt.ordinal(), 1) + "&partial=true&attempt=" + attempt.number();
        return get(path(attempt.job()) + "/outputs" + which, TaskJson::readOutputs);
    }

    public Answer<OutputPage> outputs(TaskId task, int skip) {
        return get(path(task) + "/outputs?skip=" + skip, TaskJson::readOutputs);
    }

    /**
     * Copies what a task printed and returns how many bytes that were; an exception is trouble with the sink.
     *
     * @param tail only the last so many bytes; 0: all
     */
    public Answer<Long> printed(TaskId task, Stream stream, long tail, OutputStream sink) throws IOException {
        String query = tail > 0 ? "?tail=" + tail : "";
        return BlobCalls.copy(server, Request.of("GET", path(task) + "/" + stream.path + query), sink);
    }

    /** What a task prints, from these offsets of this attempt on; of another attempt from its beginning. */
    public Answer<LiveLog> live(TaskId task, int attempt, long stdout, long stderr) {
        String query = "?attempt=" + attempt + "&stdout=" + stdout + "&stderr=" + stderr;
        return get(path(task) + "/live" + query, LogJson::readLive);
    }

    /** Copies what an attempt that has ended printed from this offset on. */
    public Answer<Long> printedFrom(TaskId task, int attempt, Stream stream, long from, OutputStream sink)
            throws IOException {
        String query = "?attempt=" + attempt + "&from=" + from;
        return BlobCalls.copy(server, Request.of("GET", path(task) + "/" + stream.path + query), sink);
    }

    /** @param select a selector as people write it */
    public Answer<Explanation> why(String select) {
        return get(API + "/why?select=" + encode(select), AnswerJson::readExplained);
    }

    /** @param from where another part ended */
    public Answer<Explanation> why(String select, JobId from) {
        return get(API + "/why?select=" + encode(select) + "&from=" + from.value(), AnswerJson::readExplained);
    }

    /**
     * When jobs will start and be done.
     *
     * @param from where another part ended; empty: from the beginning
     */
    public Answer<ForecastPage> forecasts(String select, String from) {
        StringBuilder path = new StringBuilder(API + "/forecasts?limit=" + JobPages.PAGE);
        add(path, "select", select);
        add(path, "from", from.isEmpty() ? null : from);
        return get(path.toString(), ForecastJson::readPage);
    }

    /**
     * How good forecasts were.
     *
     * @param all everybody's together, for admins
     */
    public Answer<ForecastRecord> forecastRecord(boolean all) {
        return get(API + "/forecasts/record?mine=" + !all, RecordJson::read);
    }

    /** When would jobs be done if the pool were different? The answer is to be fetched. */
    public Answer<WhatIfView> whatIf(WhatIfQuestion question) {
        return post(API + "/whatif", question, WhatIfJson::writeQuestion, WhatIfJson::readView);
    }

    public Answer<WhatIfView> whatIf(String id) {
        return get(API + "/whatif/" + encode(id), WhatIfJson::readView);
    }

    /** Nobody waits for the answer any more. */
    public Answer<Boolean> dropWhatIf(String id) {
        return server.tell(Request.of("DELETE", API + "/whatif/" + encode(id)));
    }

    /** What would let a job be done sooner; takes some seconds. */
    public Answer<JobAdvice> advice(JobId job) {
        return get(API + "/jobs/" + job + "/advice", AdviceJson::read);
    }

    /** The same in few lines, however many jobs there are. */
    public Answer<WhySummary> whySummary(String select) {
        return get(API + "/why/summary?select=" + encode(select), AnswerJson::readSummary);
    }

    /** The same for jobs by their numbers. */
    public Answer<WhySummary> whySummary(JobQuery query) {
        return post(API + "/why/summary", query, StatusJson::writeQuery, AnswerJson::readSummary);
    }

    /** The failed attempts of a job in groups, the one with the most tasks first. */
    public Answer<Failures> failures(JobId job, int limit) {
        return get(path(job) + "/failures?limit=" + limit, PastJson::readFailures);
    }

    /** Attempts of all jobs that the caller may see, the youngest first. */
    public Answer<PastPage> past(AttemptQuery query) {
        StringBuilder path = new StringBuilder(API + "/history?limit=" + query.limit());
        add(path, "owner", query.owner());
        add(path, "since", query.since());
        add(path, "type", query.type());
        NodeId node = query.node();
        add(path, "node", node == null ? null : node.value());
        add(path, "failed", query.failed() ? "true" : null);
        add(path, "before", query.before());
        return get(path.toString(), PastJson::readPast);
    }

    private static void add(StringBuilder path, String name, @Nullable Object value) {
        if (value != null) {
            path.append('&').append(name).append('=').append(encode(value.toString()));
        }
    }

    public Answer<ChangeReport> change(Verb verb, String select) {
        return change(API + "/jobs/" + verb.word(), ChangeRequest.of(select));
    }

    /** Does it to whole jobs, all or none of them; those that there are not are left out. */
    public Answer<ChangeReport> change(Verb verb, List<JobId> jobs) {
        return change(API + "/jobs/" + verb.word(), ChangeRequest.of(jobs));
    }

    /** Gives all selected jobs new terms. */
    public Answer<Reply.Adjusted> set(String select, Terms terms) {
        return set(new Adjustment(select, terms, List.of()));
    }

    /** Gives whole jobs new terms, all or none of them; those that are not open are left out. */
    public Answer<Reply.Adjusted> set(List<JobId> jobs, Terms terms) {
        return set(new Adjustment("", terms, jobs));
    }

    private Answer<Reply.Adjusted> set(Adjustment adjustment) {
        return server.call(
                Request.of("POST", API + "/jobs/set")
                        .patient(SUBMIT_PATIENCE)
                        .json(adjustment, AdjustJson::writeAdjustment),
                AdjustJson::readAdjusted);
    }

    /** Retries the tasks of a job that are not done with new versions of its files. */
    public Answer<ChangeReport> retry(JobId job, ChangeRequest.Fresh fresh) {
        return change(path(job) + "/retry", new ChangeRequest("", fresh));
    }

    private Answer<ChangeReport> change(String path, ChangeRequest request) {
        return server.call(
                Request.of("POST", path).patient(SUBMIT_PATIENCE).json(request, SubmissionJson::writeChange),
                AnswerJson::readChanged);
    }

    public Answer<Reply.Nodes> nodes() {
        return get(API + "/nodes", NodeAnswerJson::readNodes);
    }

    public Answer<Reply.NodeDetail> node(NodeId node) {
        return get(API + "/nodes/" + node.value(), NodeAnswerJson::readDetail);
    }

    /** How long tasks take, by type: the caller's own, or all for an admin. */
    public Answer<Reply.Types> types() {
        return get(API + "/types", ObservedJson::readTypes);
    }

    public Answer<Boolean> setDuty(NodeId node, Duty duty) {
        return setDuty(node, new DutyChange(duty, false));
    }

    public Answer<Boolean> setDuty(NodeId node, DutyChange change) {
        return server.tell(
                Request.of("PUT", API + "/nodes/" + node.value() + "/duty").json(change, NodeAnswerJson::writeDuty));
    }

    public Answer<Reply.Tokens> tokens() {
        return get(API + "/tokens", TokenJson::readTokens);
    }

    public Answer<Reply.Users> users() {
        return get(API + "/users", TokenJson::readUsers);
    }

    public Answer<Reply.UserRemoved> removeUser(Owner user, boolean cancelJobs) {
        return server.call(
                Request.of("DELETE", API + "/users/" + encode(user.name()) + (cancelJobs ? "?jobs=cancel" : "")),
                TokenJson::readRemoved);
    }

    /** What to type on a machine that shall join. */
    public Answer<JoinLines> joinLines() {
        return get(API + "/join-lines", JoinJson::readLines);
    }

    public Answer<Reply.Settings> settings() {
        return get(API + "/settings", AnswerJson::readSettings);
    }

    public Answer<Boolean> set(String name, String value) {
        return server.tell(
                Request.of("PUT", API + "/settings").json(new SettingChange(name, value), AdminJson::writeSetting));
    }

    public Answer<IssuedToken> issue(TokenRequest request) {
        return post(API + "/tokens", request, AdminJson::writeTokenRequest, AdminJson::readIssued);
    }

    /** @param id the token's hash, or enough of its beginning */
    public Answer<Boolean> revoke(String id) {
        return server.tell(Request.of("DELETE", API + "/tokens/" + encode(id)));
    }

    /** Uploads a file under its hash and returns its size; an exception is trouble with the file, not the server. */
    public Answer<Long> upload(BlobHash hash, Path file) throws IOException {
        return blobs.upload(hash, file);
    }

    /** Downloads a blob to a file, which appears only when it is whole; an exception is trouble with the file. */
    public Answer<Long> download(BlobHash hash, long size, Path target) throws IOException {
        return blobs.download(hash, size, target);
    }

    private <T> Answer<T> get(String path, JsonReader<T> reader) {
        return server.call(Request.of("GET", path), reader);
    }

    private <I, T> Answer<T> post(String path, I message, JsonWriter<I> writer, JsonReader<T> reader) {
        return server.call(Request.of("POST", path).json(message, writer), reader);
    }

    private static String path(JobId job) {
        return API + "/jobs/" + job.value();
    }

    private static String path(TaskId task) {
        return path(task.job()) + "/tasks/" + task.ordinal();
    }

    private static String page(int from, int limit) {
        return "?from=" + from + "&limit=" + limit;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
