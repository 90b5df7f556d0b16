package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Facts with names: each a string, a number or a list of strings. */
public final class FactsJson {
    private FactsJson() {}

    /** As fields of the object that is being written. */
    public static void write(JsonGenerator out, SortedMap<String, Object> facts) throws IOException {
        for (Map.Entry<String, Object> fact : facts.entrySet()) {
            out.writeFieldName(fact.getKey());
            if (fact.getValue() instanceof Long number) {
                out.writeNumber(number);
            } else if (fact.getValue() instanceof List<?> list) {
                out.writeStartArray();
                for (Object one : list) {
                    out.writeString(String.valueOf(one));
                }
                out.writeEndArray();
            } else {
                out.writeString(String.valueOf(fact.getValue()));
            }
        }
    }

    /** Reads the value of one field. What is of another shape is passed over, so a newer server may add some. */
    public static void read(JsonInput in, String field, SortedMap<String, Object> facts) throws IOException {
        if (facts.size() >= JsonLimits.WORDS) {
            throw in.wrong("there are more than " + JsonLimits.WORDS + " facts");
        }
        if (in.isText()) {
            facts.put(field, in.text());
        } else if (in.isNumber()) {
            facts.put(field, in.number());
        } else if (in.isList()) {
            facts.put(field, in.list(JsonLimits.ROWS, JsonInput::text));
        } else {
            in.skip();
        }
    }
}
