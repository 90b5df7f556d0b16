package org.gleaner.core.step;

import java.util.ArrayList;
import java.util.List;
import org.gleaner.core.grid.Decision;
import org.gleaner.core.grid.GridEvent;
import org.gleaner.core.grid.Setting;
import org.gleaner.core.grid.Settings;
import org.gleaner.core.id.Owner;
import org.gleaner.core.placing.Roster;
import org.gleaner.core.scheduling.Weights;

/** Keeps what was one person's from the next who gets the same name. Jobs are guarded where tokens are issued. */
record Namesakes(Roster roster) {
    /** What was learnt about the programs of an earlier holder: their names, how long they run, what they need. */
    Decision begin(Owner owner, Decision decided) {
        List<GridEvent> forgotten = new ArrayList<>();
        roster.groups().idleOf(owner).forEach(type -> forgotten.add(new GridEvent.TypeForgotten(type)));
        return with(forgotten, decided);
    }

    /** What an admin granted this person. */
    Decision end(Owner owner, Decision decided) {
        List<GridEvent> changed = new ArrayList<>();
        Settings settings = roster.settings();
        change(Setting.WEIGHTS, Weights.without(owner, settings.text(Setting.WEIGHTS)), changed);
        change(Setting.OBJECTIVES, settings.objectives().with(owner, null).text(), changed);
        return with(changed, decided);
    }

    private void change(Setting setting, String value, List<GridEvent> changed) {
        if (!value.equals(roster.settings().text(setting))) {
            changed.add(new GridEvent.SettingChanged(setting.word(), value));
        }
    }

    private static Decision with(List<GridEvent> more, Decision decided) {
        if (more.isEmpty() || !(decided instanceof Decision.Accepted accepted)) {
            return decided;
        }
        List<GridEvent> events = new ArrayList<>(accepted.events());
        events.addAll(more);
        return new Decision.Accepted(events, accepted.replies(), accepted.then());
    }
}
