package org.gleaner.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AvailabilityTraceTest {
    private static final String TRACE = """
            host,start_s,end_s
            b,5000,9000
            a,0,1000
            a,2500.5,4000
            a,8000,10000
            c,100,9950

            """;

    @TempDir
    private Path directory;

    @Test
    void lines_become_windows_in_order_of_time() throws Exception {
        AvailabilityTrace trace = AvailabilityTrace.read(file("t.csv", TRACE));

        assertThat(trace.name()).isEqualTo("t");
        assertThat(trace.span()).isEqualTo(10_000_000);
        assertThat(trace.hosts()).containsExactly("a", "b", "c");
        assertThat(trace.windows("a").start(1)).isEqualTo(2_500_500);
        assertThat(trace.windows("a").end(1)).isEqualTo(4_000_000);
    }

    @Test
    void the_mark_with_which_spreadsheets_begin_a_file_is_passed_over() throws Exception {
        assertThat(AvailabilityTrace.read(file("t.csv", "\uFEFF" + TRACE)).hosts())
                .containsExactly("a", "b", "c");
    }

    @Test
    void compressed_trace_reads_the_same() throws Exception {
        AvailabilityTrace trace = AvailabilityTrace.read(compressed(directory.resolve("t.csv.gz"), TRACE));

        assertThat(trace.name()).isEqualTo("t");
        assertThat(trace.hosts()).containsExactly("a", "b", "c");
    }

    @Test
    void record_begins_again_when_it_has_ended() throws Exception {
        UpWindows windows = AvailabilityTrace.read(file("t.csv", TRACE)).windows("b");

        assertThat(windows.start(1)).isEqualTo(15_000_000);
        assertThat(windows.end(7)).isEqualTo(79_000_000);
    }

    @Test
    void host_that_is_up_at_the_end_and_at_the_begin_stays_up_over_the_seam() throws Exception {
        UpWindows windows = AvailabilityTrace.read(file("t.csv", TRACE)).windows("a");

        assertThat(windows.start(2)).isEqualTo(8_000_000);
        assertThat(windows.end(2)).isEqualTo(11_000_000);
        assertThat(windows.start(3)).isEqualTo(12_500_500);
        assertThat(windows.start(4)).isEqualTo(18_000_000);
        assertThat(windows.end(4)).isEqualTo(21_000_000);
        assertThat(windows.start(5)).isEqualTo(22_500_500);
    }

    @Test
    void host_that_was_up_all_the_time_stays_for_ever() throws Exception {
        UpWindows windows = AvailabilityTrace.read(file("t.csv", TRACE)).windows("c");

        assertThat(windows.start(0)).isEqualTo(100_000);
        assertThat(windows.end(0)).isEqualTo(UpWindows.NEVER);
        assertThat(windows.start(1)).isEqualTo(UpWindows.NEVER);
    }

    @Test
    void only_hosts_that_are_members_long_enough_can_be_taken() throws Exception {
        AvailabilityTrace trace = AvailabilityTrace.read(file("t.csv", TRACE));

        assertThat(trace.present(Duration.ofSeconds(5000)).hosts()).containsExactly("a", "c");
        assertThat(trace.present(Duration.ofSeconds(5000)).span()).isEqualTo(trace.span());
        assertThat(catchThrowableOfType(ScenarioError.class, () -> trace.present(Duration.ofDays(1)))
                        .what())
                .contains("is present for 24 hours");
    }

    @ParameterizedTest(name = "{1} instead of {0}")
    @CsvSource(delimiter = '|', textBlock = """
            host,start_s,end_s | host,start,end  | t.csv, line 1: the column start_s is missing.
            a,0,1000           | a,0             | t.csv, line 3: the field end_s is missing.
            a,0,1000           | a,zero,1000     | t.csv, line 3: the field start_s is "zero".
            a,0,1000           | a,-1,1000       | t.csv, line 3: the field start_s is "-1".
            a,0,1000           | a,0,1e99        | t.csv, line 3: the field end_s is "1e99".
            a,0,1000           | a,0,NaN         | t.csv, line 3: the field end_s is "NaN".
            a,0,1000           | a,0,0           | t.csv, line 3: the field end_s is not after start_s.
            a,0,1000           | ,0,1000         | t.csv, line 3: the field host is "".
            host,start_s,end_s | host,start_s,end_s,host | t.csv, line 1: the column "host" appears twice.
            a,2500.5,4000      | 'a,2500,5,4000' | t.csv, line 4: there are more fields than columns.
            a,0,1000           | a,0,3000        | t.csv: two lines of the host a overlap.
            """)
    void mistake_is_named_with_its_line(String good, String bad, String what) throws IOException {
        Path file = file("t.csv", TRACE.replace(good, bad));

        ScenarioError error = catchThrowableOfType(ScenarioError.class, () -> AvailabilityTrace.read(file));

        assertThat(error.what()).isEqualTo(what);
        assertThat(error.remedy()).isNotBlank();
    }

    @Test
    void empty_damaged_and_foreign_files_are_refused() throws IOException {
        Path cut = compressed(directory.resolve("cut.csv.gz"), TRACE);
        byte[] whole = Files.readAllBytes(cut);
        Files.write(cut, Arrays.copyOf(whole, whole.length / 2));

        assertThat(error(file("empty.csv", "")).what()).contains("line 1: the column host is missing");
        assertThat(error(file("header.csv", "host,start_s,end_s\n")).what()).contains("no lines");
        assertThat(error(file("plain.csv.gz", TRACE)).what()).isEqualTo("plain.csv.gz is not a gzip file.");
        assertThat(error(cut).what()).contains("cut.csv.gz, line").contains("damaged");
        assertThat(error(file("long.csv", "x".repeat(20_000))).what()).contains("line 1: this line is too long.");
        assertThat(error(Files.write(directory.resolve("b.csv"), new byte[] {'a', (byte) 0xff}))
                        .what())
                .contains("not UTF-8");
        assertThat(error(directory.resolve("none.csv")).what()).contains("does not exist");
        assertThat(error(directory).what()).contains("is a directory");
    }

    @Test
    void speeds_by_host_are_taken_relative_to_their_mean() throws Exception {
        HostSpeeds speeds = HostSpeeds.read(file("s.csv", "host,speed\na,1\nb,3\n"));

        assertThat(speeds.powers(List.of("a", "b"), 1)).containsExactly(10_000.0, 10_000.0 / 3);
        assertThat(catchThrowableOfType(ScenarioError.class, () -> speeds.check(List.of("a", "c")))
                        .what())
                .isEqualTo("s.csv has no speed for the host c.");
    }

    @Test
    void drawn_speeds_come_as_often_as_hosts_have_them_and_again_with_the_same_seed() throws Exception {
        HostSpeeds speeds = HostSpeeds.read(file("s.csv", "project,hosts,gflops_per_host\nx,30,1.5\nx,10,4.5\n"));
        List<String> hosts = IntStream.range(0, 4_000).mapToObj(i -> "h" + i).toList();

        List<Double> powers = speeds.powers(hosts, 3);

        double slow = Collections.max(powers);
        assertThat((double) Collections.frequency(powers, slow) / hosts.size()).isCloseTo(0.75, within(0.03));
        assertThat(slow / Collections.min(powers)).isCloseTo(3, within(1e-9));
        assertThat(speeds.powers(hosts, 3)).isEqualTo(powers);
        assertThat(speeds.powers(hosts, 4)).isNotEqualTo(powers);
    }

    @Test
    void a_host_with_two_speeds_is_refused() throws IOException {
        Path twice = file("s.csv", "host,speed\na,1\nb,3\na,5\n");

        assertThat(catchThrowableOfType(ScenarioError.class, () -> HostSpeeds.read(twice))
                        .what())
                .isEqualTo("s.csv, line 4: the host a appears twice.");
    }

    @Test
    void equal_speeds_are_the_reference_and_unknown_columns_are_refused() throws Exception {
        assertThat(HostSpeeds.equal().powers(List.of("a", "b"), 1)).containsOnly(TrialMachine.REFERENCE_POWER);
        assertThat(catchThrowableOfType(ScenarioError.class, () -> HostSpeeds.read(file("s.csv", "host,ghz\na,1\n")))
                        .what())
                .contains("s.csv, line 1");
    }

    private static ScenarioError error(Path file) {
        return catchThrowableOfType(ScenarioError.class, () -> AvailabilityTrace.read(file));
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    static Path compressed(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }
}
