package org.gleaner.lab.fuzz;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gleaner.protocol.OpenApi;
import org.jspecify.annotations.Nullable;

/**
 * One method of one path, as our own description of the interface has it.
 *
 * @param body the schema of what is sent as JSON; null: nothing, or bytes
 * @param bytes whether the body is bytes
 */
record Operation(
        String method,
        String path,
        List<Parameter> parameters,
        @Nullable Tree body,
        boolean bytes) {
    /** Something in the path, the query or the headers. */
    record Parameter(String name, String in, boolean required, Tree schema) {}

    Operation {
        parameters = List.copyOf(parameters);
    }

    String name() {
        return method + " " + path;
    }

    /** All operations in the order of the document, and its schemas. */
    record Api(List<Operation> operations, Tree.Members schemas) {
        Api {
            operations = List.copyOf(operations);
        }
    }

    static Api ours() {
        try {
            Tree.Members document = object(Tree.read(OpenApi.document()), "the document");
            List<Operation> operations = new ArrayList<>();
            for (Tree.Member path : object(document.get("paths"), "paths").members()) {
                for (Tree.Member method : object(path.value(), path.name()).members()) {
                    operations.add(operation(method.name(), path.name(), object(method.value(), path.name())));
                }
            }
            Tree.Members components = object(document.get("components"), "components");
            return new Api(operations, object(components.get("schemas"), "schemas"));
        } catch (IOException damaged) {
            throw new IllegalStateException("openapi.json is not JSON", damaged);
        }
    }

    private static Operation operation(String method, String path, Tree.Members described) {
        List<Parameter> parameters = new ArrayList<>();
        if (described.get("parameters") instanceof Tree.Items list) {
            for (Tree one : list.items()) {
                Tree.Members parameter = object(one, path);
                parameters.add(new Parameter(
                        Tree.text(parameter.get("name"), ""),
                        Tree.text(parameter.get("in"), ""),
                        Tree.text(parameter.get("required"), "false").equals("true"),
                        object(parameter.get("schema"), path)));
            }
        }
        Tree schema = null;
        boolean bytes = false;
        if (described.get("requestBody") instanceof Tree.Members body) {
            Tree.Members content = object(body.get("content"), path);
            bytes = content.get("application/octet-stream") != null;
            schema = content.get("application/json") instanceof Tree.Members json ? json.get("schema") : null;
        }
        return new Operation(method.toUpperCase(Locale.ROOT), path, parameters, schema, bytes);
    }

    static Tree.Members object(@Nullable Tree tree, String what) {
        if (tree instanceof Tree.Members members) {
            return members;
        }
        throw new IllegalStateException("openapi.json has no object for " + what);
    }
}
