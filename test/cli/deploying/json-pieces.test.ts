import { serialize } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPieces } from "../../../packages/cli/src/deploying/plan-file.ts";
import { seeded } from "../../seeded.ts";

test("the pieces together are what is written at once", () => {
  seeded(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
      expect([...jsonPieces(object)].join("")).toBe(`${serialize(object, 2)}\n`);
    }),
    300,
  );
});
