package org.gleaner.lab.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the main threads of pages did, by a trace of Chromium.
 *
 * @param longest the most CPU time that one of them took for something without a break, in milliseconds
 * @param slow how often it took more than 100 ms
 */
record MainThread(double longest, int slow) {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String MAIN = "CrRendererMain";
    private static final double MICROS_PER_MILLI = 1e3;
    static final double SLOW_MILLIS = 100;

    /** Something that a thread did, or that gives a thread its name. */
    private static final class Entry {
        private String thread = "";
        private String named = "";
        private double cpuMicros;
    }

    static MainThread of(byte[] trace) throws IOException {
        Set<String> main = new HashSet<>();
        List<Entry> done = new ArrayList<>();
        try (JsonParser in = FACTORY.createParser(trace)) {
            while (in.nextToken() != null && !"traceEvents".equals(in.currentName())) {
                if (in.currentToken() == JsonToken.START_OBJECT && in.currentName() != null) {
                    in.skipChildren();
                }
            }
            in.nextToken();
            while (in.nextToken() == JsonToken.START_OBJECT) {
                Entry entry = read(in);
                if (entry.named.equals(MAIN)) {
                    main.add(entry.thread);
                } else if (entry.cpuMicros > 0) {
                    done.add(entry);
                }
            }
        }
        if (main.isEmpty()) {
            throw new FleetFailure("the trace of Chromium names no main thread");
        }
        double longest = 0;
        int slow = 0;
        for (Entry entry : done) {
            double millis = entry.cpuMicros / MICROS_PER_MILLI;
            if (main.contains(entry.thread)) {
                longest = Math.max(longest, millis);
                slow += millis > SLOW_MILLIS ? 1 : 0;
            }
        }
        return new MainThread(longest, slow);
    }

    private static Entry read(JsonParser in) throws IOException {
        Entry entry = new Entry();
        String process = "";
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String field = in.currentName();
            in.nextToken();
            switch (field) {
                case "pid" -> process = in.getText();
                case "tid" -> entry.thread = in.getText();
                case "tdur" -> entry.cpuMicros = in.getDoubleValue();
                case "args" -> entry.named = name(in);
                default -> in.skipChildren();
            }
        }
        entry.thread = process + "/" + entry.thread;
        return entry;
    }

    private static String name(JsonParser in) throws IOException {
        String name = "";
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String field = in.currentName();
            in.nextToken();
            if (field.equals("name")) {
                name = in.getText();
            }
            in.skipChildren();
        }
        return name;
    }
}
