import { Console } from "node:console";
import { readdirSync, readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { readResults } from "../../test/bench/results.ts";
import { tableText } from "../../test/bench/table.ts";
import { installLine } from "../names.ts";
import { commandWords } from "./command-words.ts";
import { ExampleSession } from "./example-session.ts";
import { formattedText } from "./formatted.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { root } from "./root.ts";

/**
 * The hand-written pages with their shown files and their shown output made current: a block
 * `file=PATH` holds that file, a block `policy=PATH` the document of the policy in that module, and
 * a block `console` holds commands, run with the built command in a copy of the examples, or in the
 * folder of it that `folder=PATH` names, each followed by what it printed, a block
 * `printed=PATH` what that program prints, and a block `measured=NAME` the last results of that part of the
 * benchmarks, and a block `install=NAMES` the line that installs packages. The commands of a block `sh run` are run in their turn, with `folder=PATH` there, and what
 * they print is not shown.
 *
 * @param only - the paths of the pages to look at, such as `docs/linting.md`; all of them when it is empty
 * @param env - for the commands that are run
 */
export async function filledDocuments(
  only: readonly string[] = [],
  env: object = {},
): Promise<GeneratedFile[]> {
  const pages = readdirSync(new URL("docs", root)).filter((name) => name.endsWith(".md"));
  const packages = readdirSync(new URL("packages", root));
  const files: GeneratedFile[] = [];
  const paths = [
    "README.md",
    ...packages.map((name) => `packages/${name}/README.md`),
    ...pages.map((name) => `docs/${name}`),
  ];
  const chosen = paths
    .filter((one) => only.length === 0 || only.includes(one))
    .map((path) => ({ path, page: readFileSync(new URL(path, root), "utf8") }));
  const programs = chosen
    .flatMap(({ page }) => [...page.matchAll(blocks)])
    .flatMap(([, , kind, path = ""]) => (kind === "printed" ? [path] : []));
  const printed = await printedBy(programs);
  for (const { path, page } of chosen) {
    files.push({ path, text: await fill(page, printed, env) });
  }
  return files;
}

/** @param printed - what the programs of the page print, by their paths */
async function fill(
  page: string,
  printed: Readonly<Record<string, string>>,
  env: object,
): Promise<string> {
  const session = new ExampleSession();
  try {
    let text = "";
    let end = 0;
    for (const block of page.matchAll(blocks)) {
      const [whole, language = "", kind, path = "", content = ""] = block;
      text += page.slice(end, block.index);
      end = block.index + whole.length;
      const opening = whole.slice(0, whole.indexOf("\n") + 1);
      if (language === "sh run") {
        for (const [, args = ""] of content.matchAll(/^traffic-policy (.*)$/gm)) {
          await session.run(commandWords(args), { folder: path, env });
        }
        text += whole;
      } else if (kind === "file") {
        text += `${opening}${readFileSync(new URL(path, root), "utf8").trimEnd()}\n\`\`\``;
      } else if (kind === "policy") {
        text += `${opening}${await policyText(path)}\`\`\``;
      } else if (kind === "printed") {
        text += `${opening}${printed[path] ?? ""}\`\`\``;
      } else if (kind === "install") {
        text += `${opening}${installLine(path)}\n\`\`\``;
      } else if (kind === "measured") {
        text += `${opening}${measured(path)}\`\`\``;
      } else if (language === "console") {
        text += `${opening}${await output(content, session, { folder: path, env })}\`\`\``;
      } else {
        text += whole;
      }
    }
    return text + page.slice(end);
  } finally {
    session.close();
  }
}

const blocks =
  /^```(sh run|\S+)(?: (file|policy|printed|measured|install|folder)=(\S+))?\n(.*?)^```$/gms;

async function policyText(path: string): Promise<string> {
  const { default: policy } = (await import(new URL(path, root).href)) as { default: unknown };
  // Objects are broken to be read; the rest is as the formatter of the pages leaves it.
  const narrow = await formattedText("policy.json", JSON.stringify(policy), { printWidth: 80 });
  return formattedText("policy.json", narrow);
}

/** What programs of the examples print, by their paths. */
async function printedBy(programs: readonly string[]): Promise<Record<string, string>> {
  const printed: Record<string, string> = {};
  const { console } = globalThis;
  try {
    for (const path of programs) {
      const pieces: Buffer[] = [];
      const stdout = new Writable({
        write(piece: Buffer, _encoding, written) {
          pieces.push(piece);
          written();
        },
      });
      globalThis.console = new Console({ stdout });
      await import(new URL(path, root).href);
      printed[path] = Buffer.concat(pieces).toString();
    }
  } finally {
    globalThis.console = console;
  }
  return printed;
}

/** What a part of the benchmarks came to when it was run last. */
function measured(name: string): string {
  const tables = readResults()[name]?.tables ?? [];
  return `${tables.map(tableText).join("\n\n")}\n`;
}

async function output(
  content: string,
  session: ExampleSession,
  where: { readonly folder: string; readonly env: object },
): Promise<string> {
  let text = "";
  for (const [line, args = ""] of content.matchAll(/^\$ (?:npx )?traffic-policy (.*)$/gm)) {
    text += `${line}\n${await session.run(commandWords(args), where)}`;
  }
  return text;
}
