import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Reporter } from "@traffic-policy/policy-lint";
import { expect, onTestFinished, test, vi } from "vitest";
import type * as outputs from "../../packages/cli/src/commands/outputs.generated.ts";
import type * as programModule from "../../packages/cli/src/program.ts";
import { commandIndexes } from "../../scripts/generate/command-indexes.ts";
import { formatIndex } from "../../scripts/generate/format-index.ts";
import type { GeneratedFile } from "../../scripts/generate/generated-file.ts";
import { root } from "../../scripts/generate/root.ts";
import { testContext } from "../cli/context.ts";
import { context as reportContext, diagnostic, report } from "../policy-lint/report/sample.ts";

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

function load<T>(path: string): Promise<T> {
  return import(new URL(path, root).href) as Promise<T>;
}

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
  const source = copyWith(addedIn("Adding a format"), "policy-lint");
  const folder = `${source}/report/formats`;
  generate([formatIndex(folder, { name: "ReportFormat", from: "../reporter.ts" })]);
  const { formats } = await load<{
    formats: Readonly<Record<string, () => Promise<{ default: Reporter }>>>;
  }>(`${folder}/index.generated.ts`);
  expect(Object.keys(formats)).toEqual(expect.arrayContaining(["pretty", "csv"]));
  const print = (await formats["csv"]?.())?.default;
  expect(print?.(report([diagnostic()]), reportContext())).toBe(
    '"web.json","2","error","expression/syntax","A name is missing here."\n',
  );
});
