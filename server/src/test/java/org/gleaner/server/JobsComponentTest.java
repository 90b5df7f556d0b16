package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.zip.GZIPOutputStream;
import org.gleaner.core.grid.Reason;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.TaskState;
import org.gleaner.protocol.json.AdjustJson;
import org.gleaner.protocol.json.AnswerJson;
import org.gleaner.protocol.json.MatchJson;
import org.gleaner.protocol.json.StatusJson;
import org.gleaner.protocol.json.TaskJson;
import org.gleaner.protocol.message.ChangeReport;
import org.gleaner.protocol.message.Explanation;
import org.gleaner.protocol.message.JobPage;
import org.gleaner.protocol.message.JobStates;
import org.gleaner.protocol.message.MatchReport;
import org.gleaner.protocol.message.TaskRow;
import org.gleaner.protocol.message.WhySummary;
import org.gleaner.server.TestServer.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do with jobs, over HTTP. */
final class JobsComponentTest {
    private static final String JOBS = "/api/v1/jobs";
    private static final String JOB = "{\"name\":\"sweep\",\"type\":\"sim\",\"command\":[\"true\"]}";
    private static final String RANGE =
            "{\"name\":\"range\",\"type\":\"sim\",\"command\":[\"true\"],\"array\":{\"first\":1,\"last\":2500}}";

    @TempDir
    private Path data;

