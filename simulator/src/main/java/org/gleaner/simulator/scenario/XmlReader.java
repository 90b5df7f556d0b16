package org.gleaner.simulator.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.gleaner.core.id.Owner;

/** Reads one {@link XmlScenario}; whatever is wrong with the file is said with its line. Used once, by one thread. */
final class XmlReader {
    private static final int MOST_BYTES = 8_000_000;
    private static final int MOST_MACHINES = 1_000_000;
    private static final int MOST_TASKS = 10_000_000;
    private static final int MOST_STEPS = 10_000_000;
    /** A model of failures has a number for each step of the rise. */
    private static final int LONGEST_RISE = 100_000;

    private static final int MOST_KINDS = 1_000;
    private static final int MOST_ARRIVALS = 100_000;
    private static final double MOST_POWER = 1e9;

    private static final String CLIENT = "client";
    private static final String STEP = "step";
    private static final String OWNER = "owner";
    private static final String REPEAT = "repeat";
    private static final String NAME = "name";
    /** What may stand before a list that is not inside a scenario: a declaration and comments. */
    private static final Pattern ROOTLESS =
            Pattern.compile("\\A\\s*(?:<\\?xml[^>]*\\?>)?(?:\\s|<!--(?s:.*?)-->)*+(?=<(?:clients|simulation)[\\s>])");
    /** Which elements there are, and what stands around each. */
    private static final Map<String, String> PARENTS = Map.of(
            "scenario", "", "clients", "scenario", "simulation", "scenario", CLIENT, "clients", STEP, "simulation");

    private static final Map<String, List<String>> ATTRIBUTES = Map.of(
            "scenario",
            List.of(NAME),
            "clients",
            List.of(),
            "simulation",
            List.of(),
            CLIENT,
            List.of(NAME, "cnt", "power", "zerofp1", "incfp1", "fail1", "zerofp2", "incfp2", "fail2"),
            STEP,
            List.of("cnt", "jobtype", "jobduration", "steps", OWNER, REPEAT));
    /** What may be left out. */
    private static final Set<String> OPTIONAL = Set.of(NAME, OWNER, REPEAT);

    private final String file;
    private final XMLStreamReader xml;
    private final List<XmlScenario.Clients> clients = new ArrayList<>();
    private final List<XmlScenario.Jobs> jobs = new ArrayList<>();
    private final Set<String> names = new TreeSet<>();
    private String scenarioName;
    private long machines;
    private long tasks;
    private long steps;

    private XmlReader(String file, XMLStreamReader xml) {
        this.file = file;
        this.xml = xml;
        scenarioName = file.replaceFirst("\\.xml$", "");
    }

    static XmlScenario read(Path path, Assumptions assumptions) throws ScenarioError {
        try (InputStream in = Files.newInputStream(path)) {
            return read(ScenarioFile.name(path), in, assumptions);
        } catch (IOException e) {
            throw ScenarioFile.unreadable(path, e);
        }
    }

