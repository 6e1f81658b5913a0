import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { Location, WorkspaceEdit } from "vscode-languageserver";
import { relatedFiles } from "../../packages/cli/src/editor/related-files.ts";
import { testContext } from "../cli/context.ts";
import { projectOf } from "../cli/project.ts";
import { edited, textAt } from "./client-text.ts";
import { hostHere, TestEditor } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

// Files say which policies they are about: a name of a rule is found in all that are about one, and in no others.

type Texts = Readonly<Record<string, string>>;

/** What is asked at the mark in one of the files of a project, which is open. */
async function ask<Result>(marked: Texts, method: string, params: object = {}) {
  const entries = Object.entries(marked);
  const texts = Object.fromEntries(entries.map(([name, text]) => [name, text.replace(mark, "")]));
  const { folder } = projectOf(texts);
  const [name = "", text = ""] = entries.find(([, one]) => one.includes(mark)) ?? [];
  const editor = await TestEditor.start({
    folder,
    host: await hostHere(folder, { runsCode: false }),
  });
  const uriOf = (file: string): string => pathToFileURL(`${folder}/${file}`).href;
  await editor.open(uriOf(name), texts[name] ?? "");
  try {
    const { position } = unmarked(text);
    const asked = { position, ...params };
    return {
      texts,
      uriOf,
      result: await editor.request<Result>(`textDocument/${method}`, uriOf(name), asked),
    };
  } finally {
    await editor.close();
  }
}

/** The files that a rename changes, as they are afterwards. */
async function renamed(marked: Texts): Promise<Texts> {
  const newName = "New";
  const { texts, uriOf, result } = await ask<WorkspaceEdit>(marked, "rename", { newName });
  const after = Object.entries(texts).map(([name, text]) => [
    name,
    edited(text, result.changes?.[uriOf(name)] ?? [], "utf-16"),
  ]);
  return Object.fromEntries(after.filter(([name = "", text]) => texts[name] !== text));
}

/** Files, of which each that is named is about the same rule. */
function about(files: Texts, from: string): Texts {
  return {
    ...files,
    [from]: (files[from] ?? "").replace("Admins", `Adm${mark}ins`),
  };
}

const afterwards = (files: Texts, names: readonly string[]): Texts =>
  Object.fromEntries(names.map((name) => [name, (files[name] ?? "").replaceAll("Admins", "New")]));

const policy = "inbound:\n  - name: Admins\n    actions: [{ type: deny }]\n";
const casesOf = (named: string): string =>
  `policy: ${named}\ncases:\n  - name: A\n    expect: { matched: [Admins] }\n`;
const code = `import { deny, policy, rule } from "@traffic-policy/policy-builder";
export default policy().inbound(rule("Admins").do(deny()));
`;
const target = (file: string): object => ({
  kind: "https-route",
  edge: "e",
  route: "r",
  policy: file,
});

