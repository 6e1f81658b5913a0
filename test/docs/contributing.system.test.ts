import { execSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import type * as engineModule from "@traffic-policy/policy-engine";
import type { JsonValue } from "@traffic-policy/policy-language";
import type { Reporter } from "@traffic-policy/report";
import { expect, onTestFinished, test, vi } from "vitest";
import type * as outputs from "../../packages/cli/src/commands/outputs.generated.ts";
import type * as programModule from "../../packages/cli/src/program.ts";
import type * as dialectModule from "../../packages/policy-language/src/catalogue/directions/dialect.ts";
import { actionData } from "../../scripts/generate/action-data.ts";
import { commandIndexes } from "../../scripts/generate/command-indexes.ts";
import { effectIndex, reportFormatIndex } from "../../scripts/generate/indexes.ts";
import type { GeneratedFile } from "../../scripts/generate/generated-file.ts";
import { root } from "../../scripts/generate/root.ts";
import { testContext } from "../cli/context.ts";
import { plainExchange } from "../policy-engine/simulated.ts";
import { context as reportContext, diagnostic, report } from "../report/sample.ts";

const page = readFileSync(new URL("CONTRIBUTING.md", root), "utf8");

/** The files that the diff of a section adds, by their paths. */
function addedIn(section: string): [path: string, text: string][] {
  const [, diff = ""] =
    new RegExp(`^## ${section}\n[^]*?^\`\`\`diff\n([^]*?)^\`\`\``, "m").exec(page) ?? [];
  return diff
    .split(/^\+\+\+ /m)
    .slice(1)
    .map((file) => {
      const [path = "", ...lines] = file.split("\n");
      return [path, lines.map((line) => line.slice(1)).join("\n")];
    });
}

/** A copy of a package's sources with what is added to them, as a path from the top of the repository. */
function copyWith(added: readonly (readonly [path: string, text: string])[], pack: string): string {
  const folder = mkdtempSync(fileURLToPath(new URL(`packages/${pack}/.added-`, root)));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(new URL(`packages/${pack}/src`, root), join(folder, "src"), { recursive: true });
  for (const [path, text] of added) {
    if (!path.startsWith(`packages/${pack}/src/`)) continue;
    const file = join(folder, path.slice(`packages/${pack}/`.length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return `packages/${pack}/${basename(folder)}/src`;
}

function generate(files: readonly GeneratedFile[]): void {
  for (const { path, text } of files) writeFileSync(new URL(path, root), text);
}

function missing(): never {
  throw new Error("what was added is missing");
}

function load<T>(path: string): Promise<T> {
  return import(new URL(path, root).href) as Promise<T>;
}

/** The lines for a shell in a section. */
function typedIn(section: string): string[] {
  const [, text = ""] = new RegExp(`^## ${section}\n([^]*?)^## `, "m").exec(page) ?? [];
  return [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, lines = ""]) =>
    lines.trimEnd().split("\n"),
  );
}

test("a lint rule that is added to the letter is green, and changes only what the page names", () => {
  const section = "Adding a lint rule";
  const folder = repositoryCopy();
  const run = (line: string): string =>
    execSync(line, { cwd: folder, encoding: "utf8", env: { ...process.env, CI: "true" } });
  run("git init --quiet && git add --all");
  const added = addedIn(section);
  for (const [path, text] of added) writeFileSync(join(folder, path), text);
  const [setup, generating, ...checks] = typedIn(section);
  expect([setup, generating, checks.length]).toEqual(["npm run setup", "npm run generate", 1]);
  // What it fills in pages depends on the built command, and another test compares it.
  const changed = run(`${generating} --silent -- code`).trimEnd().split("\n");
  for (const line of checks) expect(run(line)).toContain("are right");
  const others = run("git ls-files --modified --others --exclude-standard").trimEnd().split("\n");
  expect(others.toSorted()).toEqual([...changed, ...added.map(([path]) => path)].toSorted());
  const [, named = ""] = /^`generate` writes what follows([^]*?)`check:rule`/m.exec(page) ?? [];
  const paths = [...named.matchAll(/`(\S+\/\S+)`/g)].map(([, path = ""]) => path);
  expect(changed.toSorted()).toEqual(paths.toSorted());
}, 240_000);

/** A copy of the repository as it is, with what is installed, but not built. */
function repositoryCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-contributing-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const top = fileURLToPath(root);
  cpSync(top, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/^(?:\.git|\.pnpm|\.cache|dist|\.added-.*)$/.test(basename(path)),
  });
  symlinkSync(join(top, "node_modules/.pnpm"), join(folder, "node_modules/.pnpm"));
  return folder;
}

test("the action that is added is in the catalogue, and does what it says", async () => {
  const added = addedIn("Adding an action or a variable");
  const language = copyWith(added, "policy-language");
  generate([await actionData(`${language}/catalogue/directions/actions`)]);
  const { directionsDialect: dialect } = await load<typeof dialectModule>(
    `${language}/catalogue/directions/dialect.ts`,
  );
  const action = dialect.actions.get("pause") ?? missing();
  const engine = copyWith(added, "policy-engine");
  generate([effectIndex(engine)]);
  const { compilePolicy, simulate } = await load<typeof engineModule>(`${engine}/index.ts`);
  const simulated = async (config: JsonValue) => {
    const document = { inbound: [{ actions: [{ type: action.type, config }] }] };
    const policy = await compilePolicy(document, { dialect });
    const outcome = await simulate(policy, plainExchange, { trace: true });
    return { problems: policy.problems.length, note: outcome.trace?.rules[0]?.actions[0]?.note };
  };
  expect(await simulated(action.example as JsonValue)).toEqual({
    problems: 0,
    note: "The request waits 250 ms.",
  });
  expect((await simulated({})).problems).toBe(1);
});

test("the command that is added is listed, runs, and prints what its schema says", async () => {
  const source = copyWith(addedIn("Adding a command"), "cli");
  generate(commandIndexes(source));
  const { createProgram } = await load<typeof programModule>(`${source}/program.ts`);
  const context = await testContext();
  const status = vi.fn<(status: number) => void>();
  const program = await createProgram(context, status);
  expect(program.helpInformation()).toContain("list the actions");
  await program.parseAsync(["actions", "--format", "json"], { from: "user" });
  expect(status).toHaveBeenCalledWith(0);
  const { jsonOutputs } = await load<typeof outputs>(`${source}/commands/outputs.generated.ts`);
  const { schema = {} } = jsonOutputs.find(({ name }) => name === "actions") ?? {};
  const printed: unknown = JSON.parse(context.printed.out);
  expect(new Ajv2020().validate(schema, printed)).toBe(true);
  expect(printed).toHaveProperty("actions", expect.arrayContaining(["deny"]));
});

test("the format that is added is in the list, and prints a finding", async () => {
  const source = copyWith(addedIn("Adding a format"), "report");
  generate([reportFormatIndex(source)]);
  const { formats } = await load<{
    formats: Readonly<Record<string, () => Promise<{ default: Reporter }>>>;
  }>(`${source}/formats/index.generated.ts`);
  expect(Object.keys(formats)).toEqual(expect.arrayContaining(["pretty", "csv"]));
  const print = (await formats["csv"]?.())?.default;
  expect(print?.(report([diagnostic()]), reportContext())).toBe(
    '"web.json","2","error","expression/syntax","A name is missing here."\n',
  );
});
