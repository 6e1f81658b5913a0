import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOMParser } from "@xmldom/xmldom";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { forTerminal } from "@traffic-policy/project/internal";
import { harmless } from "../../packages/cli/src/create-terminal.ts";
import { run } from "../../packages/cli/src/program.ts";
import type { Terminal } from "../../packages/cli/src/context.ts";
import { sampled } from "../seeded.ts";
import { testContext } from "./context.ts";

/** What would have been obeyed begins so; no line of a command does. */
const evil = "EVIL";

/** Commands for terminals and for the log of GitHub Actions. */
const harmful = [
  `\u001b[2J\u001b[31m${evil}`,
  `\u001b]0;title\u0007${evil}`,
  `\u009b31m${evil}`,
  `\u007f${evil}`,
  `\n${evil}`,
  `\n::error::${evil}`,
  `\r\n##[error]${evil}`,
  `\r${evil}`,
  `\t${evil}`,
  `\u2028${evil}`,
  `\u2029::warning::${evil}`,
  `\u202e${evil}\u2066`,
  `%0A::error::${evil}`,
  `, ::notice file=a::${evil}`,
];

const halves = ["\ud800", `\udc00${evil}`];

const hostile = (parts: readonly string[]) =>
  fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 }).map((some) => some.join("b"));

interface World {
  /** Of a target, a rule, a case and what else a policy can name. */
  readonly name: string;
  /** Of files. */
  readonly file: string;
  readonly value: string;
}

// A file cannot be called by half a surrogate pair, nor with a slash.
const worlds = sampled(
  fc.record({
    // What stands first in a line can be a command without a line break.
    name: fc
      .tuple(fc.constantFrom("a", "::error::"), hostile(harmful))
      .map(([first, rest]) => first + rest),
    file: hostile(harmful).map((rest) => `a${rest}`),
    value: hostile([...harmful, ...halves]).map((rest) => `a${rest}`),
  }),
  3,
  8,
);

// oxlint-disable-next-line no-control-regex
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

