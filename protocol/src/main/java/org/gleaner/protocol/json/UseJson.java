package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.gleaner.core.grid.ClassUse;
import org.gleaner.core.grid.TypeUse;
import org.gleaner.core.grid.TypeUse.Figure;
import org.gleaner.core.observer.NodeClass;

/** What tasks of a type use. What nobody measured is left out. */
final class UseJson {
    private UseJson() {}

    static void writeUse(JsonGenerator out, TypeUse use) throws IOException {
        figure(out, "runMs", use.run());
        figure(out, "cpuMs", use.cpu());
        figure(out, "cpuShare", use.share());
        figure(out, "memoryBytes", use.memory());
    }

    static void writeClass(JsonGenerator out, ClassUse one) throws IOException {
        out.writeStringField("os", one.where().os());
        out.writeStringField("arch", one.where().arch());
        out.writeNumberField("speed", one.where().speed());
        writeUse(out, one.use());
    }

    private static void figure(JsonGenerator out, String name, Figure figure) throws IOException {
        if (figure.isKnown()) {
            out.writeObjectFieldStart(name);
            out.writeNumberField("count", figure.count());
            out.writeNumberField("mean", figure.mean());
            out.writeNumberField("sd", figure.deviation());
            out.writeEndObject();
        }
    }

    /** Of all nodes together: a class without a name. */
    static TypeUse readUse(JsonInput in) throws IOException {
        return readMembers(in).use();
    }

    static ClassUse readClass(JsonInput in) throws IOException {
        return readMembers(in);
    }

    private static ClassUse readMembers(JsonInput in) throws IOException {
        String os = "";
        String arch = "";
        double speed = 1;
        Figure run = Figure.UNKNOWN;
        Figure cpu = Figure.UNKNOWN;
        Figure share = Figure.UNKNOWN;
        Figure memory = Figure.UNKNOWN;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "os" -> os = in.text();
                case "arch" -> arch = in.text();
                case "speed" -> speed = in.fraction();
                case "runMs" -> run = readFigure(in);
                case "cpuMs" -> cpu = readFigure(in);
                case "cpuShare" -> share = readFigure(in);
                case "memoryBytes" -> memory = readFigure(in);
                default -> in.skip();
            }
        }
        return new ClassUse(NodeClass.of(os, arch, speed), new TypeUse(run, cpu, share, memory));
    }

    private static Figure readFigure(JsonInput in) throws IOException {
        long count = 0;
        double mean = 0;
        double deviation = 0;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "count" -> count = in.amount();
                case "mean" -> mean = in.fraction();
                case "sd" -> deviation = in.fraction();
                default -> in.skip();
            }
        }
        return new Figure(count, mean, deviation);
    }
}
