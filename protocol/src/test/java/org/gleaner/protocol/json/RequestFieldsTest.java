package org.gleaner.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeSet;
import org.gleaner.protocol.Contract;
import org.junit.jupiter.api.Test;

/** A field that the document lacks would be read, and yet be held to nothing. */
class RequestFieldsTest {
    private static final int SEEDS = 50;

    private static final Map<String, String> REQUESTS = Map.ofEntries(
            Map.entry("introduction", "Introduction"),
            Map.entry("sync", "SyncReport"),
            Map.entry("commit call", "CommitCall"),
            Map.entry("duty", "DutyChange"),
            Map.entry("submission", "Submission"),
            Map.entry("bundle", "Bundle"),
            Map.entry("question", "Spec"),
            Map.entry("what-if question", "WhatIfQuestion"),
            Map.entry("wish", "ObjectiveWish"),
            Map.entry("query", "JobQuery"),
            Map.entry("change", "Change"),
            Map.entry("adjustment", "Adjustment"),
            Map.entry("setting", "SettingChange"),
            Map.entry("token request", "TokenRequest"),
            Map.entry("sweep", "SweepRequest"));

    @Test
    void the_document_describes_every_field_of_a_request() throws IOException {
        TreeSet<String> unknown = new TreeSet<>();
        TreeSet<String> checked = new TreeSet<>();

        for (RoundTripTest.Message<?> message : RoundTripTest.messages().toList()) {
            String schema = REQUESTS.get(message.name());
            if (schema != null) {
                checked.add(message.name());
                for (long seed = 0; seed < SEEDS; seed++) {
                    collect(written(message, seed), Contract.schema(schema), schema, unknown);
                }
            }
        }

        assertThat(unknown).isEmpty();
        assertThat(checked).isEqualTo(new TreeSet<>(REQUESTS.keySet()));
    }

    @Test
    void a_field_that_the_document_lacks_is_noticed() throws IOException {
        TreeSet<String> unknown = new TreeSet<>();

        collect(
                "{'incarnation':1,'holds':[{'attempt':'1.1#1','odd':{}}],'new':7}"
                        .replace('\'', '"')
                        .getBytes(StandardCharsets.UTF_8),
                Contract.schema("SyncReport"),
                "SyncReport",
                unknown);

        assertThat(unknown).containsExactly("SyncReport/holds/odd", "SyncReport/new");
    }

    private static <T> byte[] written(RoundTripTest.Message<T> message, long seed) {
        return Json.write(message.make().apply(new RandomValues(seed)), message.writer());
    }

    private static void collect(byte[] json, Shape shape, String name, TreeSet<String> unknown) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            parser.nextToken();
            collect(parser, shape, name, unknown);
        }
    }

    private static void collect(JsonParser parser, Shape shape, String place, TreeSet<String> unknown)
            throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            Shape object = shape.as(Shape.Kind.OBJECT);
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                Shape field = object.field(name);
                if (field == Shape.ANYTHING) {
                    unknown.add(place + "/" + name);
                    parser.skipChildren();
                } else {
                    collect(parser, field, place + "/" + name, unknown);
                }
            }
        } else if (parser.currentToken() == JsonToken.START_ARRAY) {
            Shape element = shape.as(Shape.Kind.LIST).element();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                collect(parser, element, place, unknown);
            }
        }
    }
}
