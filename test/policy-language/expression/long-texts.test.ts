import { interpolations } from "@traffic-policy/policy-language";
import { expect, test } from "vitest";
import { cpuTime } from "../../cpu-time.ts";

test.each(["${{}", "${'a}", '${"', "${", "${a}", "${'''}", "${'a\n}"])(
  "a long text of %j is read quickly",
  (piece) => {
    const start = cpuTime();
    interpolations(piece.repeat(50_000));
    expect(cpuTime() - start).toBeLessThan(2000);
  },
);
