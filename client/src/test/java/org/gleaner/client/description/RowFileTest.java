package org.gleaner.client.description;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.util.List;
import org.gleaner.client.failure.ClientFailure;
import org.gleaner.core.job.Entry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RowFileTest {
    private static RowFile read(byte[] content, @Nullable String delimiter) throws Exception {
        return RowFile.read(new ByteArrayInputStream(content), delimiter);
    }

    private static RowFile read(String text) throws Exception {
        return read(text.getBytes(UTF_8), null);
    }

    private static String refusal(byte[] content) {
        return catchThrowableOfType(ClientFailure.class, () -> read(content, null))
                .why();
    }

    private static String refusal(String text) {
        return refusal(text.getBytes(UTF_8));
    }

    @Test
    void the_first_line_names_the_columns_and_quoted_cells_keep_everything() throws Exception {
        RowFile rows = read("name,note\r\na,\"x, \"\"y\"\"\"\r\n\r\nb,\"two\nlines\"\r\n");

        assertThat(rows.columns()).containsExactly("name", "note");
        assertThat(rows.entries())
                .extracting(Entry::cells)
                .containsExactly(List.of("a", "x, \"y\""), List.of("b", "two\nlines"));
        assertThat(rows.entries().get(0).value()).isEqualTo("a,x, \"y\"");
    }

    @Test
    void a_byte_order_mark_is_no_part_of_the_first_column() throws Exception {
        assertThat(read("\ufeffalpha\n1\n").columns()).containsExactly("alpha");
    }

    @Test
    void headings_of_several_words_become_names() throws Exception {
        assertThat(read("run time (s), p/q ,x.y\n1,2,3\n").columns()).containsExactly("run_time_s", "p_q", "x_y");
        assertThat(refusal("a b,a_b\n1,2\n")).contains("same name");
    }

    @Test
    void the_delimiter_is_found_out_unless_it_is_given() throws Exception {
        assertThat(read("a;b\n1,5;2\n").entries().get(0).cells()).containsExactly("1,5", "2");
        assertThat(read("a\tb\n1\t2\n").columns()).containsExactly("a", "b");
        assertThat(read("a|b\n1|2\n".getBytes(UTF_8), "|").columns()).containsExactly("a", "b");
        assertThat(read("a\tb\n1\t2\n".getBytes(UTF_8), "tab").columns()).containsExactly("a", "b");
        assertThat(read("only\n1\n").columns()).containsExactly("only");
        assertThat(catchThrowableOfType(ClientFailure.class, () -> read("a\n1\n".getBytes(UTF_8), "ab"))
                        .place())
                .isEqualTo("delimiter");
    }

    @Test
    void a_row_with_another_number_of_cells_is_named_by_its_line() {
        assertThat(refusal("a,b\n1,2\n\n3\n")).contains("Line 4", "1 cell,", "header has 2");
        assertThat(refusal("a,b\n1,2,3\n")).contains("Line 2");
    }

    @Test
    void files_without_rows_header_or_text_are_refused() {
        assertThat(refusal("")).contains("empty");
        assertThat(refusal("a,b\n")).contains("no row");
        assertThat(refusal("1,2\n3,4\n")).contains("must name the columns");
        assertThat(refusal("a,a\n3,4\n")).contains("same name");
        assertThat(refusal("größe\nü\n".getBytes(ISO_8859_1))).contains("UTF-8");
        assertThat(refusal("a\n1\n\"ü".getBytes(ISO_8859_1))).contains("UTF-8");
        assertThat(refusal("a\n\0\n")).contains("NUL");
    }
}
