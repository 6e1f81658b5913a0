// Checks formatting, code, unused code and types at the same time, and then, when all of that is right,
// runs the tests. What a check prints is shown in one piece when it ends; it is a script of package.json.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
// npm does the same for a script; without it, this one also runs by itself.
process.env["PATH"] = `${root}node_modules/.bin${delimiter}${process.env["PATH"] ?? ""}`;

// The longest first: with few processors they share them.
const names = ["check:format", "check:types", "check:unused", "check:code"];
const failed = await Promise.all(
  names.map(async (name) => {
    const { status, output } = await run(name, "pipe");
    process.stderr.write(output);
    return status === 0 ? [] : [name];
  }),
);
for (const name of failed.flat()) console.error(`"npm run ${name}" failed.`);
if (failed.flat().length > 0) process.exitCode = 1;
else process.exitCode = (await run("check:tests", "inherit")).status ?? 1;

/**
 * Runs a script of package.json.
 *
 * @param {string} name
 * @param {"pipe" | "inherit"} output - whether what it prints is given back, or shown at once
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function run(name, output) {
  /** @type {import("node:child_process").SpawnOptions} */
  const options = { cwd: root, shell: true, stdio: ["inherit", output, output] };
  const child = spawn(scripts[name], options);
  /** @type {Buffer[]} */
  const pieces = [];
  child.stdout?.on("data", (piece) => pieces.push(piece));
  child.stderr?.on("data", (piece) => pieces.push(piece));
  return new Promise((settle, refuse) => {
    child.once("error", refuse);
    child.once("close", (status) => settle({ status, output: Buffer.concat(pieces).toString() }));
  });
}
