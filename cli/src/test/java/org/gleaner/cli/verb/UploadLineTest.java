package org.gleaner.cli.verb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.List;
import org.gleaner.client.call.UserCalls;
import org.gleaner.client.file.Hasher;
import org.gleaner.client.file.Uploader;
import org.gleaner.protocol.http.Answer;
import org.gleaner.protocol.http.CallTimeouts;
import org.gleaner.protocol.http.Endpoint;
import org.gleaner.protocol.http.ServerConnection;
import org.gleaner.protocol.http.Trouble;
import org.junit.jupiter.api.Test;

final class UploadLineTest {
    private static final Trouble AWAY = new Trouble("Can't reach the server.", "Nobody listens.", "Start it.");

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void a_person_is_told_that_the_server_is_waited_for() throws Exception {
        String answer = uploader(true).send(awayOnceThen("done")::remove);

        assertThat(answer).isEqualTo("done");
        assertThat(said.toString(UTF_8))
                .contains("Can't reach the server. Retrying")
                .endsWith("\r\033[K");
    }

    @Test
    void a_script_reads_of_it_once() throws Exception {
        ArrayDeque<Answer<String>> answers = awayOnceThen("done");
        answers.addFirst(new Answer.Unreachable<>(AWAY));

        String answer = uploader(false).send(answers::remove);

        assertThat(answer).isEqualTo("done");
        assertThat(said.toString(UTF_8)).hasLineCount(1).contains("Retrying");
    }

    private static ArrayDeque<Answer<String>> awayOnceThen(String value) {
        return new ArrayDeque<>(List.of(new Answer.Unreachable<>(AWAY), new Answer.Success<>(value)));
    }

    private Uploader uploader(boolean terminal) {
        Endpoint nowhere = Endpoint.of("http://127.0.0.1:1", "none");
        UserCalls calls = new UserCalls(new ServerConnection(nowhere, CallTimeouts.DEFAULT));
        return new Uploader(calls, new Hasher(), new UploadLine(new PrintStream(said, true, UTF_8), terminal));
    }
}
