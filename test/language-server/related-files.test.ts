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
  /** The file that keeps it from being renamed, as nobody knows what it is about. */
  readonly unsure?: string;
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
    unsure: "api.cases.yaml",
  },
  {
    what: "targets of a configuration in code that is not run",
    files: {
      "traffic-policy.config.ts": `throw new Error("It is not run.");
export default defineConfig({
  targets: { web: httpsRoute("e", "r", "./web.policy.ts"), api: httpsRoute("e", "s", "./api.policy.ts") },
});
`,
      "web.policy.ts": code,
      "api.policy.ts": code,
      "target.cases.ts": `export default { policy: "web", cases: [{ expect: { matched: ["Admins"] } }] };\n`,
      "defined.cases.mts": `export default defineCases('web', [{ expect: { matched: ["Admins"] } }]);\n`,
      "web-2.cases.ts": `export default { policy: "api", cases: [{ expect: { matched: ["Admins"] } }] };\n`,
    },
    same: ["web.policy.ts", "target.cases.ts", "defined.cases.mts"],
    unsure: "defined.cases.mts",
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
      "web.cases.yaml": casesOf("./web.policy.ts"),
      "web.assertions.ts": `import { defineAssertions } from "traffic-policy";
import web from "./web.policy.ts";
export default defineAssertions(web, [{ name: "A", never: { matched: ["Admins"] } }]);
`,
      "api.cases.yaml": casesOf("./api.policy.ts"),
      "other.cases.ts": `import web from "./web.policy.ts";
export default defineCases(web, [{ name: "A", expect: { notMatched: ["Admins"] } }]);
`,
    },
    same: [
      "traffic-policy.config.ts",
      "web.policy.ts",
      "web.cases.yaml",
      "web.assertions.ts",
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
            ignoreFindings: [
              { file: "web.json", policyRule: "Admins", rule: "document/rule-name", why: "c" },
            ],
          },
        },
      }),
      "web.json": '{"inbound": [{"name": "Admins", "actions": []}]}',
      "web.cases.yaml": casesOf("web"),
    },
    same: ["package.json", "web.json", "web.cases.yaml"],
  },
];

