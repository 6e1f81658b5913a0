import { expect, test } from "vitest";
import { functionFacts } from "../../../policy-language/catalogue/phases/function-facts.ts";
import { evaluated } from "./evaluated.ts";

const examples = functionFacts.functions.flatMap(({ examples: own = [] }) => own);

test.each(examples.filter(([, result]) => result !== "error"))(
  "the documentation has %s as %s",
  (expression, result) => {
    expect(evaluated(`${expression} == ${result}`)).toBe("bool true");
  },
);

test.each(examples.filter(([, result]) => result === "error"))(
  "the documentation has %s as an error",
  (expression) => {
    expect(evaluated(expression)).toMatch(/\.$/);
  },
);
