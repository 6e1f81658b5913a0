import { existsSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { everyCommand } from "../../scripts/every-command.ts";
import { root } from "../../scripts/generate/root.ts";
import { allPages, blocksOf, type CodeBlock } from "./pages.ts";

const blocks = allPages().flatMap((page) =>
  blocksOf(page).map((block) => ({ ...block, page: page.path, isGenerated: page.isGenerated })),
);

function isOf(languages: RegExp): (block: CodeBlock) => boolean {
  return ({ info }) => languages.test(info.split(" ")[0] ?? "");
}

/** Blocks that hold a file, a policy or an output; `pnpm generate` fills them, and a test compares. */
const isFilled = ({ info }: CodeBlock): boolean =>
  info.startsWith("console") || / (?:file|policy|printed|measured|install|folder)=\S/.test(info);

/** A policy; another test lints it. */
const isPolicy = (block: CodeBlock): boolean =>
  isOf(/^(?:json|ya?ml)$/)(block) && /^\W*"?(?:inbound|outbound|on_\w+)\b/.test(block.text);

const hasSchema = ({ info }: CodeBlock): boolean => / schema=\S/.test(info);

test("every block of code is compiled, run or checked, or says why not", () => {
  const isProved = (block: CodeBlock): boolean =>
    isFilled(block) || isPolicy(block) || hasSchema(block) || isOf(/^(?:sh|diff)$/)(block);
  const left = blocks
    .filter((block) => !block.isGenerated && block.notRun === undefined && !isProved(block))
    .map(({ page, line, info }) => `${page}:${line} ${info}`);
  expect(left).toEqual([]);
  expect(blocks.length).toBeGreaterThan(150);
});

test("a block that says why it is not run would not be run otherwise", () => {
  expect(blocks.filter(({ notRun }) => notRun === "")).toEqual([]);
  const needless = blocks.filter((block) => block.notRun !== undefined && isFilled(block));
  expect(needless).toEqual([]);
});

test.each(
  blocks.filter(
    (block) => isOf(/^(?:json|ya?ml)$/)(block) && !block.isGenerated && !isFilled(block),
  ),
)("what $page shows in line $line is $info", ({ info, text }) => {
  expect(() => void (info.startsWith("json") ? JSON.parse(text) : parseYaml(text))).not.toThrow();
});

test.each(blocks.filter(hasSchema))("$page, line $line, is a part of an output", (block) => {
  const name = / schema=(\S+)/.exec(block.info)?.[1] ?? "";
  const file = new URL(`packages/cli/schema/${name}.schema.json`, root);
  const { required: _all, ...schema } = JSON.parse(readFileSync(file, "utf8")) as object & {
    required?: string[];
  };
  const ajv = new Ajv2020({ strictTypes: false, allErrors: true });
  expect(ajv.validate(schema, JSON.parse(block.text)), ajv.errorsText()).toBe(true);
});

test("the lines for a shell call commands, options and scripts that there are", async () => {
  const commands = await everyCommand();
  const { scripts, packageManager } = JSON.parse(
    readFileSync(new URL("package.json", root), "utf8"),
  ) as { scripts: Record<string, string>; packageManager: string };
  const faultOf = (line: string): string | undefined => {
    const [manager] = /\bpnpm@[\d.]+/.exec(line) ?? [];
    if (manager !== undefined && manager !== packageManager) return "another version of pnpm";
    const [, script] =
      /^(?:npm run|npm|pnpm) ((?:start|test|[a-z]+(?::[a-z]+)*))\b/.exec(line) ?? [];
    const isOwn = script !== undefined && !["init", "install", "pkg", "add"].includes(script);
    if (isOwn && scripts[script] === undefined) return "no such script";
    const [, rest] = /^(?:npx )?traffic-policy (.*?)(?:\s[>|&#].*)?$/.exec(line) ?? [];
    if (rest === undefined) return undefined;
    const words = rest.split(/\s+/);
    const found = commands.findLast(
      (one) => one.words.length > 0 && one.words.every((word, index) => words[index] === word),
    );
    if (found === undefined) return "no such command";
    const known = new Set(found.command.options.flatMap(({ long, short }) => [long, short]));
    return words.find((word) => word.startsWith("-") && !known.has(word) && word !== "--help");
  };
  const faults = blocks
    .filter((block) => isOf(/^sh$/)(block) && !isFilled(block))
    .flatMap(({ page, text }) =>
      text.split("\n").flatMap((line) => {
        const fault = faultOf(line);
        return fault === undefined ? [] : [`${page}: ${line}: ${fault}`];
      }),
    );
  expect(faults).toEqual([]);
});

/** What every project has that `init` made. */
const ofProject = new Set(["traffic-policy", "@traffic-policy/policy-builder"]);

test("a page says how to install what its examples import, before it shows them", () => {
  const missing = blocks.flatMap(({ page, info, text, line }) => {
    const [, file] = /^ts file=(docs\/examples\/\S+)$/.exec(info) ?? [];
    if (file === undefined || !page.startsWith("docs/")) return [];
    const words = blocks
      .filter((block) => block.page === page && block.line < line && isOf(/^sh$/)(block))
      .flatMap((block) => / install=(?:dev:)?(\S+)/.exec(block.info)?.[1]?.split(",") ?? []);
    const installed = new Set([...ofProject, ...words]);
    return [...text.matchAll(/^(?:import|\}) (?:[^;]*?from )?"(?!\.|node:)([^"]+)";$/gm)]
      .map(([, name = ""]) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "")
      .filter((name) => !installed.has(name))
      .map((name) => `${page}:${line} ${name}`);
  });
  expect(missing).toEqual([]);
});

test("schemas that pages and examples name for editors are where they say", () => {
  const named = blocks.flatMap(({ page, text }) =>
    [...text.matchAll(/node_modules\/\S+?\.schema\.json/g)].map(([path]) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(3);
  const examples = new URL("docs/examples/", root);
  expect(named.filter(({ path }) => !existsSync(new URL(path, examples)))).toEqual([]);
});
