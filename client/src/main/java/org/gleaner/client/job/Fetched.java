package org.gleaner.client.job;

import java.util.List;
import org.gleaner.core.id.TaskId;

/**
 * What has been fetched, and what has not.
 *
 * @param tasks of which there was something
 * @param written files that are new or changed
 * @param unchanged files that were there already
 * @param replaced those of the written ones that were there with other content
 * @param hidden files that were left out, as they are hidden and not declared by name
 * @param plain files that were not made executable, as they are not declared by name
 * @param unwritten files that could not be written while others can
 * @param lost files that the server has lost
 */
public record Fetched(
        int tasks,
        int written,
        int unchanged,
        Replaced replaced,
        int hidden,
        int plain,
        Absent unwritten,
        Absent lost) {

    /** @param shown the first of them, as seen from where they were fetched */
    public record Replaced(int files, List<String> shown) {
        public Replaced {
            shown = List.copyOf(shown);
        }
    }

    /** @param shown the first of them */
    public record Absent(int files, List<Unwritten> shown) {
        public Absent {
            shown = List.copyOf(shown);
        }
    }

    /**
     * One awkward name must not cost the rest.
     *
     * @param path as the task named it
     * @param why in the words of whatever failed
     */
    public record Unwritten(TaskId task, String path, String why) {}
}
