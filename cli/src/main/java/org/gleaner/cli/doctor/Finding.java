package org.gleaner.cli.doctor;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.gleaner.protocol.json.Members;

/**
 * One thing that was looked at.
 *
 * @param part what it belongs to: installation, connection, pool or agent
 * @param remedy what to do about it; empty if all is well
 */
record Finding(String part, Grade grade, String what, String remedy) {
    /** How bad it is. */
    enum Grade {
        GOOD,
        /** It works, but less well or less safely than it could. */
        NOTE,
        /** Something does not work. */
        BAD;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding good(String part, String what) {
        return new Finding(part, Grade.GOOD, what, "");
    }

    static Finding note(String part, String what, String remedy) {
        return new Finding(part, Grade.NOTE, what, remedy);
    }

    static Finding bad(String part, String what, String remedy) {
        return new Finding(part, Grade.BAD, what, remedy);
    }

    static boolean anyBad(List<Finding> findings) {
        return findings.stream().anyMatch(one -> one.grade() == Grade.BAD);
    }

    static void write(JsonGenerator out, List<Finding> findings) throws IOException {
        out.writeStartObject();
        out.writeNumberField("version", 1);
        out.writeBooleanField("well", !anyBad(findings));
        Members.objects(out, "findings", findings, (json, one) -> {
            json.writeStringField("part", one.part());
            json.writeStringField("grade", one.grade().word());
            json.writeStringField("what", one.what());
            if (!one.remedy().isEmpty()) {
                json.writeStringField("remedy", one.remedy());
            }
        });
        out.writeEndObject();
    }
}
