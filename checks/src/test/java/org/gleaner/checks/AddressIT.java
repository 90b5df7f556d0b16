package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The address that a person types is not quite that of the server, as they copied half of it or guessed. */
final class AddressIT {
    private static final Pattern LOGIN = Pattern.compile("To log in:        gleaner login '(\\S+)'\n");
    private static final Pattern LISTENING = Pattern.compile("listening on (\\S+)\n");

    @TempDir
    private Path temp;

    private @Nullable Process server;

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.destroyForcibly().waitFor();
        }
    }

    @Test
    void a_server_with_tls_prints_its_pin_on_loopback_too_and_other_forms_of_its_address_are_explained()
            throws Exception {
        String address = printed(LOGIN, "--tls");
        String bare = address.substring(0, address.indexOf('#'));

        assertThat(login(address)).contains("Logged in");
        assertThat(login(bare)).contains("does not trust", "#sha256=").hasLineCount(3);
        assertThat(login(bare.replace("https", "http")))
                .contains("it uses TLS", "https://")
                .hasLineCount(3);
    }

    @Test
    void https_to_a_server_without_tls_is_explained() throws Exception {
        String address = printed(LISTENING);

        assertThat(login(address.replace("http", "https")))
                .contains("does not speak TLS", "http://")
                .hasLineCount(3);
    }

    /** Files of ours are where the shell finds them: HOME may be another directory than the user database says. */
    @Test
    void what_the_readme_calls_the_home_directory_is_that_of_the_shell() throws Exception {
        printed(LISTENING);

        assertThat(temp.resolve(".gleaner/server/join.token")).exists();
    }

    /** Starts a server and waits for what it prints. */
    private String printed(Pattern line, Object... flags) throws Exception {
        Object[] words = new Object[4 + flags.length];
        System.arraycopy(new Object[] {RealGrid.LAUNCHER, "server", "--port", "0"}, 0, words, 0, 4);
        System.arraycopy(flags, 0, words, 4, flags.length);
        Shell.Started started = shell().start(words);
        server = started.process();
        RealGrid.until(
                "the server listens",
                () -> line.matcher(Files.readString(started.out())).find());
        Matcher found = line.matcher(Files.readString(started.out()));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private String login(String address) throws Exception {
        Shell.Result result = shell().run(
                        RealGrid.LAUNCHER,
                        "login",
                        address,
                        "--token-file",
                        temp.resolve(".gleaner/server/admin.token"));
        return result.out() + result.err();
    }

    private Shell shell() {
        return new Shell(temp).with("HOME", temp).with("GLEANER_HOME", "").with("GLEANER_BUILD", "never");
    }
}
