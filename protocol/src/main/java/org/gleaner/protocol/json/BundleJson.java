package org.gleaner.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.Reply;
import org.gleaner.core.id.JobId;
import org.gleaner.core.job.Bundle;
import org.gleaner.core.job.Predecessor;
import org.gleaner.protocol.message.Submission;

/** Jobs that come together: each as it would come alone, and which of them waits for which others. */
public final class BundleJson {
    /** What a link calls the job that others wait for; both are positions, counted from 1. */
    private static final String AFTER = "after";

    /** @param job the position of the one that waits */
    private record Link(int job, Predecessor after) {}

    private BundleJson() {}

    public static void writeBundle(JsonGenerator out, Bundle bundle) throws IOException {
        out.writeStartObject();
        Members.list(
                out,
                "jobs",
                bundle.members(),
                (json, one) -> SubmissionJson.writeStreamed(json, one.spec(), SubmissionJson.entries(one.pages())));
        out.writeArrayFieldStart("links");
        for (int i = 0; i < bundle.members().size(); i++) {
            for (Predecessor after : bundle.members().get(i).after()) {
                out.writeStartObject();
                out.writeNumberField("job", i + 1);
                TurnJson.writeFields(out, after, AFTER);
                out.writeEndObject();
            }
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    public static Bundle readBundle(JsonInput in) throws IOException {
        List<Submission> jobs = List.of();
        List<Link> links = List.of();
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "jobs" -> jobs = in.list(Bundle.MOST, SubmissionJson::readSubmission);
                case "links" -> links = in.list(JsonLimits.LINKS, BundleJson::readLink);
                default -> in.skip();
            }
        }
        List<List<Predecessor>> after = new ArrayList<>();
        jobs.forEach(job -> after.add(new ArrayList<>(0)));
        for (Link link : links) {
            if (link.job < 1 || link.job > after.size()) {
                throw in.contradiction("a link names job " + link.job + " of a list of " + after.size());
            }
            after.get(link.job - 1).add(link.after);
        }
        List<Submission> all = jobs;
        return in.together(() -> {
            List<Bundle.Member> members = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                members.add(new Bundle.Member(all.get(i).spec(), all.get(i).pages(), after.get(i)));
            }
            return new Bundle(members);
        });
    }

    private static Link readLink(JsonInput in) throws IOException {
        int[] job = new int[1];
        Predecessor after = TurnJson.readPredecessor(in, AFTER, (field, value) -> {
            if (!field.equals("job")) {
                return false;
            }
            job[0] = value.count();
            return true;
        });
        return new Link(job[0], after);
    }

    /** A number that is the same for the same jobs and, with near certainty, for no others; stable over restarts. */
    public static long fingerprint(Bundle bundle) {
        return Json.fingerprint(bundle, BundleJson::writeBundle);
    }

    public static void writeSubmitted(JsonGenerator out, Reply.SubmittedAll submitted) throws IOException {
        writeSubmitted(out, submitted, List.of());
    }

    /** @param warnings what the program that submitted them has to say about them */
    public static void writeSubmitted(JsonGenerator out, Reply.SubmittedAll submitted, List<String> warnings)
            throws IOException {
        StatusJson.start(out);
        out.writeArrayFieldStart("jobs");
        for (JobId job : submitted.jobs()) {
            out.writeNumber(job.value());
        }
        out.writeEndArray();
        Members.flag(out, "again", submitted.again());
        Members.textsIfAny(out, "warnings", warnings);
        out.writeEndObject();
    }

    public static Reply.SubmittedAll readSubmitted(JsonInput in) throws IOException {
        List<JobId> jobs = List.of();
        boolean again = false;
        for (String field = in.firstField(); field != null; field = in.nextField()) {
            switch (field) {
                case "jobs" -> jobs = in.list(Bundle.MOST, one -> new JobId(one.number()));
                case "again" -> again = in.flag();
                default -> in.skip();
            }
        }
        return new Reply.SubmittedAll(jobs, again);
    }
}
