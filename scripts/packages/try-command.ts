import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyExamples } from "./examples.ts";
import { environment, run } from "./run.ts";

/** A run of the command: in which folder of the examples, and what it has to exit with. */
interface Run {
  readonly args: string;
  readonly folder?: string;
  readonly status?: number;
  /** What it has to say. */
  readonly says?: string;
}

/** What is linted, tested, proved and deployed stands in TypeScript that imports other modules. */
const ownImports: readonly Run[] = [
  { args: "lint", folder: "fleet/services/shop" },
  { args: "test", folder: "fleet/services/shop" },
  { args: "prove" },
  { args: "deploy --yes", folder: "fleet/services/shop" },
];

const others: readonly Run[] = [
  { args: "--version" },
  { args: "lint" },
  { args: "lint adopt/old.json" },
  { args: "lint mistakes/web.json", status: 1 },
  { args: "lint manifests", status: 1, says: "manifests/agent/ngrok.yml" },
  { args: "lint policies/ssh.policy.ts policies/web.policy.ts" },
  { args: "lint web.json", folder: "custom-rule", status: 1 },
  { args: "lint --fix-unsafe fixing/shop.yaml fixing/office.policy.ts" },
  { args: "lint --format sarif mistakes/web.json", status: 1 },
  { args: "lint throws.policy.ts", folder: "modules", status: 2, says: "message.ts:1:" },
  { args: "lint --timeout 1 endless.policy.ts", folder: "modules", status: 2, says: "1 second" },
  { args: "lint --fix old.policy.ts", folder: "modules", says: "1 finding fixed" },
  { args: "explain expression/syntax" },
  { args: "convert adopt/old.json" },
  { args: "diff", status: 1 },
  { args: "deploy --yes" },
  { args: "diff" },
];

/** Modules that import others, by the names of their files. */
const modules: Readonly<Record<string, string>> = {
  "throws.policy.ts": 'import "./message.ts";\n',
  "message.ts": 'throw new Error("Not today.");\n',
  "endless.policy.ts": 'import "./loop.ts";\n',
  "loop.ts": "for (;;);\n",
  "old.policy.ts": `import { cel, policy, rule } from "@traffic-policy/policy-builder";
import { refused } from "./refused.js";

export default policy({ protocol: "http" }).inbound(
  rule("Old").when(cel\`req.Method == 'GET'\`).do(refused),
);
`,
  "refused.ts": `import { deny } from "@traffic-policy/policy-builder";

export const refused = deny();
`,
};

/** What came of a run. */
export interface CommandRow {
  /** The version of Node.js, or what runs it instead. */
  readonly with: string;
  readonly command: string;
  readonly "exit status": number;
  /** How often Node warned. */
  readonly warnings: number;
}

/** A command that is tried. */
export interface TriedCommand {
  /** What it is called in the table. */
  readonly name: string;
  /** Where a copy of the examples is made; absolute path. */
  readonly folder: string;
  /** The folder of the `node` that it is run with, if it needs one. */
  readonly node?: string;
  /** What is typed in a folder to run it. */
  words(cwd: string): readonly [program: string, ...args: string[]];
}

/** The command that is installed in a project, run with a version of Node.js. */
export function installedCommand(project: string, version: string, node: string): TriedCommand {
  return {
    name: version,
    folder: `${project}/${version}`,
    node,
    words: () => [`${project}/node_modules/.bin/traffic-policy`],
  };
}

/**
 * Runs a command on copies of the examples: it lints JSON, YAML, manifests and TypeScript, fixes, converts, tests,
 * proves, deploys to its emulator, and starts one that answers.
 *
 * @throws {Error} when a run ends otherwise than it should.
 * @returns the runs of modules that import others, and all in which Node warned
 */
export async function tryCommand(command: TriedCommand): Promise<readonly CommandRow[]> {
  const { name, folder, node } = command;
  copyExamples(folder);
  mkdirSync(`${folder}/modules`);
  for (const [file, text] of Object.entries(modules)) {
    writeFileSync(`${folder}/modules/${file}`, text);
  }
  const rows: CommandRow[] = [];
  for (const planned of [...ownImports, ...others]) {
    const { args, folder: inFolder = ".", status = 0, says = "" } = planned;
    const cwd = join(folder, inFolder);
    const [program, ...before] = command.words(cwd);
    const written = await run(program, [...before, ...args.split(" ")], { cwd, node, status });
    // Also when it was to fail, then not for a reason of its own.
    if (written.includes("please report it") || !written.includes(says)) {
      throw new Error(`${name}, traffic-policy ${args}:\n${written}`);
    }
    const warnings = written.match(/^\(node:\d+\) /gm) ?? [];
    if (warnings.length > 0) console.log(written);
    if (warnings.length > 0 || ownImports.includes(planned)) {
      const row = { with: name, command: args, "exit status": status };
      rows.push({ ...row, warnings: warnings.length });
    }
  }
  if (!readFileSync(`${folder}/fixing/shop.yaml`, "utf8").includes("status_code")) {
    throw new Error("lint --fix-unsafe wrote nothing.");
  }
  await tryEmulator(command);
  return rows;
}

async function tryEmulator({ folder, node, words }: TriedCommand): Promise<void> {
  const [program, ...before] = words(folder);
  const child = spawn(program, [...before, "emulator", "--format", "json"], {
    cwd: folder,
    env: environment({ node }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((settle) => child.on("close", settle));
  try {
    const line = await Promise.race([
      new Promise<string>((settle) => child.stdout.once("data", (data) => settle(String(data)))),
      ended.then((status) => Promise.reject(new Error(`The emulator ended with ${status}.`))),
    ]);
    const { baseUrl } = JSON.parse(line) as { baseUrl: string };
    const headers = { authorization: "Bearer any", "service-version": "2" };
    const { status } = await fetch(`${baseUrl}/edges/tcp`, { headers });
    if (status !== 200) throw new Error(`The emulator answers ${status}.`);
  } finally {
    child.kill();
  }
  const status = await ended;
  if (status !== 0) throw new Error(`The emulator ended with ${status}.`);
}
