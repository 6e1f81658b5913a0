import { jsonPolicySource } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { expect, test } from "vitest";
import { policyValidator } from "../../policy-language/catalogue/policy-validator.ts";
import { filesOf } from "../collected.ts";

test("the schema of phases takes every policy that lint has no errors about", () => {
  const { wrongPlaces } = policyValidator("phases");
  const sound = filesOf("corpus/phases/").filter(({ name, text }) =>
    lintPolicy(jsonPolicySource(name, text), { dialect: phasesDialect }).every(
      ({ severity }) => severity !== "error",
    ),
  );
  expect(sound.length).toBeGreaterThan(150);
  const refused = sound.flatMap(({ name, text }) =>
    wrongPlaces(JSON.parse(text)).map((place) => `${name} ${place}`),
  );
  expect(refused).toEqual([]);
});
