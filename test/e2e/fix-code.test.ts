import { lstatSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { FixReport } from "@traffic-policy/report";
import { configuration, project, run } from "./command.ts";

const imports = `import {
  action, addHeaders, allOf, anyOf, cel, compressResponse, conn, customResponse, deny, log, not,
  policy, rateLimit, redirect, req, res, restrictIps, rule, text, urlRewrite,
} from "@traffic-policy/policy-builder";
`;

const builder = fileURLToPath(new URL("../../packages/policy-builder", import.meta.url));

/** A policy with one rule. */
function inbound(conditions: string, actions = "deny()"): string {
  const when = conditions === "" ? "" : `.when(${conditions})`;
  return `${imports}export default policy({ protocol: "http" }).inbound(
  rule("a")${when}.do(${actions}),
);
`;
}

/** Texts of modules; what changes stands as «before|after». */
const changed: Readonly<Record<string, string>> = {
  "the text of a template": inbound("cel`«req.Method|req.method» == 'GET'`"),
  "two places of a template": inbound("cel`«req.Method|req.method» == '«post|POST»'`"),
  "a template with gaps": inbound(
    'cel`req.url.path.startsWith(${"/a"}) && («req.Method|req.method» == ${"GET"})`',
  ),
  "the string in a gap": inbound('cel`req.method == ${"«post|POST»"}`'),
  "a template over several lines": inbound(
    "cel`\n    req.url.path != '/' &&\n    «req.Method|req.method» == 'GET'\n  `",
  ).replaceAll("\n", "\r\n"),
  "a template of a type": inbound("cel.as(\"bool\")`«req.Method|req.method» == 'GET'`"),
  "a text": inbound(`cel.text("«req.Method|req.method» == 'GET'")`),
  "a text with escapes": inbound(
    String.raw`cel.text('«req.Method|req.method» == \'\x47\u{45}T\'')`,
  ),
  "behind characters of two units": inbound("/* 😀 */ cel`«req.Method|req.method» == 'GET'`"),
  "behind types, which are taken out": inbound(
    "(cel as typeof cel)`true`, cel`«req.Method|req.method» == 'GET'` satisfies unknown as never",
  ).replace("(cel as typeof cel)`true`, ", ""),
  "the argument of a typed call": inbound('req.method.eq("«post|POST»")'),
  "an argument in other quotes": inbound("req.method.eq('«post|POST»'), req.host.ne(`a`)"),
  "an argument with the type checker told to be quiet": inbound(
    'req.method.eq(("«post|POST»" as string)!)',
  ),
  "one of several arguments": inbound('req.method.isIn("GET", "«post|POST»")'),
  "an argument deep inside": inbound(
    'allOf(not(conn.clientIp.inCidr("«10.0.0.1/8|10.0.0.0/8»", "192.0.2.0/24")), req.host.ne("a"))',
  ),
  "a function for each item": inbound(
    'req.header("A").some((value) => value.matches("(?i)^www«.|[.]»example«.|[.]»com$"))',
  ),
  "the type of an action": inbound("", 'action("«Deny|deny»")'),
  "a key of a config": inbound("", 'action("deny", { «statusCode|status_code»: 404 })'),
  "a quoted key of a config": inbound("", `action("deny", { '«statusCode|status_code»': 404 })`),
  "an item of a config of the builder": inbound(
    "",
    'restrictIps({ enforce: true, allow: ["192.0.2.0/24", "«10.0.0.1/8|10.0.0.0/8»"] as const })',
  ),
  "an item on lines of their own": inbound(
    "",
    'restrictIps({\n    allow: [\n      "10.0.0.0/8", // all\n      «"10.1.0.0/16",\n      |»"192.0.2.0/24",\n    ],\n  })',
  ),
  "the last item": inbound("", 'restrictIps({ allow: [ "10.0.0.0/8"«, "10.1.0.0/16"|», ] })'),
  "a text of a config": inbound(
    "",
    'customResponse({ statusCode: 200, content: "a", headers: { "x-a": "a«\\n|»", "content-type": "text/plain" } })',
  ),
  "a text with expressions": inbound(
    "",
    "addHeaders({ headers: { 'x-a': text`${conn.geo.country} a«\\n|»` } })",
  ),
  "an interpolation in a text of a config": inbound(
    "",
    'log({ metadata: { by: "${«req.Method|req.method»} ${req.host}" } })',
  ),
  "an expression of a config": inbound(
    "",
    'rateLimit({ name: "a", algorithm: "sliding_window", capacity: 1, rate: "60s", bucketKey: [cel`getReqHeader(\'«x-a|X-A»\')`] })',
  ),
  "what is built once and used twice": `${imports}const old = cel\`«req.Method|req.method» == 'GET'\`;
export default policy({ protocol: "http" }).inbound(
  rule("a").when(old).do(deny()),
  rule("b").when(not(req.host.eq("a")), old).do(deny()),
);
`,
  "what several policies of a module share": `${imports}const old = cel\`«req.Method|req.method» == 'GET'\`;
export const one = policy({ protocol: "http" }).inbound(rule("a").when(old).do(deny()));
export const other = policy({ protocol: "http" }).inbound(rule("b").when(old).do(deny()));
`,
  "what a function builds with its own literal": `${imports}const only = (host: string) =>
  rule(host).when(req.host.eq(host), req.method.eq("«post|POST»")).do(deny());
export default policy({ protocol: "http" }).inbound(only("a"), only("b"));
`,
  "other names of the builder": `import * as b from "@traffic-policy/policy-builder";
import { cel as expression } from "@traffic-policy/policy-builder";
export default b.policy({ protocol: "http" }).inbound(
  b.rule("a")
    .when(b.cel\`«req.Method|req.method» == 'GET'\`, expression\`«req.Host|req.host» == 'a'\`)
    .do(b.deny()),
);
`,
  "an object as the default export": `interface Any { readonly [key: string]: unknown }
export default {
  // comment
  «"enabled": true,
  |»inbound: [{ name: 'a', expressions: ['«req.Method|req.method» == «"post"|\\'POST\\'»'], actions: [{ type: "deny" }] }],
} satisfies Any;
`,
  "what shall be a list": `export default {
  inbound: «|[»{ name: 'a', actions: [{ type: "deny" /* all */ }] }«|]»,
};
`,
  "an argument that stands twice": inbound(
    "req.host.eq(\"a\"), cel`req.method == 'GET'`«, cel`req.method == 'GET'`|»",
  ),
};

/** Texts of modules that are not changed, each with the reason. */
const left: Readonly<Record<string, readonly [module: string, reason: string]>> = {
  "a variable": [
    inbound("req.method.eq(method)").replace("export", 'const method = "post";\nexport'),
    "what it changes is not written in this call",
  ],
  "what is spread": [
    inbound("conn.clientIp.inCidr(...office)").replace(
      "export",
      'const office = ["10.0.0.1/8"];\nexport',
    ),
    "what it changes is not written in this call",
  ],
  "a sum": [inbound('req.method.eq("po" + "st")'), "what it changes is not written in this call"],
  "what a condition chooses": [
    inbound('req.method.eq(process.env["NEVER_SET"] ? "GET" : "post")'),
    "what it changes is not written in this call",
  ],
  "what a function of the user's gives": [
    inbound('req.method.eq(same("post"))').replace(
      "export",
      "const same = (text: string) => text;\nexport",
    ),
    "what it changes is not written in this call",
  ],
  "a text that stands twice": [
    inbound('anyOf(req.method.eq("post"), req.url.path.eq("post"))'),
    "what it changes occurs in this call more than once",
  ],
  "a text that another one uses, too": [
    inbound('anyOf(req.method.eq("post"), req.url.path.eq(((x = "post") => "/" + x)()))'),
    "what it changes occurs in this call more than once",
  ],
  "a computed key": [
    inbound("", 'action("deny", { ["statusCode"]: 404 })'),
    "what it changes is not written in this call",
  ],
  "a member before what is spread": [
    inbound("", 'action("deny", { statusCode: 404, ...{} })'),
    "what it changes is not written in this call",
  ],
  "a loop": [
    `${imports}export default policy({ protocol: "http" }).inbound(
  ...["post", "PUT"].map((method) => rule(method).when(req.method.eq(method)).do(deny())),
);
`,
    "what it changes is not written in this call",
  ],
  "an item with a comment": [
    inbound("", 'restrictIps({ allow: ["10.0.0.0/8", "10.1.0.0/16" /* lab */, "192.0.2.0/24"] })'),
    "a comment could be lost",
  ],
  "a change of the call itself": [
    inbound('req.url.path.matches("^/api/")'),
    "code cannot be changed in this way",
  ],
  "a module that builds something else each time": [
    inbound("cel`req.Method == 'GET'`").replace('rule("a")', "rule(`a ${Math.random()}`)"),
    "the module would not build exactly what is intended",
  ],
};

function moduleName(index: number): string {
  return `m${index}.policy.ts`;
}

interface Report {
  readonly fixes: FixReport;
  readonly failures: readonly unknown[];
}

describe("in code", () => {
  test("what is surely written in the call is changed, and nothing else", async () => {
    const cases = Object.entries(changed).map(([what, marked], index) => ({
      what,
      file: moduleName(index),
      before: marked.replaceAll(/«([^|»]*)\|([^»]*)»/g, "$1"),
      after: marked.replaceAll(/«([^|»]*)\|([^»]*)»/g, "$2"),
    }));
    const cwd = project(Object.fromEntries(cases.map(({ file, before }) => [file, before])));
    const args = ["lint", "--fix-unsafe", "--preset", "strict", "--format", "json", "."];
    const { out, err } = await run(args, { cwd });
    const report = JSON.parse(out) as Report;
    expect({ err, failures: report.failures }).toEqual({ err: "", failures: [] });
    for (const { what, file, after } of cases) {
      const own = report.fixes.left.filter(({ location }) => location?.file === file);
      const text = readFileSync(join(cwd, file), "utf8");
      expect({ what, text, left: own }).toEqual({ what, text: after, left: [] });
    }
    const { fixes } = JSON.parse((await run(args, { cwd })).out) as Report;
    expect(fixes).toEqual({ fixed: 0, files: [], left: [] });
  });

  test("what is not surely written there is left, with the reason", async () => {
    const cases = Object.entries(left).map(([what, [text, reason]], index) => ({
      what,
      file: moduleName(index),
      text,
      reason,
    }));
    const cwd = project(Object.fromEntries(cases.map(({ file, text }) => [file, text])));
    const args = ["lint", "--fix-unsafe", "--format", "json", "."];
    const { fixes, failures } = JSON.parse((await run(args, { cwd })).out) as Report;
    expect({ failures, files: fixes.files }).toEqual({ failures: [], files: [] });
    for (const { what, file, text, reason } of cases) {
      const own = fixes.left.filter(({ location }) => location?.file === file);
      const reasons = [...new Set(own.map((one) => one.reason))];
      expect({ what, reasons }).toEqual({ what, reasons: [reason] });
      expect(readFileSync(join(cwd, file), "utf8")).toBe(text);
    }
  });

  test("the report tells a person why", async () => {
    const cwd = project({ "a.ts": left["a variable"]?.[0] ?? "" });
    const before = await run(["lint", "a.ts"], { cwd });
    expect(before.out).toContain(
      "   fix: Write 'POST' (unsafe, with --fix-unsafe, if the text is in this call)\n",
    );
    expect(before.out).toMatch(
      /\n1 can be fixed with --fix-unsafe, if the text is in the call\.\n$/,
    );
    const { out } = await run(["lint", "--fix-unsafe", "a.ts"], { cwd });
    expect(out).toContain(
      "   fix: Write 'POST' (not done: what it changes is not written in this call)\n",
    );
    expect(out).toMatch(/\n1 fix was not applied; the finding says why\.\n$/);
  });

  test("a call in another module is left, which other policies may use", async () => {
    const common = `${imports}export const old = cel\`req.Method == 'GET'\`;\n`;
    const cwd = project({
      "common.ts": common,
      "a.ts": inbound("old").replace("export", 'import { old } from "./common.js";\nexport'),
    });
    const { out } = await run(["lint", "--fix", "--format", "json", "a.ts"], { cwd });
    expect((JSON.parse(out) as Report).fixes.left).toMatchObject([
      { reason: "the call is in common.ts, which other policies may use" },
    ]);
    expect(readFileSync(join(cwd, "common.ts"), "utf8")).toBe(common);
  });

  test("a part that is to be ignored in one rule stays as it is in all", async () => {
    const text = changed["what is built once and used twice"]?.replace(/«(.*?)\|.*?»/, "$1") ?? "";
    const lint = {
      ignoreFindings: [
        { file: "a.ts", rule: "expression/renamed-variable", policyRule: "b", why: "old" },
      ],
    };
    const cwd = project({ "a.ts": text, "traffic-policy.config.json": configuration({ lint }) });
    const { out } = await run(["lint", "--fix", "--format", "json", "a.ts"], { cwd });
    expect((JSON.parse(out) as Report).fixes.left).toMatchObject([
      {
        path: "/inbound/0/expressions/0",
        reason: "the module would not build exactly what is intended",
      },
    ]);
    expect(readFileSync(join(cwd, "a.ts"), "utf8")).toBe(text);
  });

  test("a policy that imports one that was fixed is linted with it, also in a dry run", async () => {
    const files = {
      "base.policy.ts": inbound("cel`req.Method == 'GET'`"),
      "web.policy.ts": `import base from "./base.policy.ts";
import { cel, deny, policy, rule } from "@traffic-policy/policy-builder";
export default policy({ protocol: "http" })
  .extend(base)
  .inbound(rule("b").when(cel\`req.Host == 'a'\`).do(deny()));
`,
    };
    for (const options of [["--fix-dry-run"], ["--fix"]]) {
      const cwd = project(files);
      const args = ["lint", ...options, "--format", "json", "web.policy.ts", "base.policy.ts"];
      const report = JSON.parse((await run(args, { cwd })).out) as Report & { diagnostics: [] };
      expect(report.diagnostics).toEqual([]);
      expect(report.fixes.left).toEqual([]);
      expect(report.fixes.files.map(({ file }) => file).toSorted()).toEqual(
        Object.keys(files).toSorted(),
      );
    }
  });

  test("standard input is changed as well, also without a file", async () => {
    const args = ["lint", "--fix", "--stdin-filename", "not/there.ts"];
    const text = `\ufeff${inbound("cel`req.Method == 'GET'`")}`;
    const { out, status } = await run(args, { input: text, cwd: project({}) });
    expect({ out, status }).toEqual({ out: text.replace("req.Method", "req.method"), status: 0 });
  });

  test.each([true, false])("behind a link it is the file, builder installed: %j", async (has) => {
    const cwd = project({ "a/real.ts": inbound("cel`req.Method == 'GET'`") });
    symlinkSync("a/real.ts", join(cwd, "link.ts"));
    // With it, the policy runs without the hooks of Node's loader.
    if (has) {
      mkdirSync(join(cwd, "node_modules/@traffic-policy"), { recursive: true });
      symlinkSync(builder, join(cwd, "node_modules/@traffic-policy/policy-builder"));
    }
    await run(["lint", "--fix", "link.ts"], { cwd });
    expect(readFileSync(join(cwd, "a/real.ts"), "utf8")).toBe(inbound("cel`req.method == 'GET'`"));
    expect(lstatSync(join(cwd, "link.ts")).isSymbolicLink()).toBe(true);
  });

  test("JavaScript is changed as well", async () => {
    const cwd = project({ "a.mjs": inbound("cel`req.Method == 'GET'`") });
    await run(["lint", "--fix", "a.mjs"], { cwd });
    expect(readFileSync(join(cwd, "a.mjs"), "utf8")).toBe(inbound("cel`req.method == 'GET'`"));
  });

  test("a policy in phases is changed by either name of its builder", async () => {
    const text = (
      name: string,
      method: string,
    ) => `import { deny, policy, req, rule } from "${name}";
export default policy({ protocol: "http" }).onHttpRequest(rule("a").when(req.method.eq("${method}")).do(deny()));
`;
    const names = ["traffic-policy/phases", "@traffic-policy/policy-builder/phases"];
    for (const name of names) {
      const cwd = project({ "a.ts": text(name, "post") });
      await run(["lint", "--fix-unsafe", "--preset", "strict", "a.ts"], { cwd });
      expect(readFileSync(join(cwd, "a.ts"), "utf8")).toBe(text(name, "POST"));
    }
  });
});
