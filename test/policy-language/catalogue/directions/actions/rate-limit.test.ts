import { describeAction } from "./describe-action.ts";

const config = {
  name: "a",
  algorithm: "sliding_window",
  capacity: 1,
  rate: "24h",
  bucket_key: ["req.host", "req.headers['x-key']", "getReqHeader('X-Key')"],
};

describeAction("rate-limit", {
  right: [
    config,
    { ...config, name: "a".repeat(1023), capacity: 2_000_000_000 },
    // Whether the service takes other expressions is not known.
    { ...config, bucket_key: ["conn.ClientIP"] },
  ],
  wrong: [
    [{ ...config, name: "a".repeat(1024) }, "/name", '"name" must have at most 1023 characters.'],
    [
      { ...config, algorithm: "fixed_window" },
      "/algorithm",
      '"fixed_window" is not an allowed value.',
    ],
    [{ ...config, capacity: 0 }, "/capacity", '"capacity" must be 1 or more.'],
    [{ ...config, capacity: 2_000_000_001 }, "/capacity", '"capacity" must be 2000000000 or less.'],
    [{ ...config, rate: 60 }, "/rate", '"rate" must be text, not a number.'],
    [
      { ...config, bucket_key: Array.from({ length: 11 }, () => "req.host") },
      "/bucket_key",
      '"bucket_key" must have at most 10 entries.',
    ],
  ],
});
