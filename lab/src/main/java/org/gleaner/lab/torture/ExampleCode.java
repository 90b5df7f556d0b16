package org.gleaner.lab.torture;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.gleaner.lab.child.Impossible;

/** The examples as classes: they travel from where they are compiled to, so nothing else is there. */
final class ExampleCode {
    private ExampleCode() {}

    /** Compiles those that are in our jar into a new folder below this one. */
    static Path in(Path folder) throws IOException, Impossible {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new Impossible("this Java has no compiler");
        }
        Path sources = Files.createDirectories(folder.resolve("example-sources"));
        Path classes = Files.createDirectories(folder.resolve("examples"));
        List<Path> all = new ArrayList<>();
        for (Example example : Example.values()) {
            String name = example.program() + ".java";
            try (InputStream source = ExampleCode.class.getResourceAsStream("examples/" + name)) {
                if (source == null) {
                    throw new Impossible(name + " is not in this jar");
                }
                Path file = sources.resolve(name);
                Files.copy(source, file);
                all.add(file);
            }
        }
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path", ""));
            if (!compiler.getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(all))
                    .call()) {
                throw new IOException("the examples do not compile: " + said);
            }
        }
        return classes;
    }
}
