import { parseDuration } from "@traffic-policy/policy-language/internal";
import { next, type ActionEffect } from "../action/effect.ts";
import { ResponseState } from "../exchange/response-state.ts";
import { RateLimits } from "../run/rate-limits.ts";

const rateLimit: ActionEffect = (config) => {
  const name = config.text("name") ?? "";
  const capacity = config.number("capacity");
  const rate = config.text("rate");
  const enforce = config.boolean("enforce") ?? true;
  const keys = config.expressions("bucket_key");
  const nanoseconds = rate === undefined ? undefined : parseDuration(rate);
  if (capacity === undefined) config.missing("capacity");
  if (rate === undefined) config.missing("rate");
  else if (nanoseconds === undefined) config.problem(["rate"], `"${rate}" is not a duration.`);
  const window = Number(nanoseconds ?? 0n) / 1e6;
  return (run) => {
    const values = [];
    for (const key of keys) {
      const value = key.value(run);
      if (!value.ok && run.options.absentBucketKey === "error") {
        const message = `The bucket key ${key.text} fails: ${value.error.message}`;
        return { kind: "fail", message };
      }
      values.push(value.ok ? value.value : null);
    }
    if (run.options.failsAtUnknown) run.checkKnown(values);
    const limits = run.options.rateLimits ?? new RateLimits();
    const bucket = JSON.stringify([config.path, name, ...values]);
    const countsRefused = run.options.rateLimitCounts === "all";
    const limit = { capacity: capacity ?? 0, window, countsRefused };
    const wait = limits.count(bucket, limit, run.now);
    if (wait === 0 || countsRefused) run.undoes(() => limits.uncount(bucket));
    run.leave({
      "actions.ngrok.rate_limit.bucket_key": values.map(shown).join(","),
      "actions.ngrok.rate_limit.limited": wait > 0,
      "actions.ngrok.rate_limit.error.code": "",
      "actions.ngrok.rate_limit.error.message": "",
    });
    if (wait === 0) return next;
    // All that are unknown are counted together, so that fewer of the same bucket were.
    run.checkKnown(values);
    const seconds = String(Math.ceil(wait / 1000));
    const reason = `The limit is reached for ${seconds} s.`;
    if (!enforce) return { kind: "next", note: `${reason} It is not enforced.` };
    const response = new ResponseState({
      status: 429,
      headers: { "retry-after": seconds, "content-length": "0" },
    });
    return { kind: "answer", response, note: reason };
  };
};

export default rateLimit;

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
