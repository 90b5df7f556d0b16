package org.gleaner.server.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.gleaner.protocol.message.Content;
import org.junit.jupiter.api.Test;

final class PageFilesTest {
    private static final String INDEX = "<script type=\"importmap\">{\"a\":\"{page}/a.js\"}</script>";
    private static final Pattern NAMED = Pattern.compile("/page/([0-9a-f]+)/([\\w/.-]+\\.\\w+)");
    private static final Pattern IMPORTED = Pattern.compile("(?:from|import)\\s*\\(?['\"](\\.[^'\"]+)['\"]");

    @Test
    void any_change_of_any_file_changes_the_place_of_all() {
        PageFiles one = page("a.js", "1");

        assertThat(page("a.js", "1").hash()).isEqualTo(one.hash());
        assertThat(page("a.js", "2").hash()).isNotEqualTo(one.hash());
        assertThat(page("b.js", "1").hash()).isNotEqualTo(one.hash());
    }

    @Test
    void the_policy_allows_the_import_map_as_it_is_sent_and_no_other_script() {
        PageFiles page = page("a.js", "1");
        String sent = new String(page.index(), UTF_8);
        String script = sent.substring(sent.indexOf('>') + 1, sent.lastIndexOf('<'));
        String hash = Base64.getEncoder().encodeToString(Content.sha256().digest(script.getBytes(UTF_8)));

        assertThat(script).contains("/page/" + page.hash() + "/a.js");
        assertThat(page.policy())
                .contains("script-src 'self' 'sha256-" + hash + "';", "default-src 'none'", "form-action 'none'")
                .doesNotContain("unsafe", "http");
    }

    @Test
    void what_watches_over_the_arrival_of_files_is_in_the_document_and_allowed() {
        SortedMap<String, byte[]> files = new TreeMap<>();
        files.put("index.html", ("<script>{arrival}</script>" + INDEX).getBytes(UTF_8));
        files.put("arrival.js", "let b;".getBytes(UTF_8));
        PageFiles page = new PageFiles(files);
        String hash = Base64.getEncoder().encodeToString(Content.sha256().digest("let b;".getBytes(UTF_8)));

        assertThat(new String(page.index(), UTF_8)).startsWith("<script>let b;</script>");
        assertThat(page.policy()).contains("script-src 'self' 'sha256-" + hash + "' 'sha256-");
    }

    @Test
    void files_are_found_by_their_names_and_only_those_that_browsers_need() throws IOException {
        PageFiles page = page("view/a.js", "let a;");
        PageFiles.File file = page.find("view/a.js").orElseThrow();

        assertThat(file.type()).startsWith("text/javascript");
        assertThat(new GZIPInputStream(new ByteArrayInputStream(file.packed())).readAllBytes())
                .isEqualTo(file.plain());
        assertThat(page.find("index.html")).isEmpty();
        assertThat(page.find("../a.js")).isEmpty();
        assertThatThrownBy(() -> new PageFiles(new TreeMap<>())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everything_that_the_page_of_this_program_imports_is_in_it() {
        PageFiles page = PageFiles.ofThisProgram();
        Matcher named = NAMED.matcher(new String(page.index(), UTF_8));
        int count = 0;
        while (named.find()) {
            assertThat(named.group(1)).isEqualTo(page.hash());
            assertThat(page.find(named.group(2))).as(named.group(2)).isPresent();
            assertImports(page, named.group(2), 0);
            count++;
        }
        assertThat(count).isGreaterThan(5);
        assertThat(page.find("feed-worker.js")).isPresent();
    }

    private static void assertImports(PageFiles page, String name, int depth) {
        assertThat(depth).as("imports in a circle through " + name).isLessThan(20);
        String text = new String(page.find(name).orElseThrow().plain(), UTF_8);
        Matcher imported = IMPORTED.matcher(name.startsWith("echarts/") ? "" : text);
        while (imported.find()) {
            String target =
                    Path.of(name).resolveSibling(imported.group(1)).normalize().toString();
            assertThat(page.find(target)).as(target + ", imported by " + name).isPresent();
            assertImports(page, target, depth + 1);
        }
    }

    private static PageFiles page(String name, String content) {
        SortedMap<String, byte[]> files = new TreeMap<>();
        files.put("index.html", INDEX.getBytes(UTF_8));
        files.put(name, content.getBytes(UTF_8));
        return new PageFiles(files);
    }
}
