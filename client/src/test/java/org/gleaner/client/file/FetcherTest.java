package org.gleaner.client.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.message.Content;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Content travels inline here, so no server is needed. */
final class FetcherTest {
    @TempDir
    Path root;

    private Fetcher fetcher() {
        Endpoint nowhere = Endpoint.of("http://127.0.0.1:1", "none");
        return new Fetcher(new UserCalls(new ServerConnection(nowhere, CallTimeouts.DEFAULT)), root.resolve("to"));
    }

    private static ResultFile file(String content, boolean executable) {
        return Content.inline("x", content.getBytes(UTF_8), executable);
    }

    @Test
    void a_result_appears_whole_with_its_executable_bit_and_leaves_no_part_behind() throws Exception {
        fetcher().fetch("3/bin/tool", file("tool", true));

        assertThat(root.resolve("to/3/bin/tool")).content(UTF_8).isEqualTo("tool");
        assertThat(root.resolve("to/3/bin/tool")).isExecutable();
        assertThat(root.resolve("to/3/bin")).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void what_is_there_already_is_left_alone_and_what_differs_is_replaced() throws Exception {
        Fetcher fetcher = fetcher();
        fetcher.fetch("a", file("one", false));
        fetcher.fetch("a", file("one", false));
        fetcher.fetch("a", file("two", false));

        assertThat(fetcher.written()).isEqualTo(2);
        assertThat(fetcher.unchanged()).isEqualTo(1);
        assertThat(fetcher.replaced()).containsExactly(root.resolve("to/a"));
        assertThat(root.resolve("to/a")).content(UTF_8).isEqualTo("two");
    }

    @Test
    void a_name_may_be_as_long_as_a_file_system_takes_it() throws Exception {
        fetcher().fetch("3/" + "n".repeat(255), file("long", false));

        assertThat(root.resolve("to/3/" + "n".repeat(255))).content(UTF_8).isEqualTo("long");
    }

    @Test
    void names_that_no_file_system_takes_are_refused() {
        for (String name : new String[] {"d/\ud800", "ü".repeat(128)}) {
            ClientFailure failure =
                    catchThrowableOfType(ClientFailure.class, () -> fetcher().fetch(name, file("x", false)));

            assertThat(failure.what()).contains("was not written");
        }
    }

    @Test
    void names_that_lead_outside_are_refused() {
        for (String name : new String[] {"../evil", "/evil", "a/../../evil", "a\\b", ""}) {
            ClientFailure failure =
                    catchThrowableOfType(ClientFailure.class, () -> fetcher().fetch(name, file("x", false)));

            assertThat(failure.what()).contains("was not written");
        }
        assertThat(root.resolve("evil")).doesNotExist();
    }

    @Test
    void a_link_on_the_way_is_not_followed() throws Exception {
        Path outside = Files.createDirectory(root.resolve("outside"));
        Files.createDirectory(root.resolve("to"));
        Files.createSymbolicLink(root.resolve("to/sub"), outside);

        assertThat(catchThrowableOfType(ClientFailure.class, () -> fetcher().fetch("sub/f", file("x", false)))
                        .why())
                .contains("is a link");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void a_link_in_the_place_of_the_file_is_replaced_and_its_target_untouched() throws Exception {
        Path victim = Files.writeString(root.resolve("victim"), "precious");
        Files.createDirectory(root.resolve("to"));
        Files.createSymbolicLink(root.resolve("to/f"), victim);

        fetcher().fetch("f", file("new", false));

        assertThat(victim).content(UTF_8).isEqualTo("precious");
        assertThat(root.resolve("to/f")).content(UTF_8).isEqualTo("new");
    }
}
