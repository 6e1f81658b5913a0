import fc from "fast-check";
import { expect, test } from "vitest";
import { Files, loadPolicies, type LoadedPolicy } from "@traffic-policy/project";
import { fixText, type FixableFinding } from "@traffic-policy/project/edit";
import { dialectOf } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { seededAsync } from "../../seeded.ts";

const file = "/shop/app.yaml";

// Each has the deprecated name in a place where a fix replaces it.
const expressions = [
  `["req.Method == 'GET'"]`,
  `[ "req.Method == 'GET'" ] # req.Method\tand a tab`,
  `['req.Method == "Ä🙂"']`,
  `\n  - "req.path == '/'"\n  # before\n  - >-\n    req.Method\n    == 'GET'\n  - |\n    req.Method == 'PUT'`,
  `[!!str "req.Method == 'GET'"]`,
  `\n- req.Method == 'GET'   # kept`,
];

const policy = fc
  .tuple(fc.constantFrom(...expressions), fc.constantFrom("", "# a\n", "\n", "#\tb\n\n"))
  .map(([expression, comment]) =>
    [
      `${comment}on_http_request:`,
      `  - name: "n" # [{`,
      `    expressions: ${indented(expression, "    ")}`,
      `    actions: [{ type: deny, }]`,
      "",
    ].join("\n"),
  );

const flow = fc.constant(
  `{ "on_http_request": [ {name: n, expressions: ["req.Method == 'GET'"],\n      # inside\n      actions: [{type: deny}]} ] }`,
);

const head = "apiVersion: ngrok.k8s.ngrok.com/v1alpha1\n";

/** Documents with as many policies as their number says. */
const documents = fc.oneof(
  fc.constantFrom(
    "kind: Service\nspec: { port: 80 } # req.Method\n",
    "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n    ---\n    req.Method\n    # no comment\n",
    "# only a comment\n",
    "",
    "x: &a [1]\ny: *a\n",
  ),
  fc
    .tuple(policy, fc.constantFrom("a", '"b/c d"'))
    .map(
      ([text, name]) =>
        `${head}"kind": NgrokTrafficPolicy\nmetadata: &m { name: ${name} }\nspec:\n  policy:\n${indented(text, "    ", true)}status: *m\n`,
    ),
  flow.map((text) => `${head}kind: AgentEndpoint\nspec:\n  trafficPolicy:\n    inline: ${text}\n`),
  fc
    .array(policy, { minLength: 1, maxLength: 3 })
    .map(
      (all) =>
        `version: 3 # req.Method\nendpoints:\n${all
          .map(
            (text, index) =>
              `  - name: e${index}\n    traffic_policy:\n${indented(text, "      ", true)}`,
          )
          .join("\n")}`,
    ),
  fc
    .array(policy, { minLength: 1, maxLength: 3 })
    .map(
      (all) =>
        `apiVersion: v1\nkind: List\nitems:\n${all
          .map(
            (text) =>
              `- ${head}  kind: NgrokTrafficPolicy\n  spec:\n    policy:\n${indented(text, "      ", true)}`,
          )
          .join("")}`,
    ),
);

const streams = fc
  .record({
    all: fc.array(fc.tuple(documents, fc.constantFrom("---\n", "--- # c\n", "...\n---\n")), {
      minLength: 1,
      maxLength: 5,
    }),
    start: fc.constantFrom("", "\ufeff", "# top\n", "---\n", "%YAML 1.2\n---\n"),
    isWindows: fc.boolean(),
  })
  .map(({ all, start, isWindows }) => {
    const text = start + all.map(([document, end]) => document + end).join("");
    return isWindows ? text.replaceAll("\n", "\r\n") : text;
  });

test("fixes of each policy of a stream of documents leave all else as it is, to the byte", async () => {
  let fixed = 0;
  await seededAsync(
    fc.asyncProperty(streams, async (text) => {
      const files = new Files("/shop");
      files.give(file, text);
      const policies = await loadPolicies(file, files).catch((): LoadedPolicy[] => []);
      const findings: FixableFinding[] = [];
      for (const [index, { source }] of policies.entries()) {
        const dialect = await dialectOf(source.document);
        for (const diagnostic of lintPolicy(source, { dialect })) {
          const { rule, fix } = diagnostic;
          if (rule !== "expression/renamed-variable" || fix === undefined) continue;
          findings.push({ policy: index, diagnostic: { ...diagnostic, fix } });
        }
      }
      const result = await fixText({ file, text, policies, files, environments: [] }, findings);
      expect(result.skipped.map(({ reason }) => reason)).toEqual([]);
      expect(result.text).toBe(withFixes(text, result.applied));
      fixed += result.applied.length;
    }),
    300,
    5000,
    50,
  );
  expect(fixed).toBeGreaterThan(50);
});

/** Writes the new name at the place of each finding, from the last one to the first. */
function withFixes(text: string, findings: readonly FixableFinding[]): string {
  const lines = text.split("\n");
  const places = findings.map(({ diagnostic }) => diagnostic.location?.start);
  for (const { line, column } of places.flatMap((place) => place ?? []).toReversed()) {
    const before = lines[line - 1] ?? "";
    const rest = before.slice(column - 1);
    expect(rest.startsWith("req.Method")).toBe(true);
    lines[line - 1] = before.slice(0, column - 1) + rest.replace("req.Method", "req.method");
  }
  return lines.join("\n");
}

function indented(text: string, by: string, isFirst = false): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => (line === "" || (index === 0 && !isFirst) ? line : by + line))
    .join("\n");
}