const projects: readonly {
  readonly what: string;
  readonly files: Texts;
  /** Those that are about one policy. */
  readonly same: readonly string[];
}[] = [
  {
    what: "a case file that names its policy",
    files: {
      "r2.policy.yaml": policy,
      "web.policy.yaml": policy,
      "web.cases.yaml": casesOf("./r2.policy.yaml # why"),
      "tests/more.assertions.json":
        '{"policy": "../r2.policy.yaml", "assertions": [{"always": {"by": {"rule": "Admins"}}}]}',
    },
    same: ["r2.policy.yaml", "web.cases.yaml", "tests/more.assertions.json"],
  },
  {
    what: "a case file that names a target",
    files: {
      "traffic-policy.config.json": JSON.stringify({
        service: "emulator",
        targets: { web: target("r2.policy.yaml"), api: target("api.policy.yaml") },
      }),
      "r2.policy.yaml": policy,
      "api.policy.yaml": policy,
      "web.cases.yaml": casesOf("web"),
      "api.cases.yaml": casesOf("api"),
    },
    same: ["r2.policy.yaml", "web.cases.yaml"],
  },
  {
    what: "a target of a configuration that cannot be loaded",
    files: {
      "traffic-policy.config.yaml":
        "service: 12\ntargets: { api: { policy: api.policy.yaml }, web: { policy: r2.policy.yaml } }\n" +
        "lint: { ignoreFindings: [{ policyRule: Admins, file: r2.policy.yaml }] }\n",
      "r2.policy.yaml": policy,
      "api.policy.yaml": policy,
      "web.cases.yaml": casesOf("web"),
      "api.cases.yaml": casesOf("api"),
    },
    same: ["traffic-policy.config.yaml", "r2.policy.yaml", "web.cases.yaml"],
  },
  {
    what: "a module with cases and assertions beside it, and a configuration in code",
    files: {
      "traffic-policy.config.ts": `throw new Error("It is not run.");
export default defineConfig({
  targets: { web: httpsRoute("e", "r", "./web.policy.ts"), api: httpsRoute("e", "s", "./api.policy.ts") },
  lint: {
    ignoreFindings: [
      { file: "./web.policy.ts", policyRule: "Admins", rule: "a/b", why: "c" },
      { file: "./api.policy.ts", policyRule: "Bots", rule: "a/b", why: "c" },
    ],
  },
});
`,
      "web.policy.ts": code,
      "api.policy.ts": code,
      "web.cases.yaml": casesOf("web"),
      "web.assertions.ts": `import { defineAssertions } from "traffic-policy";
import web from "./web.policy.ts";
export default defineAssertions(web, [{ name: "A", never: { matched: ["Admins"] } }]);
`,
      "api.cases.yaml": casesOf("./api.policy.ts"),
      "target.cases.ts": `export default { policy: "web", cases: [{ expect: { matched: ["Admins"] } }] };\n`,
      "defined.cases.mts": `export default defineCases('web', [{ expect: { matched: ["Admins"] } }]);\n`,
      "web-2.cases.ts": `export default { policy: "api", cases: [{ expect: { matched: ["Admins"] } }] };\n`,
      "other.cases.ts": `import web from "./web.policy.ts";
export default defineCases(web, [{ name: "A", expect: { notMatched: ["Admins"] } }]);
`,
    },
    same: [
      "traffic-policy.config.ts",
      "web.policy.ts",
      "web.cases.yaml",
      "web.assertions.ts",
      "target.cases.ts",
      "defined.cases.mts",
      "other.cases.ts",
    ],
  },
  {
    what: "a rule in a module that policies import",
    files: {
      "rules.ts": `export const admins = rule("Admins");\n`,
      "web.policy.ts": `import { admins } from "./rules.ts";\nexport default policy().inbound(admins);\n`,
      "web.cases.yaml": casesOf("web.policy.ts"),
      "api.policy.ts": `import { admins } from "./rules.js";\nexport default policy().inbound(admins);\n`,
      "api.cases.yaml": casesOf("api.policy.ts"),
      "other.policy.yaml": policy,
      "other.cases.yaml": casesOf("other.policy.yaml"),
    },
    same: ["rules.ts", "web.cases.yaml", "api.cases.yaml"],
  },
  {
    what: "entries of a configuration, of the one that it extends, and of files that are no target",
    files: {
      "base.json": JSON.stringify({
        lint: {
          ignoreFindings: [
            { file: "a/r2.policy.yaml", policyRule: "Admins", rule: "a/b", why: "c" },
          ],
        },
      }),
      "a/traffic-policy.config.json": JSON.stringify({
        extends: "../base.json",
        service: "emulator",
        targets: { api: target("./api.policy.yaml") },
        lint: {
          ignoreFindings: [
            { file: "./r2.policy.yaml", policyRule: "Admins", rule: "a/b", why: "c" },
          ],
        },
      }),
      "a/r2.policy.yaml": policy,
      "a/api.policy.yaml": policy,
      "a/r2.cases.yaml": casesOf("r2.policy.yaml"),
    },
    same: ["base.json", "a/traffic-policy.config.json", "a/r2.policy.yaml", "a/r2.cases.yaml"],
  },
  {
    what: "a configuration in a manifest",
    files: {
      "package.json": JSON.stringify({
        "traffic-policy": {
          service: "emulator",
          targets: { web: target("web.json") },
          lint: {
            ignoreFindings: [{ file: "web.json", policyRule: "Admins", rule: "a/b", why: "c" }],
          },
        },
      }),
      "web.json": '{"inbound": [{"name": "Admins", "actions": []}]}',
      "web.cases.yaml": casesOf("web"),
    },
    same: ["package.json", "web.json", "web.cases.yaml"],
  },
];

