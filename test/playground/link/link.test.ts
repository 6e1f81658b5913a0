import { readFileSync } from "node:fs";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linkOf, openLink } from "../../../packages/playground/src/link/link.ts";
import {
  emptyState,
  readState,
  type PlaygroundState,
} from "../../../packages/playground/src/link/state.ts";
import { seededAsync } from "../../seeded.ts";

/** A link that holds a text, whatever that is. */
function linkWith(text: string | Uint8Array, version = 1): string {
  return `#v${version}.${deflateRawSync(text, { level: 9 }).toString("base64url")}`;
}

const policy = fc.record({
  language: fc.constantFrom("json", "yaml", "typescript"),
  text: fc.string({ unit: "binary" }),
});

const exchange = fc.record(
  {
    format: fc.constantFrom("exchange", "curl", "har"),
    text: fc.string(),
    entry: fc.integer({ min: 1 }),
  },
  { requiredKeys: ["format", "text"] },
);

const states: fc.Arbitrary<PlaygroundState> = fc.record(
  {
    policy,
    other: policy,
    protocol: fc.constantFrom("http", "tcp"),
    holder: fc.string(),
    exchange,
    form: fc.constantFrom("form", "document"),
    replaced: fc.array(fc.record({ exchange, became: fc.string() }), { maxLength: 3 }),
    answers: fc.array(
      fc.record({
        kind: fc.constantFrom("condition", "evaluation", "action", "value"),
        text: fc.string(),
        answer: fc.boolean(),
      }),
    ),
    settings: fc.string(),
    example: fc.string(),
    cases: fc.string(),
    assertions: fc.string(),
    forwardTo: fc.string(),
    pane: fc.constantFrom("outcome", "cases", "proof", "compare", "migrate", "json", "drawing"),
  },
  { requiredKeys: ["policy"] },
) as fc.Arbitrary<PlaygroundState>;