    static XmlScenario read(String file, InputStream in, Assumptions assumptions) throws ScenarioError, IOException {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new ScenarioError(
                    file + " has more than " + MOST_BYTES + " bytes.",
                    "A description of machines and jobs is a few kilobytes long.",
                    "Use the XML of a scenario; cnt stands for many machines or tasks of one kind.");
        }
        String text = ScenarioFile.utf8(file, bytes);
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(rooted(text)));
            return new XmlReader(file, xml).scenario(assumptions);
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
            throw ScenarioError.at(
                    file,
                    line,
                    "this is not well-formed XML.",
                    // The parser's message begins with the place, which is said already.
                    String.valueOf(e.getMessage()).replaceFirst("(?s)^.*Message: ", ""),
                    "Correct that line: close every element, and put every value in quotes.");
        }
    }

    /** The paper prints the two lists without an element around them. Lines keep their numbers. */
    private static String rooted(String text) {
        Matcher lists = ROOTLESS.matcher(text);
        if (!lists.find()) {
            return text;
        }
        String lines = text.substring(0, lists.end()).replaceAll("[^\\n]", "");
        return lines + "<scenario>" + text.substring(lists.end()) + "</scenario>";
    }

    private XmlScenario scenario(Assumptions assumptions) throws XMLStreamException, ScenarioError {
        List<String> open = new ArrayList<>();
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.DTD ->
                    throw wrong(
                            "a DOCTYPE is not allowed.",
                            "Scenarios don't have one, and nothing it refers to is read.",
                            "Delete the DOCTYPE.");
                case XMLStreamConstants.START_ELEMENT -> {
                    begin(xml.getLocalName(), open.isEmpty() ? "" : open.get(open.size() - 1));
                    open.add(xml.getLocalName());
                }
                case XMLStreamConstants.END_ELEMENT -> open.remove(open.size() - 1);
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!xml.isWhiteSpace()) {
                        throw stray(xml.getText());
                    }
                }
                default -> {
                    // Comments say nothing.
                }
            }
        }
        complete();
        return new XmlScenario(scenarioName, clients, jobs, assumptions);
    }

    private ScenarioError stray(String text) {
        // The parser stands behind the text, which may go on with empty lines.
        int behind = (int) text.stripLeading().chars().filter(c -> c == '\n').count();
        return ScenarioError.at(
                file,
                xml.getLocation().getLineNumber() - behind,
                "the text " + ScenarioFile.quoted(text.strip()) + " is not allowed between elements.",
                "A scenario says everything in attributes, so this text would be ignored.",
                "Delete it, or make it a comment: <!-- … -->.");
    }

    private void complete() throws ScenarioError {
        if (clients.isEmpty()) {
            throw new ScenarioError(
                    file + " describes no machines.",
                    "There is no <client> inside <clients>.",
                    "Add at least one <client name=\"lab\" cnt=\"5\" power=\"4000\" …/>.");
        }
        if (tasks == 0) {
            throw new ScenarioError(
                    file + " describes no jobs.",
                    "There is no <step> with cnt above 0 inside <simulation>.",
                    "Add at least one <step cnt=\"100\" jobtype=\"job_10\" jobduration=\"10\" steps=\"1000\"/>.");
        }
        if (steps == 0) {
            throw new ScenarioError(
                    file + " lets no time pass.",
                    "The steps of all <step> elements add up to 0.",
                    "Set steps of the last <step> to the length of the simulation, for example steps=\"5990\".");
        }
    }

    private void begin(String element, String parent) throws ScenarioError {
        String expected = PARENTS.get(element);
        if (expected == null) {
            throw wrong(
                    "<" + element + "> is unknown.",
                    "A scenario consists of <clients> with <client> and <simulation> with <step>.",
                    "Delete it, or correct its name.");
        }
        if (!expected.equals(parent)) {
            throw wrong(
                    "<" + element + "> is in the wrong place.",
                    expected.isEmpty()
                            ? "<scenario> is the outermost element."
                            : "It belongs directly inside <" + expected + ">.",
                    "Move it there.");
        }
        checkNames(element);
        switch (element) {
            case "scenario" -> scenarioName = says(NAME) ? label(NAME) : scenarioName;
            case CLIENT -> client();
            case STEP -> step();
            default -> {
                // The two lists have no attributes of their own.
            }
        }
    }

    private void checkNames(String element) throws ScenarioError {
        List<String> known = ATTRIBUTES.getOrDefault(element, List.of());
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String attribute = xml.getAttributeLocalName(i);
            if (!known.contains(attribute)) {
                throw wrong(
                        "the attribute " + attribute + " of <" + element + "> is unknown.",
                        known.isEmpty()
                                ? "<" + element + "> has no attributes."
                                : "<" + element + "> has " + String.join(", ", known) + ".",
                        "Delete it, or correct its name.");
            }
        }
    }

    private void client() throws ScenarioError {
        String name = says(NAME) ? label(NAME) : unnamed();
        if (!names.add(name)) {
            throw wrong(
                    "there is already a <client> named \"" + name + "\".",
                    "Each kind of machine needs its own name, which also seeds its failures.",
                    "Choose another name, or raise cnt of the first one.");
        }
        int count = whole("cnt", 1, MOST_MACHINES);
        machines += count;
        within(machines, MOST_MACHINES, "cnt", "machines");
        within(names.size(), MOST_KINDS, NAME, "kinds of machine");
        double power = number("power", Double.MIN_NORMAL, MOST_POWER);
        clients.add(new XmlScenario.Clients(name, count, power, failures("1"), failures("2")));
    }

    private String unnamed() {
        return "client-" + (names.size() + 1);
    }

    private FailureModel failures(String set) throws ScenarioError {
        return new FailureModel(
                whole("zerofp" + set, 0, MOST_STEPS),
                whole("incfp" + set, 0, LONGEST_RISE),
                number("fail" + set, 0, 100) / 100);
    }

    private void step() throws ScenarioError {
        int repeat = says(REPEAT) ? whole(REPEAT, 1, MOST_ARRIVALS) : 1;
        int count = whole("cnt", 0, MOST_TASKS);
        tasks += (long) count * repeat;
        within(tasks, MOST_TASKS, "cnt", "tasks");
        String type = label("jobtype");
        double duration = number("jobduration", 1e-3, MOST_STEPS);
        int after = whole("steps", 0, MOST_STEPS);
        steps += (long) after * repeat;
        within(steps, MOST_STEPS, "steps", "steps");
        within(jobs.size() + repeat, MOST_ARRIVALS, REPEAT, "arrivals");
        String owner = says(OWNER) ? owner() : XmlScenario.OWNER;
        jobs.addAll(Collections.nCopies(repeat, new XmlScenario.Jobs(owner, type, count, duration, after)));
    }

    private boolean says(String attribute) {
        return xml.getAttributeValue(null, attribute) != null;
    }

    private String owner() throws ScenarioError {
        String text = attribute(OWNER);
        try {
            return new Owner(text).name();
        } catch (IllegalArgumentException e) {
            throw wrong(
                    "the attribute owner is " + ScenarioFile.quoted(text) + ".",
                    "A user's name has 1 to 64 letters, digits, '.', '_', '@' or '-'"
                            + " and starts with a letter or digit.",
                    "Choose another name.");
        }
    }

    private void within(long sum, int most, String attribute, String what) throws ScenarioError {
        if (sum > most) {
            throw wrong(
                    "with this line (" + attribute + ") the file has " + sum + " " + what + ".",
                    "The limit for the whole file is " + most + ".",
                    "Describe fewer " + what + ".");
        }
    }

    private String label(String attribute) throws ScenarioError {
        String text = attribute(attribute);
        if (!text.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._ -]{0,63}")) {
            throw wrong(
                    "the attribute " + attribute + " is " + ScenarioFile.quoted(text) + ".",
                    "A name has 1 to 64 letters, digits, '.', '_', '-' or blanks and starts with a letter or digit.",
                    "Choose another name.");
        }
        return text;
    }

    private int whole(String attribute, int least, int most) throws ScenarioError {
        String text = attribute(attribute).strip();
        if (text.matches("[0-9]{1,9}") && Integer.parseInt(text) >= least && Integer.parseInt(text) <= most) {
            return Integer.parseInt(text);
        }
        throw wrong(
                "the attribute " + attribute + " is " + ScenarioFile.quoted(text) + ".",
                "It must be a whole number from " + least + " to " + most + ".",
                "Write a number, for example " + attribute + "=\"" + Math.max(least, Math.min(most, 10)) + "\".");
    }

    private double number(String attribute, double least, double most) throws ScenarioError {
        String text = attribute(attribute).strip();
        if (text.matches("[0-9]{1,10}(\\.[0-9]{1,10})?")) {
            double value = Double.parseDouble(text);
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw wrong(
                "the attribute " + attribute + " is " + ScenarioFile.quoted(text) + ".",
                "It must be a number " + (least == 0 ? "from 0" : "above 0") + " up to " + Math.round(most)
                        + ", with a decimal point if needed.",
                "Write a number, for example " + attribute + "=\"2.5\".");
    }

    private String attribute(String attribute) throws ScenarioError {
        String text = xml.getAttributeValue(null, attribute);
        if (text == null) {
            throw wrong(
                    "<" + xml.getLocalName() + "> lacks the attribute " + attribute + ".",
                    "It has "
                            + ATTRIBUTES.getOrDefault(xml.getLocalName(), List.of()).stream()
                                    .filter(one -> !OPTIONAL.contains(one))
                                    .collect(Collectors.joining(", "))
                            + "; all are required.",
                    "Add " + attribute + "=\"…\".");
        }
        return text;
    }

    private ScenarioError wrong(String what, String why, String remedy) {
        return ScenarioError.at(file, xml.getLocation().getLineNumber(), what, why, remedy);
    }
}
