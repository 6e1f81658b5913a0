import { expect, test } from "vitest";
import { complete } from "./completion-editor.ts";

/** What is offered at a mark, in the order in which an editor shows it. */
async function offered(text: string): Promise<string[]> {
  const { items } = await complete("web.policy.yaml", text);
  const order = ({ sortText, label }: (typeof items)[number]): string => sortText ?? label;
  return items
    .toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
    .map(({ label }) => label);
}

test("sections of endpoints come before those of edges, requests first", async () => {
  const sections = await offered("‸");
  expect(sections.slice(0, 6)).toEqual([
    "on_http_request",
    "on_http_response",
    "on_tcp_connect",
    "on_event_stream_message",
    "inbound",
    "outbound",
  ]);
});

test("the keys of a rule and of an action come in the order in which they are written", async () => {
  expect(await offered("on_http_request:\n  - ‸")).toEqual([
    "rule",
    "name",
    "expressions",
    "actions",
  ]);
  expect(await offered("on_http_request:\n  - actions:\n      - ‸\n")).toContain("type");
});

test("actions that policies often have come first, as types and as whole actions", async () => {
  const types = await offered("on_http_request:\n  - actions:\n      - type: ‸");
  expect(types.slice(0, 4)).toEqual(["custom-response", "forward-internal", "deny", "log"]);
  const whole = await offered("on_http_request:\n  - actions:\n      - ‸");
  expect(whole.slice(0, 3)).toEqual(["custom-response", "forward-internal", "deny"]);
});

test("what a config needs comes before what it may have", async () => {
  const keys = await offered(
    "on_http_request:\n  - actions:\n      - type: rate-limit\n        config:\n          ‸",
  );
  expect(keys.slice(0, 5)).toEqual(["name", "algorithm", "capacity", "rate", "bucket_key"]);
});
