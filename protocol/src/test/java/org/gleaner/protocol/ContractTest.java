package org.gleaner.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.gleaner.protocol.json.AdjustJson;
import org.gleaner.protocol.json.AdminJson;
import org.gleaner.protocol.json.BadMessage;
import org.gleaner.protocol.json.CommitJson;
import org.gleaner.protocol.json.Json;
import org.gleaner.protocol.json.JsonReader;
import org.gleaner.protocol.json.NodeJson;
import org.gleaner.protocol.json.StorageJson;
import org.gleaner.protocol.json.SubmissionJson;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the document says is what a server holds its callers to. */
final class ContractTest {
    private static final String API = "/api/v1";

    private static <T> T read(String path, String body, JsonReader<T> reader) throws IOException {
        byte[] bytes = body.replace('\'', '"').getBytes(UTF_8);
        Contract contract = Contract.of("POST", API + path);
        T streamed = Json.read(new ByteArrayInputStream(bytes), contract.body(), reader);
        assertThat(Json.read(bytes, contract.body(), reader)).isEqualTo(streamed);
        return streamed;
    }

    private static void refused(String path, String body, JsonReader<?> reader, String at, boolean contradiction) {
        assertThatThrownBy(() -> read(path, body, reader)).as(body).isInstanceOfSatisfying(BadMessage.class, bad -> {
            assertThat(bad.path()).isEqualTo(at);
            assertThat(bad.isContradiction()).isEqualTo(contradiction);
        });
    }

    @Test
    void a_selector_is_of_one_of_its_forms() throws IOException {
        JsonReader<?> reader = SubmissionJson::readChange;
        for (String good : new String[] {"7", "7.3", "7.1-50", "last", "all", "name:a b", "type:t", "state:done"}) {
            read("/jobs/cancel", "{'select':'" + good + "'}", reader);
        }

        refused("/jobs/cancel", "{'select':null}", reader, "/select", false);
        refused("/jobs/cancel", "{'select':7}", reader, "/select", false);
        for (String bad : new String[] {"", "0", "7.", "name:", "state:odd", "7.1-", "x"}) {
            refused("/jobs/cancel", "{'select':'" + bad + "'}", reader, "/select", false);
        }
    }

    @Test
    void a_field_that_a_user_mistyped_is_refused() throws IOException {
        JsonReader<?> change = SubmissionJson::readChange;
        String job = "{'name':'n','type':'t','shell':'x','array':{'first':1,'last':2},";

        refused("/jobs/cancel", "{'select':'7','task':'7.1'}", change, "/task", false);
        refused("/jobs/retry", "{'select':'7','fresh':{'input':[]}}", change, "/fresh/input", false);
        refused("/jobs", job + "'limits':{'timeMS':1}}", SubmissionJson::readSubmission, "/limits/timeMS", false);
        assertThatThrownBy(() -> read("/jobs/cancel", "{'select':'7','task':'7.1'}", change))
                .hasMessageContaining("unknown field; known are ids, select");
    }

    @Test
    void a_query_says_only_what_the_call_takes_and_says_it_once() {
        Contract list = Contract.of("GET", API + "/jobs");

        assertThat(list.objectionToQuery("select", 1)).isNull();
        assertThat(list.objectionToQuery("select", 2)).isEqualTo("it is given 2 times");
        assertThat(list.objectionToQuery("selct", 1)).startsWith("this call takes no such parameter; it takes count, ");
        assertThat(Contract.of("GET", API + "/me").described()).isTrue();
        assertThat(Contract.of("GET", API + "/me").objectionToQuery("x", 1))
                .isEqualTo("this call takes no such parameter");
    }

    @Test
    void numbers_texts_and_lists_keep_their_bounds() throws IOException {
        read("/jobs/set", "{'select':'7','copies':20,'priority':-1000,'timeMs':0}", AdjustJson::readAdjustment);

        refused("/jobs/set", "{'select':'7','copies':21}", AdjustJson::readAdjustment, "/copies", false);
        refused("/jobs/set", "{'select':'7','maxLost':0}", AdjustJson::readAdjustment, "/maxLost", false);
        refused("/jobs/7/set", "[]", AdjustJson::readAdjustment, "", false);
        refused("/tokens", "{'role':'user','owner':'a b'}", AdminJson::readTokenRequest, "/owner", false);
        refused("/tokens", "{'role':'king'}", AdminJson::readTokenRequest, "/role", false);
        refused("/storage/sweep", "{'grace':'soon'}", StorageJson::readSweep, "/grace", false);
        refused("/jobs", "{'name':'n','type':'t','command':[]}", SubmissionJson::readSubmission, "/command", false);
        refused("/jobs", "{'name':' ','type':'t','shell':'x'}", SubmissionJson::readSubmission, "/name", false);
    }

    @Test
    void of_command_and_shell_there_is_one_and_of_array_and_entries_at_most_one() throws IOException {
        JsonReader<?> reader = SubmissionJson::readSubmission;
        read("/jobs", "{'name':'n','type':'t','shell':'x','entries':['a',{'value':'b'}]}", reader);
        read("/jobs", "{'name':'n','type':'t','command':['x'],'array':{'first':1,'last':2}}", reader);

        refused("/jobs", "{'name':'n','type':'t'}", reader, "", false);
        refused("/jobs", "{'name':'n','type':'t','shell':'x','command':['x']}", reader, "", false);
        String both = "{'name':'n','type':'t','shell':'x','entries':['a'],'array':{'first':1,'last':2}}";
        refused("/jobs", both, reader, "", false);
        refused("/jobs", "{'name':'n','type':'t','shell':'x','entries':[{}]}", reader, "/entries/0/value", false);
    }

