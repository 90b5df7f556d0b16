package org.gleaner.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gleaner.agent.live.PartialTelling.News;
import org.gleaner.core.attempt.ResultFile;
import org.gleaner.core.id.AttemptId;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.message.PartialAnswer;
import org.gleaner.protocol.message.Content;
import org.gleaner.protocol.message.LogAnswer;
import org.gleaner.protocol.message.LogCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PartialTellingTest {
    private static final AttemptId ATTEMPT = AttemptId.parse("7.3#2");
    private static final BlobHash LARGE = Content.hash(new byte[] {1});
    private static final BlobHash LARGER = Content.hash(new byte[] {2});
    private static final ResultFile SMALL = Content.inline("small", new byte[] {3}, false);
    private static final List<ResultFile> FILES = List.of(
            SMALL, new ResultFile("large", LARGE, 1, false, null), new ResultFile("larger", LARGER, 1, false, null));
    private static final News NEWS = new News(FILES, List.of("renamed"));
    private static final Map<BlobHash, Path> COPIES = Map.of(LARGE, Path.of("1"), LARGER, Path.of("2"));

    @Test
    void what_the_server_does_not_want_is_not_uploaded() throws Exception {
        Server server = new Server(new PartialAnswer(false, List.of()));

        News kept = PartialTelling.tell(server, ATTEMPT, NEWS, COPIES);

        assertThat(kept.isEmpty()).isTrue();
        assertThat(server.uploaded).isEmpty();
        assertThat(server.told).containsExactly(NEWS);
    }

    @Test
    void what_the_server_lacks_is_uploaded_and_told_again() throws Exception {
        Server server = new Server(new PartialAnswer(false, List.of(LARGER)), new PartialAnswer(true, List.of()));

        News kept = PartialTelling.tell(server, ATTEMPT, NEWS, COPIES);

        assertThat(kept).isEqualTo(NEWS);
        assertThat(server.uploaded).containsExactly(LARGER);
        assertThat(server.told).containsExactly(NEWS, NEWS);
    }

    @Test
    void a_file_that_can_not_be_uploaded_keeps_the_others_from_nothing() throws Exception {
        Server server =
                new Server(new PartialAnswer(false, List.of(LARGE, LARGER)), new PartialAnswer(true, List.of()));
        server.refused = LARGE;

        News kept = PartialTelling.tell(server, ATTEMPT, NEWS, COPIES);

        assertThat(kept.files()).containsExactly(SMALL, FILES.get(2));
        assertThat(kept.gone())
                .as("what may have become of the one that is absent")
                .isEmpty();
        assertThat(server.told).containsExactly(NEWS, kept);
    }

    @Test
    void a_file_that_became_a_directory_and_the_other_way_round_goes_at_once() {
        List<ResultFile> files = List.of(
                Content.inline("was-file/part", new byte[] {4}, false),
                Content.inline("was-directory", new byte[] {5}, false));
        List<String> gone = List.of("was-file", "was-directory/a/b", "was-directory-too", "was", "renamed");

        assertThat(new News(files, gone).certain())
                .isEqualTo(new News(files, List.of("was-file", "was-directory/a/b")));
    }

    @Test
    void what_is_no_file_any_more_is_missing_whatever_took_its_place(@TempDir Path root) throws Exception {
        Files.createDirectories(root.resolve("was-file"));
        Files.writeString(root.resolve("was-file/part"), "new");
        Files.writeString(root.resolve("was-directory"), "new");

        assertThat(new LiveFiles(root, 0).missing(List.of("was-file", "was-directory/a/b", "was-file/part")))
                .containsExactlyInAnyOrder("was-file", "was-directory/a/b");
    }

    @Test
    void a_server_that_is_away_is_told_in_the_next_round() throws Exception {
        Server server = new Server();

        assertThat(PartialTelling.tell(server, ATTEMPT, NEWS, COPIES).isEmpty()).isTrue();
        assertThat(server.uploaded).isEmpty();
    }

    /** Gives these answers, one after the other, then none. */
    private static final class Server implements ShowCalls {
        private final Deque<PartialAnswer> answers = new ArrayDeque<>();
        private final List<News> told = new ArrayList<>();
        private final List<BlobHash> uploaded = new ArrayList<>();
        private BlobHash refused = Content.hash(new byte[0]);

        Server(PartialAnswer... answers) {
            this.answers.addAll(List.of(answers));
        }

        @Override
        public boolean upload(BlobHash hash, Path copy) {
            uploaded.add(hash);
            return !hash.equals(refused);
        }

        @Override
        public Optional<LogAnswer> log(AttemptId attempt, LogCall call) {
            return Optional.empty();
        }

        @Override
        public Optional<PartialAnswer> partial(AttemptId attempt, List<ResultFile> files, List<String> gone) {
            told.add(new News(files, gone));
            return Optional.ofNullable(answers.poll());
        }
    }
}
