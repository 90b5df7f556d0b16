package org.gleaner.core.grid;

import org.jspecify.annotations.Nullable;

/**
 * A command and where its reply goes.
 *
 * @param token with which it came: it is decided only if that is still valid by then. Null: it came with none
 */
public record AddressedCommand(
        Address address, Command command, @Nullable TokenHash token) {
    public AddressedCommand(Address address, Command command) {
        this(address, command, null);
    }
}
