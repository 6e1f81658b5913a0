import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyExamples } from "./examples.ts";
import { environment, run } from "./run.ts";

/** What is run, in which folder of the examples, and what it has to exit with. */
const runs: readonly (readonly [args: string, folder?: string, status?: number])[] = [
  ["--version"],
  ["lint"],
  ["lint adopt/old.json"],
  ["lint mistakes/web.json", ".", 1],
  ["lint policies/ssh.policy.ts policies/web.policy.ts"],
  ["lint web.json", "custom-rule", 1],
  ["lint --fix-unsafe fixing/shop.yaml fixing/office.policy.ts"],
  ["lint --format sarif mistakes/web.json", ".", 1],
  ["lint throws.policy.ts", ".", 2],
  ["explain expression/syntax"],
  ["convert adopt/old.json"],
  ["diff", ".", 1],
  ["deploy --yes"],
  ["diff"],
];

/**
 * Runs the installed command in a project: it lints JSON, YAML and TypeScript, fixes, converts,
 * deploys to its emulator, and starts one that answers.
 *
 * @throws {Error} when one of these ends otherwise than it should.
 */
export async function tryCommand(folder: string, node: string): Promise<void> {
  copyExamples(folder);
  const command = `${folder}/node_modules/.bin/traffic-policy`;
  writeFileSync(`${folder}/throws.policy.ts`, 'throw new Error("Not today.");\n');
  for (const [args, inFolder = ".", status = 0] of runs) {
    const cwd = join(folder, inFolder);
    const written = await run(command, args.split(" "), { cwd, node, status });
    // Also when it was to fail, then not for a reason of its own.
    if (written.includes("please report it")) throw new Error(`${args}:\n${written}`);
  }
  if (!readFileSync(`${folder}/fixing/shop.yaml`, "utf8").includes("status_code")) {
    throw new Error("lint --fix-unsafe wrote nothing.");
  }
  await tryEmulator(command, folder, node);
}

async function tryEmulator(command: string, folder: string, node: string): Promise<void> {
  const child = spawn(command, ["emulator", "--format", "json"], {
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
