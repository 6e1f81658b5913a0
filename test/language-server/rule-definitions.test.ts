import { relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { Location } from "vscode-languageserver";
import { projectOf } from "../cli/project.ts";
import { hostHere, TestEditor } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

// Cases, assertions and configurations say which policies they are about: a rule that they name is defined there.

type Texts = Readonly<Record<string, string>>;

/** The files in which the rule is defined that is named at the mark in one of the files of a project, which is open. */
async function definedIn(marked: Texts): Promise<string[]> {
  const texts = Object.entries(marked).map(([name, text]) => [name, text.replace(mark, "")]);
  const { folder } = projectOf(Object.fromEntries(texts));
  const [name = "", text = ""] = Object.entries(marked).find(([, one]) => one.includes(mark)) ?? [];
  const host = await hostHere(folder, { runsCode: false });
  const editor = await TestEditor.start({ folder, host });
  const uri = pathToFileURL(`${folder}/${name}`).href;
  await editor.open(uri, text.replace(mark, ""));
  const { position } = unmarked(text);
  const found = await editor.request<Location[]>("textDocument/definition", uri, { position });
  await editor.close();
  return found.map((one) => relative(folder, fileURLToPath(one.uri)));
}

const policy = "inbound:\n  - name: Admins\n    actions: [{ type: deny }]\n";
const code = `import { deny, policy, rule } from "@traffic-policy/policy-builder";
export default policy().inbound(rule("Admins").do(deny()));
`;
const casesOf = (said: string): string =>
  `${said}cases:\n  - name: A\n    expect: { matched: [Adm${mark}ins] }\n`;
const target = (file: string): object => ({
  kind: "https-route",
  edge: "e",
  route: "r",
  policy: file,
});
const configuration = (lint: object = {}): string =>
  JSON.stringify({
    service: "emulator",
    targets: { web: target("./a.policy.yaml"), api: target("./b.policy.yaml") },
    lint,
  });
const entry = (file: object): object => ({
  ignoreFindings: [{ ...file, policyRule: `Adm${mark}ins`, rule: "a/b", why: "c" }],
});
const both = { "a.policy.yaml": policy, "b.policy.yaml": policy };

test.each<readonly [what: string, files: Texts, policies: readonly string[]]>([
  ["cases beside it", { ...both, "a.cases.yaml": casesOf("") }, ["a.policy.yaml"]],
  [
    "cases that name its file",
    { ...both, "t/a.cases.yaml": casesOf("policy: ../b.policy.yaml # why\n") },
    ["b.policy.yaml"],
  ],
  [
    "cases that name its target",
    {
      ...both,
      "traffic-policy.config.json": configuration(),
      "x.cases.yaml": casesOf("policy: api\n"),
    },
    ["b.policy.yaml"],
  ],
  [
    "assertions in JSON",
    {
      ...both,
      "b.assertions.json": `{"assertions": [{"always": {"by": {"rule": "Adm${mark}ins"}}}]}`,
    },
    ["b.policy.yaml"],
  ],
  [
    "cases of a module",
    { "a.policy.ts": code, "a.cases.yaml": casesOf("policy: ./a.policy.ts\n") },
    ["a.policy.ts"],
  ],
  [
    "an entry of a configuration that names its file",
    {
      ...both,
      "c.policy.yaml": policy,
      "traffic-policy.config.json": configuration(entry({ file: "./c.policy.yaml" })),
    },
    ["c.policy.yaml"],
  ],
  [
    "cases for a target with another policy in each environment",
    {
      ...both,
      "c.policy.yaml": policy,
      "traffic-policy.config.yaml":
        "service: emulator\ntargets:\n  web: { kind: https-route, edge: e }\nenvironments:\n" +
        "  dev: { targets: { web: { route: a, policy: a.policy.yaml } } }\n" +
        "  prod: { targets: { web: { route: b, policy: b.policy.yaml } } }\n",
      "x.cases.yaml": casesOf("policy: web\n"),
    },
    ["a.policy.yaml", "b.policy.yaml"],
  ],
  [
    "cases whose configuration is code that is not run",
    {
      ...both,
      "traffic-policy.config.ts": 'throw new Error("It is not run.");\n',
      "a.cases.yaml": casesOf(""),
    },
    ["a.policy.yaml"],
  ],
])("%s lead to the policy", async (_what, files, policies) => {
  expect(await definedIn(files)).toEqual(policies);
});

test.each([
  ["that is not there", casesOf("policy: c.policy.yaml\n")],
  ["of a target that is not there", casesOf("policy: other\n")],
  ["that stands in the cases themselves", casesOf("policy: { inbound: [{ name: Admins }] }\n")],
  ["without the rule", casesOf("policy: a.policy.yaml\n").replaceAll("ins", "s")],
])("a policy %s has no definition", async (_what, cases) => {
  expect(await definedIn({ ...both, "a.cases.yaml": cases })).toEqual([]);
});
