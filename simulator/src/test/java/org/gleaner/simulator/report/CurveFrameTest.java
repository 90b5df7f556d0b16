package org.gleaner.simulator.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.gleaner.simulator.experiment.Balance;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** Pictures of one curve are some that can be shown. */
final class CurveFrameTest {
    @Test
    void pictures_on_screen_and_on_paper_are_well_formed_and_have_a_curve() throws Exception {
        List<Balance.Sample> samples =
                List.of(new Balance.Sample(1, 5, 0.1), new Balance.Sample(Balance.PHASE, 7, 4.0 / 7));
        List<SpeedUpPicture.Point> points = List.of(
                new SpeedUpPicture.Point(1, 1), new SpeedUpPicture.Point(4, 3.9), new SpeedUpPicture.Point(8, 7.5));

        for (String svg : List.of(BalancePicture.of(samples), BalancePicture.onPaper(samples))) {
            assertThat(count(svg, "path")).isEqualTo(1);
            assertThat(count(svg, "circle")).isZero();
        }
        for (String svg : List.of(SpeedUpPicture.of(points), SpeedUpPicture.onPaper(points))) {
            assertThat(count(svg, "path")).isEqualTo(1);
            assertThat(count(svg, "circle")).isEqualTo(3);
        }
    }

    private static int count(String svg, String element) throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
        return document.getElementsByTagName(element).getLength();
    }
}
