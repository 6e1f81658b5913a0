import { compilePolicy } from "@traffic-policy/policy-engine";
import { compare, type JsonValue } from "@traffic-policy/policy-language";
import { drawPolicy, mermaidText, svgText, type Drawing } from "@traffic-policy/report/drawing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../any-text.ts";
import { seededAsync } from "../../seeded.ts";
import { drawnRules } from "../../../packages/report/src/drawing/drawing.ts";
import {
  changeText,
  comparisonText,
  fieldTexts,
} from "../../../packages/report/src/drawing/words.ts";
import { elements, parsed, ruleElements, shownTexts } from "./svg-document.ts";

async function compared(before: JsonValue, after: JsonValue): Promise<Drawing> {
  const [one, other] = [await compilePolicy(before), await compilePolicy(after)];
  const comparison = compare(after, before, other.dialect);
  return drawPolicy(other, {
    title: "After",
    before: { title: "before.yaml", policy: one, comparison },
  });
}

const rule = (name: string, status = 403) => ({
  name,
  expressions: [`req.url.path == '/${name}'`],
  actions: [{ type: "deny", config: { status_code: status } }],
});

const inbound = (...rules: readonly JsonValue[]): JsonValue => ({ inbound: rules });

/** What is drawn, from top to bottom: each rule with how it differs. */
function listed({ sections }: Drawing): string[] {
  return sections.flatMap((section) =>
    drawnRules(section).map((one) => {
      const change = changeText(one);
      return `${one.name}${change === undefined ? "" : ` (${change})`}`;
    }),
  );
}

test.each([
  ["the same rules", [rule("a")], [rule("a")], ["a"]],
  ["a rule that was added", [rule("a")], [rule("b"), rule("a")], ["b (added)", "a"]],
  [
    "a first rule that was removed",
    [rule("a"), rule("b")],
    [rule("b")],
    ["a (removed, was 1)", "b"],
  ],
  [
    "a last rule that was removed",
    [rule("a"), rule("b")],
    [rule("a")],
    ["a", "b (removed, was 2)"],
  ],
  ["the only rule that was removed", [rule("a")], [], ["a (removed, was 1)"]],
  [
    "rules that were removed behind others that came and went",
    [rule("a"), rule("b"), rule("c"), rule("d")],
    [rule("n"), rule("d"), rule("a"), rule("m")],
    ["n (added)", "d (moved from 4)", "a", "b (removed, was 2)", "c (removed, was 3)", "m (added)"],
  ],
  ["a rule that was changed", [rule("a")], [rule("a", 404)], ["a (changed)"]],
  [
    "a rule that was moved and changed",
    [rule("a"), rule("b"), rule("c")],
    [rule("c", 404), rule("a"), rule("b")],
    ["c (moved from 3, changed)", "a", "b"],
  ],
])("%s", async (_name, before, after, expected) => {
  expect(listed(await compared(inbound(...before), inbound(...after)))).toEqual(expected);
});

test("changed fields are shown with both values", async () => {
  const { sections } = await compared(
    inbound(rule("a")),
    inbound({ ...rule("a", 404), expressions: [] }),
  );
  expect(sections.flatMap(drawnRules).map(fieldTexts)).toEqual([
    ["actions[0].config.status_code: 403 → 404", `expressions: ["req.url.path == '/a'"] → none`],
  ]);
});

test("of long values, only what differs is shown, and what is around it", async () => {
  const long = (word: string): JsonValue => ({
    ...rule("a"),
    expressions: [
      `req.url.path == '/a/long/way/to/a/page' && req.method == '${word}' && req.host != ''`,
    ],
  });
  const { sections } = await compared(inbound(long("GET")), inbound(long("PUT")));
  expect(sections.flatMap(drawnRules).flatMap(fieldTexts)).toEqual([
    "expressions[0]: ….method == 'GET' && req.ho… → ….method == 'PUT' && req.ho…",
  ]);
});

test.each([
  [inbound(rule("a")), inbound(rule("a")), "no rule differs"],
  // The default, written out.
  [inbound({ actions: [] }), inbound({ expressions: [], actions: [] }), "no rule differs"],
  [
    inbound(rule("a"), rule("b")),
    inbound(rule("c", 500), rule("b", 404)),
    "rules: 1 added, 1 removed, 1 changed",
  ],
  [{ inbound: [], note: 1 }, { inbound: [] }, "no rule differs; 1 difference outside the rules"],
  [{ inbound: 7 }, inbound(rule("a")), "no rule differs; 1 difference outside the rules"],
])("%j and %j are said to differ as they do", async (before, after, words) => {
  expect(comparisonText(await compared(before, after))).toBe(`compared with before.yaml, ${words}`);
});

