package org.gleaner.simulator.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.gleaner.simulator.experiment.RunResult.Fate;
import org.gleaner.simulator.experiment.RunResult.Span;
import org.gleaner.simulator.experiment.RunResult.Strip;
import org.gleaner.simulator.scenario.Trial;
import org.gleaner.simulator.scenario.TrialMachine;
import org.gleaner.simulator.scenario.UpWindows;

/** What each machine did when. Of a machine that did very much only the first part is kept: it is for looking at. */
final class Strips {
    private static final int MOST_SPANS = 10_000;

    private final List<List<Span>> spans = new ArrayList<>();

    /** @param machines how many of them are watched: all or none */
    Strips(int machines) {
        for (int i = 0; i < machines; i++) {
            spans.add(new ArrayList<>());
        }
    }

    void add(int machine, long from, long to, String type, Fate fate) {
        if (!spans.isEmpty() && spans.get(machine).size() < MOST_SPANS) {
            spans.get(machine).add(new Span(from, to, type, fate));
        }
    }

    List<Strip> result(Trial trial, long makespan) {
        List<Strip> strips = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            TrialMachine machine = trial.machines().get(i);
            addDown(i, machine.windows(), trial.opens(), makespan);
            List<Span> all = spans.get(i);
            all.sort(Comparator.comparingLong(Span::from));
            strips.add(new Strip(machine.name(), machine.kind(), List.copyOf(all)));
        }
        return strips;
    }

    private void addDown(int machine, UpWindows windows, long opens, long makespan) {
        long from = 0;
        for (int i = 0; from < makespan; i++) {
            long start = windows.start(i);
            long to = start == UpWindows.NEVER ? makespan : Math.min(start - opens, makespan);
            if (to > from) {
                add(machine, from, to, "", Fate.DOWN);
            }
            long end = start == UpWindows.NEVER ? UpWindows.NEVER : windows.end(i);
            from = end == UpWindows.NEVER ? makespan : Math.max(from, end - opens);
        }
    }
}
