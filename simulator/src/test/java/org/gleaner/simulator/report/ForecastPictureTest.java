package org.gleaner.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.gleaner.simulator.experiment.Foresight.Answer;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class ForecastPictureTest {
    /** Half of them take what was said and half of them twice as long. */
    private static List<Answer> answers(int count) {
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double said = 30 + 17 * i;
            answers.add(new Answer(i, 0, 1, i % 2 == 0 ? said : 2 * said, said / 2, said, 3 * said));
        }
        return answers;
    }

    @Test
    void a_picture_is_well_formed_and_names_how_far_ahead_was_looked() throws Exception {
        Document svg = parsed(ForecastPicture.of(answers(1_000), answers(500), "a<b>"));

        NodeList texts = svg.getElementsByTagName("text");
        List<String> words = new ArrayList<>();
        for (int i = 0; i < texts.getLength(); i++) {
            words.add(texts.item(i).getTextContent());
        }
        assertThat(words)
                .contains("a<b>", "1000 answers", "said: less than 2 h (6)", "said: 2 to 12 h (35)", "all (1000)");
    }

    @Test
    void one_without_any_answer_is_a_picture_too() throws Exception {
        assertThat(parsed(ForecastPicture.onPaper(List.of(), List.of(), "none"))
                        .getElementsByTagName("rect")
                        .getLength())
                .isEqualTo(3);
    }

    @Test
    void what_takes_longer_than_anybody_looked_is_drawn_at_the_edge() {
        double never = Double.POSITIVE_INFINITY;

        String svg = ForecastPicture.of(List.of(new Answer(1, 0, 1, 90, 50, never, never)), List.of(), "far");

        assertThat(svg).doesNotContain("NaN", "Infinity");
    }

    @Test
    void the_part_that_was_done_by_then_counts_those_that_were_just_in_time() {
        assertThat(ForecastPicture.before(answers(10), Answer::p10)).isZero();
        assertThat(ForecastPicture.before(answers(10), Answer::p50)).isEqualTo(0.5);
        assertThat(ForecastPicture.before(answers(10), Answer::p90)).isEqualTo(1);
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }
}
