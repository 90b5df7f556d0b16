package org.gleaner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.gleaner.checks.planted.agent.ImportsServer;
import org.gleaner.checks.planted.cli.ImportsLab;
import org.gleaner.checks.planted.cli.InnocentCommand;
import org.gleaner.checks.planted.client.KnowsReplies;
import org.gleaner.checks.planted.client.Prints;
import org.gleaner.checks.planted.core.Chances;
import org.gleaner.checks.planted.core.Clocks;
import org.gleaner.checks.planted.core.InnocentValue;
import org.gleaner.checks.planted.core.Libraries;
import org.gleaner.checks.planted.core.Orders;
import org.gleaner.checks.planted.core.Outside;
import org.gleaner.checks.planted.lab.InnocentTrial;
import org.gleaner.checks.planted.protocol.ImportsCli;
import org.gleaner.checks.planted.server.Heirs;
import org.gleaner.checks.planted.server.ImportsAgent;
import org.gleaner.checks.planted.server.InnocentRoute;
import org.gleaner.checks.planted.server.Open;
import org.gleaner.checks.planted.server.Wide;
import org.gleaner.checks.planted.server.egg.Egg;
import org.gleaner.checks.planted.server.hen.Hen;
import org.gleaner.checks.planted.simulator.ImportsProtocol;
import org.gleaner.checks.planted.simulator.OwnStrategy;
import org.junit.jupiter.api.Test;

/** Each rule catches each of its planted violations, lets the innocent pass, and holds for the real code. */
class ArchitectureTest {
    private static final List<Class<?>> INNOCENT =
            List.of(InnocentValue.class, InnocentRoute.class, InnocentCommand.class, InnocentTrial.class);

    /** What was imported by itself. */
    private static final Map<Class<?>, JavaClasses> ALONE = new HashMap<>();

    private static final JavaClasses REAL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(ArchitectureTest::isNoTestJar)
            .importPackages("org.gleaner");

    @Test
    void core_knows_only_the_jdk() {
        proves(ArchitectureRules::coreKnowsOnlyTheJdk, Libraries.class.getDeclaredClasses());
    }

    @Test
    void core_touches_nothing_outside() {
        proves(ArchitectureRules::coreTouchesNothingOutside, Outside.class.getDeclaredClasses());
    }

    @Test
    void core_reads_no_clock_and_no_environment() {
        proves(ArchitectureRules::coreReadsNoClockAndNoEnvironment, Clocks.class.getDeclaredClasses());
    }

    @Test
    void core_rolls_no_dice() {
        proves(ArchitectureRules::coreRollsNoDice, Chances.class.getDeclaredClasses());
    }

    @Test
    void core_iterates_in_a_stated_order() {
        proves(ArchitectureRules::coreIteratesInAStatedOrder, Orders.class.getDeclaredClasses());
    }

    @Test
    void modules_import_what_they_may() {
        proves(
                ArchitectureRules::modulesImportWhatTheyMay,
                ImportsCli.class,
                ImportsLab.class,
                ImportsAgent.class,
                ImportsServer.class,
                org.gleaner.checks.planted.agent.ImportsClient.class,
                org.gleaner.checks.planted.server.ImportsClient.class,
                ImportsProtocol.class,
                Libraries.ImportsSimulator.class);
    }

    @Test
    void packages_import_each_other_in_one_direction() {
        ArchRule planted = new ArchitectureRules("org.gleaner.checks.planted").packagesImportEachOtherInOneDirection();

        assertThat(planted.evaluate(new ClassFileImporter().importClasses(Hen.class, Egg.class))
                        .hasViolation())
                .isTrue();
        assertThat(planted.evaluate(new ClassFileImporter().importClasses(Hen.class))
                        .hasViolation())
                .isFalse();
        new ArchitectureRules("org.gleaner")
                .packagesImportEachOtherInOneDirection()
                .check(REAL);
    }

    @Test
    void client_has_results_of_its_own() {
        proves(ArchitectureRules::clientHasResultsOfItsOwn, KnowsReplies.class);
    }

    @Test
    void client_prints_nothing() {
        proves(ArchitectureRules::clientPrintsNothing, Prints.class);
    }

    @Test
    void simulator_has_no_scheduling_rule() {
        proves(ArchitectureRules::simulatorHasNoSchedulingRule, OwnStrategy.class);
    }

    @Test
    void classes_are_closed() {
        proves(ArchitectureRules::classesAreClosed, Open.class.getDeclaredClasses());
    }

    @Test
    void classes_inherit_no_implementation() {
        proves(ArchitectureRules::classesInheritNoImplementation, Heirs.class.getDeclaredClasses());
    }

    @Test
    void packages_are_named_after_the_domain() {
        proves(
                ArchitectureRules::packagesAreNamedAfterTheDomain,
                org.gleaner.checks.planted.server.util.Anything.class,
                org.gleaner.checks.planted.server.common.Anything.class,
                org.gleaner.checks.planted.server.shared.Anything.class,
                org.gleaner.checks.planted.server.impl.Anything.class,
                org.gleaner.checks.planted.server.dto.Anything.class);
    }

    @Test
    void parameters_are_few() {
        proves(ArchitectureRules::parametersAreFew, Wide.class.getDeclaredClasses());
    }

    /** A rule over no classes holds for nothing. */
    @Test
    void every_module_is_looked_at() {
        for (String module : ArchitectureRules.modules()) {
            if (Files.exists(Path.of(System.getProperty("gleaner.root", ".."), module, "pom.xml"))) {
                assertThat(REAL.stream().map(JavaClass::getPackageName))
                        .as("classes of %s", module)
                        .anyMatch(name -> (name + ".").startsWith("org.gleaner." + module + "."));
            }
        }
    }

    private static void proves(Function<ArchitectureRules, ArchRule> rule, Class<?>... planted) {
        ArchRule plantedRule =
                rule.apply(new ArchitectureRules("org.gleaner.checks.planted")).allowEmptyShould(true);

        assertThat(planted).isNotEmpty();
        assertThat(Arrays.stream(planted).filter(plant -> !isCaught(plantedRule, plant)))
                .as("planted violations that escaped")
                .isEmpty();
        assertThat(INNOCENT.stream().filter(plant -> isCaught(plantedRule, plant)))
                .as("innocent classes that were caught")
                .isEmpty();
        rule.apply(new ArchitectureRules("org.gleaner")).allowEmptyShould(true).check(REAL);
    }

    private static boolean isCaught(ArchRule rule, Class<?> planted) {
        // Each import reads half of the JDK behind the class, and the innocent meet every rule.
        return rule.evaluate(ALONE.computeIfAbsent(planted, new ClassFileImporter()::importClasses))
                .hasViolation();
    }

    private static boolean isNoTestJar(Location location) {
        return !location.contains("-tests.jar");
    }
}
