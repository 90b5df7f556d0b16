package org.gleaner.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The library of Java programs against {@code client/api.txt}, which lists what they may rely on. */
final class JavaApiTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path LISTED = Path.of("api.txt");
    private static final Path FOUND = Path.of("target/api.txt");
    private static final List<String> PACKAGES =
            List.of("org.gleaner.client", "org.gleaner.client.executor", "org.gleaner.client.problem");
    /** What a type says that programs must not rely on. */
    private static final String INTERNAL = "For the library itself.";

    private static SortedSet<String> listed() throws IOException {
        return new TreeSet<>(Files.readAllLines(LISTED, UTF_8));
    }

    private static SortedSet<String> found() throws IOException, ReflectiveOperationException {
        SortedSet<String> lines = new TreeSet<>();
        for (String name : PACKAGES) {
            Path folder = SOURCES.resolve(name.replace('.', '/'));
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.sorted().toList()) {
                    String simple = String.valueOf(file.getFileName());
                    if (simple.endsWith(".java")
                            && !simple.equals("package-info.java")
                            && !Files.readString(file, UTF_8).contains(INTERNAL)) {
                        Class<?> type = Class.forName(name + "." + simple.substring(0, simple.lastIndexOf('.')));
                        lines.addAll(linesOf(type));
                    }
                }
            }
        }
        Files.write(FOUND, lines, UTF_8);
        return lines;
    }

    private static List<String> linesOf(Class<?> type) {
        List<String> lines = new ArrayList<>();
        if (!isSeen(type.getModifiers(), type.getDeclaringClass())) {
            return lines;
        }
        lines.add(type.getName() + " is " + kind(type));
        Stream.of(type.getDeclaredFields())
                .filter(field -> isSeen(field, type))
                .forEach(field -> lines.add(line(field)));
        Stream.<Executable[]>of(type.getDeclaredConstructors(), type.getDeclaredMethods())
                .flatMap(Stream::of)
                .filter(member -> isSeen(member, type))
                .forEach(member -> lines.add(line(member)));
        for (Class<?> inner : type.getDeclaredClasses()) {
            lines.addAll(linesOf(inner));
        }
        return lines;
    }

    private static boolean isSeen(Member member, Class<?> in) {
        return !member.isSynthetic() && isSeen(member.getModifiers(), in);
    }

    /** Nobody reaches what is protected in a final class. */
    private static boolean isSeen(int modifiers, Class<?> in) {
        boolean inherited = Modifier.isProtected(modifiers) && in != null && !Modifier.isFinal(in.getModifiers());
        return Modifier.isPublic(modifiers) || inherited;
    }

    private static String kind(Class<?> type) {
        String kind = type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        String words = modifiers(type.getModifiers()) + kind + variables(type.getTypeParameters());
        Type above = type.getGenericSuperclass();
        String extended = above == null || above == Object.class ? "" : " extends " + above.getTypeName();
        String implemented = names(type.getGenericInterfaces(), " implements ");
        return words + extended + implemented;
    }

    private static String line(Field field) {
        return field.getDeclaringClass().getName() + "." + field.getName() + " is " + modifiers(field.getModifiers())
                + field.getGenericType().getTypeName();
    }

    private static String line(Executable member) {
        boolean constructor = member instanceof Constructor<?>;
        String name = constructor ? "new" : member.getName();
        String what = member instanceof Method method
                ? (method.isDefault() ? "default " : "")
                        + method.getGenericReturnType().getTypeName()
                : "constructor";
        String parameters = Stream.of(member.getGenericParameterTypes())
                .map(Type::getTypeName)
                .collect(Collectors.joining(", ", "(", ")"));
        return member.getDeclaringClass().getName() + "." + name + parameters + " is "
                + modifiers(member.getModifiers()) + variables(member.getTypeParameters()) + what
                + names(member.getGenericExceptionTypes(), " throws ");
    }

    /** Those on which whoever calls, or extends, depends. */
    private static String modifiers(int all) {
        int kept = all & (Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT);
        return kept == 0 ? "" : Modifier.toString(kept) + " ";
    }

    private static String variables(TypeVariable<?>[] variables) {
        return variables.length == 0
                ? ""
                : Stream.of(variables)
                        .map(one -> one.getName() + " extends "
                                + Stream.of(one.getBounds())
                                        .map(Type::getTypeName)
                                        .collect(Collectors.joining(" & ")))
                        .collect(Collectors.joining(", ", "<", "> "));
    }

    private static String names(Type[] types, String before) {
        return types.length == 0
                ? ""
                : Stream.of(types).map(Type::getTypeName).sorted().collect(Collectors.joining(", ", before, ""));
    }

    @Test
    void nothing_on_which_programs_may_rely_has_gone() throws Exception {
        SortedSet<String> gone = listed();
        gone.removeAll(found());

        assertThat(gone)
                .as("lines of client/api.txt that are no longer true. Programs may rely on them in all versions 0.x:"
                        + " bring them back, and deprecate for one version what must change."
                        + " Only then, or if no release had them: cp client/target/api.txt client/api.txt")
                .isEmpty();
    }

    @Test
    void what_programs_can_use_is_written_down() throws Exception {
        SortedSet<String> fresh = found();
        fresh.removeAll(listed());

        assertThat(fresh)
                .as("not in client/api.txt. Whoever uses it may rely on it from the next release on. If that is meant:"
                        + " cp client/target/api.txt client/api.txt; else hide it, or say '" + INTERNAL
                        + "' in the documentation of its type")
                .isEmpty();
    }
}
