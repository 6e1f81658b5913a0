/** A run of the command in a copy of the examples. */
interface Run {
  readonly args: string;
  readonly folder?: string;
  readonly status?: number;
}

export const runtimeNames = ["Deno", "Bun"] as const;

type RuntimeName = (typeof runtimeNames)[number];

/** How a runtime differs from Node.js. */
interface Difference {
  /** The cell of the table. */
  readonly note: string;
  /** What the command says; without it, the run must still end as it does with Node.js. */
  readonly says?: string;
}

/** A row of the table in `docs/without-node.md`. */
export interface RuntimeRow {
  readonly what: string;
  readonly runs: readonly Run[];
  readonly differences?: Partial<Readonly<Record<RuntimeName, Difference>>>;
}

/** What is run with each runtime, and must print there what it prints with Node.js. */
export const runtimeRows: readonly RuntimeRow[] = [
  {
    what: "JSON, YAML, manifests",
    runs: [
      { args: "lint mistakes/web.json", status: 1 },
      { args: "lint fixing/shop.yaml", status: 1 },
      { args: "lint manifests", status: 1 },
      { args: "convert adopt/old.json" },
      { args: "prove draft.assertions.yaml", folder: "site", status: 1 },
      { args: "lint --fix-unsafe fixing/shop.yaml" },
    ],
  },
  {
    what: "policies and configurations in TypeScript",
    runs: [
      { args: "lint", folder: "site" },
      { args: "prove site.assertions.yaml", folder: "site" },
      { args: "simulate site.policy.ts --request /admin", folder: "site" },
      { args: "lint web.json", folder: "custom-rule", status: 1 },
      { args: "plan", folder: "site" },
      { args: "deploy --yes", folder: "site" },
    ],
  },
  {
    what: "modules that import `./other.ts`",
    runs: [
      { args: "lint", folder: "fleet/services/shop" },
      { args: "test", folder: "fleet/services/shop" },
      { args: "deploy --yes", folder: "fleet/services/shop" },
    ],
  },
  {
    what: "modules that import `./other.js` and mean `other.ts`",
    runs: [{ args: "lint script.policy.ts", folder: "runtimes" }],
    differences: {
      Deno: { note: "refused: name the file as it is", says: "Maybe change the extension" },
    },
  },
  {
    what: "the place of a mistake in TypeScript",
    runs: [{ args: "lint mistake.policy.ts", folder: "runtimes", status: 1 }],
    differences: { Bun: { note: "the call that it is in" } },
  },
  {
    what: "fixes in TypeScript",
    runs: [{ args: "lint --fix-unsafe mistake.policy.ts", folder: "runtimes" }],
    differences: {
      Deno: { note: "refused", says: "Deno runs modules only as they are saved." },
      Bun: { note: "refused", says: "Bun runs modules only as they are saved." },
    },
  },
  {
    what: "a module that waits for ever",
    runs: [{ args: "lint --timeout 1 waits.policy.ts", folder: "runtimes", status: 2 }],
  },
  {
    what: "the language server",
    runs: [{ args: "lsp", status: 2 }],
    differences: {
      Deno: { note: "refused", says: "The language server needs Node.js, and this is Deno." },
      Bun: { note: "refused", says: "The language server needs Node.js, and this is Bun." },
    },
  },
];

/** The files of the folder `runtimes`, by their names. */
export const runtimeFiles: Readonly<Record<string, string>> = {
  "traffic-policy.config.json": "{}\n",
  "script.policy.ts": `import { policy, rule } from "@traffic-policy/policy-builder/phases";
import { refused } from "./refused.js";

export default policy({ protocol: "http" }).onHttpRequest(rule("All").do(refused));
`,
  "refused.ts": `import { deny } from "@traffic-policy/policy-builder/phases";

export const refused = deny();
`,
  "mistake.policy.ts": `import { cel, deny, policy, rule } from "@traffic-policy/policy-builder/phases";

export default policy({ protocol: "http" }).onHttpRequest(
  rule("A").when(cel\`req.metod == 'GET'\`).do(deny()),
);
`,
  "waits.policy.ts": "await new Promise((settle) => setTimeout(settle, 60_000));\n",
};

/** The table of the page, as Markdown. */
export function runtimeTable(): string {
  const lines = runtimeRows.map(({ what, differences = {} }) => [
    what,
    "yes",
    ...runtimeNames.map((name) => differences[name]?.note ?? "yes"),
  ]);
  const all = [["", "Node.js", ...runtimeNames], ...lines];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((line) => line[at]?.length ?? 0)));
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = all;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [row(head), rule, ...body.map(row)].join("\n");
}
