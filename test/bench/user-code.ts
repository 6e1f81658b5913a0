import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { printTable } from "./table.ts";
import { measureInTurns } from "./turns.ts";

const builder = new URL("../../packages/policy-builder/dist/index.js", import.meta.url).href;
const runs = 25;

/** A policy in code that runs in the process itself, beside the same in a thread of its own. */
export function benchUserCode(): void {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  try {
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const policy = pathToFileURL(file("policy.mjs", policyOf(builder))).href;
    const thread = file("thread.mjs", inThread(policy));
    const figures = measureInTurns(
      [
        { name: "Node.js alone", args: ["--eval", "0"] },
        { name: "the module in the process", args: [file("own.mjs", inProcess(policy))] },
        {
          name: "the module in a worker thread",
          args: [file("host.mjs", host(pathToFileURL(thread).href))],
        },
      ],
      { runs, cwd: folder },
    );
    printTable(`A policy in code, whole processes, median of ${runs}`, figures);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const policyOf = (from: string): string => `
import { conn, deny, not, policy, req, rule } from ${JSON.stringify(from)};
export default policy({ protocol: "http" }).inbound(
  ${Array.from(
    { length: 20 },
    (_, index) => `rule("Rule ${index}")
    .when(req.method.eq("POST"), not(conn.clientIp.inCidr("192.0.2.${index}/32")))
    .do(deny({ statusCode: ${400 + index} })),`,
  ).join("\n  ")}
);
`;

const built = `({ text: built.toString(), origins: [...built.origins()].map(([path, { stack }]) => [path, stack]) })`;

const inProcess = (policy: string): string =>
  `const { default: built } = await import(${JSON.stringify(policy)});\nconsole.log(${built}.text.length);\n`;

const inThread = (policy: string): string => `
import { parentPort } from "node:worker_threads";
const { default: built } = await import(${JSON.stringify(policy)});
parentPort.postMessage(${built});
`;

const host = (thread: string): string => `
import { Worker } from "node:worker_threads";
const worker = new Worker(new URL(${JSON.stringify(thread)}));
worker.on("message", ({ text }) => { console.log(text.length); void worker.terminate(); });
`;
