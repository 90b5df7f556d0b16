package org.gleaner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.gleaner.core.grid.Token;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.TokenJson;
import org.gleaner.protocol.message.IssuedToken;
import org.gleaner.protocol.message.PageLink;
import org.gleaner.server.TestServer.Answer;
import org.gleaner.server.page.PageFiles;
import org.gleaner.server.token.TokenMint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the page is fetched, and how somebody comes from the command line into it. */
final class LinksComponentTest {
    @TempDir
    private Path data;

    private TestServer server;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.start(data);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void a_link_gives_a_token_of_the_same_person_once_and_it_is_listed() throws Exception {
        String ann = server.user("ann");
        PageLink link = server.call("POST", "/api/v1/links", ann, null).read(TokenJson::readLink);

        IssuedToken token = redeem(link).read(AdminJson::readIssued);

        assertThat(me(token.token())).contains("\"name\":\"ann\"", "\"role\":\"user\"", "\"tokenName\":\"page\"");
        redeem(link).isProblem(404, "unknown-link");
        assertThat(tokens(ann)).anySatisfy(one -> {
            assertThat(one.note().name()).isEqualTo("page");
            assertThat(Duration.between(one.note().created(), one.note().expires()))
                    .isEqualTo(Duration.ofHours(12));
        });
    }

    @Test
    void an_admins_link_makes_an_admin_whose_session_ends_too() throws Exception {
        PageLink link =
                server.call("POST", "/api/v1/links", server.admin(), null).read(TokenJson::readLink);

        assertThat(me(redeem(link).read(AdminJson::readIssued).token())).contains("\"role\":\"admin\"", "\"expires\":");
    }

    @Test
    void a_session_does_not_outlive_the_token_that_made_it() throws Exception {
        String request = "{\"role\":\"user\",\"owner\":\"ann\",\"lifetimeMs\":3600000}";
        String brief = server.call("POST", "/api/v1/tokens", server.admin(), request.getBytes(UTF_8))
                .read(AdminJson::readIssued)
                .token();

        PageLink link = server.call("POST", "/api/v1/links", brief, null).read(TokenJson::readLink);

        redeem(link).read(AdminJson::readIssued);
        List<Instant> ends = tokens(brief).stream()
                .map(one -> one.note().expires())
                .distinct()
                .toList();
        assertThat(ends).as("both end together").hasSize(1);
    }

    @Test
    void revoking_a_token_ends_its_sessions_and_the_links_that_nobody_has_used_yet() throws Exception {
        String ann = server.user("ann");
        IssuedToken other = issued(ann);
        String page = redeem(link(ann)).read(AdminJson::readIssued).token();
        String page2 = redeem(link(page)).read(AdminJson::readIssued).token();
        String kept = redeem(link(other.token())).read(AdminJson::readIssued).token();
        PageLink unused = link(ann);

        server.call("DELETE", "/api/v1/tokens/" + TokenMint.hash(ann).hex(), other.token(), null);

        for (String gone : List.of(ann, page, page2)) {
            assertThat(server.call("GET", "/api/v1/me", gone, null).status()).isEqualTo(401);
        }
        redeem(unused).isProblem(404, "unknown-link");
        assertThat(me(kept)).contains("\"name\":\"ann\"");
    }

    private PageLink link(String token) throws Exception {
        return server.call("POST", "/api/v1/links", token, null).read(TokenJson::readLink);
    }

    private IssuedToken issued(String token) throws Exception {
        return server.call("POST", "/api/v1/tokens", token, "{\"role\":\"user\",\"owner\":\"ann\"}".getBytes(UTF_8))
                .read(AdminJson::readIssued);
    }

    @Test
    void the_files_of_the_page_may_be_kept_for_ever_and_those_of_another_version_are_not_there() throws Exception {
        Answer index = server.call("GET", "/", null, null);
        String place = "/page/" + PageFiles.ofThisProgram().hash();

        assertThat(index.text()).contains(place + "/app.js");
        assertThat(index.header("Content-Security-Policy"))
                .hasValue(PageFiles.ofThisProgram().policy());
        assertThat(index.header("Cache-Control")).hasValue("no-store");
        Answer file = server.call("GET", place + "/view/login.js", null, null);
        assertThat(file.status()).isEqualTo(200);
        assertThat(file.header("Cache-Control").orElse("")).contains("immutable");
        assertThat(file.header("X-Content-Type-Options")).hasValue("nosniff");
        server.call("GET", "/page/0123456789abcdef/app.js", null, null).isProblem(404, "not-found");
        server.call("GET", place + "/view/none.js", null, null).isProblem(404, "not-found");
        server.call("GET", place + "/index.html", null, null).isProblem(404, "not-found");
    }

    private Answer redeem(PageLink link) throws Exception {
        return server.call("POST", "/api/v1/links/" + link.word(), null, null);
    }

    private String me(String token) throws Exception {
        return server.call("GET", "/api/v1/me", token, null).text();
    }

    private List<Token> tokens(String token) throws Exception {
        return server.call("GET", "/api/v1/tokens", token, null)
                .read(TokenJson::readTokens)
                .tokens();
    }
}