test("a section whose last rule was removed is still drawn", async () => {
  const before = { on_tcp_connect: [rule("a")], on_http_request: [rule("b")] };
  const drawing = await compared(before, { on_http_request: [rule("b")] });
  expect(listed(drawing)).toEqual(["a (removed, was 1)", "b"]);
});

const before = inbound(rule("same"), rule("gone"), rule("status"), rule("last"));
const after = inbound(rule("last"), rule("same"), rule("status", 404), {
  ...rule("new"),
  expressions: ["conn.client_ip == '192.0.2.1'"],
});

test("an image says how each rule differs, in a word and a colour, and leads past what was removed", async () => {
  const document = parsed(svgText(await compared(before, after)));
  const shown = ruleElements(document).map((one) => {
    const boxes = elements(one, "rect").map((box) => box.getAttribute("class") ?? "");
    return {
      change: one.getAttribute("data-change"),
      box: boxes.find((look) => look.startsWith("box")),
      isOnWay: boxes.some((look) => look.startsWith("node")),
      word: shownTexts(one).find((text) => /^(added|removed|changed|moved)/.test(text)),
    };
  });
  expect(shown).toEqual([
    { change: "moved", box: "box on-path", isOnWay: true, word: "moved from 4" },
    { change: null, box: "box", isOnWay: true, word: undefined },
    { change: "removed", box: "box perhaps on-failed", isOnWay: false, word: "removed, was 2" },
    { change: "changed", box: "box on-ended", isOnWay: true, word: "changed" },
    { change: "added", box: "box on-matched", isOnWay: true, word: "added" },
  ]);
  expect(shownTexts(document)).toContain(
    "compared with before.yaml, rules: 1 added, 1 removed, 1 changed, 1 moved",
  );
});

test("with a line for each rule, an image says the same", async () => {
  const document = parsed(svgText(await compared(before, after), { detail: "brief" }));
  const changes = ruleElements(document).map((one) => one.getAttribute("data-change"));
  expect(changes).toEqual(["moved", null, "removed", "changed", "added"]);
  expect(shownTexts(document)).toContain("removed, was 2");
});

test("a diagram has what was removed dashed, and no arrow leads through it", async () => {
  const text = mermaidText(await compared(before, after));
  expect(text).toContain('rule2["2 gone #40;removed, was 2#41;');
  const edges = text.split("\n").filter((line) => /-->|-\.-/.test(line) && line.includes("rule2"));
  expect(edges).toEqual(["  rule1 -.- rule2"]);
  expect(text).toContain("  rule1 --> rule3");
  for (const [name, id] of [
    ["moved", 0],
    ["removed", 2],
    ["changed", 3],
    ["added", 4],
  ] as const) {
    expect(text).toContain(`  class rule${id} ${name}\n`);
  }
  expect(text).toMatch(/classDef removed .*stroke-dasharray/);
});

test("any two policies make an image that is XML, with all of their rules", async () => {
  const text = anyText({ maxLength: 40 });
  const rules = fc.array(
    fc.record({
      name: text,
      expressions: fc.array(text, { maxLength: 1 }),
      actions: fc.array(
        fc.record({ type: text, config: fc.dictionary(text, text, { maxKeys: 1 }) }),
        {
          maxLength: 1,
        },
      ),
    }),
    { maxLength: 3 },
  );
  await seededAsync(
    fc.asyncProperty(rules, rules, fc.boolean(), async (one, other, isMixed) => {
      const first = isMixed ? [...other.toReversed(), ...one] : one;
      const drawing = await compared({ inbound: first } as never, { inbound: other } as never);
      const removed = drawing.comparison?.counts.removed ?? 0;
      const added = drawing.comparison?.counts.added ?? 0;
      // Each rule is in one pair, or alone; what is only written differently is the same.
      expect(first.length - removed).toBe(other.length - added);
      expect(ruleElements(parsed(svgText(drawing)))).toHaveLength(other.length + removed);
    }),
    60,
    500,
  );
});
