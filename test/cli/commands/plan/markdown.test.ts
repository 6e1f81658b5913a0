import { planTarget, type Plan, type PlannedTarget } from "@traffic-policy/api";
import { shareOfComment } from "@traffic-policy/report";
import fc from "fast-check";
import { expect, test } from "vitest";
import { planMarkdown, type ShownPlan } from "../../../../packages/cli/src/commands/plan/report.ts";
import { elements, hostile, ours, rendered, texts } from "../../../rendered-markdown.ts";
import { seeded } from "../../../seeded.ts";

const service = "https://api.example.com";

function shown(plan: Plan, more: Partial<ShownPlan> = {}): ShownPlan {
  const details = { description: service, linted: true };
  return { plan, service, time: "2026-01-01T00:00:00Z", details, limits: [], ...more };
}

function planned(name: string, local: object, stored?: object): PlannedTarget {
  const target = { kind: "tcp-edge", edge: name } as const;
  const module = (document: object) => ({ enabled: true, value: JSON.stringify(document) });
  return planTarget({ name, target, local: module(local) }, stored && module(stored));
}

const rule = (name: string, value: string): object => ({
  inbound: [{ name, actions: [{ type: "log", config: { metadata: { value } } }] }],
});

test("targets are rows, changes open below, and limits are said before", () => {
  const targets = [
    planned("ssh", rule("Norway", "a")),
    planned("web", rule("France", "b"), rule("France", "c")),
    planned("old", rule("Spain", "d"), rule("Spain", "d")),
  ];
  const unread = [
    {
      name: "gone",
      target: { kind: "tcp-edge", edge: "gone" },
      local: undefined,
      error: Object.assign(new Error("It is gone."), { name: "ServiceError" }) as never,
    } as const,
  ];
  const message = "2 of 3 targets would change.";
  const commit = { id: "0123456789abcdef0123456789abcdef01234567", dirty: true };
  const markdown = planMarkdown(
    shown(
      { targets, unread },
      {
        details: { description: service, linted: false, commit },
        limits: [{ kind: "max-changes", message } as never],
      },
    ),
    false,
  );
  const root = rendered(markdown);
  expect(texts(root, "p").slice(0, 3)).toEqual([
    `For ${service}, from commit 0123456789ab, with uncommitted changes. 1 to create, 1 to change, 1 unchanged, 1 could not be planned.`,
    "The policies were not linted.",
    "Deploy will refuse this plan:",
  ]);
  expect(texts(root, "li")[0]).toContain(message);
  expect(
    elements(root, "tr")
      .slice(1)
      .map((row) => texts(row, "td")),
  ).toEqual([
    ["gone", "not planned", "tcp-edge gone", "It is gone."],
    ["ssh", "create", "tcp-edge ssh", "1"],
    ["web", "change", "tcp-edge web", "1"],
    ["old", "unchanged", "tcp-edge old", ""],
  ]);
  expect(texts(root, "summary")).toEqual(["ssh", "web"]);
  const [first = "", second = ""] = texts(root, "pre");
  expect(first).toMatch(/^@@ inbound rule "Norway" \(added\) @@\n\+ \{\n\+ {3}"name": "Norway"/);
  expect(second).toContain('- "c"\n');
  expect(second).toContain('+ "b"\n');
});

test("names and values show as they are, and nothing breaks out of its place", () => {
  const property = fc.property(hostile, hostile, hostile, (name, ruleName, value) => {
    const plan = { targets: [planned(`a${name}`, rule(ruleName, value))], unread: [] };
    const details = { description: value, linted: true };
    const root = rendered(planMarkdown(shown(plan, { details }), true));
    const used = new Set(elements(root, "*").map(({ tagName }) => tagName));
    expect([...used].filter((tag) => !ours.includes(tag))).toEqual([]);
    expect(elements(root, "tr").map((row) => elements(row, "td").length)).toEqual([0, 4]);
    expect(elements(root, "pre")).toHaveLength(1);
  });
  seeded(property, 300);
});

test("many targets that change in the same way are one part, and what does not fit is counted", () => {
  const same = Array.from({ length: 30 }, (_, index) => planned(`edge-${index}`, rule("a", "b")));
  const root = rendered(planMarkdown(shown({ targets: same, unread: [] }), false));
  expect(texts(root, "summary")).toEqual([
    "edge-0 and the same with edge-1, edge-2, edge-3, edge-4, edge-5 and 24 more",
  ]);
  const others = Array.from({ length: 300 }, (_, index) =>
    planned(`edge-${index}`, rule(`a${index}`, "b".repeat(500))),
  );
  const text = planMarkdown(shown({ targets: others, unread: [] }), false);
  expect(text.length).toBeLessThanOrEqual(shareOfComment.plan);
  const left = 300 - elements(rendered(text), "details").length;
  expect(text).toContain(`${left} more changes of targets are omitted, because this`);
});