    @Test
    void values_that_are_fine_one_by_one_may_contradict_each_other() {
        JsonReader<?> reader = SubmissionJson::readSubmission;
        String job = "{'name':'n','type':'t','shell':'x',";

        refused("/jobs", job + "'array':{'first':2,'last':1}}", reader, "/array", true);
        refused("/jobs", job + "'workplace':{'variables':{'1':'x'}}}", reader, "/workplace", true);
        refused("/jobs", job + "'turn':{'after':[{'job':1,'tasks':[[2,1]]}]}}", reader, "/turn/after/0/tasks/0", true);
    }

    @Test
    void what_nobody_knows_is_not_looked_at() throws IOException {
        String body = "{'facts':{'name':'n','os':'linux','arch':'x64','cores':1,'version':'0.3.0',"
                + "'later':{'cores':[null,{}]}},'capacity':{'slots':1,'memoryBytes':0},'more':[1,[2]]}";

        assertThat(read("/nodes", body, NodeJson::readIntroduction).facts().cores())
                .isEqualTo(1);
    }

    @Test
    void parameters_are_held_to_the_same_document() {
        Contract tasks = Contract.of("GET", API + "/jobs/{id}/tasks");

        assertThat(objection(tasks, "limit", "10000")).isNull();
        assertThat(objection(tasks, "limit", "10001")).contains("from 1 to 10000");
        assertThat(objection(tasks, "id", "0")).isNotNull();
        assertThat(objection(tasks, "id", "x")).contains("number");
        assertThat(objection(tasks, "state", "odd")).contains("blocked");
        assertThat(objection(Contract.of("GET", API + "/history"), "failed", "yes"))
                .contains("true or false");
        assertThat(Contract.of("GET", "/nothing")).isSameAs(Contract.NONE);
    }

    @Test
    void no_line_break_may_follow_what_a_text_must_be() throws IOException {
        Contract history = Contract.of("GET", API + "/history");
        String job = "{'name':'n','type':'t','shell':'x','needs':{'uses':['gpu=1%s']}}";
        read("/jobs", job.formatted(""), SubmissionJson::readSubmission);
        assertThat(objection(history, "before", "5.1#1")).isNull();

        for (String end : new String[] {"\n", "\r", "\r\n", "\u0085", "\u2028", "\u2029"}) {
            assertThat(objection(history, "before", "5.1#1" + end)).contains("7.3#2");
            String escaped =
                    end.chars().mapToObj(c -> String.format("\\u%04x", c)).collect(joining());
            refused("/jobs", job.formatted(escaped), SubmissionJson::readSubmission, "/needs/uses/0", false);
        }
    }

    @Test
    void what_is_expected_is_said_in_words() {
        Map<String, String> said = Map.of(
                "'command':[]", "the list is empty",
                "'command':['\\u0000']", "expected text without NUL characters",
                "'shell':'x','needs':{'on':['a b']}", "expected 1 to 100 letters, digits or any of . _ - + = /",
                "'shell':' '", "expected a shell line, not only blanks and without NUL characters",
                "'shell':'x','workplace':{'directory':'d'}", "expected an absolute path",
                "'shell':'x','columns':['1']", "expected a letter or '_', then at most 99 letters, digits, '_' or '-'",
                "'shell':'x','turn':{'after':[{'job':1,'files':[{'path':'p','to':'/q'}]}]}",
                        "expected a relative path with forward slashes, without '.', '..' and control characters");

        said.forEach((fields, why) -> assertThatThrownBy(
                        () -> read("/jobs", "{'name':'n','type':'t'," + fields + "}", SubmissionJson::readSubmission))
                .isInstanceOfSatisfying(
                        BadMessage.class, bad -> assertThat(bad.why()).isEqualTo(why)));
    }

    @Test
    void half_a_character_is_refused_wherever_somebody_says_what_is_to_be_done() throws IOException {
        JsonReader<?> reader = SubmissionJson::readSubmission;
        String job = "{'name':'n%s','type':'t%s','command':['x%s'],'outputs':[{'path':'o%s'}],"
                + "'workplace':{'variables':{'V':'v%s'}},'entries':['e%s'],"
                + "'turn':{'after':[{'job':1,'files':[{'path':'p','to':'q%s'}]}]}}";
        String[] places = {
            "/name",
            "/type",
            "/command/0",
            "/outputs/0/path",
            "/workplace/variables/V",
            "/entries/0",
            "/turn/after/0/files/0/to"
        };
        read("/jobs", job.replace("%s", "\\ud83d\\ude00"), reader);

        for (String half : new String[] {"\\ud800", "\\udc00", "\\ude00\\ud83d", "\\ud83d "}) {
            for (int i = 0; i < places.length; i++) {
                Object[] ends = new Object[places.length];
                Arrays.fill(ends, "");
                ends[i] = half;
                refused("/jobs", job.formatted(ends), reader, places[i], false);
            }
        }
        String node = "{'facts':{'name':'n\\ud800','os':'linux','arch':'x64','cores':1,'version':'0.2.0'},"
                + "'capacity':{'slots':1,'memoryBytes':0}}";
        refused("/nodes", node, NodeJson::readIntroduction, "/facts/name", false);
    }

    @Test
    void what_a_machine_tells_of_a_run_may_be_cut_anywhere() throws IOException {
        String report = "{'incarnation':1,'reports':[{'attempt':'1.1#1','outcome':'exited','exitCode':1,"
                + "'detail':'it ended with \\ud83d','tail':'\\ude00'}]}";

        assertThat(read("/nodes/{id}/commits", report, CommitJson::readCall)).isNotNull();
    }

    private static @Nullable String objection(Contract contract, String name, String value) {
        return contract.parameters().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .map(one -> Contract.objection(one, value))
                .orElse(null);
    }
}
