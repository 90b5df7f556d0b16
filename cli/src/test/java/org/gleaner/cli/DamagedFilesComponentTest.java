package org.gleaner.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.gleaner.cli.TestGrid.Result;
import org.gleaner.protocol.message.Content;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people see of a file on the server's disk that is no longer what it was. */
final class DamagedFilesComponentTest {
    private static final int SIZE = 100_000;

    @TempDir
    private Path root;

    private TestGrid grid;

    @BeforeEach
    void start() throws Exception {
        grid = new TestGrid(root);
    }

    @AfterEach
    void stop() throws Exception {
        grid.stop();
    }

    private Path blob(byte[] content) {
        String hex = Content.hash(content).hex();
        return grid.home().resolve("server/blobs").resolve(hex.substring(0, 2)).resolve(hex.substring(2));
    }

    private void damage(byte[] content) throws IOException {
        byte[] other = content.clone();
        other[7]++;
        Files.write(blob(content), other);
    }

    private static byte[] content(String letter) {
        return letter.repeat(SIZE).getBytes(UTF_8);
    }

    private String well(String... words) {
        Result result = grid.gleaner(words);
        assertThat(result.exit()).as(result.err()).isZero();
        return result.out().strip();
    }

    private String submit(String... words) {
        return well(words).lines().toList().get(0).replaceAll("[^0-9]", "");
    }

    /** A job that waits behind nothing but its input, which is damaged before any machine fetches it. */
    private String jobWithDamagedInput(byte[] content) throws IOException {
        grid.write("in.txt", new String(content, UTF_8));
        // The machine is there.
        well("run", "true");
        well("node", "pause", "1");
        String job = submit("submit", "--in", grid.file("in.txt").toString(), "--time", "5m", "wc", "-c", "in.txt");
        damage(content);
        well("node", "resume", "1");
        return job;
    }

    @Test
    void an_input_that_is_damaged_on_the_server_blocks_its_task_and_can_be_sent_again() throws Exception {
        byte[] content = content("i");
        String job = jobWithDamagedInput(content);

        Result waited = grid.gleaner("wait", job);

        assertThat(waited.exit()).isEqualTo(1);
        assertThat(waited.err()).contains("the server has lost the file in.txt");
        well("retry", job, "--refresh");
        well("wait", job);
        assertThat(well("logs", job)).contains(Integer.toString(SIZE));
    }

    @Test
    void a_backup_leaves_out_a_damaged_file_and_says_so_and_the_rest_can_be_restored() throws Exception {
        job("a");
        job("b");
        damage(content("a"));
        String file = root.resolve("backup.zip").toString();
        String data = root.resolve("restored").toString();

        Result backup = grid.gleaner("backup", file);

        assertThat(backup.exit()).as(backup.err()).isZero();
        assertThat(backup.err())
                .contains("Left out 1 file, damaged", Content.hash(content("a")).hex());
        assertThat(root).isDirectoryNotContaining("glob:**.one");
        assertThat(well("restore", file, "--data", data)).contains("with 1 file.", "1 file of jobs not restored");
        assertThat(grid.gleaner("backup", root.resolve("next.zip").toString()).err())
                .as("as of a lost one")
                .contains("1 file that jobs name is missing");
    }

    private void job(String letter) throws IOException {
        grid.write(letter, new String(content(letter), UTF_8));
        submit("submit", "--in", grid.file(letter).toString(), "--memory", "900G", "true");
    }

    @Test
    void get_fetches_all_other_results_and_names_those_that_are_lost() throws Exception {
        String command = "printf '%0" + SIZE + "d' $GLEANER_INDEX > out";
        String job = submit("submit", "--array", "1-4", "--out", "out", "--shell", command);
        well("wait", job);
        damage(number(2));
        Files.delete(blob(number(3)));
        Files.write(blob(number(4)), Arrays.copyOf(number(4), 100));

        Result got = grid.gleaner("get", job, "--to", "results", "--outputs-only");

        assertThat(got.exit()).as(got.err()).isEqualTo(3);
        assertThat(got.out()).contains("1 file written");
        assertThat(grid.file("results/1/out")).hasBinaryContent(number(1));
        assertThat(got.err())
                .contains("The server has lost 3 results; all others are there.", "task " + job + ".4, 'out'")
                .contains("'gleaner rerun " + job + ".2 " + job + ".3 " + job + ".4'")
                .hasLineCount(3);
    }

    private static byte[] number(int task) {
        return ("0".repeat(SIZE - 1) + task).getBytes(UTF_8);
    }
}