describe.each(projects)("with $what", ({ files, same, unsure }) => {
  const outcome: unknown =
    unsure === undefined
      ? afterwards(files, same)
      : `"Admins" cannot be renamed: ${unsure} may mean it.`;

  test.each(same.filter((name) => name !== "base.json"))(
    "from %s, a rule is renamed wherever it is meant, and only there, or nowhere",
    async (from) => {
      const after = await renamed(about(files, from)).catch((error: Error) => error.message);
      expect(after).toEqual(outcome);
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

const list = '[{ expect: { matched: ["Admins"] } }]';
const json = (named: string): string =>
  `{${named}, "cases": [{"name": "A", "expect": {"matched": ["Admin\\u0073"]}}]}`;

describe("however a case file names its policy, it is found", () => {
  test.each([
    ["yaml", casesOf("&p ../r2.policy.yaml")],
    ["yaml", casesOf('!!str "..\\x2fr2.policy.yaml"')],
    ["yaml", casesOf("../r2.policy.yaml").replace("policy", '"pol\\u0069cy"')],
    ["yaml", casesOf("\n  # why\n  ../r2.policy.yaml")],
    ["yaml", casesOf(">-\n  ../r2.policy.yaml")],
    ["yaml", casesOf("../r2.policy.yaml").replace("policy:", "? policy\n:")],
    ["yaml", casesOf("'../r2.policy.yaml'").replaceAll("Admins", '"Admin\\x73"')],
    ["json", json('"policy": "..\\/r2.policy.yaml"')],
    ["ts", `defineCases(\n  // The site.\n  "../r2.policy.yaml", ${list});\n`],
    ["ts", `export default { cases: ${list}, "policy": \`../r2.policy.yaml\` };\n`],
    ["ts", `import { r2 as web } from "../all.ts";\nexport default defineCases(web, ${list});\n`],
    ["json", json('"pol\\u0069cy": "../r2.policy.yaml"')],
  ])("in %s: %j", async (ending, text) => {
    const files = {
      "all.ts": 'import r2 from "./r2.policy.yaml";\n',
      "r2.policy.yaml": policy,
      [`t/web.cases.${ending}`]: text,
    };
    expect(Object.keys(await renamed(about(files, "r2.policy.yaml")))).toEqual([
      "r2.policy.yaml",
      `t/web.cases.${ending}`,
    ]);
  });

  test("with a quote in its name", async () => {
    const files = {
      "it's.policy.yaml": policy,
      "t/a.cases.yaml": casesOf("'../it''s.policy.yaml'"),
    };
    expect(await renamed(about(files, "it's.policy.yaml"))).toEqual(
      afterwards(files, Object.keys(files)),
    );
  });

  test("what only looks like it is none", async () => {
    const files = {
      "web.policy.yaml": policy,
      "other.policy.yaml": policy,
      "web.cases.yaml":
        "# policy: other.policy.yaml\ncases:\n  - name: 'policy: other.policy.yaml'\n" +
        "    request: { url: /, headers: { content-security-policy: other.policy.yaml } }\n" +
        "    expect: { matched: [Admins] }\n",
    };
    expect(await renamed(about(files, "web.policy.yaml"))).toEqual(
      afterwards(files, ["web.policy.yaml", "web.cases.yaml"]),
    );
  });
});

describe("a file with the name keeps a rule from being renamed when nobody knows what it is about", () => {
  test.each([
    ["t/x.cases.yaml", `${casesOf("[")}`],
    ["t/x.cases.yaml", casesOf("{ inbound: [] }")],
    ["t/x.cases.ts", `const target = "web";\nexport default defineCases(target, ${list});\n`],
    ["t/x.cases.ts", `export default { policy: "we" + "b", cases: ${list} };\n`],
    ["t/x.cases.ts", `export default { policy: \`\${dir}/web.policy.yaml\`, cases: ${list} };\n`],
    ["t/x.cases.ts", `export default forTarget("web", ${list});\n`],
    ["t/x.cases.ts", `export default defineCases(a, ${list});\ndefineCases("web", []);\n`],
  ])("%s: %j", async (name, text) => {
    const files = { "web.policy.yaml": policy, [name]: text };
    await expect(renamed(about(files, "web.policy.yaml"))).rejects.toThrow(
      `"Admins" cannot be renamed: ${name.slice(2)} may mean it.`,
    );
    const others = { ...files, [name]: text.replaceAll("Admins", "Bots") };
    expect(Object.keys(await renamed(about(others, "web.policy.yaml")))).toEqual([
      "web.policy.yaml",
    ]);
  });
});

test("cases for a target with another policy in each environment are about all of them", async () => {
  const files = {
    "traffic-policy.config.yaml":
      "service: emulator\ntargets:\n  web: { kind: https-route, edge: e }\nenvironments:\n" +
      "  dev: { targets: { web: { route: a, policy: a.policy.yaml } } }\n" +
      "  prod: { targets: { web: { route: b, policy: b.policy.yaml } } }\n",
    "a.policy.yaml": policy,
    "b.policy.yaml": policy,
    "c.policy.yaml": policy,
    "x.cases.yaml": casesOf("web"),
    "b.cases.yaml": casesOf("b.policy.yaml"),
  };
  const same = ["a.policy.yaml", "b.policy.yaml", "x.cases.yaml", "b.cases.yaml"];
  for (const from of same) {
    expect(await renamed(about(files, from))).toEqual(afterwards(files, same));
  }
});

describe("of a workspace, other projects", () => {
  const configuration = (name: string, file: string, more = ""): string =>
    `service: emulator\ntargets:\n  ${name}: { kind: https-route, edge: e, route: r, policy: ${file} }\n${more}`;
  const files = {
    "traffic-policy.config.yaml": "service: emulator\nprojects: [services/*]\n",
    "services/a/traffic-policy.config.yaml": configuration("web", "web.policy.yaml"),
    "services/a/web.policy.yaml": policy,
    "services/a/web.cases.yaml": casesOf("web"),
    "services/b/traffic-policy.config.yaml": configuration(
      "other",
      "../a/web.policy.yaml",
      "lint: { ignoreFindings: [{ file: ../a/web.policy.yaml, rule: document/rule-name, policyRule: Admins, why: c }] }\n",
    ),
    "services/b/x.cases.yaml": casesOf("../a/web.policy.yaml"),
    "services/b/y.cases.yaml": casesOf("other"),
    "services/b/z.policy.yaml": policy,
    "services/b/z.cases.yaml": casesOf("z.policy.yaml"),
    "services/c/traffic-policy.config.yaml":
      "lint: { ignoreFindings: [{ file: ../a/web.policy.yaml, rule: document/rule-name, policyRule: Admins, why: c }] }\n",
  };
  const same = [
    "services/a/web.policy.yaml",
    "services/a/web.cases.yaml",
    "services/b/traffic-policy.config.yaml",
    "services/b/x.cases.yaml",
    "services/b/y.cases.yaml",
    "services/c/traffic-policy.config.yaml",
  ];
  test.each(same)("are looked at from %s", async (from) => {
    expect(await renamed(about(files, from))).toEqual(afterwards(files, same));
  });
});

test.each([
  'import data from "./data.json" with { type: "json" };\nexport default defineCases(data);\n',
  'import { readFileSync } from "node:fs";\n' +
    'export default defineCases(JSON.parse(readFileSync(new URL("./data.json", import.meta.url))));\n',
])("what a module reads as data keeps a rule in it from being renamed: %s", async (text) => {
  const files = {
    "web.policy.yaml": policy,
    "data.json": '[{"name": "A", "expect": {"matched": ["Admins"]}}]',
    "web.cases.ts": text,
  };
  await expect(renamed(about(files, "web.policy.yaml"))).rejects.toThrow(
    '"Admins" cannot be renamed: line 1 of data.json may mean it.',
  );
  const others = { ...files, "data.json": '["New"]' };
  await expect(renamed(about(others, "web.policy.yaml"))).rejects.toThrow(
    'There may be "New" in data.json already.',
  );
});

test("a definition in the document itself is found without other files", async () => {
  const { folder } = projectOf({ "web.policy.yaml": policy, "web.cases.yaml": casesOf("web") });
  const asked: string[] = [];
  const host = await hostHere(folder);
  const editor = await TestEditor.start({
    folder,
    host: {
      ...host,
      related: (...question) => {
        asked.push(question[0]);
        return host.related(...question);
      },
    },
  });
  const uri = pathToFileURL(`${folder}/web.policy.yaml`).href;
  await editor.open(uri, policy);
  const position = { line: 1, character: 11 };
  expect(
    await editor.request<Location[]>("textDocument/definition", uri, { position }),
  ).toHaveLength(1);
  expect(asked).toEqual([]);
  await editor.close();
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
    (
      await relatedFiles(
        { file: `${folder}/r2.policy.yaml`, environmentsOf: async () => [] },
        await testContext(folder, env),
      )
    ).files.slice();
  expect(await related({})).toEqual([`${folder}/a/web.cases.yaml`]);
  expect(await related({ HOME: `${folder}/home` })).toEqual([]);
});
