package org.gleaner.cli.verb;

import java.util.stream.Stream;
import org.gleaner.terminal.argument.Arguments;
import org.gleaner.terminal.argument.Syntax;
import org.gleaner.terminal.argument.Syntax.Operands;
import org.gleaner.terminal.console.CliFailure;
import org.gleaner.terminal.console.Exit;
import org.gleaner.terminal.console.Surroundings;
import org.gleaner.terminal.console.Table;
import org.gleaner.terminal.verb.CliVerb;

/** Tells people who know Slurm what to type here. */
public final class SlurmVerb implements CliVerb {
    private static final String[][] HABITS = {
        {"sbatch run.sh", "gleaner submit --sbatch run.sh", "reads its #SBATCH lines, notes what it ignores"},
        {"sbatch --array=1-9 run.sh", "gleaner submit --array 1-9 --in run.sh ./run.sh {}", "with files: --in, --out"},
        {"sbatch --wrap 'LINE'", "gleaner submit --shell 'LINE'", ""},
        {"sbatch -d afterok:7 …", "gleaner submit --after 7 …", "aftercorr:7 is --after-each 7"},
        {"sbatch -w lab-3 -x lab-7 …", "gleaner submit --on lab-3 --not-on lab-7 …", "by name, id or tag"},
        {"sbatch --begin=18:00 …", "gleaner submit --begin 18:00 …", "--hold and --exclusive are the same"},
        {"sbatch --gres=gpu:2 -L matlab:1 …", "gleaner submit --gpus 2 --use matlab=1 …", ""},
        {"srun CMD", "gleaner run CMD", "its output appears here; Ctrl-C twice cancels it"},
        {"srun --pty bash", "-", "there are no sessions on other people's machines"},
        {"squeue", "gleaner status", "'gleaner why' says what is holding a job up"},
        {"squeue -j 7", "gleaner status 7 --tasks", "or 'gleaner progress 7', until it ends"},
        {"scancel 7, scancel 7_3", "gleaner cancel 7, gleaner cancel 7.3", ""},
        {"scancel -u $USER", "gleaner cancel all", ""},
        {"sacct, sacct -j 7", "gleaner history, gleaner status 7 --tasks", ""},
        {"seff 7", "gleaner types", "how long tasks of each type take"},
        {"sinfo", "gleaner node list", ""},
        {"scontrol show job 7", "gleaner status 7, gleaner why 7", ""},
        {"scontrol show node N", "gleaner node info N", ""},
        {"scontrol hold 7", "gleaner pause 7", ""},
        {"scontrol release 7", "gleaner resume 7", ""},
        {"scontrol requeue 7", "gleaner retry 7", "for tasks that are blocked or cancelled"},
        {"scontrol update job 7 …", "gleaner set 7 time=2h at-most=10", ""},
        {"cat slurm-7_3.out", "gleaner logs 7.3", "-f follows"},
        {"ls (a shared disk)", "gleaner get 7", "files travel: --in there, --out and get back"},
    };

    /** Whether people who know Slurm would type this. */
    public static boolean isHabit(String name) {
        return Stream.of(HABITS).anyMatch(habit -> habit[0].split("[ ,]", 2)[0].equals(name) && name.startsWith("s"));
    }

    /** What to say to whoever types it here. */
    public static CliFailure elsewhere(String name) {
        return CliFailure.usage(
                "Unknown verb '" + name + "'.",
                name + " is a command of Slurm.",
                "'gleaner slurm' shows what to type instead.");
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("slurm", "what to type if you know Slurm", Operands.NONE)
                .example("gleaner slurm", "sbatch, squeue, scancel, sacct, srun, sinfo and what they are here")
                .example("gleaner submit --sbatch run.sh", "submit a script with #SBATCH lines")
                .example("gleaner submit --sbatch run.sh --dry-run", "only show what would be submitted");
    }

    @Override
    public int run(Arguments arguments, Surroundings here) {
        Table table = new Table("SLURM", "GLEANER", "");
        for (String[] habit : HABITS) {
            table.add(habit);
        }
        table.print(here.out());
        return Exit.OK;
    }
}
