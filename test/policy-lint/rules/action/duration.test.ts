import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/duration";

const policy = (rate: string): string =>
  `{"inbound": [{"actions": [{"type": "rate-limit", "config": {"name": "a", "algorithm": "sliding_window", "capacity": 1, "rate": ${rate}, "bucket_key": []}}]}]}`;

describe(rule, () => {
  test.each([
    { what: "what is too short", text: policy('«"30s"»'), message: '"30s" is shorter than 60s.' },
    {
      what: "what is too long",
      text: policy('«"24h10s"»'),
      message: '"24h10s" is longer than 24h.',
    },
    {
      what: "what is between the steps",
      text: policy('«"65s"»'),
      message: '"65s" is not a multiple of 10s.',
    },
    { what: "fractions", text: policy('«"61.5s"»'), message: '"61.5s" is not a multiple of 10s.' },
    { what: "a number without a unit", text: policy('«"60"»'), message: '"60" is not a duration.' },
    { what: "words", text: policy('«"1 minute"»'), message: '"1 minute" is not a duration.' },
    { what: "a negative time", text: policy('«"-60s"»'), message: '"-60s" is shorter than 60s.' },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message })]);
  });

  test.each([
    policy('"60s"'),
    policy('"24h"'),
    policy('"1m30s"'),
    policy('"1.5h"'),
    policy('"60000ms"'),
    policy('"0.5h10s"'),
    // A mistake that action/config tells.
    policy("60"),
    '{"inbound": [{"actions": [{"type": "slow-down", "config": {"rate": "never"}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
