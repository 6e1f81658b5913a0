import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawnPolicy } from "./fixtures/drawn-policies.ts";
import { printTable, type Goal } from "./table.ts";
import { measureInTurns } from "./turns.ts";

const packages = new URL("../../packages/", import.meta.url);
const command = fileURLToPath(new URL("cli/bin/traffic-policy.cjs", packages));
const builder = fileURLToPath(new URL("policy-builder", packages));

const runs = 15;
const count = 2000;
/** How many of the policies in code import the module that changes. */
const reached = 50;
const goal: Goal = { of: "ratio", most: 2 };

/** What changed among many policies, beside those policies alone, in repositories of git. */
export function benchLintChanged(): void {
  const folder = mkdtempSync(join(tmpdir(), "traffic-policy-bench-"));
  try {
    const ofData = join(folder, "data");
    write(ofData, (index) => [`policies/${index}.policy.json`, JSON.stringify(drawnPolicy(index))]);
    commit(ofData);
    writeFileSync(join(ofData, "policies/7.policy.json"), JSON.stringify(drawnPolicy(count)));
    measure(ofData, `One changed of ${count.toLocaleString("en")} JSON policies`, [
      "policies/7.policy.json",
    ]);

    const ofCode = join(folder, "code");
    write(ofCode, (index) => [`policies/${index}.policy.ts`, codeOf(index)]);
    for (const name of ["shared", "other"]) writeText(ofCode, `lib/${name}.ts`, shared);
    writeText(ofCode, ".gitignore", "node_modules/\n");
    mkdirSync(join(ofCode, "node_modules/@traffic-policy"), { recursive: true });
    symlinkSync(builder, join(ofCode, "node_modules/@traffic-policy/policy-builder"));
    commit(ofCode);
    writeText(ofCode, "lib/shared.ts", `${shared}// changed\n`);
    measure(
      ofCode,
      `A changed module that ${reached} of ${count.toLocaleString("en")} policies in TypeScript import`,
      Array.from({ length: count }, (_, index) => index)
        .filter(isReached)
        .map((index) => `policies/${index}.policy.ts`),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure(cwd: string, title: string, changed: readonly string[]): void {
  const figures = measureInTurns(
    [
      { name: "lint, with these files as arguments", args: [command, "lint", ...changed] },
      { name: "lint --changed", args: [command, "lint", "--changed"], goal },
      { name: "lint --since HEAD", args: [command, "lint", "--since", "HEAD"], goal },
    ],
    { runs, cwd },
  );
  printTable(`${title}, whole processes, median of ${runs}`, figures);
}

function isReached(index: number): boolean {
  return index % (count / reached) === 0;
}

const shared = `import { deny } from "@traffic-policy/policy-builder";

export const refuse = deny();
`;

function codeOf(index: number): string {
  return `import { conn, not, policy, rule } from "@traffic-policy/policy-builder";
import { refuse } from "../lib/${isReached(index) ? "shared" : "other"}.ts";

const office = ["192.0.2.${index % 256}/32", "2001:db8::/32"];

export default policy({ protocol: "tcp" }).inbound(
  rule("Only from the office or from Norway ${index}")
    .when(
      not(conn.clientIp.inCidr(...office)),
      conn.geo.countryCode.missingOr((code) => code.ne("NO")),
    )
    .do(refuse),
);
`;
}

function write(folder: string, fileOf: (index: number) => readonly [string, string]): void {
  for (let index = 0; index < count; index++) writeText(folder, ...fileOf(index));
}

function writeText(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function commit(folder: string): void {
  const as = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"];
  const git = (...args: readonly string[]): Buffer => execFileSync("git", args, { cwd: folder });
  git("init", "--quiet");
  git("add", ".");
  git(...as, "commit", "--quiet", "--no-verify", "--message", "All policies");
}
