import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/compression";

const compress = (config: string): string => `{"type": "compress-response", "config": ${config}}`;
const policy = (...actions: readonly string[]): string =>
  `{"outbound": [{"actions": [${actions.join(", ")}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "no algorithm",
      text: policy(compress('{"algorithms": «[]»}')),
      message: "There is no algorithm to compress with.",
    },
    {
      what: "an algorithm twice",
      text: policy(compress('{"algorithms": ["gzip", "br", «"gzip"»]}')),
      message: '"gzip" is already in this list.',
      edits: [{ path: "/outbound/0/actions/0/config/algorithms/2", remove: true }],
    },
  ])("finds $what", ({ text, message, edits }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
    expect(diagnostics[0]?.fix?.edits).toEqual(edits);
  });

  test.each([
    policy('{"type": "compress-response"}'),
    policy(compress('{"algorithms": ["gzip", "br", "deflate", "compress"]}')),
    policy(compress('{"algorithms": null}')),
    policy(compress('{"algorithms": [1, 1]}')),
    policy('{"type": "log", "config": {"algorithms": []}}'),
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
