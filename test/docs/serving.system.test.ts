import { execFile, spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../scripts/generate/root.ts";
import { userEnvironment } from "../../scripts/user-environment.js";

const command = fileURLToPath(new URL("packages/cli/bin/traffic-policy.cjs", root));
const page = readFileSync(new URL("docs/serving.md", root), "utf8");

const endpoints = "Internal endpoints\n";

/** A command line of the page, with what it prints there. */
interface Shown {
  readonly line: string;
  readonly output: string;
}

/** @param part - which part of the page, by what its heading is */
function shown(beginning: string, part?: string): Shown[] {
  const parts = page.split(/^## /m);
  const own = parts.filter((text) =>
    part === undefined ? !text.startsWith(endpoints) : text.startsWith(part),
  );
  const blocks = Array.from(
    own.join("").matchAll(/^```text\n(.*?)^```$/gms),
    ([, text = ""]) => text,
  );
  return blocks
    .flatMap((text) => Array.from(text.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)))
    .map(([, line = "", output = ""]) => ({ line, output }))
    .filter(({ line }) => line.startsWith(beginning));
}

/** Starts a process in the examples, and gives what it prints, as it prints it. */
function started(args: readonly string[], cwd: string): { child: ChildProcess; printed(): string } {
  const child = spawn(process.execPath, args, { cwd, env: userEnvironment() });
  onTestFinished(() => void child.kill("SIGKILL"));
  const texts = { out: "", err: "" };
  child.stdout.on("data", (data: Buffer) => (texts.out += data.toString()));
  child.stderr.on("data", (data: Buffer) => (texts.err += data.toString()));
  return {
    child,
    // What is told besides comes after the first line on a terminal.
    printed: () => texts.out.replace("\n", `\n${texts.err}`),
  };
}

test("the commands of the page print what it shows", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "traffic-policy-docs-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  cpSync(fileURLToPath(new URL("docs/examples", root)), cwd, {
    recursive: true,
    filter: (file) => basename(file) !== "node_modules",
  });
  const [shop] = shown("node ");
  const [serve] = shown("traffic-policy serve web");
  const asked = shown("").filter(({ line }) => line.includes("curl "));
  expect([shop?.line, asked.length]).toEqual(["node serving/shop.mjs", 3]);

  const upstream = started(["serving/shop.mjs", "0"], cwd);
  await expect.poll(() => upstream.printed(), { timeout: 20_000 }).toContain("\n");
  const port = /\d+/.exec(upstream.printed())?.[0] ?? "";
  expect(upstream.printed().replace(port, "3000")).toBe(shop?.output);

  const args = serve?.line.replaceAll("3000", port).split(" ").slice(1) ?? [];
  const gateway = started([command, ...args, "--port", "0"], cwd);
  await expect.poll(() => gateway.printed(), { timeout: 20_000 }).toContain("Ctrl-C");
  const own = /127\.0\.0\.1:(\d+)/.exec(gateway.printed())?.[1] ?? "";

  for (const { line, output } of asked) {
    const printed = await shell(line.replace("localhost:4041", `127.0.0.1:${own}`), cwd);
    // What does not end with a line break is followed by the next prompt.
    expect(`${printed.trimEnd()}\n`).toBe(output);
  }
  const plain = (text: string): string => text.replaceAll(/\d+ ms/g, "0 ms");
  await expect
    .poll(() => plain(gateway.printed().replace(own, "4041").replace(port, "3000")))
    .toBe(plain(serve?.output ?? ""));
});

test("what stands for an internal endpoint is asked, and what nothing stands for is told of", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "traffic-policy-docs-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  cpSync(fileURLToPath(new URL("docs/examples/serving", root)), join(cwd, "serving"), {
    recursive: true,
  });
  const [serve] = shown("traffic-policy serve", endpoints);
  const shop = started(["serving/shop.mjs", "0"], cwd);
  await expect.poll(() => shop.printed(), { timeout: 20_000 }).toContain("\n");
  const port = /\d+/.exec(shop.printed())?.[0] ?? "";
  const args = serve?.line.replaceAll("3000", port).split(" ").slice(1) ?? [];
  const gateway = started([command, ...args, "--port", "0"], cwd);
  await expect.poll(() => gateway.printed(), { timeout: 20_000 }).toContain("Ctrl-C");
  const own = /127\.0\.0\.1:(\d+)/.exec(gateway.printed())?.[1] ?? "";
  const answers = await shell(
    `curl --silent http://127.0.0.1:${own}/bills/1 http://127.0.0.1:${own}/`,
    cwd,
  );
  expect(answers).toMatch(
    /^\{"asked":"GET \/bills\/1"\}\nThe outcome is not known here\. The request to tiers\.internal is not sent/,
  );
  const plain = (text: string): string => text.replaceAll(/\d+ ms/g, "0 ms");
  await expect
    .poll(() => plain(gateway.printed().replace(own, "4041").replace(port, "3000")))
    .toBe(plain(serve?.output ?? ""));
});

function shell(line: string, cwd: string): Promise<string> {
  return new Promise((settle) => {
    execFile("bash", ["-c", line], { cwd }, (_error, out, err) => settle(out + err));
  });
}

test("the line for a connection is as the page shows it", () => {
  const [ssh] = shown("traffic-policy serve ssh");
  expect(ssh?.output).toMatch(
    /^open {4}connection from 127\.0\.0\.1, port \d+ {3}To the server: forward-internal {3}1 ms$/m,
  );
});
