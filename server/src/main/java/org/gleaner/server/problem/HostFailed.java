package org.gleaner.server.problem;

/** A host did not answer as it should. The message is for the problem's owner. */
final class HostFailed extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean own;

    /** @param own whether the problem's own code is to blame; else it may be tried again */
    HostFailed(String message, boolean own) {
        super(message.isBlank() ? "Its host did not say why it failed." : message);
        this.own = own;
    }

    boolean isOwn() {
        return own;
    }
}
