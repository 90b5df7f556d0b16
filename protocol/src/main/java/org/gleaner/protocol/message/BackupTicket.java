package org.gleaner.protocol.message;

/**
 * A copy of the database as it was at one moment, to be fetched. Until it is given back, or not asked for a while, no
 * content is removed that it names.
 */
public record BackupTicket(String id, long bytes) {
    public BackupTicket {
        if (!id.matches("[0-9a-z]{1,40}")) {
            throw new IllegalArgumentException("a backup's id has 1 to 40 letters and digits");
        }
    }
}
