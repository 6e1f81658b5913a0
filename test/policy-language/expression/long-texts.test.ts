import { interpolations } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";

// So long that reading them in the square of their length takes longer than a test may.
const many = 200_000;

test.each(["${{}", "${'a}", '${"', "${", "${a}", "${'''}", "${'a\\n}"])(
  "a long text of %j is taken apart, and its parts joined give it",
  (piece) => {
    const text = piece.repeat(many);
    const { parts } = interpolations(text);
    expect(parts.map((part) => part.text).join("") === text).toBe(true);
  },
);
