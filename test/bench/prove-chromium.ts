import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { peers } from "./peers.ts";
import { medianOf, printTable } from "./table.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const chromium = "/usr/bin/chromium";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const seeds = 10;

const questions = ["reach", "compare", "assert"] as const;

/** One question about one policy, where nothing has been asked before: its milliseconds. */
const program = `
import { compilePolicy } from "@traffic-policy/policy-engine";
import { comparePolicies, Prover } from "@traffic-policy/policy-proof";
import { refactored, siteAssertions, sitePolicy } from "./test/bench/fixtures/site-policies.ts";

globalThis.measure = async (question, seed, count) => {
  const document = sitePolicy(seed, count);
  const other = refactored(seed, document);
  const assertions = siteAssertions(seed, count).filter(({ when }) => typeof when !== "object" || Array.isArray(when));
  const start = performance.now();
  const policy = await compilePolicy(document);
  if (question === "reach") new Prover(policy).reach();
  else if (question === "compare") comparePolicies(policy, await compilePolicy(other));
  else {
    const prover = new Prover(policy);
    for (const assertion of assertions) await prover.prove(assertion);
  }
  return performance.now() - start;
};
`;

/** The few things of Playwright that are used here: it is installed for the benchmark only. */
interface Playwright {
  readonly chromium: {
    launch(options: object): Promise<{
      newPage(): Promise<{
        addScriptTag(options: { readonly content: string }): Promise<unknown>;
        evaluate(text: string): Promise<number>;
        close(): Promise<void>;
      }>;
      close(): Promise<void>;
    }>;
  };
}

/** The same proofs in Node and on a page of Chromium, each in a new process or a new page. */
export async function measureInChromium(folder: string): Promise<void> {
  const playwright = peers().get("playwright-core");
  if (playwright === undefined || !existsSync(chromium)) {
    console.error(`${chromium} is not installed, and is left out.`);
    return;
  }
  const bundle = join(folder, "proofs.js");
  await build({
    stdin: { contents: program, resolveDir: root, loader: "ts" },
    conditions: ["@traffic-policy/source"],
    bundle: true,
    format: "iife",
    platform: "browser",
    minify: true,
    outfile: bundle,
    logLevel: "error",
  });
  const { chromium: launcher } = (await import(playwright)) as Playwright;
  const browser = await launcher.launch({ executablePath: chromium, args: flags });
  const script = readFileSync(bundle, "utf8");
  const inPage = async (call: string): Promise<number> => {
    const page = await browser.newPage();
    await page.addScriptTag({ content: script });
    const milliseconds = await page.evaluate(call);
    await page.close();
    return milliseconds;
  };
  try {
    for (const question of questions) {
      const [node, page]: [number[], number[]] = [[], []];
      for (let seed = 1; seed <= seeds; seed++) {
        const call = `measure("${question}", ${seed}, 50)`;
        node.push(inNode(bundle, call));
        page.push(await inPage(call));
      }
      printTable(`In Chromium: ${titles[question]}, 50 rules, median of ${seeds} policies`, [
        { name: "in Node, a new process", median: medianOf(node) },
        {
          name: "in Chromium, a new page",
          median: medianOf(page),
          goal: { of: "ratio", most: 1.5 },
        },
      ]);
    }
  } finally {
    await browser.close();
  }
}

const titles = {
  reach: "reach of all rules",
  compare: "against its refactored self",
  assert: "assertions",
} as const;

function inNode(bundle: string, call: string): number {
  const file = `${bundle}.node.cjs`;
  if (!existsSync(file)) {
    writeFileSync(
      file,
      `require(${JSON.stringify(bundle)});\neval(process.argv[2]).then((one) => console.log(one));\n`,
    );
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, call], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}
