package org.gleaner.simulator.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Node sets that come with the program: invented ones, no record of anybody's machines. */
public final class BuiltInScenarios {
    /** Beside this class, as {@code NAME.xml}. */
    private static final List<String> NAMES =
            List.of("heterogeneous", "term", "steady", "alike", "arriving", "flood", "split", "small");

    private BuiltInScenarios() {}

    public static List<String> names() {
        return NAMES;
    }

    public static XmlScenario named(String name, Assumptions assumptions) throws ScenarioError {
        if (!NAMES.contains(name)) {
            throw new ScenarioError(
                    "There is no scenario " + ScenarioFile.quoted(name) + ".",
                    "The built-in scenarios are " + String.join(", ", NAMES) + ".",
                    "Use one of these, or a file.");
        }
        String file = name + ".xml";
        try (InputStream in = BuiltInScenarios.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks " + file);
            }
            return XmlReader.read(file, in, assumptions);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