test("what a link holds is what it was made of, whatever the texts are", async () => {
  await seededAsync(
    fc.asyncProperty(states, async (state) => {
      const link = await linkOf(state);
      expect(link).toMatch(/^#v1\.[\w-]+$/);
      expect(await openLink(link)).toEqual({ kind: "state", state });
      expect(await openLink(link.slice(1))).toEqual({ kind: "state", state });
    }),
    200,
    2000,
  );
});

test("half a letter is kept", async () => {
  const state = { policy: { language: "yaml", text: "\ud800 \udc00 \0 \u2028" } } as const;
  expect(await openLink(await linkOf(state))).toEqual({ kind: "state", state });
});

test("a link is JSON that is compressed, in the letters of URLs", async () => {
  const [, content = ""] = (await linkOf(emptyState)).split("#v1.");
  expect(inflateRawSync(Buffer.from(content, "base64url")).toString()).toBe(
    '{"policy":{"language":"yaml","text":""}}',
  );
});

describe("links of version 1 open for ever", () => {
  const links = JSON.parse(
    readFileSync(new URL("fixtures/version-1.json", import.meta.url), "utf8"),
  ) as readonly { readonly what: string; readonly link: string; readonly state: PlaygroundState }[];

  test.each(links)("$what", async ({ link, state }) => {
    expect(await openLink(link)).toEqual({ kind: "state", state });
  });
});

test.each(["", "#", "#outcome", "v", "#v1", "#va.b", "#version.", "#v1234567890.x"])(
  "%j is no link",
  async (fragment) => {
    expect(await openLink(fragment)).toEqual({ kind: "none" });
  },
);

describe("a link is one sentence when it is", () => {
  const damaged = "The link is damaged: a part of it is missing or changed.";
  const tooLarge = "The link holds more than this page opens.";
  const wrong = (message: string): string => `The link holds no state of the page: ${message}`;
  const ten = 10_000_000;

  test.each<readonly [string, string | (() => string), string]>([
    ["of nothing", "#v1.", damaged],
    ["of other letters", "#v1.äöü", damaged],
    ["of a wrong length", "#v1.abcde", damaged],
    ["no compressed text", "#v1.abcd", damaged],
    [
      "cut off",
      () => linkWith('{"policy":{"language":"yaml","text":"abcdef"}}').slice(0, 30),
      damaged,
    ],
    ["no JSON", () => linkWith("policy"), damaged],
    ["no UTF-8", () => linkWith(Uint8Array.of(0x22, 0xff, 0x22)), damaged],
    ["JSON that is nested too deeply", () => linkWith("[".repeat(1_000_000)), damaged],
    ["of ten megabytes", () => linkWith(" ".repeat(ten)), tooLarge],
    ["of a hundred megabytes in few letters", () => bomb(), tooLarge],
    ["too long", () => `#v1.${"A".repeat(2_000_000)}`, tooLarge],
    [
      "of too many letters",
      () => linkWith(JSON.stringify({ policy: { language: "yaml", text: "a".repeat(5_000_001) } })),
      wrong("The texts have more than 5,000,000 characters together."),
    ],
    [
      "of another version",
      linkWith("{}", 2),
      "The link is of version 2, and this page reads version 1.",
    ],
    ["of version 0", linkWith("{}", 0), "The link is of version 0, and this page reads version 1."],
    [
      "no object",
      () => linkWith("null"),
      wrong("The state of the page must be an object, not null."),
    ],
    ["without a policy", () => linkWith("{}"), wrong('"policy" is missing.')],
    [
      "of a language that is none",
      () => linkWith('{"policy":{"language":"xml","text":""}}'),
      wrong('"xml" is not an allowed value.'),
    ],
    [
      "of a text that is none",
      () => linkWith('{"policy":{"language":"yaml","text":5}}'),
      wrong('"policy.text" must be text, not a number.'),
    ],
    [
      "of an entry that is none",
      () =>
        linkWith(
          '{"policy":{"language":"yaml","text":""},"exchange":{"format":"har","text":"","entry":0}}',
        ),
      wrong('"exchange.entry" must be 1 or more.'),
    ],
  ])("%s", async (_what, link, message) => {
    expect(await openLink(typeof link === "string" ? link : link())).toEqual({
      kind: "damaged",
      message,
    });
  });

  test("random, or changed at random", async () => {
    const link = await linkOf({
      policy: { language: "json", text: '{"inbound": []}' },
      cases: "cases: []",
    });
    await seededAsync(
      fc.asyncProperty(
        fc.oneof(
          fc.base64String().map((text) => `#v1.${text}`),
          fc
            .tuple(fc.nat(link.length - 6), fc.stringMatching(/^[\w-]{1,3}$/))
            .map(([at, put]) => link.slice(0, at + 5) + put + link.slice(at + 5 + put.length)),
          fc.nat(link.length).map((length) => link.slice(0, length)),
          fc.json().map((text) => linkWith(text)),
        ),
        async (changed) => {
          const opened = await openLink(changed);
          // A change may well give another state: it is one all the same.
          const said =
            opened.kind === "state"
              ? readState(opened.state)
              : opened.kind === "none"
                ? {}
                : opened;
          expect(said).toEqual(opened.kind === "state" ? opened.state : said);
          expect("message" in said ? said.message : ".").toMatch(/\.$/);
        },
      ),
      500,
      10_000,
    );
  });
});

/** A hundred thousand letters that hold a thousand times as much. */
function bomb(): string {
  return linkWith(Buffer.alloc(100_000_000));
}

test("members that a later version may have written are left out", () => {
  const more = { policy: { language: "yaml", text: "a", more: 1 }, __proto__: { a: 1 }, more: [] };
  expect(readState(more)).toEqual({ policy: { language: "yaml", text: "a" } });
});

test("a state that is too large has no link", async () => {
  const text = "\0".repeat(1_500_000);
  expect(await linkOf({ policy: { language: "yaml", text } })).toBe("");
});