    private TestServer server;
    private String ann;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
        ann = server.user("ann");
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void a_submission_sent_twice_with_one_key_makes_one_job() throws Exception {
        Answer first = submit(JOB, "k1");
        Answer second = submit(JOB, "k1");

        assertThat(first.status()).isEqualTo(201);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.read(AnswerJson::readSubmitted).job())
                .isEqualTo(first.read(AnswerJson::readSubmitted).job());
        submit(RANGE, "k1").isProblem(409, "key-reused");
        assertThat(jobs(ann, "")).hasSize(1);
    }

    @Test
    void another_users_job_looks_like_one_that_does_not_exist() throws Exception {
        post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        String bob = server.user("bob");

        for (String path : new String[] {"/1", "/1/tasks", "/1/entries", "/1/outputs", "/1/why", "/1/tasks/1/stdout"}) {
            Answer foreign = get(JOBS + path, bob);
            Answer unknown = get(JOBS + path.replaceFirst("1", "2"), bob);
            foreign.isProblem(404, "unknown-job");
            unknown.isProblem(404, "unknown-job");
        }
        get(JOBS + "?select=1", bob).isProblem(404, "unknown-job");
        post(JOBS + "/1/cancel", bob, "").isProblem(404, "unknown-job");
        server.call("DELETE", JOBS + "/1", bob, null).isProblem(404, "unknown-job");
        assertThat(jobs(bob, "")).isEmpty();
        post(JOBS + "/cancel", bob, "{\"select\":\"all\"}").isProblem(404, "nothing-selected");
        assertThat(jobs(server.admin(), "")).hasSize(1);
    }

    @Test
    void a_closed_job_tells_when_it_ended_and_its_deadline() throws Exception {
        post(JOBS, ann, JOB.replace("}", ",\"turn\":{\"deadline\":\"2099-01-01T00:00:00Z\"}}"));
        assertThat(get(JOBS + "/1", ann).read(StatusJson::readDetail).summary().ended())
                .isNull();

        post(JOBS + "/1/cancel", ann, "");

        Reply.JobSummary closed =
                get(JOBS + "/1", ann).read(StatusJson::readDetail).summary();
        assertThat(closed.ended()).isNotNull();
        assertThat(closed.deadline()).isNotNull();
    }

    /** As curl sends it: neither a length nor an encoding, which our own client always sends. */
    @Test
    void a_verb_in_the_path_needs_no_body() throws Exception {
        post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);

        int port = URI.create(server.assembly().url()).getPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String call = "POST " + JOBS + "/1/cancel HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + ann
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(call.getBytes(UTF_8));

            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void another_users_closed_job_stays_hidden_too() throws Exception {
        post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        post(JOBS + "/1/cancel", ann, "").read(AnswerJson::readChanged);
        String bob = server.user("bob");

        get(JOBS + "/1", bob).isProblem(404, "unknown-job");
        post(JOBS + "/1/retry", bob, "").isProblem(404, "unknown-job");
        assertThat(jobs(bob, "")).isEmpty();
    }

    @Test
    void open_and_closed_jobs_are_listed_together_youngest_first() throws Exception {
        for (int i = 0; i < 3; i++) {
            post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        }
        post(JOBS + "/2/cancel", ann, "").read(AnswerJson::readChanged);

        assertThat(jobs(ann, "").toString()).isEqualTo("[3 ready, 2 cancelled, 1 ready]");
        JobPage cut = get(JOBS + "?limit=2", ann).read(StatusJson::readJobs);
        assertThat(cut.more()).isTrue();
        assertThat(cut.jobs()).hasSize(2);
        assertThat(jobs(ann, "?select=state:cancelled").toString()).isEqualTo("[2 cancelled]");
        assertThat(jobs(ann, "?select=last").toString()).isEqualTo("[3 ready]");
        assertThat(jobs(ann, "?select=name:sweep")).hasSize(3);
        assertThat(jobs(ann, "?select=name:other")).isEmpty();
    }

    @Test
    void open_jobs_are_listed_first_in_parts_counted_and_without_what_ended_long_ago() throws Exception {
        for (int i = 0; i < 5; i++) {
            post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        }
        post(JOBS, server.admin(), JOB).read(AnswerJson::readSubmitted);
        post(JOBS + "/cancel", ann, "{\"ids\":[5,2,99]}").read(AnswerJson::readChanged);
        String query = JOBS + "?order=open-first&limit=2";

        List<String> seen = new ArrayList<>();
        JobPage page = get(query + "&count=true", ann).read(StatusJson::readJobs);
        assertThat(page.total()).isEqualTo(5);
        while (!page.next().isEmpty()) {
            page.jobs().forEach(job -> seen.add(job.id().toString()));
            page = get(query + "&from=" + page.next(), ann).read(StatusJson::readJobs);
        }
        page.jobs().forEach(job -> seen.add(job.id().toString()));

        assertThat(seen).containsExactly("4", "3", "1", "5", "2");
        assertThat(page.jobs().get(0).ended()).isNotNull();
        assertThat(jobs(ann, "?since=9999-01-01T00:00:00Z").toString()).isEqualTo("[4 ready, 3 ready, 1 ready]");
        assertThat(jobs(server.admin(), "")).hasSize(6);
        assertThat(jobs(server.admin(), "?mine=true").toString()).isEqualTo("[6 ready]");
        get(JOBS + "?from=x", ann).isProblem(400, "bad-message");
        get(JOBS + "?order=oldest", ann).isProblem(400, "bad-message");
        get("/api/v1/types?owner=bob", ann).isProblem(400, "bad-message");
        get("/api/v1/me?as=bob", ann).isProblem(400, "bad-message");
        get(JOBS + "?since=yesterday", ann).isProblem(400, "bad-message");
    }

    @Test
    void jobs_are_changed_by_their_numbers_or_by_a_selector_and_never_by_both() throws Exception {
        post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);

        post(JOBS + "/cancel", ann, "{\"ids\":[]}").isProblem(400, "bad-message");
        for (String body : List.of("{}", "{\"ids\":[1],\"select\":\"all\"}")) {
            post(JOBS + "/cancel", ann, body).isProblem(422, "contradiction");
        }
        post(JOBS + "/cancel", server.user("bob"), "{\"ids\":[1]}").isProblem(404, "nothing-selected");
        assertThat(post(JOBS + "/cancel", ann, "{\"ids\":[2,1]}")
                        .read(AnswerJson::readChanged)
                        .jobs())
                .hasSize(2);
        assertThat(post(JOBS + "/delete", ann, "{\"ids\":[1,2]}")
                        .read(AnswerJson::readChanged)
                        .jobs())
                .hasSize(2);
        assertThat(jobs(ann, "")).isEmpty();
    }

    @Test
    void reasons_of_many_jobs_are_told_together_and_of_others_never() throws Exception {
        for (int i = 0; i < 3; i++) {
            post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        }
        String bob = server.user("bob");

        WhySummary all = get("/api/v1/why/summary", ann).read(AnswerJson::readSummary);
        WhySummary some = post("/api/v1/why/summary", ann, "{\"ids\":[3,99]}").read(AnswerJson::readSummary);
        WhySummary foreign = post("/api/v1/why/summary", bob, "{\"ids\":[3]}").read(AnswerJson::readSummary);

        assertThat(all.groups()).singleElement().satisfies(group -> {
            assertThat(group.jobs()).isEqualTo(3);
            assertThat(group.example().kind()).isEqualTo(Reason.Kind.NO_NODE);
        });
        assertThat(some.jobs()).isEqualTo(1);
        assertThat(foreign.groups()).isEmpty();
        assertThat(get(JOBS + "/1/running", ann).read(TaskJson::readRunning).runs())
                .isEmpty();
        get(JOBS + "/1/running", bob).isProblem(404, "unknown-job");
    }

    @Test
    void instants_beyond_those_that_can_be_stored_are_the_callers_fault() throws Exception {
        for (String far : List.of("-999999999-01-01T00:00:00Z", "%2B999999999-01-01T00:00:00Z", "yesterday")) {
            get("/api/v1/history?since=" + far, ann).isProblem(400, "bad-message");
        }
        assertThat(get("/api/v1/history?since=9999-12-31T00:00:00Z", ann).status())
                .isEqualTo(200);
        assertThat(get("/api/v1/history?since=0000-01-01T00:00:00Z", ann).status())
                .isEqualTo(200);
    }

    @Test
    void many_jobs_are_asked_for_in_one_call_and_strangers_learn_nothing() throws Exception {
        for (int i = 0; i < 3; i++) {
            post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        }
        post(JOBS + "/2/cancel", ann, "").read(AnswerJson::readChanged);

        JobStates states = post(JOBS + "/query", ann, "{\"ids\":[3,2,3,99,1]}").read(StatusJson::readStates);
        JobStates foreign =
                post(JOBS + "/query", server.user("bob"), "{\"ids\":[1,2]}").read(StatusJson::readStates);

        assertThat(states.jobs()).extracting(job -> job.id().value()).containsExactly(3L, 2L, 1L);
        assertThat(states.jobs().get(1).state()).isEqualTo(TaskState.CANCELLED);
        assertThat(states.unknown()).containsExactly(new JobId(99));
        assertThat(foreign.jobs()).isEmpty();
        assertThat(foreign.unknown()).hasSize(2);
        post(JOBS + "/query", ann, "{\"ids\":[0]}").isProblem(400, "bad-message");
        post(JOBS + "/query", ann, "{}").isProblem(400, "bad-message");
    }

    @Test
    void a_closed_job_can_be_retried_explained_and_deleted() throws Exception {
        post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        post(JOBS + "/cancel", ann, "{\"select\":\"last\"}").read(AnswerJson::readChanged);
        assertThat(get(JOBS + "/1/why", ann).read(AnswerJson::readExplained).reasons())
                .extracting(Explanation.Point::kind)
                .containsExactly(Reason.Kind.CANCELLED);
        post(JOBS + "/1/pause", ann, "").isProblem(409, "illegal-transition");

        ChangeReport retried = post(JOBS + "/1/retry", ann, "").read(AnswerJson::readChanged);

        assertThat(retried.jobs().get(0).changed()).isEqualTo(1);
        assertThat(jobs(ann, "").toString()).isEqualTo("[1 ready]");
        server.call("DELETE", JOBS + "/1", ann, null).isProblem(409, "illegal-transition");
        post(JOBS + "/1/pause", ann, "").read(AnswerJson::readChanged);
        server.call("DELETE", JOBS + "/1", ann, null).read(AnswerJson::readChanged);
        get(JOBS + "/1", ann).isProblem(404, "unknown-job");
    }

    @Test
    void names_types_and_states_reach_closed_jobs_too_and_all_does_not() throws Exception {
        for (int i = 0; i < 3; i++) {
            post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        }
        post(JOBS, server.user("bob"), JOB).read(AnswerJson::readSubmitted);
        post(JOBS + "/cancel", ann, "{\"select\":\"name:sweep\"}").read(AnswerJson::readChanged);

        ChangeReport retried =
                post(JOBS + "/retry", ann, "{\"select\":\"type:sim\"}").read(AnswerJson::readChanged);
        assertThat(retried.jobs()).extracting(ChangeReport.Line::changed).containsExactly(1, 1, 1);
        post(JOBS + "/cancel", ann, "{\"select\":\"1\"}").read(AnswerJson::readChanged);
        post(JOBS + "/cancel", ann, "{\"select\":\"2\"}").read(AnswerJson::readChanged);
        assertThat(post(JOBS + "/delete", ann, "{\"select\":\"state:cancelled\"}")
                        .read(AnswerJson::readChanged)
                        .jobs())
                .extracting(one -> one.job().value())
                .containsExactly(1L, 2L);
        post(JOBS + "/cancel", ann, "{\"select\":\"3\"}").read(AnswerJson::readChanged);
        post(JOBS + "/delete", ann, "{\"select\":\"all\"}").isProblem(404, "nothing-selected");
        post(JOBS + "/pause", ann, "{\"select\":\"name:sweep\"}").isProblem(409, "illegal-transition");
        post(JOBS + "/set", ann, "{\"select\":\"type:sim\",\"priority\":3}").isProblem(409, "illegal-transition");
        post(JOBS + "/pause", ann, "{\"select\":\"name:nosuch\"}").isProblem(404, "nothing-selected");
        post(JOBS + "/delete", ann, "{\"select\":\"name:sweep\"}").read(AnswerJson::readChanged);
        assertThat(jobs(ann, "")).isEmpty();
        assertThat(jobs(server.admin(), "")).as("of others nothing").hasSize(1);
    }

    @Test
    void many_jobs_get_new_terms_by_their_numbers() throws Exception {
        for (int i = 0; i < 3; i++) {
            post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        }
        post(JOBS + "/2/cancel", ann, "").read(AnswerJson::readChanged);

        Reply.Adjusted adjusted =
                post(JOBS + "/set", ann, "{\"ids\":[3,2,1,99],\"priority\":3}").read(AdjustJson::readAdjusted);

        assertThat(adjusted.jobs()).extracting(JobId::value).containsExactlyInAnyOrder(1L, 3L);
        post(JOBS + "/set", ann, "{\"ids\":[2],\"priority\":3}").isProblem(409, "illegal-transition");
        post(JOBS + "/set", ann, "{\"ids\":[99],\"priority\":3}").isProblem(404, "nothing-selected");
        post(JOBS + "/set", server.user("bob"), "{\"ids\":[1],\"priority\":3}").isProblem(404, "nothing-selected");
        for (String body : List.of("{\"priority\":3}", "{\"ids\":[1],\"select\":\"all\",\"priority\":3}")) {
            post(JOBS + "/set", ann, body).isProblem(422, "contradiction");
        }
    }

    @Test
    void why_goes_on_where_it_is_told_to() throws Exception {
        for (int i = 0; i < 3; i++) {
            post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        }

        Explanation rest = get("/api/v1/why?select=all&from=1", ann).read(AnswerJson::readExplained);

        assertThat(rest.reasons()).extracting(one -> one.job().value()).containsExactly(2L, 3L);
        assertThat(rest.next()).isNull();
        get("/api/v1/why?from=first", ann).isProblem(400, "bad-message");
        get("/api/v1/why?from=0", ann).isProblem(400, "bad-message");
    }

    @Test
    void why_of_a_name_tells_how_its_jobs_ended_and_of_an_unknown_one_that_nothing_matches() throws Exception {
        post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        post(JOBS + "/1/cancel", ann, "").read(AnswerJson::readChanged);

        assertThat(get("/api/v1/why?select=name:sweep", ann)
                        .read(AnswerJson::readExplained)
                        .reasons())
                .extracting(Explanation.Point::kind)
                .containsExactly(Reason.Kind.CANCELLED);
        get("/api/v1/why?select=name:nosuch", ann).isProblem(404, "nothing-selected");
        get("/api/v1/why?select=type:nosuch", ann).isProblem(404, "nothing-selected");
        assertThat(get("/api/v1/why?select=state:running", ann)
                        .read(AnswerJson::readExplained)
                        .reasons())
                .isEmpty();
        assertThat(get("/api/v1/why", ann).read(AnswerJson::readExplained).reasons())
                .isEmpty();
    }

    @Test
    void why_of_a_closed_job_names_the_cancelled_one_that_it_waited_for() throws Exception {
        String second = JOB.replace("{\"name", "{\"turn\":{\"after\":[{\"job\":1}]},\"name");
        post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
        post(JOBS, ann, second).read(AnswerJson::readSubmitted);

        ChangeReport changed = post(JOBS + "/1/cancel", ann, "").read(AnswerJson::readChanged);

        assertThat(changed.jobs())
                .containsExactly(
                        new ChangeReport.Line(new JobId(1), 1, 0, ""),
                        new ChangeReport.Line(new JobId(2), 1, 0, "because it waited for job 1"));
        assertThat(get("/api/v1/why?select=2", ann)
                        .read(AnswerJson::readExplained)
                        .reasons())
                .extracting(one -> one.said().cause(), one -> one.said().fact("because"))
                .containsExactly(tuple("cancelled", "1"));
        post(JOBS + "/1/retry", ann, "").read(AnswerJson::readChanged);
        assertThat(post(JOBS + "/2/retry", ann, "")
                        .read(AnswerJson::readChanged)
                        .jobs())
                .containsExactly(new ChangeReport.Line(new JobId(2), 1, 0, ""));
    }

    @Test
    void tasks_that_a_job_does_not_have_are_refused_also_when_it_is_closed() throws Exception {
        String job = "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"array\":{\"first\":1,\"last\":2}}";
        post(JOBS, ann, job).read(AnswerJson::readSubmitted);
        get(JOBS + "?select=1.2-999999999", ann).isProblem(404, "unknown-task");
        post(JOBS + "/1/cancel", ann, "").read(AnswerJson::readChanged);

        get(JOBS + "?select=1.3", ann).isProblem(404, "unknown-task");
        get("/api/v1/why?select=1.3", ann).isProblem(404, "unknown-task");
        assertThat(get("/api/v1/why?select=1.2", ann)
                        .read(AnswerJson::readExplained)
                        .reasons())
                .extracting(Explanation.Point::tasks)
                .containsExactly(1);
    }

    @Test
    void calls_that_delete_a_job_and_open_it_again_at_once_disturb_nobody() throws Exception {
        Set<Integer> statuses = new ConcurrentSkipListSet<>();
        for (int job = 1; job <= 30; job++) {
            post(JOBS, ann, JOB).read(AnswerJson::readSubmitted);
            post(JOBS + "/" + job + "/cancel", ann, "").read(AnswerJson::readChanged);
            List<Thread> callers = new ArrayList<>();
            for (String verb : List.of("retry", "delete", "retry", "delete")) {
                String path = JOBS + "/" + job + "/" + verb;
                callers.add(new Thread(() -> statuses.add(statusOf(path))));
            }

            callers.forEach(Thread::start);
            for (Thread caller : callers) {
                caller.join();
            }
        }

        assertThat(statuses).isSubsetOf(200, 404, 409);
    }

    private int statusOf(String path) {
        try {
            return post(path, ann, "").status();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_job_can_be_held_against_the_nodes_without_being_submitted() throws Exception {
        MatchReport matched = post(JOBS + "/match", ann, JOB).read(MatchJson::readMatched);

        assertThat(matched.nodes()).isZero();
        assertThat(jobs(ann, "")).isEmpty();
    }

    @Test
    void tasks_are_paged_and_filtered_by_state() throws Exception {
        post(JOBS, ann, RANGE).read(AnswerJson::readSubmitted);
        post(JOBS + "/pause", ann, "{\"select\":\"1.11-20\"}").read(AnswerJson::readChanged);

        var first = get(JOBS + "/1/tasks", ann).read(TaskJson::readTasks);
        var last = get(JOBS + "/1/tasks?from=2001", ann).read(TaskJson::readTasks);
        var paused = get(JOBS + "/1/tasks?state=paused", ann).read(TaskJson::readTasks);

        assertThat(first.tasks()).hasSize(1000);
        assertThat(first.next()).isEqualTo(1001);
        assertThat(last.tasks()).hasSize(500);
        assertThat(last.next()).isZero();
        assertThat(paused.tasks())
                .extracting(TaskRow::task)
                .startsWith(11)
                .endsWith(20)
                .hasSize(10);
        assertThat(paused.tasks()).extracting(TaskRow::state).containsOnly(TaskState.PAUSED);
    }

    @Test
    void entries_are_paged() throws Exception {
        post(JOBS, ann, "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"entries\":[\"a\",\"b\",\"c\"]}")
                .read(AnswerJson::readSubmitted);

        var first = get(JOBS + "/1/entries?limit=2", ann).read(TaskJson::readEntries);
        var rest = get(JOBS + "/1/entries?from=3", ann).read(TaskJson::readEntries);

        assertThat(first.entries()).extracting(entry -> entry.value()).containsExactly("a", "b");
        assertThat(first.next()).isEqualTo(3);
        assertThat(rest.entries()).extracting(entry -> entry.value()).containsExactly("c");
        assertThat(rest.next()).isZero();
    }

    @Test
    void a_large_or_compressed_job_is_read_while_it_comes() throws Exception {
        StringBuilder large = new StringBuilder("{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"entries\":[");
        for (int i = 0; i < 100_000; i++) {
            large.append(i == 0 ? "" : ",")
                    .append("\"an entry of some length ")
                    .append(i)
                    .append('"');
        }
        byte[] plain = large.append("]}").toString().getBytes(UTF_8);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        }

        Answer asIs = server.call("POST", JOBS, ann, plain);
        Answer compressed = server.call(server.request("POST", JOBS, ann, packed.toByteArray())
                .header("Content-Encoding", "gzip")
                .build());

        assertThat(asIs.read(AnswerJson::readSubmitted).tasks()).isEqualTo(100_000);
        assertThat(compressed.read(AnswerJson::readSubmitted).tasks()).isEqualTo(100_000);
        // Small, as the server does not wait for the rest of a large body that it won't read.
        server.call(server.request("POST", JOBS, ann, RANGE.getBytes(UTF_8))
                        .header("Content-Encoding", "br")
                        .build())
                .isProblem(415, "unsupported-media-type");
    }

    @Test
    void a_body_that_is_not_packed_as_it_says_is_the_callers_mistake() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(RANGE.getBytes(UTF_8));
        }
        byte[] cut = java.util.Arrays.copyOf(packed.toByteArray(), packed.size() - 12);

        for (byte[] body : new byte[][] {RANGE.getBytes(UTF_8), cut, new byte[0]}) {
            server.call(server.request("POST", JOBS, ann, body)
                            .header("Content-Encoding", "gzip")
                            .build())
                    .isProblem(400, "bad-message");
        }
    }

    @Test
    void malformed_calls_are_refused_with_the_place_of_the_mistake() throws Exception {
        for (String body : new String[] {
            "",
            "{",
            "[]",
            "{\"name\":7}",
            "{\"name\":\"n\",\"type\":\"t\"}",
            JOB + JOB,
            "\u0000",
            "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"x\"],\"outputs\":[{\"path\":\"../x\"}]}"
        }) {
            post(JOBS, ann, body).isProblem(400, "bad-message");
        }
        for (String limits : new String[] {"0", "\"20m\"", "null", "2000,\"timeMs\":1000"}) {
            Answer answer = post(
                    JOBS,
                    ann,
                    "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"x\"],\"limits\":{\"expectMs\":" + limits + "}}");
            answer.isProblem(400, "bad-message");
            assertThat(answer.text()).contains("limits");
        }
        get(JOBS + "/seven", ann).isProblem(400, "bad-message");
        get(JOBS + "/0", ann).isProblem(400, "bad-message");
        get(JOBS + "?select=nonsense", ann).isProblem(400, "bad-message");
        get(JOBS + "?limit=0", ann).isProblem(400, "bad-message");
        get(JOBS + "?limit=1001", ann).isProblem(400, "bad-message");
        post(JOBS + "/explode", ann, "{\"select\":\"all\"}").isProblem(405, "method-not-allowed");
        submit(JOB, "k".repeat(201)).isProblem(400, "bad-message");
        assertThat(jobs(ann, "")).isEmpty();
    }

    private static String files(String... paths) {
        StringJoiner files = new StringJoiner(",", "[", "]");
        for (String path : paths) {
            files.add("{\"path\":\"" + path + "\",\"size\":4,\"hash\":\"" + "ab".repeat(32) + "\"}");
        }
        return files.toString();
    }

    @Test
    void files_that_no_machine_can_put_in_place_are_refused_before_anybody_sends_them() throws Exception {
        String job = "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"x\"],";
        String longName = "n".repeat(256);

        Answer crossed = post(JOBS, ann, job + "\"inputs\":" + files("a", "a/b") + "}");
        Answer twice = post(JOBS, ann, job + "\"inputs\":" + files("a", "a") + "}");
        Answer tooLong = post(JOBS, ann, job + "\"inputs\":" + files("d/" + longName) + "}");
        Answer output = post(JOBS, ann, job + "\"outputs\":[{\"path\":\"" + longName + "\"}]}");
        Answer entry = post(
                JOBS,
                ann,
                job + "\"inputs\":" + files("common") + ",\"entries\":[{\"value\":\"1\"},{\"value\":\"2\",\"files\":"
                        + files("common/x") + "}]}");

        for (Answer answer : List.of(crossed, twice, tooLong, output, entry)) {
            answer.isProblem(422, "invalid-spec");
        }
        assertThat(crossed.text())
                .contains("'a' can't be a file and a directory at once; rename one of them", "\"/inputs\"");
        assertThat(twice.text()).contains("it names the file 'a' twice");
        assertThat(tooLong.text()).contains("give it a shorter name");
        assertThat(output.text()).contains("\"/outputs\"");
        assertThat(entry.text()).contains("entry 2 names the files 'common' and 'common/x'", "\"/entries\"");
    }

    @Test
    void a_job_whose_files_are_not_there_is_told_which() throws Exception {
        String hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

        Answer answer = post(
                JOBS,
                ann,
                "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"x\"],\"inputs\":[{\"path\":\"x\",\"hash\":\"" + hash
                        + "\",\"size\":4}]}");

        answer.isProblem(422, "missing-blobs");
        assertThat(answer.text()).contains(hash);
    }

    @Test
    void settings_are_read_by_users_and_changed_by_admins() throws Exception {
        byte[] change = "{\"name\":\"strategy\",\"value\":\"fifo\"}".getBytes(UTF_8);

        server.call("PUT", "/api/v1/settings", ann, change).isProblem(403, "not-allowed");
        assertThat(server.call("PUT", "/api/v1/settings", server.admin(), change)
                        .status())
                .isEqualTo(204);
        assertThat(get("/api/v1/settings", ann).read(AnswerJson::readSettings).values())
                .containsEntry("strategy", "fifo");
        server.call(
                        "PUT",
                        "/api/v1/settings",
                        server.admin(),
                        "{\"name\":\"strategy\",\"value\":\"best\"}".getBytes(UTF_8))
                .isProblem(422, "invalid-setting");
    }

    private Answer submit(String job, String key) throws Exception {
        return server.call(server.request("POST", JOBS, ann, job.getBytes(UTF_8))
                .header("Idempotency-Key", key)
                .build());
    }

    private Answer post(String path, String token, String body) throws Exception {
        return server.call("POST", path, token, body.getBytes(UTF_8));
    }

    private Answer get(String path, String token) throws Exception {
        return server.call("GET", path, token, null);
    }

    private java.util.List<String> jobs(String token, String query) throws Exception {
        return get(JOBS + query, token).read(StatusJson::readJobs).jobs().stream()
                .map(job -> job.id() + " " + job.state().word())
                .toList();
    }
}
