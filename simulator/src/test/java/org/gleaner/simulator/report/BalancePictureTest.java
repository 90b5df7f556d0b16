package org.gleaner.simulator.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.gleaner.simulator.experiment.Balance;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** The picture is one that can be shown. */
final class BalancePictureTest {
    @Test
    void both_pictures_are_well_formed_and_have_a_curve() throws Exception {
        List<Balance.Sample> samples =
                List.of(new Balance.Sample(1, 5, 0.1), new Balance.Sample(Balance.PHASE, 7, 4.0 / 7));

        for (String svg : List.of(BalancePicture.of(samples), BalancePicture.onPaper(samples))) {
            Document document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));

            assertThat(document.getElementsByTagName("path").getLength()).isEqualTo(1);
        }
    }
}
