import { describe, expect, test } from "vitest";
import type {
  CompletionItem,
  DocumentHighlight,
  Hover,
  Location,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import { edited, positionOf, textAt } from "./client-text.ts";
import { TestEditor } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

const uri = "file:///work/web.ts";

const imports = `import {
  addHeaders, cel, customResponse, deny, policy, rule, setVars, text, vars,
} from "@traffic-policy/policy-builder/phases";
`;

const module = `${imports}// Größe 📏
export default policy({ protocol: "http" })
  .onHttpRequest(
    rule("Tier 🙂").when(cel\`size(req.host) > 1\`).do(
      setVars({ tier: "free", "max-size": 100, size: text\`\${vars.field("tier")}ö\` }),
    ),
    rule().do(setVars({ vars: [{ tier: "gold" }, { rate: 1.5 }] })),
    rule("Gold")
      .when(cel\`'🙂' != req.host && vars.tier == 'gold'\`, vars.has("tier"))
      .when(cel\`vars["tier"] != '' || 'tier' in vars\`, cel.text("vars.tier == 'x'"))
      .when(vars.tier.eq(vars.at('tier')), vars["tier"].eq("a"))
      .do(addHeaders({ headers: { "x-tier": "a \${vars.tier} tier" } })),
  )
  .onHttpResponse(
    rule("Other").do(setVars({ tier: "other" })),
    rule().when(cel\`vars.tier == 'other'\`).do(deny()),
  );
`;

async function ask<Result>(method: string, text: string, params: object): Promise<Result> {
  const editor = await TestEditor.start({ encoding: "utf-8" });
  await editor.open(uri, text);
  const result = await editor.request<Result>(`textDocument/${method}`, uri, params);
  await editor.close();
  return result;
}

const at = (text: string, part: string, by = 0) =>
  positionOf(text, text.indexOf(part) + by, "utf-8");

describe("a variable that a module sets", () => {
  const position = at(module, "tier: ");

  test("is found wherever its section reads it, from each of these places", async () => {
    const context = { includeDeclaration: true };
    const found = await ask<Location[]>("references", module, { position, context });
    const ranges = found.map(({ range }) => range);
    expect(ranges.map((range) => textAt(module, range, "utf-8"))).toEqual(
      Array.from({ length: 12 }, () => "tier"),
    );
    for (const { end } of ranges) {
      const marks = await ask<DocumentHighlight[]>("documentHighlight", module, { position: end });
      expect(marks.map(({ range }) => range)).toEqual(ranges);
      const set = await ask<Location[]>("definition", module, { position: end });
      expect(set.map(({ range }) => range)).toEqual([ranges[0], ranges[2]]);
    }
  });

  test("is renamed in its section", async () => {
    const { changes } = await ask<WorkspaceEdit>("rename", module, { position, newName: "level" });
    const [before = "", after = ""] = module.split(/(?=\.onHttpResponse)/);
    const expected = before.replaceAll(/\btier\b(?! tier)(?<!a \S+ tier)/g, "level");
    expect(edited(module, changes?.[uri] ?? [], "utf-8")).toBe(
      expected.replace('"x-level"', '"x-tier"') + after,
    );
  });

  test.each([
    ["size", "There is vars.size in this module already."],
    ["a b", '"a b" cannot be the name of this variable.'],
  ])("cannot be called %s", async (newName, message) => {
    await expect(ask("rename", module, { position, newName })).rejects.toThrow(message);
  });

  test.each([
    [
      "vars.tier == 'gold'",
      [
        "Set in the rule `Tier 🙂` of `on_http_request`, to `free`.",
        "Set in line 10 of `on_http_request`, to `gold`.",
      ],
    ],
    ["vars.tier == 'other'", ["Set in the rule `Other` of `on_http_response`, to `other`."]],
  ])("is explained at %s", async (read, expected) => {
    const hover = await ask<Hover>("hover", module, { position: at(module, read, 6) });
    expect(hover.range && textAt(module, hover.range, "utf-8")).toBe("tier");
    const { value } = hover.contents as { value: string };
    expect(value).toBe(["```cel\nvars.tier: string\n```", ...expected].join("\n\n"));
  });

  test("is explained where the builder reads it, and said to be none if nothing sets it", async () => {
    const text = module.replace('vars.has("tier")', 'vars.has("four")');
    const { contents } = await ask<Hover>("hover", text, { position: at(text, "four", 1) });
    expect(JSON.stringify(contents)).toContain("No action in this module sets it by this name.");
  });
});

const rules = (before: string, condition: string, after = ""): string =>
  `${imports}${before}
export default policy().onHttpRequest(
  rule("a").do(setVars({ tier: "free", size: 1, on: true, deep: [1], 'not a name': 2 })),
  rule("b").when(${condition}).do(setVars({ later: 1 })),
).onHttpResponse(rule().do(setVars({ other: 1 })))${after};
`;

test.each([
  [`cel\`vars.${mark}\``, ["tier", "size", "on", "deep"]],
  [`cel\`vars.t${mark}\``, ["tier"]],
  [`cel\`vars['${mark}']\``, ["tier", "size", "on", "deep", "not a name"]],
  [`cel.text("vars.${mark}")`, ["tier", "size", "on", "deep"]],
])("at %s, the names are completed that are set before", async (condition, expected) => {
  const { text, position } = unmarked(rules("", condition), "utf-8");
  const items = await ask<CompletionItem[]>("completion", text, { position });
  const names = items.filter(({ sortText }) => sortText?.startsWith("2") === true);
  expect(names.map(({ label }) => label)).toEqual(expected);
  expect(names[0]).toMatchObject({
    detail: "string",
    documentation: { value: "Set in the rule `a` of `on_http_request`, to `free`." },
  });
});

test.each([
  [`vars.field("${mark}")`, ["tier", "size", "on", "deep", "not a name"]],
  [`vars.has('t${mark}')`, ["tier", "size", "on", "deep", "not a name"]],
  [`vars["${mark}"]`, ["tier", "size", "on", "deep", "not a name"]],
  [`vars.exists("${mark}")`, []],
  [`req.headers.has("${mark}")`, []],
])("in the quotes of the builder, at %s, they are completed, too", async (condition, expected) => {
  const { text, position } = unmarked(rules("", condition), "utf-8");
  const items = await ask<CompletionItem[]>("completion", text, { position });
  expect(items.map(({ label }) => label)).toEqual(expected);
  if (expected.length === 0) return;
  const made = edited(text, [items[0]?.textEdit as TextEdit], "utf-8");
  expect(made).toContain(condition.replace(/t?‸/, "tier"));
});

test("a rule that is built elsewhere in the module may be in any section", async () => {
  const before = "const early = rule('early').do(setVars({ early: 1 }));";
  const { text, position } = unmarked(rules(before, `cel\`vars.${mark}\``), "utf-8");
  const items = await ask<CompletionItem[]>("completion", text, { position });
  expect(items[0]).toMatchObject({
    label: "early",
    documentation: { value: "Set in the rule `early`, to `1`." },
  });
  const after = unmarked(
    `${rules("", `cel\`vars.${mark}\``)}const late = rule('late').do(setVars({ late: 1 }));\n`,
    "utf-8",
  );
  const others = await ask<CompletionItem[]>("completion", after.text, {
    position: after.position,
  });
  expect(others.map(({ label }) => label)).toContain("late");
  const whole = `${before}\nconst late = rule().do(setVars({ early: 2 }), deny());`;
  const code = rules(
    whole,
    "cel`vars.early > 1`",
    ".onTcpConnect(rule().when(cel`vars.early == 1`))",
  );
  const found = await ask<Location[]>("references", code, {
    position: at(code, "vars.early >", 6),
    context: { includeDeclaration: true },
  });
  expect(found).toHaveLength(4);
});

test.each([
  ["names of other builders", `import { setVars, vars, cel } from "./own.ts";`],
  [
    "a function of the module itself",
    `${imports.replace("setVars, ", "")}const setVars = (a) => a;`,
  ],
])("of %s nothing is claimed", async (_what, first) => {
  const code = `${first}\nsetVars({ tier: "free" }); cel\`vars.${mark}\`;\n`;
  const { text, position } = unmarked(code, "utf-8");
  const items = await ask<CompletionItem[] | null>("completion", text, { position });
  expect((items ?? []).map(({ label }) => label)).not.toContain("tier");
});

