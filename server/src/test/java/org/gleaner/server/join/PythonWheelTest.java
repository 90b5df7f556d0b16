package org.gleaner.server.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

class PythonWheelTest {
    private static final Path SOURCES = Path.of("../python/snakemake_executor_plugin_gleaner");
    private static final String ABOUT = "snakemake_executor_plugin_gleaner-0.2.0.dist-info/";

    private final PythonWheel wheel = PythonWheel.make();

    @Test
    void it_has_the_version_of_the_program() throws Exception {
        assertThat(wheel.name()).isEqualTo("snakemake_executor_plugin_gleaner-0.2.0-py3-none-any.whl");
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<version>0.2.0</version>");
    }

    @Test
    void it_holds_all_modules_and_what_pip_wants_to_know() throws Exception {
        Map<String, String> files = unzipped();

        try (Stream<Path> modules = Files.list(SOURCES)) {
            assertThat(modules.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".py")))
                    .containsExactlyInAnyOrderElementsOf(PythonWheel.FILES);
        }
        assertThat(files.get("snakemake_executor_plugin_gleaner/__init__.py"))
                .isEqualTo(Files.readString(SOURCES.resolve("__init__.py")));
        assertThat(files.get(ABOUT + "METADATA"))
                .contains(
                        "\nName: snakemake-executor-plugin-gleaner\n",
                        "\nVersion: 0.2.0\n",
                        "\nRequires-Python: >=3.11\n",
                        "\nRequires-Dist: snakemake-interface-executor-plugins>=");
        assertThat(files.getOrDefault(ABOUT + "RECORD", "").lines())
                .hasSize(files.size())
                .contains(ABOUT + "RECORD,,")
                .filteredOn(line -> line.startsWith(ABOUT + "WHEEL,sha256="))
                .hasSize(1);
    }

    @Test
    void it_is_the_same_each_time_and_its_page_names_its_hash() {
        assertThat(PythonWheel.make().content()).isEqualTo(wheel.content());
        assertThat(wheel.page()).containsPattern("href=\"/python/" + wheel.name() + "#sha256=[0-9a-f]{64}\"");
    }

    private Map<String, String> unzipped() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(wheel.content()))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), UTF_8));
            }
        }
        return files;
    }
}
