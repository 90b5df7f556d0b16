package org.gleaner.simulator.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.gleaner.simulator.experiment.Balance;
import org.gleaner.simulator.experiment.Balance.Course;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** Pictures of curves are some that can be shown. */
final class CurveFrameTest {
    private static final Course COURSE =
            new Course(100, List.of(new Balance.Sample(1, 5, 0.1), new Balance.Sample(100, 7, 4.0 / 7)));

    @Test
    void pictures_on_screen_and_on_paper_are_well_formed_and_have_a_curve() throws Exception {
        Map<String, Course> course = Map.of("", COURSE);
        List<SpeedUpPicture.Point> points = List.of(
                new SpeedUpPicture.Point(1, 1), new SpeedUpPicture.Point(4, 3.9), new SpeedUpPicture.Point(8, 7.5));

        for (String svg : List.of(BalancePicture.of(course), BalancePicture.onPaper(course))) {
            assertThat(count(svg, "path")).isEqualTo(1);
            assertThat(count(svg, "circle")).isZero();
        }
        for (String svg : List.of(SpeedUpPicture.of(points), SpeedUpPicture.onPaper(points))) {
            assertThat(count(svg, "path")).isEqualTo(1);
            assertThat(count(svg, "circle")).isEqualTo(3);
        }
    }

    @Test
    void two_courses_have_a_curve_each_and_both_are_named() throws Exception {
        Map<String, Course> courses = new LinkedHashMap<>();
        courses.put("thought", COURSE);
        courses.put("seen", COURSE);

        String svg = BalancePicture.of(courses);

        assertThat(count(svg, "path")).isEqualTo(2);
        assertThat(svg).contains(">thought<", ">seen<");
    }

    private static int count(String svg, String element) throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
        return document.getElementsByTagName(element).getLength();
    }
}
