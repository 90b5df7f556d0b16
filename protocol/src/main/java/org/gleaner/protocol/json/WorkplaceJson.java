package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.Workplace;

/** What a task finds around it; a plain workplace is left out. */
final class WorkplaceJson {
    private WorkplaceJson() {}

    static void write(JsonGenerator out, Workplace workplace) throws IOException {
        if (workplace.equals(Workplace.PLAIN)) {
            return;
        }
        out.writeObjectFieldStart("workplace");
        if (!workplace.variables().isEmpty()) {
            out.writeObjectFieldStart("variables");
            for (Map.Entry<String, String> variable : workplace.variables().entrySet()) {
                out.writeStringField(variable.getKey(), variable.getValue());
            }
            out.writeEndObject();
        }
        Members.text(out, "directory", workplace.directory());
        Members.text(out, "setup", workplace.setup());
        if (!workplace.archives().isEmpty()) {
            FileJson.writeInputs(out, "archives", workplace.archives());
        }
        Members.flag(out, "network", workplace.network());
        out.writeEndObject();
    }

    static Workplace read(JsonInput in) throws IOException {
        Map<String, String> variables = Map.of();
        String directory = null;
        String setup = null;
        List<InputFile> archives = List.of();
        boolean network = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "variables" -> variables = readVariables(in);
                case "directory" -> directory = in.text(JsonLimits.ENTRY);
                case "setup" -> setup = in.text(JsonLimits.WORD);
                case "archives" -> archives = FileJson.readFiles(in);
                case "network" -> network = in.flag();
                default -> in.skip();
            }
        }
        // Names of variables are the one thing in it that the description can't put into a schema.
        Map<String, String> named = variables;
        in.together(() -> new Workplace(named, null, null, List.of(), false));
        return new Workplace(variables, directory, setup, archives, network);
    }

    private static Map<String, String> readVariables(JsonInput in) throws IOException {
        Map<String, String> variables = new TreeMap<>();
        for (String name = in.firstField(); name != null; name = in.nextField()) {
            if (variables.size() >= JsonLimits.WORDS) {
                throw in.wrong("there are more than " + JsonLimits.WORDS + " variables");
            }
            variables.put(name, in.text(JsonLimits.WORD));
        }
        return variables;
    }
}
