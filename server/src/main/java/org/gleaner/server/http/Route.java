package org.gleaner.server.http;

import java.util.EnumSet;
import java.util.Set;
import org.gleaner.core.grid.Role;

/**
 * One line of the route table.
 *
 * @param template a path whose parts in braces stand for any one part
 * @param roles whose tokens are let in; empty: anybody, without a token
 */
public record Route(String method, String template, Set<Role> roles, RouteHandler endpoint) {
    public Route {
        roles = roles.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(roles));
    }

    boolean isRead() {
        return method.equals("GET") || method.equals("HEAD");
    }

    public boolean isOpen() {
        return roles.isEmpty();
    }
}
