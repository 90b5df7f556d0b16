package org.gleaner.checks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The rules of tidiness. Each takes files and returns one sentence per violation, with file and line. */
final class TidyRules {
    private static final int MAIN_LINES = 600;
    private static final int TEST_LINES = 800;
    private static final int METHOD_LINES = 60;
    private static final int LINE_LENGTH = 120;

    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|enum|record)\\s+([A-Z]\\w*)");
    private static final List<String> BANNED_WORDS = List.of("Manager", "Helper", "Helpers", "Util", "Utils", "Impl");
    private static final List<String> BANNED_FIRST_WORDS = List.of("Abstract", "Base");
    private static final List<String> BANNED_LAST_WORDS = List.of("Data", "Info", "Ex");
    /** The paper's word in the public interface; the other one is that of RFC 9457, and no program sees both. */
    private static final String PAPER_WORD = "client/src/main/java/org/gleaner/client/problem/Problem.java";

    /** DataManager is the word of the paper that the public interface follows. */
    private static final List<String> ALLOWED_NAMES = List.of("DataManager");

    private static final Pattern SLEEP = Pattern.compile("\\bThread\\s*\\.\\s*sleep\\b|\\bTimeUnit\\.\\w+\\.sleep\\b");
    private static final Pattern HASTE = Pattern.compile("\\bawait\\([^()]*\\)\\s*\\.(?!\\s*atMost\\b)");
    private static final Pattern SENTENCE =
            Pattern.compile("\\p{Alpha}{2,}[,;:]? +\\p{Alpha}{2,}[,;:]? +\\p{Alpha}{2,}");
    private static final Pattern THROWN = Pattern.compile("Exception\\(|\\brefuse\\(|requireNonNull\\(");
    private static final Pattern STACK_TRACE = Pattern.compile("\\.\\s*printStackTrace\\s*\\(");
    private static final Pattern CATCH_ALL = Pattern.compile("\\bcatch\\s*\\([^)]*\\bThrowable\\b");
    /** Written in halves, since this file is read too. */
    private static final Pattern OPEN_END = Pattern.compile("\\b(?:TO" + "DO|FIX" + "ME)\\b(?!\\(#\\d+\\))");

    private static final Pattern LINK = Pattern.compile("\\]\\(<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\)");
    private static final Pattern CODE_FENCE = Pattern.compile("(?ms)^ *```.*?^ *```|`[^`\n]*`");
    private static final Pattern THIS_MACHINE = Pattern.compile("(?<![\\w.}$/~-])/(?:wo" + "rk|ro"
            + "ot)/|(?<![\\w])(?:\\.\\./)*sha" + "red/(?:[A-Z]|data|hooks|papers|scenarios)");

    private TidyRules() {}

    static List<String> fileLength(SourceFile file) {
        int limit = file.isTest() ? TEST_LINES : MAIN_LINES;
        int lines = file.lines().size();
        return file.isJava() && lines > limit
                ? List.of(file.path() + " has " + lines + " lines; " + limit + " are the limit")
                : List.of();
    }

    static List<String> methodLength(SourceFile file) {
        if (!file.isJava()) {
            return List.of();
        }
        return JavaText.methods(JavaText.code(file.text())).stream()
                .filter(method -> method.lines() > METHOD_LINES)
                .map(method -> at(file, method.line()) + " a method of " + method.lines() + " lines")
                .toList();
    }

    static List<String> lineLength(SourceFile file) {
        List<String> lines = file.lines();
        return IntStream.range(0, file.isJava() ? lines.size() : 0)
                .filter(i -> lines.get(i).codePointCount(0, lines.get(i).length()) > LINE_LENGTH)
                .filter(i -> !lines.get(i).startsWith("import "))
                .mapToObj(i -> at(file, i + 1) + " more than " + LINE_LENGTH + " characters")
                .toList();
    }

    static List<String> typeNames(SourceFile file) {
        if (!file.isJava()) {
            return List.of();
        }
        return TYPE.matcher(JavaText.code(file.text()))
                .results()
                .map(match -> match.group(1))
                .filter(name -> !ALLOWED_NAMES.contains(name) && saysNothing(name))
                .map(name -> file.path() + ": " + name + " does not say what it is")
                .toList();
    }

    private static boolean saysNothing(String name) {
        List<String> words = Arrays.asList(name.split("(?<=[a-z0-9])(?=[A-Z])", -1));
        return words.stream().anyMatch(BANNED_WORDS::contains)
                || BANNED_FIRST_WORDS.contains(words.get(0))
                || BANNED_LAST_WORDS.contains(words.get(words.size() - 1));
    }

    static List<String> sleepInTest(SourceFile file) {
        return file.isTest() ? inCode(file, SLEEP, "waits for time instead of for an event") : List.of();
    }

    /** Awaitility by itself waits for ten seconds, which a busy machine may need for anything. */
    static List<String> hasteInTest(SourceFile file) {
        return file.isTest() ? inCode(file, HASTE, "waits without saying for how long: atMost comes first") : List.of();
    }

    /**
     * What people read is said outside the core, which has facts. What an exception says of a value that can't be, and
     * what was noted in rows, is left.
     */
    static List<String> sentenceInCore(SourceFile file) {
        if (!file.path().startsWith("core/src/main/java/") || file.name().equals("KeptText.java")) {
            return List.of();
        }
        return JavaText.literals(file.text()).stream()
                .filter(one -> one.text().contains("gleaner ")
                        || (SENTENCE.matcher(one.text()).find()
                                && !THROWN.matcher(one.statement()).find()))
                .map(one -> at(file, one.line()) + " says something to people: \"" + one.text() + "\"")
                .toList();
    }

    static List<String> printedStackTrace(SourceFile file) {
        return inCode(file, STACK_TRACE, "prints a stack trace");
    }

    static List<String> caughtThrowable(SourceFile file) {
        return inCode(file, CATCH_ALL, "catches Throwable");
    }

    static List<String> openEnd(SourceFile file) {
        return inText(file, file.text(), OPEN_END, "leaves an open end without an issue number");
    }

    static List<String> traceOfThisMachine(SourceFile file) {
        return inText(file, file.text(), THIS_MACHINE, "names a place on somebody's machine");
    }

    static List<String> brokenLinks(SourceFile file, Predicate<String> exists) {
        if (!file.isMarkdown()) {
            return List.of();
        }
        String prose = CODE_FENCE
                .matcher(file.text())
                .replaceAll(match -> match.group().replaceAll("[^\n]", " "));
        List<String> broken = new ArrayList<>();
        Matcher links = LINK.matcher(prose);
        while (links.find()) {
            String target = links.group(1).replaceFirst("#.*", "");
            boolean elsewhere = target.isEmpty() || target.matches("[a-z][a-z0-9+.-]*:.*");
            if (!elsewhere && !exists.test(resolved(file.folder(), target))) {
                broken.add(at(file, lineOf(prose, links.start())) + " links to " + target + ", which is not there");
            }
        }
        return broken;
    }

    /** Nullness is checked only in packages that ask for it, so every package of the programs has to. */
    static List<String> unmarkedPackages(List<SourceFile> files) {
        TreeSet<String> marked = files.stream()
                .filter(file -> file.name().equals("package-info.java")
                        && JavaText.code(file.text()).contains("@NullMarked"))
                .map(SourceFile::folder)
                .collect(Collectors.toCollection(TreeSet::new));
        return files.stream()
                .filter(file -> file.isJava() && file.path().contains("/src/main/java/"))
                .collect(Collectors.groupingBy(SourceFile::folder, TreeMap::new, Collectors.counting()))
                .keySet()
                .stream()
                .filter(folder -> !marked.contains(folder))
                .map(folder -> folder + " has no package-info.java with @NullMarked")
                .toList();
    }

    /** One word, one thing. */
    static List<String> sharedNames(List<SourceFile> files) {
        return files.stream()
                .filter(file -> file.path().contains("/src/main/java/")
                        && file.isJava()
                        && !file.name().equals("package-info.java")
                        && !file.path().equals(PAPER_WORD))
                .collect(Collectors.groupingBy(
                        SourceFile::name, TreeMap::new, Collectors.mapping(SourceFile::path, Collectors.toList())))
                .values()
                .stream()
                .filter(paths -> paths.size() > 1)
                .map(paths -> paths + " have one name")
                .toList();
    }

    private static List<String> inCode(SourceFile file, Pattern banned, String complaint) {
        return file.isJava() ? inText(file, JavaText.code(file.text()), banned, complaint) : List.of();
    }

    private static List<String> inText(SourceFile file, String text, Pattern banned, String complaint) {
        return banned.matcher(text)
                .results()
                .map(match -> at(file, lineOf(text, match.start())) + " " + complaint)
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    /** The path from the root; one that leaves the repository stays recognizable and exists nowhere. */
    private static String resolved(String folder, String target) {
        List<String> parts = new ArrayList<>();
        String joined = target.startsWith("/") || folder.isEmpty() ? target : folder + "/" + target;
        for (String part : joined.split("/", -1)) {
            if (part.equals("..")) {
                if (parts.isEmpty()) {
                    return "outside-of-the-repository/" + target;
                }
                parts.remove(parts.size() - 1);
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return String.join("/", parts);
    }

    private static String at(SourceFile file, int line) {
        return file.path() + ":" + line;
    }

    private static int lineOf(String text, int offset) {
        return 1
                + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }
}