test("a name in short is renamed as a key with its value", async () => {
  const text = rules('const tier = "free";', "cel`vars.tier == 'a'`").replace(
    'tier: "free"',
    "tier",
  );
  const { changes } = await ask<WorkspaceEdit>("rename", text, {
    position: at(text, "vars.tier", 6),
    newName: "level",
  });
  const after = edited(text, changes?.[uri] ?? [], "utf-8");
  expect(after).toContain("setVars({ level: tier, size");
  expect(after).toContain("cel`vars.level == 'a'`");
  expect(after).toContain('const tier = "free";');
});

describe("a rename is refused where other uses are possible:", () => {
  const unnamed = "by names that are not written there";
  test.each<[line: string, why: string, condition?: string]>([
    ["const a = setVars(given);", `line 4 sets variables ${unnamed}`],
    ["const a = setVars({ ...given });", `line 4 sets variables ${unnamed}`],
    ["const a = setVars({ [given]: 1 });", `line 4 sets variables ${unnamed}`],
    ["const a = setVars({ vars: given });", `line 4 sets variables ${unnamed}`],
    ["const a = setVars({ vars: [given] });", `line 4 sets variables ${unnamed}`],
    ["const a = [1].map(setVars);", `line 4 sets variables ${unnamed}`],
    ["const a = vars.field(given);", `line 4 reads variables ${unnamed}`],
    ["const a = vars[given];", `line 4 reads variables ${unnamed}`],
    ["const a = given(vars);", `line 4 reads variables ${unnamed}`],
    ["const a = cel`vars[${given}] == 1`;", `line 4 reads variables ${unnamed}`],
    ["const a = cel`vars.exists(v, v == 'tier')`;", `line 4 reads variables ${unnamed}`],
    ["const a = cel`${vars}.tier == 1`;", `line 4 reads variables ${unnamed}`],
    ['const a = "${vars[req.host]}";', `line 4 reads variables ${unnamed}`],
    ['const a = ["vars.tier"];', "line 4 has a text that may read it"],
    ["const a = `\\${vars.tier}`;", "line 4 has a template that may read it"],
    ["const a = `${given}\\${vars.tier}`;", "line 4 has a template that may read it"],
    ["const a = text`${`vars.tier`}`;", "line 4 has a template that may read it"],
    ['import { a } from "./a.ts";', "the module that line 4 imports may use it"],
    ["export const a = rule();", "other modules may use what line 4 exports"],
    [
      'import * as b from "@traffic-policy/policy-builder/phases";',
      "line 4 imports all names of a module as one",
    ],
    [
      'import { vars as v } from "@traffic-policy/policy-builder/phases";',
      "line 4 imports something by another name",
    ],
  ])("%s", async (line, why) => {
    const text = rules(line, "cel`vars.tier == 'a'`");
    const position = at(text, "vars.tier == 'a'", 6);
    const message = `vars.tier cannot be renamed: ${why}.`;
    await expect(ask("rename", text, { position, newName: "level" })).rejects.toThrow(message);
    await expect(ask("prepareRename", text, { position })).rejects.toThrow(message);
  });

  test.each([
    'import { readFileSync } from "node:fs";',
    'import type { A } from "./a.ts";',
    "export type A = string;",
    'const a = rule("Reads vars.tier");',
    'const a = action("set-vars", { vars: [{ tier: "x" }] });',
    "const a = text`vars.tier`;",
    "const a = text`${`a`} vars.tier ${req.host} vars.tier`;",
    "const a = cel`vars.size > 1`;",
    "const a = other.vars, b = { vars: 1 };",
  ])("and not for %s", async (line) => {
    const text = rules(line, "cel`vars.tier == 'a'`").replace(
      "  addHeaders",
      "  action, addHeaders",
    );
    const position = at(text, "vars.tier == 'a'", 6);
    const { changes } = await ask<WorkspaceEdit>("rename", text, { position, newName: "level" });
    expect(edited(text, changes?.[uri] ?? [], "utf-8")).toContain("cel`vars.level == 'a'`");
  });
});

test("a module of `traffic-policy/phases` is one of phases, too", async () => {
  const marked = rules("", `cel\`vars.t${mark}\``).replace(
    "@traffic-policy/policy-builder/phases",
    "traffic-policy/phases",
  );
  const { text, position } = unmarked(marked, "utf-8");
  const items = await ask<CompletionItem[]>("completion", text, { position });
  expect(items.map(({ label }) => label)).toEqual(["tier"]);
});
