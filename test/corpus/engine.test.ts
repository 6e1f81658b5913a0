import { parseJson, protocols } from "@traffic-policy/policy-language";
import { svgText } from "@traffic-policy/report/drawing";
import { expect, test } from "vitest";
import { unexplained } from "../policy-engine/unexplained.ts";
import { drawn } from "../report/drawing/drawn-policies.ts";
import { parsed, ruleElements, rulesOf } from "../report/drawing/svg-document.ts";
import { filesOf } from "./collected.ts";

test.each(["corpus/directions/", "corpus/phases/"] as const)(
  "policies of %s are simulated without anything thrown",
  async (folder) => {
    const files = filesOf(folder);
    expect(files.length).toBeGreaterThan(2);
    for (const { name, text } of files) {
      const { value } = parseJson(text);
      expect(value, name).toBeDefined();
      for (const protocol of protocols) {
        await expect(unexplained(value, protocol), name).resolves.toBeDefined();
      }
    }
  },
);

test("in the drawing of a policy each rule stands once, in order, with what became of it", async () => {
  for (const { name, text } of filesOf("corpus/directions/")) {
    const { value } = parseJson(text);
    for (const one of await drawn({ name, document: value ?? null })) {
      const rules = ruleElements(parsed(svgText(one.drawing)));
      expect(rules.map((rule) => rule.getAttribute("data-path"))).toEqual(
        rulesOf(one).map(({ path }) => path),
      );
      const traced = one.outcome?.trace?.rules;
      for (const [index, rule] of rules.entries()) {
        const isNever = rulesOf(one)[index]?.reach === "never";
        expect(rule.getAttribute("data-result")).toBe(
          isNever ? null : (traced?.[index]?.result ?? null),
        );
      }
    }
  }
});
