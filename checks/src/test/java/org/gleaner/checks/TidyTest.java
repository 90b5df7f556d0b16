package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each rule catches its planted violations, lets the innocent pass, and holds for every file of the repository. */
class TidyTest {
    private static final SourceTree TREE = SourceTree.ofThisBuild();
    private static List<SourceFile> files = List.of();

    @BeforeAll
    static void read() throws IOException, InterruptedException {
        files = TREE.files();
    }

    @Test
    void the_repository_is_looked_at() {
        assertThat(files).extracting(SourceFile::path).contains("pom.xml", "check", "core/pom.xml", "LICENSE");
    }

    @Test
    void files_are_short() {
        proves(
                TidyRules::fileLength,
                List.of(main("\n".repeat(601)), test("\n".repeat(801))),
                List.of(main("\n".repeat(600)), test("\n".repeat(800)), new SourceFile("a.txt", "\n".repeat(999))));
    }

    @Test
    void methods_are_short() {
        String body = "x();\n".repeat(59);
        proves(
                TidyRules::methodLength,
                List.of(
                        main("final class A {\n void m() {\n" + body + "}\n}"),
                        main("final class Thing {\n Thing(int a) {\n" + body + "}\n}"),
                        main("record Thing(int a) {\n public Thing {\n" + body + "}\n}"),
                        main("final class A {\n @B(\"}\") static <T> T m(String record) throws E {\n" + body + "}\n}"),
                        main("interface A {\n default int m(int[] a) {\n// }\n" + body + "}\n}"),
                        main("class A { Object o = f(new B() { public void m() {\n" + body + "} }); }")),
                List.of(
                        main("final class A {\n void m() {\n" + body.substring(5) + "}\n}"),
                        main("final class A {\n void m() { x(); }\n" + "int a;\n".repeat(99) + "}"),
                        main("enum A {\n B(1) {\n" + "int a;\n".repeat(99) + "};\n}"),
                        main("record A(int a) {\n" + "static int b;\n".repeat(99) + "}")));
    }

    @Test
    void lines_are_short() {
        proves(
                TidyRules::lineLength,
                List.of(main("x".repeat(121)), test("ok\n" + "ä".repeat(121))),
                List.of(
                        main("ä".repeat(120)),
                        main("import " + "x".repeat(150)),
                        new SourceFile("a.md", "x".repeat(999))));
    }

    @Test
    void names_say_what_a_thing_is() {
        proves(
                TidyRules::typeNames,
                Stream.of(
                                "JobManager",
                                "ManagerOfJobs",
                                "TestHelper",
                                "StringUtil",
                                "Utils",
                                "StoreImpl",
                                "AbstractStore",
                                "BaseRoute",
                                "JobData",
                                "NodeInfo",
                                "StoreEx")
                        .map(name -> main("final class " + name + " {}"))
                        .toList(),
                List.of(
                        main("record Job(int id) {}"),
                        main("// the class Manager of old\nfinal class Base64Text {}"),
                        main("final class DataManager {}"),
                        main("enum Example { A }\ninterface Database {}"),
                        main("String s = \"class JobManager\";")));
    }

    @Test
    void tests_wait_for_events() {
        proves(
                TidyRules::sleepInTest,
                List.of(test("void m() { Thread.sleep(10); }"), test("TimeUnit.SECONDS.sleep(1);")),
                List.of(
                        test("// no Thread.sleep here"),
                        test("sleep(\"Thread.sleep(1)\");"),
                        main("Thread.sleep(10);")));
    }

    @Test
    void tests_say_how_long_they_wait() {
        proves(
                TidyRules::hasteInTest,
                List.of(test("await().until(a);"), test("Awaitility.await(\"a\")\n.pollDelay(b).atMost(c).until(d);")),
                List.of(
                        test("await().atMost(a).until(b);"),
                        test("Awaitility.await()\n    .atMost(a).until(b);"),
                        test("latch.await();")));
    }

    @Test
    void the_core_has_facts_and_no_sentences() {
        String refusal = "return new Refused(\"it has not been seen\");";
        proves(
                TidyRules::sentenceInCore,
                List.of(
                        main(refusal),
                        main("String why = a ? \"\" : \" tasks are cancelled\";"),
                        main("throw new IllegalStateException(\"type 'gleaner retry'\");"),
                        main("if (a) { throw new IllegalStateException(); } String b = \"one two three\";")),
                List.of(
                        main("throw new IllegalArgumentException(\"a size can't be negative: \" + bytes);"),
                        main("// \"one two three\"\nString a = \"disk-full\" + \" of 3\";"),
                        test(refusal),
                        new SourceFile("server/src/main/java/A.java", refusal)));
    }

