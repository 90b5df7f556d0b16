package org.gleaner.server.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.gleaner.protocol.message.AuditPage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditFilesTest {
    @TempDir
    private Path data;

    @Test
    void pages_go_back_through_all_files_and_tell_each_line_once() throws IOException {
        write("audit.log.2", 1, 700);
        write("audit.log.1", 701, 702);
        write("audit.log", 703, 1500);

        for (int limit : new int[] {1, 2, 99, 1000}) {
            List<String> told = new ArrayList<>();
            String next = null;
            do {
                AuditPage page = files().page(next, limit);
                assertThat(page.lines().size()).isLessThanOrEqualTo(limit);
                page.lines().forEach(line -> told.add(on(line)));
                next = page.next();
            } while (next != null);
            assertThat(told)
                    .hasSize(1500)
                    .startsWith("1500", "1499")
                    .endsWith("2", "1")
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void a_place_stays_right_while_lines_are_added_and_files_are_renamed() throws IOException {
        write("audit.log", 1, 10);
        String next = Objects.requireNonNull(files().page(null, 3).next());

        Files.move(data.resolve("audit.log"), data.resolve("audit.log.1"));
        write("audit.log", 11, 20);

        assertThat(files().page(next, 2).lines()).extracting(AuditFilesTest::on).containsExactly("7", "6");
        Files.delete(data.resolve("audit.log.1"));
        assertThat(files().page(next, 2)).isEqualTo(new AuditPage(List.of(), null));
    }

    @Test
    void a_line_tells_who_did_what_and_one_that_was_torn_is_left_out() throws IOException {
        String gap = "{\"timestamp\":1000,\"level\":\"WARN\",\"formattedMessage\":\"2 lines are missing\"}\n";
        Files.writeString(
                data.resolve("audit.log"), line(1) + "{\"torn\n" + gap + "x".repeat(200_000) + "\n" + line(2), UTF_8);

        List<AuditPage.Line> lines = files().page(null, 100).lines();

        assertThat(lines).extracting(AuditFilesTest::on).containsExactly("2", null, "1");
        assertThat(lines.get(1).note()).isEqualTo("2 lines are missing");
        assertThat(lines.get(0).caller()).isEqualTo(new AuditPage.Caller("ann", "9f86d081", "10.0.0.7"));
        assertThat(lines.get(0).deed()).isEqualTo(new AuditPage.Deed("r2", "PUT /x", "2", 204));
    }

    @Test
    void there_is_nothing_to_tell_before_anything_was_changed() throws IOException {
        assertThat(files().page(null, 10)).isEqualTo(new AuditPage(List.of(), null));
        Files.writeString(data.resolve("audit.log"), "");
        assertThat(files().page("0123456789abcdef-100", 10)).isEqualTo(new AuditPage(List.of(), null));
    }

    private AuditFiles files() {
        return new AuditFiles(data);
    }

    private void write(String name, int first, int last) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = first; i <= last; i++) {
            text.append(line(i));
        }
        Files.writeString(data.resolve(name), text, UTF_8);
    }

    private static String line(int number) {
        return "{\"timestamp\":" + (1000 + number) + ",\"level\":\"INFO\",\"kvpList\": [{\"request\":\"r" + number
                + "\"},{\"who\":\"ann\"},{\"token\":\"9f86d081\"},{\"from\":\"10.0.0.7\"},{\"what\":\"PUT /x\"},"
                + "{\"on\":\"" + number
                + "\"},{\"status\":\"204\"}],"
                + "\"formattedMessage\":\"done\",\"throwable\":null}\n";
    }

    private static @Nullable String on(AuditPage.Line line) {
        AuditPage.Deed deed = line.deed();
        return deed == null ? null : deed.on();
    }
}