describe.each(projects)("with $what", ({ files, same }) => {
  test.each(same.filter((name) => name !== "base.json"))(
    "from %s, a rule is renamed wherever it is meant, and only there",
    async (from) => {
      expect(await renamed(about(files, from))).toEqual(afterwards(files, same));
    },
  );

  test("each use leads to where the rule is written", async () => {
    for (const from of same.filter((name) => name !== "base.json")) {
      const { texts, uriOf, result } = await ask<Location[]>(about(files, from), "definition");
      const [found, ...others] = result;
      expect(others).toEqual([]);
      const file = Object.keys(texts).find((name) => uriOf(name) === found?.uri) ?? "";
      expect(found && textAt(texts[file] ?? "", found.range, "utf-16")).toBe("Admins");
      expect(same).toContain(file);
      expect(file).not.toMatch(/cases|assertions|config/);
    }
  });
});

describe("a rule is not renamed", () => {
  test.each([
    [
      "while its configuration has a syntax error",
      {
        "traffic-policy.config.json":
          '{"targets": {}, "lint": {"ignoreFindings": [{"file": "web.policy.yaml", "policyRule": "Admins"}]',
        "web.policy.yaml": policy,
      },
      "web.policy.yaml",
      "traffic-policy.config.json has a syntax error",
    ],
    [
      "where a configuration in code puts a name together",
      {
        "traffic-policy.config.ts":
          'const policyRule = names[0];\nexport default { lint: { ignoreFindings: [{ file: "web.policy.yaml",\n policyRule: names[0] }] } };\n',
        "web.policy.yaml": policy,
      },
      "web.policy.yaml",
      "line 3 of traffic-policy.config.ts may mean it",
    ],
    [
      "where its policy is not there",
      { "web.cases.yaml": casesOf("gone.policy.yaml") },
      "web.cases.yaml",
      "no rule of its policy is written with this name",
    ],
  ] as const)("%s", async (_what, files, from, why) => {
    await expect(renamed(about(files, from))).rejects.toThrow(
      `"Admins" cannot be renamed: ${why}.`,
    );
  });
});

test("a case file that is not saved yet is about the policy that it names", async () => {
  const { folder } = projectOf({ "r2.policy.yaml": policy });
  const editor = await TestEditor.start({ folder });
  const uriOf = (file: string): string => pathToFileURL(`${folder}/${file}`).href;
  const text = casesOf("r2.policy.yaml");
  await editor.open(uriOf("new.cases.yaml"), text);
  await editor.open(uriOf("r2.policy.yaml"), policy);
  const found = await editor.request<Location[]>(
    "textDocument/references",
    uriOf("r2.policy.yaml"),
    {
      position: { line: 1, character: 11 },
      context: { includeDeclaration: false },
    },
  );
  expect(found.map(({ uri }) => uri)).toEqual([uriOf("new.cases.yaml")]);
  await editor.close();
});

test("a folder that the user's home is in is not searched", async () => {
  const cases = casesOf("../r2.policy.yaml");
  const { folder } = projectOf({ "r2.policy.yaml": policy, "a/web.cases.yaml": cases });
  const related = async (env: Readonly<Record<string, string>>): Promise<string[]> =>
    relatedFiles(`${folder}/r2.policy.yaml`, [], await testContext(folder, env));
  expect(await related({})).toEqual([`${folder}/a/web.cases.yaml`]);
  expect(await related({ HOME: `${folder}/home` })).toEqual([]);
});
