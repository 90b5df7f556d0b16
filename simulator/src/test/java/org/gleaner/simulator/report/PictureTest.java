package org.gleaner.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class PictureTest {
    private static final String NASTY = "a<b>&\"c'\u0007\uD800]]>";

    @Test
    void a_picture_is_well_formed_and_shows_names_as_they_are_written() throws Exception {
        Document svg = parsed(Picture.of(Invented.findings(List.of(NASTY, "short"), 12, "<lab>")));

        assertThat(texts(svg)).contains("a<b>&\"c'??]]> (100)", "<lab>0", "balanced + plain", "uptime + plain");
        assertThat(texts(svg)).anyMatch(text -> text.startsWith("all done after 2500 steps"));
        assertThat(texts(svg)).contains("capacity 1400", "clairvoyant 1900", "steps (minutes)", "12 machines");
    }

    @Test
    void a_picture_needs_nothing_from_elsewhere() {
        String svg = Picture.of(Invented.findings(List.of("short"), 2, "lab"));

        assertThat(svg.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http", "url(", "@import", "<script");
    }

    @Test
    void a_picture_has_its_colours_without_a_style_sheet_too() throws Exception {
        Document svg = parsed(Picture.onPaper(Invented.findings(List.of("short", "long"), 12, "lab")));

        assertThat(svg.getElementsByTagName("style").getLength()).isZero();
        NodeList paths = svg.getElementsByTagName("path");
        assertThat(IntStream.range(0, paths.getLength()).mapToObj(i -> (Element) paths.item(i)))
                .isNotEmpty()
                .allMatch(path -> path.getAttribute("fill").equals("none"))
                .allMatch(path -> coloured(path) || coloured((Element) path.getParentNode()));
    }

    private static boolean coloured(Element element) {
        return element.getAttribute("stroke").matches("#[0-9a-f]{6}");
    }

    @Test
    void a_picture_asks_for_nothing_that_programs_other_than_browsers_lack() {
        assertThat(Picture.of(Invented.findings(List.of("short"), 2, "lab"))).doesNotContain("var(", "paint-order");
    }

    @Test
    void of_many_types_the_rest_becomes_one_line_and_of_many_machines_some_are_shown() throws Exception {
        List<String> many = IntStream.range(0, 300).mapToObj(i -> "type" + i).toList();

        Document svg = parsed(Picture.of(Invented.findings(many, 500, "pc")));

        assertThat(texts(svg)).contains("all others (29300)", "120 of 500 machines");
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(2 * CurvePlot.MOST);
    }

    @Test
    void a_single_kind_of_machines_needs_no_name() throws Exception {
        Document svg = parsed(Picture.of(Invented.findings(List.of("short"), 9, "lab")));

        assertThat(texts(svg)).contains("9 machines").doesNotContain("lab0");
    }

    @Test
    void a_run_that_takes_far_longer_than_the_others_does_not_squeeze_them() {
        Axis axis = Axis.over(List.of(60e6, 600e6), 100, TimeScale.STEPS);

        assertThat(axis.x(60_000_000)).isGreaterThan(30);
        assertThat(axis.holds(600_000_000)).isFalse();
        assertThat(axis.ticks()).containsExactly(0.0, 500.0, 1000.0, 1500.0, 2000.0, 2500.0, 3000.0);
    }

    @Test
    void a_page_holds_the_table_and_the_picture_and_nothing_from_elsewhere() throws Exception {
        String page = Page.of(Invented.findings(List.of(NASTY, "short"), 12, "<lab>"), "gleaner simulate 'a<b'.xml");

        assertThat(page).startsWith("<!DOCTYPE html>").contains("<table", "<svg", "&lt;invented&gt;", "a&lt;b");
        assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http", "url(", "<script", NASTY);
        // Our page is XML as well, which is how its elements are checked here.
        parsed(page.substring("<!DOCTYPE html>".length()));
    }

    @Test
    void markup_that_is_left_open_is_noticed() {
        assertThatThrownBy(() -> new Markup().open("g").end()).isInstanceOf(IllegalStateException.class);
    }

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    private static List<String> texts(Document svg) {
        NodeList all = svg.getElementsByTagName("text");
        return IntStream.range(0, all.getLength())
                .mapToObj(i -> all.item(i).getTextContent())
                .toList();
    }
}
