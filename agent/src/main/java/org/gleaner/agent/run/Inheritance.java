package org.gleaner.agent.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gleaner.agent.machine.OpenKernelFiles;

/**
 * What the tasks of a runner have from its shell and one of them could change for those behind it, as the kernel lets
 * processes of one user do that to each other: limits, priority and processors. Also the connections of their network,
 * which are there for a while when nobody has them open any more, and keep their ports. The files stay open, as they
 * are read for each task.
 */
final class Inheritance implements Closeable {
    private static final Path PROCESSES = Path.of("/proc");

    /** Where the kernel tells priorities, counted from the end of the program's name. */
    private static final List<Integer> PRIORITIES = List.of(16, 37, 38);

    private final OpenKernelFiles files = new OpenKernelFiles();
    private final Path process;
    private final boolean ownNetwork;
    private final String fresh;

    /**
     * Looks at what it is now.
     *
     * @param ownNetwork whether nobody else is in the network that it has
     */
    Inheritance(long pid, boolean ownNetwork) throws IOException {
        this.ownNetwork = ownNetwork;
        this.process = PROCESSES.resolve(Long.toString(pid));
        String now = null;
        try {
            now = now();
        } finally {
            if (now == null) {
                close();
            }
        }
        fresh = now;
    }

    /** Whether the next task gets what the first one got. */
    boolean isUntouched() {
        try {
            return now().equals(fresh);
        } catch (IOException gone) {
            return false;
        }
    }

    private String now() throws IOException {
        String network = ownNetwork ? line(read("net/sockstat"), "TCP: ") : "";
        return read("limits") + priorities(read("stat")) + line(read("status"), "Cpus_allowed:") + connections(network);
    }

    private String read(String name) throws IOException {
        String text = files.read(process.resolve(name));
        if (text.isEmpty()) {
            throw new IOException("the kernel reports nothing");
        }
        return text;
    }

    static String priorities(String stat) throws IOException {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        StringBuilder found = new StringBuilder();
        for (int place : PRIORITIES) {
            if (place >= fields.length) {
                throw new IOException("the kernel reports no priority");
            }
            found.append(fields[place]).append(' ');
        }
        return found.toString();
    }

    /** Those that are open and those that only keep their port; the other numbers are the whole machine's. */
    static String connections(String line) {
        StringBuilder found = new StringBuilder();
        String[] words = line.split(" ", -1);
        for (int i = 0; i + 1 < words.length; i++) {
            if (words[i].equals("inuse") || words[i].equals("tw")) {
                found.append(words[i]).append(words[i + 1]);
            }
        }
        return found.toString();
    }

    private static String line(String text, String start) throws IOException {
        int from = text.startsWith(start) ? 0 : text.indexOf("\n" + start) + 1;
        if (from == 0 && !text.startsWith(start)) {
            throw new IOException("the kernel reports nothing about " + start);
        }
        int end = text.indexOf('\n', from);
        return text.substring(from, end < 0 ? text.length() : end);
    }

    @Override
    public void close() {
        files.close();
    }
}
