package org.gleaner.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gleaner.client.description.JobKey;
import org.junit.jupiter.api.Test;

/** What can be said about a job on the command line can be said in the page, or somebody decided that it can't. */
class JobFieldsPageTest {
    private static final Path FIELDS = Path.of(System.getProperty("gleaner.root", ".."))
            .resolve("page/src/main/resources/org/gleaner/page/part/job-fields.js");
    private static final Pattern FIELD = Pattern.compile("^ *field\\('([a-z-]+)'", Pattern.MULTILINE);

    /** Files, tasks and the command have parts of their own. */
    private static final Set<String> ELSEWHERE =
            Set.of("in", "array", "each", "each-line", "each-row", "delimiter", "shell", "name", "type", "no-check");

    /** For the command line alone; a job that has them keeps them when it is submitted again, but grows no more. */
    private static final Set<String> ABSENT = Set.of("in-archive", "gpus", "growing");

    @Test
    void every_key_of_a_job_file_is_a_field_or_left_out_on_purpose() throws IOException {
        TreeSet<String> fields = new TreeSet<>();
        Matcher field = FIELD.matcher(Files.readString(FIELDS, UTF_8));
        while (field.find()) {
            fields.add(field.group(1));
        }
        TreeSet<String> keys = new TreeSet<>();
        JobKey.ALL.forEach(key -> keys.add(key.name()));

        assertThat(fields).isNotEmpty().isSubsetOf(keys);
        fields.addAll(ELSEWHERE);
        fields.addAll(ABSENT);
        assertThat(fields).isEqualTo(keys);
    }
}
