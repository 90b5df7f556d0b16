package org.gleaner.core.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KindsTest {
    private sealed interface Shape {}

    private record Circle(int radius) implements Shape {}

    private sealed interface Angular extends Shape {}

    private record Square(int side) implements Angular {}

    private static Answers<Integer, Shape, Integer> circles() {
        return new Answers<Integer, Shape, Integer>(Shape.class)
                .on(Circle.class, (scale, circle) -> scale * circle.radius());
    }

    @Test
    void each_kind_has_its_answer() {
        Answers<Integer, Shape, Integer> widths = circles()
                .on(Square.class, (scale, square) -> scale * square.side())
                .complete();

        assertThat(widths.of(2, new Circle(3))).isEqualTo(6);
        assertThat(widths.of(2, new Square(4))).isEqualTo(8);
    }

    @Test
    void answers_that_lack_a_kind_of_a_kind_cannot_be_made() {
        assertThatThrownBy(circles()::complete)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Square");
    }

    @Test
    void steps_are_taken_or_left_out_on_purpose() {
        List<Integer> seen = new ArrayList<>();
        Steps<List<Integer>, Shape, RuntimeException> steps = new Steps<List<Integer>, Shape, RuntimeException>(
                        Shape.class)
                .on(Circle.class, (list, circle) -> list.add(circle.radius()))
                .ignore(Square.class)
                .complete();

        steps.take(seen, new Circle(3));
        steps.take(seen, new Square(4));

        assertThat(seen).containsExactly(3);
    }

    @Test
    void steps_that_lack_a_kind_cannot_be_made() {
        Steps<String, Shape, RuntimeException> steps =
                new Steps<String, Shape, RuntimeException>(Shape.class).ignore(Square.class);

        assertThatThrownBy(steps::complete)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Circle");
    }
}