    @Test
    void nothing_prints_stack_traces() {
        proves(
                TidyRules::printedStackTrace,
                List.of(main("e.printStackTrace();"), test("e . printStackTrace(out);")),
                List.of(main("/* e.printStackTrace(); */")));
    }

    @Test
    void nothing_catches_everything() {
        proves(
                TidyRules::caughtThrowable,
                List.of(main("catch (Throwable t) {}"), test("catch (final java.lang.Throwable t) {}")),
                List.of(main("catch (RuntimeException e) {}"), main("void m(Throwable t) {}")));
    }

    @Test
    void open_ends_have_an_issue_number() {
        String open = "TO" + "DO";
        proves(
                TidyRules::openEnd,
                List.of(main("// " + open + " later"), main("// FIX" + "ME"), new SourceFile("a.md", open + "(#x)")),
                List.of(main("// " + open + "(#12) later"), main("String " + open + "S;")));
    }

    @Test
    void links_lead_somewhere() {
        proves(
                file -> TidyRules.brokenLinks(file, path -> path.equals("docs/there.md") || TREE.has(path)),
                List.of(
                        new SourceFile("docs/a.md", "[a](missing.md)"),
                        new SourceFile("docs/a.md", "see [a](../docs/missing.md#part \"title\")"),
                        new SourceFile("a.md", "![picture](../outside.png)")),
                List.of(
                        new SourceFile("docs/a.md", "[a](there.md) [b](../docs/there.md#x) [c](#here)"),
                        new SourceFile("a.md", "[a](https://example.org/x) [b](mailto:a@example.org)"),
                        new SourceFile("a.md", "```\n[a](missing.md)\n```\n`[b](missing.md)`")));
    }

    @Test
    void nothing_names_the_machine_it_was_written_on() {
        String place = "wo" + "rk/";
        String beside = "sha" + "red/";
        proves(
                TidyRules::traceOfThisMachine,
                List.of(
                        new SourceFile("a.md", "in /" + place + "main"),
                        main("Path.of(\"/ro" + "ot/x\")"),
                        new SourceFile("run", "cat ../" + beside + "DESIGN.md"),
                        new SourceFile("a.md", "`" + beside + "data/x.csv`")),
                List.of(
                        new SourceFile("a.md", "the folder node/" + place + " of an agent"),
                        new SourceFile("a.md", "files on a " + beside + "mounted disk")));
    }

    @Test
    void packages_are_null_marked() {
        SourceFile type = new SourceFile("core/src/main/java/a/b/C.java", "class C {}");
        SourceFile marked = new SourceFile("core/src/main/java/a/b/package-info.java", "@NullMarked package a.b;");
        SourceFile bare = new SourceFile("core/src/main/java/a/b/package-info.java", "/** @NullMarked */ package a.b;");

        assertThat(TidyRules.unmarkedPackages(List.of(type))).hasSize(1);
        assertThat(TidyRules.unmarkedPackages(List.of(type, bare))).hasSize(1);
        assertThat(TidyRules.unmarkedPackages(List.of(type, marked))).isEmpty();
        assertThat(TidyRules.unmarkedPackages(files)).isEmpty();
    }

    @Test
    void no_two_types_share_a_name() {
        SourceFile type = new SourceFile("core/src/main/java/a/b/C.java", "class C {}");
        SourceFile other = new SourceFile("server/src/main/java/a/d/C.java", "class C {}");
        SourceFile test = new SourceFile("core/src/test/java/a/b/C.java", "class C {}");

        assertThat(TidyRules.sharedNames(List.of(type, other))).hasSize(1);
        assertThat(TidyRules.sharedNames(List.of(type, test))).isEmpty();
        assertThat(TidyRules.sharedNames(files)).isEmpty();
    }

    private static void proves(
            Function<SourceFile, List<String>> rule, List<SourceFile> planted, List<SourceFile> innocent) {
        assertThat(planted.stream().filter(file -> rule.apply(file).isEmpty()))
                .as("planted violations that escaped")
                .isEmpty();
        assertThat(innocent.stream().filter(file -> !rule.apply(file).isEmpty()))
                .as("innocent files that were caught")
                .isEmpty();
        assertThat(files.stream().flatMap(file -> rule.apply(file).stream())).isEmpty();
    }

    private static SourceFile main(String text) {
        return new SourceFile("core/src/main/java/org/gleaner/core/Planted.java", text);
    }

    private static SourceFile test(String text) {
        return new SourceFile("core/src/test/java/org/gleaner/core/PlantedTest.java", text);
    }
}
