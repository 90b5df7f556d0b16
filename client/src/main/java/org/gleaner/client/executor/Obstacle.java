package org.gleaner.client.executor;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds which field keeps an object from being serialised: the JDK names only the class. Confined to one search. */
final class Obstacle {
    private static final int MOST_OBJECTS = 100_000;
    private static final int DEEPEST = 200;
    private static final List<String> PLACES = List.of("first", "second", "third", "fourth", "fifth");

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private Obstacle() {}

    /** One sentence; null if nothing is found. */
    static @Nullable String in(Object task) {
        String found = new Obstacle().search(task, CallWriter.what(task), 0);
        return found == null ? null : Character.toUpperCase(found.charAt(0)) + found.substring(1);
    }

    private @Nullable String search(@Nullable Object object, String path, int depth) {
        if (object == null || depth > DEEPEST || seen.size() > MOST_OBJECTS || !seen.add(object)) {
            return null;
        }
        Class<?> type = object.getClass();
        if (!(object instanceof Serializable)) {
            return path + ", a " + type.getName() + ", is not serialisable.";
        }
        if (object instanceof Object[] array) {
            return each(Arrays.asList(array), path, depth);
        }
        if (type.getName().startsWith("java.")) {
            return object instanceof Collection<?> all
                    ? each(all, path, depth)
                    : object instanceof Map<?, ?> map ? inMap(map, path, depth) : null;
        }
        return type.isSynthetic() ? inLambda(object, depth) : inFields(object, depth);
    }

    private @Nullable String each(Collection<?> all, String path, int depth) {
        int number = 0;
        for (Object one : all) {
            String found = search(one, "element " + number++ + " of " + path, depth + 1);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable String inMap(Map<?, ?> map, String path, int depth) {
        String key = each(map.keySet(), "the keys of " + path, depth);
        return key != null ? key : each(map.values(), "the values of " + path, depth);
    }

    private @Nullable String inLambda(Object lambda, int depth) {
        try {
            Method method = lambda.getClass().getDeclaredMethod("writeReplace");
            method.setAccessible(true);
            if (!(method.invoke(lambda) instanceof SerializedLambda written)) {
                return null;
            }
            for (int i = 0; i < written.getCapturedArgCount(); i++) {
                Object argument = written.getCapturedArg(i);
                String found = search(argument, captured(written, i), depth + 1);
                if (found != null) {
                    return found;
                }
            }
            return null;
        } catch (ReflectiveOperationException | InaccessibleObjectException closed) {
            return null;
        }
    }

    private static String captured(SerializedLambda lambda, int number) {
        int before = hasSelf(lambda) ? 1 : 0;
        return number < before
                ? "the object around the lambda (it uses a field or method of it)"
                : variable(number - before);
    }

    /** Whether the first of what it captured is the object around it. */
    private static boolean hasSelf(SerializedLambda lambda) {
        Object first = lambda.getCapturedArg(0);
        return first != null && first.getClass().getName().replace('.', '/').equals(lambda.getCapturingClass());
    }

    private static String variable(int number) {
        return number < PLACES.size()
                ? "the " + PLACES.get(number) + " variable the lambda captures"
                : "variable " + (number + 1) + " of those the lambda captures";
    }

    private @Nullable String inFields(Object object, int depth) {
        for (Class<?> type = object.getClass();
                type != null && Serializable.class.isAssignableFrom(type);
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !Modifier.isTransient(field.getModifiers())
                        && !field.getType().isPrimitive()) {
                    String found = search(
                            value(field, object), "the field " + field.getName() + " of " + type.getName(), depth + 1);
                    if (found != null) {
                        return found;
                    }
                }
            }
        }
        return null;
    }

    private static @Nullable Object value(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException | InaccessibleObjectException closed) {
            return null;
        }
    }
}
