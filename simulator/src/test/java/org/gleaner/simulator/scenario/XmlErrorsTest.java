package org.gleaner.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XmlErrorsTest {
    private static final String GOOD = """
            <?xml version="1.0" encoding="UTF-8"?>
            <scenario name="x">
            <clients>
            <client name="lab" cnt="5" power="4000" zerofp1="6" incfp1="4" fail1="3" zerofp2="2" incfp2="9" fail2="1"/>
            </clients>
            <simulation>
            <step cnt="40" jobtype="job_10" jobduration="10" steps="0"/>
            <step cnt="80" jobtype="job_50" jobduration="50" steps="100"/>
            </simulation>
            </scenario>
            """;

    @ParameterizedTest(name = "{1} instead of {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            cnt="5"              | cnt="many"              | line 4: the attribute cnt is "many".
            cnt="5"              | cnt="0"                 | line 4: the attribute cnt is "0".
            cnt="5"              | cnt="-5"                | line 4: the attribute cnt is "-5".
            cnt="5"              | cnt="5.5"               | line 4: the attribute cnt is "5.5".
            cnt="5"              | cnt="99999999999999999" | line 4: the attribute cnt is "99999999999999999".
            cnt="5"              | cnt="1000001"           | line 4: the attribute cnt is "1000001".
            cnt="5"              | ''                      | line 4: <client> lacks the attribute cnt.
            cnt="5"              | count="5"               | line 4: the attribute count of <client> is unknown.
            power="4000"         | power="0"               | line 4: the attribute power is "0".
            power="4000"         | power="NaN"             | line 4: the attribute power is "NaN".
            power="4000"         | power="4,5"             | line 4: the attribute power is "4,5".
            power="4000"         | power="1e3"             | line 4: the attribute power is "1e3".
            fail1="3"            | fail1="101"             | line 4: the attribute fail1 is "101".
            fail2="1"            | fail2="-1"              | line 4: the attribute fail2 is "-1".
            incfp1="4"           | incfp1="x"              | line 4: the attribute incfp1 is "x".
            zerofp2="2"          | zerofp2=""              | line 4: the attribute zerofp2 is "".
            name="lab"           | name=""                 | line 4: the attribute name is "".
            name="lab"           | name="../x"             | line 4: the attribute name is "../x".
            jobtype="job_50"     | ''                      | line 8: <step> lacks the attribute jobtype.
            jobduration="50"     | jobduration="0"         | line 8: the attribute jobduration is "0".
            steps="100"          | steps="10000001"        | line 8: the attribute steps is "10000001".
            steps="0"            | steps="0" owner="a b"   | line 7: the attribute owner is "a b".
            steps="0"            | steps="0" owner=""      | line 7: the attribute owner is "".
            steps="0"            | steps="0" repeat="0"    | line 7: the attribute repeat is "0".
            steps="100"          | steps="1" repeat="99999999" | line 8: the attribute repeat is "99999999".
            steps="0"            | steps="0" owners="a"    | line 7: the attribute owners of <step> is unknown.
            cnt="80"             | cnt="9999999"           | line 8: with this line (cnt) the file has
            <simulation>         | <simulation speed="1">  | line 6: the attribute speed of <simulation> is unknown.
            '<scenario name="x">'| <scene>                 | line 2: <scene> is unknown.
            <clients>            | <simulation/><step>     | line 3: <step> is in the wrong place.
            </clients>           | </clients> x5           | line 5: the text "x5" is not allowed between elements.
            </clients>           | </client>               | line 5: this is not well-formed XML.
            </scenario>          | ''                      | line 11: this is not well-formed XML.
            """)
    void mistake_is_named_with_its_line(String good, String bad, String what) {
        assertThat(GOOD).contains(good);

        ScenarioError error = error(GOOD.replace(good, bad));

        assertThat(error.what()).startsWith("x.xml, " + what);
        assertThat(error.why()).isNotBlank().doesNotContain("\n");
        assertThat(error.remedy()).isNotBlank();
    }

    @Test
    void two_kinds_of_one_name_are_refused() {
        String client = GOOD.lines().skip(3).findFirst().orElseThrow();

        ScenarioError error = error(GOOD.replace(client, client + "\n" + client));

        assertThat(error.what()).startsWith("x.xml, line 5: there is already a <client> named \"lab\".");
    }

    @Test
    void no_machines_no_jobs_and_no_time_are_refused() {
        assertThat(error(GOOD.replaceAll("<client name.*", "")).what()).contains("no machines");
        assertThat(error(GOOD.replaceAll("<step .*", "")).what()).contains("no jobs");
        assertThat(error(GOOD.replace("steps=\"100\"", "steps=\"0\"")).what()).contains("no time");
    }

    @Test
    void document_type_is_refused_and_its_entities_are_not_read(@TempDir Path directory) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "5");

        ScenarioError error = error(GOOD.replace(
                        "<scenario", "<!DOCTYPE scenario [<!ENTITY n SYSTEM \"" + secret.toUri() + "\">]><scenario")
                .replace("cnt=\"5\"", "cnt=\"&n;\""));

        assertThat(error.what()).startsWith("x.xml, line 2: a DOCTYPE");
    }

    @Test
    void the_mark_with_which_some_editors_begin_a_file_is_passed_over() throws Exception {
        byte[] marked = ("\uFEFF" + GOOD).getBytes(StandardCharsets.UTF_8);

        assertThat(XmlReader.read("x.xml", new ByteArrayInputStream(marked), Assumptions.USUAL)
                        .name())
                .isEqualTo("x");
    }

    @Test
    void empty_file_and_other_bytes_are_refused() {
        assertThat(error("").what()).isEqualTo("x.xml, line 1: this is not well-formed XML.");
        assertThat(error("\0\0").what()).contains("not well-formed");
        assertThat(error("{}").what()).contains("not well-formed");
    }

    @Test
    void text_in_another_encoding_is_refused_with_its_line() {
        byte[] latin = GOOD.replace("\"lab\"", "\"b\u00fcro\"").getBytes(StandardCharsets.ISO_8859_1);

        ScenarioError error = catchThrowableOfType(
                ScenarioError.class, () -> XmlReader.read("x.xml", new ByteArrayInputStream(latin), Assumptions.USUAL));

        assertThat(error.what()).isEqualTo("x.xml, line 4: a byte is not UTF-8.");
    }

    @Test
    void huge_file_is_refused() {
        assertThat(error(GOOD + " ".repeat(8_000_000)).what()).contains("more than 8000000 bytes");
    }

    @Test
    void missing_file_and_directory_are_named(@TempDir Path directory) {
        assertThat(catchThrowableOfType(
                                ScenarioError.class,
                                () -> XmlScenario.read(directory.resolve("none.xml"), Assumptions.USUAL))
                        .what())
                .contains("none.xml does not exist");
        assertThat(catchThrowableOfType(ScenarioError.class, () -> XmlScenario.read(directory, Assumptions.USUAL))
                        .what())
                .contains("is a directory");
    }

    @Test
    void damaged_files_give_a_scenario_or_an_error_and_nothing_else() throws IOException {
        SplittableRandom random = new SplittableRandom(11);
        int refused = 0;
        for (int i = 0; i < 3_000; i++) {
            byte[] bytes = GOOD.getBytes(StandardCharsets.UTF_8);
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                XmlReader.read("x.xml", new ByteArrayInputStream(bytes), Assumptions.USUAL);
            } catch (ScenarioError e) {
                refused++;
            }
        }

        assertThat(refused).isGreaterThan(1_000);
    }

    private static ScenarioError error(String xml) {
        return catchThrowableOfType(
                ScenarioError.class,
                () -> XmlReader.read(
                        "x.xml", new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), Assumptions.USUAL));
    }
}
