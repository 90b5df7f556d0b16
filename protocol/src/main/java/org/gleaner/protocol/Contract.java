package org.gleaner.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gleaner.protocol.json.Shape;
import org.jspecify.annotations.Nullable;

/**
 * What one operation takes, made of the same document that callers are given: there is no second place that says it.
 * Immutable.
 *
 * @param body what its body is held to
 * @param parameters what its path, query and headers are held to
 * @param described whether the document knows the operation, which may take neither body nor parameters
 */
public record Contract(Shape body, List<Parameter> parameters, boolean described) {
    /** Of an operation that the document does not know: it takes whatever its own code takes. */
    public static final Contract NONE = new Contract(Shape.ANYTHING, List.of(), false);

    /** Headers of HTTP itself: it says how each of them is refused, or not heeded. */
    private static final List<String> OF_HTTP = List.of("Accept-Encoding", "Content-Encoding", "Range");

    private static final Map<?, ?> DOCUMENT = OpenApi.tree();

    /** Something that is written into the path, the query or a header. */
    public record Parameter(String name, Place in, boolean required, Shape shape) {}

    /** Where a parameter stands. */
    public enum Place {
        PATH,
        QUERY,
        HEADER
    }

    public Contract {
        parameters = List.copyOf(parameters);
    }

    /** @param template the path as the document writes it */
    public static Contract of(String method, String template) {
        if (!(map(DOCUMENT, "paths").get(template) instanceof Map<?, ?> path)
                || !(path.get(method.toLowerCase(Locale.ROOT)) instanceof Map<?, ?> operation)) {
            return NONE;
        }
        List<Parameter> parameters = new ArrayList<>();
        if (operation.get("parameters") instanceof List<?> list) {
            for (Object one : list) {
                Map<?, ?> parameter = (Map<?, ?>) one;
                if (OF_HTTP.contains(parameter.get("name"))) {
                    continue;
                }
                parameters.add(new Parameter(
                        String.valueOf(parameter.get("name")),
                        Place.valueOf(String.valueOf(parameter.get("in")).toUpperCase(Locale.ROOT)),
                        Boolean.TRUE.equals(parameter.get("required")),
                        Shape.of(map(parameter, "schema"), Contract::resolved)));
            }
        }
        Map<?, ?> json = map(map(map(operation, "requestBody"), "content"), "application/json");
        Map<?, ?> schema = map(json, "schema");
        return new Contract(schema.isEmpty() ? Shape.ANYTHING : Shape.of(schema, Contract::resolved), parameters, true);
    }

    /** What the document calls by this name. */
    public static Shape schema(String name) {
        return Shape.of(Map.of("$ref", "#/components/schemas/" + name), Contract::resolved);
    }

    private static Map<?, ?> resolved(Map<?, ?> schema) {
        Object reference = schema.get("$ref");
        if (reference == null) {
            return schema;
        }
        String name = String.valueOf(reference);
        Map<?, ?> target = map(map(map(DOCUMENT, "components"), "schemas"), name.substring(name.lastIndexOf('/') + 1));
        if (target.isEmpty()) {
            throw new IllegalStateException("openapi.json refers to " + name + ", which it lacks");
        }
        return target;
    }

    private static Map<?, ?> map(Map<?, ?> from, String name) {
        return from.get(name) instanceof Map<?, ?> found ? found : Map.of();
    }

    /** Why what the query says under this name, as often as that, is refused; null: it is not. */
    public @Nullable String objectionToQuery(String name, int times) {
        List<String> known = parameters.stream()
                .filter(one -> one.in() == Place.QUERY)
                .map(Parameter::name)
                .sorted()
                .toList();
        if (known.contains(name)) {
            return times == 1 ? null : "it is given " + times + " times";
        }
        return "this call takes no such parameter" + (known.isEmpty() ? "" : "; it takes " + String.join(", ", known));
    }

    /** What is wrong with a value of a parameter; null: nothing. */
    public static @Nullable String objection(Parameter parameter, @Nullable String value) {
        if (value == null) {
            return parameter.required() ? "it is missing" : null;
        }
        return parameter.shape().objectionAsWritten(value);
    }
}
