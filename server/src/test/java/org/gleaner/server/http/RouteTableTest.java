package org.gleaner.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RouteTableTest {
    private final RouteTable table = new RouteTable(List.of(
            route("GET", "/jobs/{id}"),
            route("DELETE", "/jobs/{id}"),
            route("POST", "/jobs/block"),
            route("POST", "/jobs/{id}/{verb}"),
            route("GET", "/jobs/{id}/tasks"),
            route("POST", "/jobs/{id}/set")));

    private static Route route(String method, String template) {
        return new Route(method, template, Set.of(), exchange -> {});
    }

    private String found(String method, String path) {
        Route route = table.find(method, path).route();
        return route == null ? "none" : route.template();
    }

    @Test
    void a_path_that_is_spelled_out_wins_wherever_it_stands_in_the_table() {
        assertThat(found("POST", "/jobs/block")).isEqualTo("/jobs/block");
        assertThat(found("POST", "/jobs/7/set")).isEqualTo("/jobs/{id}/set");
        assertThat(found("POST", "/jobs/7/retry")).isEqualTo("/jobs/{id}/{verb}");
        assertThat(found("GET", "/jobs/7")).isEqualTo("/jobs/{id}");
    }

    @Test
    void the_methods_of_a_neighbouring_path_are_not_allowed() {
        assertThat(found("GET", "/jobs/block")).isEqualTo("none");
        assertThat(table.find("GET", "/jobs/block").allowed()).containsExactly("POST");
        assertThat(table.find("DELETE", "/jobs/block").allowed()).containsExactly("POST");
        assertThat(table.find("PUT", "/jobs/7").allowed()).containsExactly("DELETE", "GET");
        assertThat(table.find("POST", "/jobs/7/tasks").allowed()).containsExactly("GET");
        assertThat(table.find("GET", "/nothing").allowed()).isEmpty();
    }
}
