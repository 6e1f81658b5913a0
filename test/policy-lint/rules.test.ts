import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { jsonPolicySource, type Diagnostic } from "@traffic-policy/policy-language";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { lintPolicy, rules } from "@traffic-policy/policy-lint";
import { presetSeverity, rulePage } from "@traffic-policy/policy-lint/internal";
import { dialectOfSource } from "./find.ts";

describe.each([...rules])("the rule %s", (name, rule) => {
  const { docs } = rule;
  const severity = presetSeverity(rule, "strict");
  const { exampleOptions } = docs;
  const read = docs.language === "yaml" ? yamlPolicySource : jsonPolicySource;
  const setting =
    exampleOptions === undefined ? severity : ([severity, exampleOptions as object] as const);
  const lint = (text: string): Diagnostic[] => {
    const source = read("policy", text);
    return lintPolicy(source, {
      dialect: dialectOfSource(source),
      protocol: docs.protocol ?? "http",
      isOfCloudEndpoint: docs.isOfCloudEndpoint ?? false,
      settings: { [name]: setting },
    });
  };

  test("finds what its page calls wrong, and nothing else is wrong there", () => {
    const findings = lint(docs.wrong);
    expect(findings.map((finding) => finding.rule)).toContain(name);
    const others = findings.filter(
      (finding) => finding.rule !== name && finding.severity !== "info",
    );
    expect(others).toEqual([]);
  });

  test("has a page that says what its examples need to be told, when they show nothing without", () => {
    const source = read("policy", docs.wrong);
    const isFound = lintPolicy(source, {
      dialect: dialectOfSource(source),
      protocol: "http",
      settings: { [name]: severity },
    }).some((finding) => finding.rule === name);
    expect(rulePage(name, rule).includes("The examples are linted with ")).toBe(!isFound);
  });

  test("finds nothing in what its page calls right", () => {
    const findings = lint(docs.right).filter((finding) => finding.severity !== "info");
    expect(findings).toEqual([]);
  });

  test("has a test and a page of its name", () => {
    expect(existsSync(new URL(`rules/${name}.test.ts`, import.meta.url))).toBe(true);
    expect(existsSync(new URL(`../../docs/rules/${name}.md`, import.meta.url))).toBe(true);
  });
});
