package org.gleaner.core.grid;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gleaner.core.job.Entry;
import org.gleaner.core.job.EntryPage;
import org.gleaner.core.job.FileLayout;
import org.gleaner.core.job.FilePath;
import org.gleaner.core.job.InputFile;
import org.gleaner.core.job.JobSpec;
import org.gleaner.core.job.OutputFile;

/**
 * Whether the files that a job names can be put in place on any machine. Asked of what comes; what was accepted by
 * earlier versions is not looked at again.
 */
public final class FileNames {
    private FileNames() {}

    /** The first input and the first output of a job that no task could have. */
    public static List<Violation> violations(JobSpec spec) {
        List<Violation> violations = new ArrayList<>(inputs(spec.inputs()));
        violations.addAll(outputs(spec.outputs()));
        return violations;
    }

    /** The same of new versions of its files. */
    public static List<Violation> fresh(List<InputFile> inputs, List<EntryPage> pages) {
        List<Violation> violations = new ArrayList<>(inputs(inputs));
        violations.addAll(pages(inputs, pages));
        return violations;
    }

    private static List<Violation> inputs(List<InputFile> inputs) {
        return FileLayout.among(inputs)
                .<List<Violation>>map(fault -> List.of(new Violation.UnusableFile(Violation.Files.INPUTS, 0, fault)))
                .orElse(List.of());
    }

    /** One may be a directory in which another lies, and a placeholder may stand for less than itself. */
    private static List<Violation> outputs(List<OutputFile> outputs) {
        for (OutputFile output : outputs) {
            String path = output.path();
            if (path.indexOf('{') < 0 && FilePath.hasLongPart(path)) {
                FileLayout.Fault fault = new FileLayout.Fault(FileLayout.Flaw.LONG, path, path);
                return List.of(new Violation.UnusableFile(Violation.Files.OUTPUTS, 0, fault));
            }
        }
        return List.of();
    }

    /** The first entry whose files can't lie beside those that all tasks share. */
    public static List<Violation> entries(List<InputFile> inputs, List<Entry> entries) {
        return first(new FileLayout(inputs), entries, 0)
                .<List<Violation>>map(List::of)
                .orElse(List.of());
    }

    /** The same of entries in pages. */
    public static List<Violation> pages(List<InputFile> inputs, List<EntryPage> pages) {
        FileLayout layout = new FileLayout(inputs);
        for (EntryPage page : pages) {
            Optional<Violation> first = first(layout, page.entries(), page.number() * EntryPage.SIZE);
            if (first.isPresent()) {
                return List.of(first.get());
            }
        }
        return List.of();
    }

    private static Optional<Violation> first(FileLayout layout, List<Entry> entries, int before) {
        for (int i = 0; i < entries.size(); i++) {
            List<InputFile> files = entries.get(i).files();
            Optional<FileLayout.Fault> fault = files.isEmpty() ? Optional.empty() : layout.with(files);
            if (fault.isPresent()) {
                return Optional.of(new Violation.UnusableFile(Violation.Files.ENTRIES, before + i + 1, fault.get()));
            }
        }
        return Optional.empty();
    }
}
