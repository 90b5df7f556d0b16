package org.gleaner.lab.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.gleaner.core.id.BlobHash;
import org.gleaner.core.id.JobId;

/** Looks at what is there when all is quiet, past the server wherever that is possible. */
record Inspection(Ground ground) {
    private static final int HASH_DIRECTORY = 2;

    /** The attempts of each task of a job that the database calls done. */
    SortedMap<Integer, Integer> accepted(Connection database, JobId job) throws SQLException {
        SortedMap<Integer, Integer> counts = new TreeMap<>();
        try (PreparedStatement statement = database.prepareStatement(
                "SELECT ordinal, count(*) FROM attempt WHERE outcome = 'done' AND job = ? GROUP BY ordinal")) {
            statement.setLong(1, job.value());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    counts.put(rows.getInt(1), rows.getInt(2));
                }
            }
        }
        return counts;
    }

    SortedSet<String> named(Connection database) throws SQLException {
        TreeSet<String> hashes = new TreeSet<>();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("SELECT DISTINCT hash FROM blob_ref")) {
            while (rows.next()) {
                hashes.add(HexFormat.of().formatHex(rows.getBytes(1)));
            }
        }
        return hashes;
    }

    /** What has the form of content; the first digits of the hash are the folder. */
    SortedSet<String> shelf() throws IOException {
        Path blobs = ground.data().resolve("blobs");
        TreeSet<String> hashes = new TreeSet<>();
        try (Stream<Path> files = Files.walk(blobs, HASH_DIRECTORY)) {
            files.filter(Files::isRegularFile)
                    .map(file -> blobs.relativize(file).toString().replace("/", ""))
                    .filter(BlobHash::isHash)
                    .forEach(hashes::add);
        }
        return hashes;
    }

    List<String> processes() throws IOException {
        List<String> left = new ArrayList<>();
        for (AgentPost agent : ground.agents()) {
            for (long pid : agent.place().taskProcesses()) {
                String command = ProcessHandle.of(pid)
                        .flatMap(process -> process.info().commandLine())
                        .orElse("?");
                left.add("process " + pid + " of " + agent.child().name() + ": " + command);
            }
        }
        return left;
    }

    List<String> leftovers() throws IOException {
        List<String> left = new ArrayList<>();
        for (AgentPost agent : ground.agents()) {
            agent.place().leftovers().forEach(path -> left.add(path.toString()));
        }
        return left;
    }
}
