package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.gleaner.core.attempt.Outcome;
import org.gleaner.core.attempt.Outputs;
import org.gleaner.core.id.AttemptId;
import org.gleaner.protocol.json.TicketJson;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.DownloadTicket;
import org.gleaner.protocol.message.TicketRequest;
import org.gleaner.server.TestServer.Answer;
import org.gleaner.server.log.AuditLog;
import org.gleaner.server.token.TokenMint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Links without a token, over HTTP. */
final class TicketsComponentTest {
    private static final byte[] PAGE = "<script>alert(1)</script>".repeat(1000).getBytes(UTF_8);
    private static final String BLOB = "/api/v1/blobs/" + Content.hash(PAGE).hex();

    @TempDir
    private Path data;

    private TestServer server;
    private String ann;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
        ann = server.user("ann");
        assertThat(server.call("PUT", BLOB, ann, PAGE).status()).isEqualTo(201);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private Answer asked(String token, String path, String name) throws Exception {
        byte[] request = TestServer.json(new TicketRequest(path, name), TicketJson::writeRequest);
        return server.call("POST", "/api/v1/tickets", token, request);
    }

    private String link(String token, String path, String name) throws Exception {
        Answer answer = asked(token, path, name);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        DownloadTicket ticket = answer.read(TicketJson::read);
        assertThat(ticket.expires()).isAfter(Instant.now());
        return ticket.url();
    }

    private Answer download(String url) throws Exception {
        return server.call("GET", url, null, null);
    }

    @Test
    void a_link_gives_what_its_token_may_read_and_as_often_as_wanted_but_no_page() throws Exception {
        String url = link(ann, BLOB, "evil.html");

        for (int i = 0; i < 2; i++) {
            Answer answer = download(url);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(PAGE);
            assertThat(answer.header("Content-Type")).hasValue("application/octet-stream");
            assertThat(answer.header("Content-Disposition")).hasValue("attachment; filename=\"evil.html\"");
            assertThat(answer.header("Content-Security-Policy")).hasValue("sandbox; default-src 'none'");
            assertThat(answer.header("X-Content-Type-Options")).hasValue("nosniff");
        }
        Answer part = server.call(server.request("GET", url, null, null)
                .header("Range", "bytes=5-9")
                .build());
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.body()).isEqualTo(Arrays.copyOfRange(PAGE, 5, 10));
    }

    @Test
    void everything_that_people_download_can_be_had_by_a_link() throws Exception {
        TestNode node = new TestNode(server, 1);
        server.call(
                "POST",
                "/api/v1/jobs",
                ann,
                "{\"name\":\"n\",\"type\":\"t\",\"command\":[\"true\"],\"outputs\":[{\"path\":\"x.svg\"}]}"
                        .getBytes(UTF_8));
        node.takeWork();
        node.end(
                AttemptId.of(1, 1, 1),
                Outcome.DONE,
                Outputs.of(List.of(Content.inline("x.svg", "<svg/>".getBytes(UTF_8), false))));

        Answer printed = download(link(ann, "/api/v1/jobs/1/tasks/1/stdout?tail=3", ""));
        assertThat(printed.text()).isEqualTo("f 1");
        assertThat(printed.header("Content-Disposition")).hasValue("attachment; filename=\"stdout\"");
        Answer archive = download(link(ann, "/api/v1/jobs/1/archive?format=tar.gz&tasks=1-1", "any"));
        assertThat(archive.status()).isEqualTo(200);
        assertThat(archive.header("Content-Disposition")).hasValue("attachment; filename=\"gleaner-1.tar.gz\"");
        assertThat(download(link(ann, "/api/v1/jobs/1/outputs", "")).text()).contains("x.svg");
        assertThat(download(link(ann, "/api/v1/jobs/1/tasks/1/outputs", "")).header("Content-Type"))
                .hasValue("application/json");
    }

    @Test
    void rights_are_looked_at_when_the_link_is_used() throws Exception {
        String bob = server.user("bob");
        download(link(bob, BLOB, "")).isProblem(404, "unknown-blob");
        download(link(ann, "/api/v1/jobs/77/archive", "")).isProblem(404, "unknown-job");
        Answer wrong = download(link(ann, "/api/v1/jobs/77/archive?format=rar", ""));
        wrong.isProblem(400, "bad-message");
        assertThat(wrong.header("Content-Disposition")).isEmpty();
        String url = link(ann, BLOB, "");
        assertThat(server.call("DELETE", "/api/v1/tokens/" + TokenMint.hash(ann).hex(), server.admin(), null)
                        .status())
                .isEqualTo(204);

        download(url).isProblem(404, "unknown-ticket");
    }

    @Test
    void a_link_leads_to_downloads_only() throws Exception {
        for (String path : List.of(
                "/api/v1/tokens",
                "/api/v1/jobs",
                "/api/v1/jobs/1",
                "/api/v1/jobs/1/../../tokens",
                "http://elsewhere" + BLOB,
                "//elsewhere" + BLOB,
                BLOB + "?a=%2F",
                BLOB + "#x",
                "")) {
            asked(ann, path, "").isProblem(400, "bad-message");
        }
        String url = link(ann, BLOB, "");
        server.call("POST", url, null, new byte[0]).isProblem(405, "method-not-allowed");
        server.call("PUT", url, null, PAGE).isProblem(405, "method-not-allowed");
    }

    @Test
    void a_word_that_was_never_given_out_leads_nowhere() throws Exception {
        Answer answer = download("/download/" + "0".repeat(32));

        answer.isProblem(404, "unknown-ticket");
        assertThat(answer.text()).doesNotContain("0".repeat(32));
    }

    @Test
    void the_word_of_a_link_is_in_no_log_whatever_becomes_of_it() throws Exception {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        Logger ours = (Logger) LoggerFactory.getLogger("org.gleaner");
        Logger audit = (Logger) LoggerFactory.getLogger(AuditLog.NAME);
        Level usual = ours.getLevel();
        Level usualOfAudit = audit.getLevel();
        root.addAppender(lines);
        ours.setLevel(Level.TRACE);
        audit.setLevel(Level.TRACE);
        try {
            String url = link(ann, BLOB, "name");
            assertThat(download(url).status()).isEqualTo(200);
            server.call("POST", url, null, new byte[0]).isProblem(405, "method-not-allowed");
            server.call("GET", url + "/more", null, null).isProblem(404, "not-found");
            server.call("DELETE", "/api/v1/tokens/" + TokenMint.hash(ann).hex(), server.admin(), null);
            download(url).isProblem(404, "unknown-ticket");

            String word = url.substring(url.lastIndexOf('/') + 1);
            assertThat(List.copyOf(lines.list))
                    .as("the calls are logged")
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line.getFormattedMessage()
                                    + line.getKeyValuePairs()
                                    + line.getMDCPropertyMap()
                                    + line.getThrowableProxy())
                            .doesNotContain(word));
        } finally {
            ours.setLevel(usual);
            audit.setLevel(usualOfAudit);
            root.detachAppender(lines);
        }
    }
}