// oxlint-disable-next-line no-control-regex
const ownColors = /\u001b\[(?:[127]|2[27]|3[123469])m/g;

/** A project in which all is hostile; it is gone after the test. */
function project({ name, file, value }: World): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hostile-")));
  const before = process.cwd();
  onTestFinished(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
  process.chdir(folder);
  mkdirSync("p");
  const answer = {
    status_code: 418,
    content: value,
    headers: { "x-a": value.replace(/[^ -~]/g, "") },
  };
  const policy = {
    inbound: [
      {
        name,
        expressions: [`req.method == ${JSON.stringify(name)} || req.url.path == '/x'`],
        actions: [
          { type: "log", config: { metadata: { [name]: value } } },
          { type: "custom-response", config: answer },
        ],
      },
    ],
  };
  const wrong = {
    [name]: value,
    inbound: [
      { name, [name]: value, expressions: [name, `req.${name}`, "req.nope"], actions: [] },
      { name, actions: [{ type: name, config: { [name]: value } }] },
      { name, actions: [{ type: "deny", config: { status_code: value, [name]: 1 } }] },
      { name, actions: [{ type: "redirect", config: { from: `(${name}`, to: value } }] },
    ],
  };
  const cases = {
    policy: `./${file}.json`,
    cases: [
      {
        name,
        request: { url: `/${encodeURI(evil)}` },
        expect: { status: 200, body: value, headers: { "x-a": value } },
      },
      { name: `${name}2`, request: { url: "/x" }, expect: { status: 200, body: name, by: name } },
    ],
  };
  writeFileSync(join("p", `${file}.json`), JSON.stringify(policy));
  const tcp = { inbound: [{ name, actions: [{ type: "deny" }] }] };
  writeFileSync(join("p", `tcp ${file}.json`), JSON.stringify(tcp));
  writeFileSync(join("p", "web.cases.json"), JSON.stringify(cases));
  writeFileSync(
    join("p", `${file}.cases.json`),
    JSON.stringify({ cases: [{ name, [name]: value }] }),
  );
  writeFileSync(join("p", `wrong ${file}.json`), JSON.stringify(wrong, undefined, 1));
  writeFileSync(join("p", `broken ${file}.json`), `{"${name.replaceAll("\t", " ")}": `);
  writeFileSync(
    join("p", `raw ${file}.yaml`),
    `inbound: # ${name.replaceAll(/\s/g, " ")}\n  - actions: nope\n`,
  );
  writeFileSync(
    "traffic-policy.config.json",
    JSON.stringify({
      service: "emulator",
      targets: {
        [name]: {
          kind: "https-route",
          edge: value.toWellFormed(),
          route: name,
          policy: `./p/${file}.json`,
        },
        ssh: { kind: "tcp-edge", edge: `e${name}`, policy: `./p/tcp ${file}.json` },
      },
    }),
  );
  return folder;
}

interface Printed {
  readonly out: string;
  readonly err: string;
  /** What is the text of a file. */
  readonly document: string;
  readonly status: number;
}

/** Runs a command in this process, with a terminal that gets what that of the command gets. */
async function printed(args: readonly string[], hasColors: boolean): Promise<Printed> {
  let out = "";
  let err = "";
  let document = "";
  const env = { NO_COLOR: hasColors ? "" : "1", FORCE_COLOR: "1" };
  const context = await testContext(process.cwd(), env);
  const { style, errStyle } = context.terminal;
  const terminal: Terminal = {
    ...context.terminal,
    out: (text, how) => void (out += harmless(text, style, how)),
    print: (text) => void (out += harmless(text, style)),
    document: (text) => void (document += forTerminal(text, style)),
    err: (text, how) => void (err += harmless(text, errStyle, how)),
  };
  const status = await run(args, { ...context, terminal });
  return { out, err, document, status };
}

function expectHarmless({ out, err, document }: Printed, about: string): void {
  expect(out + err, about).not.toContain("##[");
  for (const text of [out, err, document]) {
    const shown = text.replaceAll(ownColors, "");
    expect(obeyed.exec(shown)?.[0], about).toBe(undefined);
    expect(shown.isWellFormed(), about).toBe(true);
    expect(text, about).not.toContain(`\t${evil}`);
    expect(text, about).not.toContain(`\u001b[31m${evil}`);
    expect(/^(?:\s*(?:EVIL|::)).*/m.exec(shown)?.[0], about).toBe(undefined);
  }
}

const parsed = (text: string): string => JSON.stringify(JSON.parse(text));

/** Formats of lint, with what those who read them understand. */
const readers: Readonly<Record<string, (text: string) => string>> = {
  pretty: String,
  unix: String,
  json: parsed,
  sarif: parsed,
  gitlab: parsed,
  junit: (text) => new DOMParser({ onError }).parseFromString(text, "text/xml").toString(),
};

function onError(level: string, message: string): void {
  if (level !== "warning") throw new Error(message);
}

/** The files of a project, as one names them on a command line. */
const files = (): string[] =>
  readdirSync("p")
    .filter((file) => !file.includes(".cases."))
    .map((file) => join("p", file));

describe.each(worlds.map((world, index) => [index, world] as const))(
  "hostile texts %i",
  (index, world) => {
    const hasColors = index % 2 === 1;

    test.each(Object.entries(readers))("in the findings of lint as %s", async (format, read) => {
      project(world);
      const args = ["lint", "--format", format, "--preset", "strict", "--", ...files()];
      const one = await printed(args, hasColors);
      expectHarmless(one, format);
      expect(one.status).toBe(1);
      expect(read(one.out)).toContain(evil);
    });

    test("in the findings of lint for GitHub are one command each", async () => {
      project(world);
      const { out, err } = await printed(
        ["lint", "--format", "github", "--all", "--", ...files()],
        hasColors,
      );
      const withoutCommands = out.replaceAll(/^::|##\[/gm, "");
      expectHarmless({ out: withoutCommands, err, document: "", status: 2 }, "github");
      const json = JSON.parse(
        (await printed(["lint", "--format", "json", "--", ...files()], false)).out,
      ) as {
        diagnostics: unknown[];
        failures: unknown[];
      };
      const lines = out.split("\n").slice(0, -1);
      expect(lines).toHaveLength(json.diagnostics.length + json.failures.length);
      for (const line of lines) {
        expect(line).toMatch(
          /^::(?:error|warning|notice) (?:(?:file|line|endLine|col|endColumn|title)=[^,:]*(?:,|::))+/,
        );
        expect(line.slice(2)).not.toMatch(/^[^:]*::[^:]*=[^:]*::/);
      }
    });

    test("in the groups of lint for GitHub are no commands", async () => {
      project(world);
      const args = ["lint", "--format", "github", "--preset", "strict", "--", ...files()];
      const { out, err } = await printed(args, hasColors);
      const own =
        /^(?:::(?:error|warning|notice) (?:(?:file|line|endLine|col|endColumn|title)=[^,:]*(?:,|::))+.*|::group::[a-z-]+\/[a-z-]+: .*|::endgroup::)$/gm;
      expect(out.match(own)?.filter((line) => line.startsWith("::group::"))).not.toEqual([]);
      expectHarmless({ out: out.replaceAll(own, ""), err, document: "", status: 1 }, "github");
    });

    test("in what commands print", async () => {
      const { name, file, value } = world;
      project(world);
      const policy = join("p", `${file}.json`);
      const other = join("p", `tcp ${file}.json`);
      const request = ["--request", "GET https://a.example/x"];
      const route = ["--yes", "--", value.toWellFormed(), name];
      const commands: [status: number, args: string[]][] = [
        [0, ["lint"]],
        [0, ["lint", "--fix-dry-run", "--", other]],
        [0, ["convert", "--", policy]],
        [0, ["convert", "--format", "json", "--", policy]],
        [0, ["convert", "--out", join("p", `${file}.ts`), "--", policy]],
        [2, ["convert", "--", join("p", `broken ${file}.json`)]],
        [2, ["convert", "--", join("p", `none ${file}.json`)]],
        [0, ["simulate", ...request, "--", policy]],
        [0, ["simulate", ...request, "--trace", "--", policy]],
        [0, ["simulate", ...request, "--format", "json", "--", policy]],
        [2, ["simulate", "--request", `${name} /`, "--", policy]],
        [2, ["simulate", ...request, "--option", `${name}=${value}`, "--", policy]],
        [1, ["simulate", ...request, "--trace", "--", join("p", `wrong ${file}.json`)]],
        [1, ["test", join("p", "web.cases.json")]],
        [2, ["test", "--coverage"]],
        [2, ["test", "--suggest"]],
        [1, ["test", "--format", "json", join("p", "web.cases.json")]],
        [1, ["test", "--format", "junit", join("p", "web.cases.json")]],
        [0, ["build", "--no-lint"]],
        [0, ["plan", "--no-lint", "--format", "json"]],
        [0, ["plan", "--no-lint", "--out", `plan ${file}`]],
        [1, ["diff"]],
        [1, ["diff", "--format", "markdown"]],
        [2, ["diff", file]],
        [2, ["deploy"]],
        [0, ["deploy", "--yes", `plan ${file}`]],
        [0, ["diff", "--verbose"]],
        [0, ["routes", "policy", "set", "--no-lint", "--policy", other, ...route]],
        [0, ["routes", "policy", "get", ...route.slice(1)]],
        [1, ["diff", "--verbose"]],
        [1, ["diff", "--format", "markdown"]],
        [2, ["pull", "--dry-run"]],
        [1, ["pull", "--dry-run", "--force"]],
        [0, ["history"]],
        [0, ["history", "--format", "json"]],
        [0, ["rollback", "--yes", name]],
        [0, ["pull"]],
        [0, ["edges", "list"]],
        [0, ["edges", "get", `e${name}`]],
        [2, ["edges", "get", `none ${name}`]],
        [0, ["edges", "update", `e${name}`, "--description", value, "--yes"]],
        [0, ["edges", "list", "--format", "json"]],
        [0, ["edges", "delete", `e${name}`, "--yes"]],
        [2, ["explain", name]],
        [2, ["lint", `none ${name}`]],
        [0, ["lint", "--baseline", `base ${file}`, "--update-baseline"]],
        [2, [name]],
        [2, ["lint", `--${name}`]],
        [0, ["doctor"]],
        [0, ["init", "--dry-run", join("p", file)]],
        [0, ["init", join("p", file)]],
      ];
      const unexpected: unknown[] = [];
      for (const [status, args] of commands) {
        const one = await printed(args, hasColors);
        const about = `${args.join(" ")}:\n${one.out}\n${one.err}`;
        expectHarmless(one, about);
        if (one.status !== status) unexpected.push([...args, one.status, one.err.slice(0, 300)]);
        if (args.includes("json")) JSON.parse(one.out);
      }
      expect(unexpected).toEqual([]);
    });

    test("in TypeScript are escapes", async () => {
      project(world);
      const out = join("p", "made.ts");
      const status = (
        await printed(["convert", "--out", out, "--", join("p", `${world.file}.json`)], false)
      ).status;
      expect(status).toBe(0);
      const source = readFileSync(out, "utf8");
      expect(obeyed.exec(source)?.[0]).toBe(undefined);
      expect(/^(?:\s*(?:EVIL|::|##\[)).*/m.exec(source)?.[0]).toBe(undefined);
      expect(source).toContain(evil);
      const shown = await printed(["convert", "--", join("p", `${world.file}.json`)], false);
      expect(shown.document).toBe(source);
    });
  },
);

test("findings for GitHub are commands also where a patch is the result", async () => {
  project({ name: "a", file: "b", value: "c" });
  const rule = { expressions: ["req.Method == 'a'"], actions: [{ type: "deny" }] };
  writeFileSync(join("p", "old.json"), JSON.stringify({ inbound: [rule] }));
  const args = ["lint", "--format", "github", "--fix-dry-run", "--", ...files()];
  const { document, err } = await printed(args, false);
  expect(document).toMatch(/^--- a\/p\//m);
  expect(err).toMatch(/^::error file=p\//m);
});
