package org.gleaner.peers;

/** This machine does not have the system, or it does not start here. */
final class PeerAbsent extends Exception {
    PeerAbsent(String reason) {
        super(reason);
    }

    PeerAbsent(String reason, Exception cause) {
        super(reason, cause);
    }
}
