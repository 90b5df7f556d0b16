package org.gleaner.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Starts one system with all its processes, says {@code ready NAME} or {@code absent REASON}, then does as many tasks
 * as each line of its input says and answers {@code done}. It ends with its input.
 */
public final class PeerMain {
    private PeerMain() {}

    /** @param words which system, and a folder that is empty and its own */
    public static void main(String[] words) throws IOException, InterruptedException {
        // What the systems themselves print must not get between the answers.
        PrintStream answers = System.out;
        System.setOut(System.err);
        try (Peer peer = open(words[0], Path.of(words[1]))) {
            answers.println("ready " + peer.name());
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                peer.work(Integer.parseInt(line.strip()));
                answers.println("done");
            }
        } catch (PeerAbsent absent) {
            answers.println("absent " + absent.getMessage());
        }
        // Threads that a system has left behind do not keep this process.
        Runtime.getRuntime().halt(0);
    }

    private static Peer open(String name, Path folder) throws PeerAbsent, IOException, InterruptedException {
        return switch (name) {
            case "jppf" -> new JppfPeer(folder, false);
            case "jppf-jobs" -> new JppfPeer(folder, true);
            case "db-scheduler" -> new DbSchedulerPeer(folder);
            case "slurm" -> new SlurmPeer(folder);
            default -> throw new PeerAbsent("there is no peer called " + name);
        };
    }

    /** The version that the build was made with. */
    static String version(String library) throws IOException {
        Properties versions = new Properties();
        try (InputStream in = PeerMain.class.getResourceAsStream("versions.properties")) {
            versions.load(in);
        }
        return versions.getProperty(library);
    }
}
