import type { PlannedTarget, TargetDeployment } from "@traffic-policy/api";
import { textWidth, renderTable } from "@traffic-policy/report";
import { describe, expect, test } from "vitest";
import { Phase } from "../../../packages/cli/src/progress/phase.ts";
import { progressDetails } from "../../../packages/cli/src/progress/shown-progress.ts";
import { printBuild } from "../../../packages/cli/src/commands/build/report.ts";
import { printDeployment, printPlan } from "../../../packages/cli/src/deploying/report.ts";
import { printDiff } from "../../../packages/cli/src/commands/diff/report.ts";
import { printPull } from "../../../packages/cli/src/commands/pull/report.ts";
import { recordingLines } from "../../../packages/cli/src/commands/simulate/report.ts";
import { testContext, type TestContext } from "../context.ts";

/** Names, and how many columns of a terminal each takes; what comes after them begins at column 13. */
const widths = {
  web: 3,
  東京エッジ: 10,
  "cafe\u0301": 4,
  한국: 4,
  "\u1112\u1161\u11ab": 2,
  "🚀": 2,
  "❤️": 2,
  "🇳🇴": 2,
  "👍🏽": 2,
  ﾊﾞ: 2,
  हिन्दी: 4,
} as const;
const names = Object.keys(widths);

const target = { kind: "tcp-edge", edge: "edge_1" } as const;
const planned = (name: string): PlannedTarget => ({
  name,
  target,
  local: { enabled: true, value: "{}" },
  action: "unchanged",
  state: "identical",
  changes: [],
  checksum: undefined,
});

/** What is printed to stdout. */
async function printed(print: (context: TestContext) => unknown): Promise<string> {
  const context = await testContext();
  await print(context);
  return context.printed.out;
}

const { style } = (await testContext()).terminal;

describe("columns are as wide as they are shown", () => {
  test.each(Object.entries(widths))("%s", (name, width) => {
    expect(textWidth(name)).toBe(width);
  });

  test.each<[string, () => string | Promise<string>]>([
    [
      "a table",
      () =>
        renderTable(
          ["name", "x"],
          names.map((name) => [name, "|"]),
          style,
        ),
    ],
    [
      "plan",
      () =>
        printed(({ terminal }) =>
          printPlan({ targets: names.map(planned), unread: [] }, { title: "Plan" }, terminal),
        ),
    ],
    [
      "deploy",
      () => {
        const deployments = names.map((name): TargetDeployment => ({
          name,
          target,
          outcome: "unchanged",
          verified: true,
          changes: [],
        }));
        return printed(({ terminal }) =>
          printDeployment(deployments, { format: "pretty" }, terminal),
        );
      },
    ],
    [
      "diff",
      () => {
        const comparison = { state: "identical", changes: [] } as const;
        const diffs = names.map((name) => ({
          name,
          target,
          comparison,
        }));
        return printed(({ terminal }) => printDiff(diffs, { format: "pretty" }, terminal));
      },
    ],
    [
      "pull",
      () => {
        const policies = names.map((name) => ({
          name,
          target,
          file: "/x.json",
          outcome: "unchanged" as const,
        }));
        return printed((context) => printPull({ policies }, { format: "pretty" }, context));
      },
    ],
    [
      "build",
      () => {
        const placed = { file: "/x.json", before: "", after: "{}" };
        const targets = names.map((name) => ({
          target: { name, target, policyFile: "/x.json", enabled: true },
          place: "x.json",
          placed,
        }));
        return printed((context) =>
          printBuild({ targets, stale: [] }, [], { format: "pretty" }, context),
        );
      },
    ],
    [
      "progress",
      () => {
        const phase = new Phase("Deploying", names.length, { now: () => 0, elapsed: () => 0 });
        for (const name of names) {
          phase.deployed({ kind: "step", planned: planned(name), step: "read" });
        }
        return progressDetails(phase, style).join("\n");
      },
    ],
  ])("%s", async (_what, print) => {
    const lines = (await print()).split("\n");
    const shown = names.flatMap((name) => lines.find((line) => line.startsWith(name)) ?? []);
    // On a terminal not all that is under way has room.
    expect(shown.length).toBeGreaterThanOrEqual(8);
    for (const line of shown) {
      const name = names.find((one) => line.startsWith(one)) as keyof typeof widths;
      const after = line.slice(name.length);
      expect(after.length - after.trimStart().length, line).toBe(12 - widths[name]);
    }
  });

  test("the results of a recording", () => {
    const simulations = names.map((asked, index) => ({
      entry: index,
      asked,
      isNone: true,
      error: new Error("|"),
    }));
    const lines = recordingLines(simulations as never, style)
      .trimEnd()
      .split("\n");
    expect(lines).toHaveLength(names.length);
    const columns = lines.map((line) => textWidth(line.slice(0, line.indexOf("|"))));
    expect(new Set(columns).size).toBe(1);
  });
});
