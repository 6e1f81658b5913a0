import { describeCheckError, type DurationFormat } from "@traffic-policy/policy-language";
import { parseDuration, shortened } from "@traffic-policy/policy-language/internal";
import { textsOf } from "../../analysis/config-values.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "A duration in a config is invalid or out of bounds.",
    wrong:
      '{ "inbound": [ { "name": "Not too often", "actions": [ { "type": "rate-limit", "config": { "name": "Ten", "algorithm": "sliding_window", "capacity": 10, "rate": "30s", "bucket_key": ["conn.client_ip"] } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Not too often", "actions": [ { "type": "rate-limit", "config": { "name": "Ten", "algorithm": "sliding_window", "capacity": 10, "rate": "60s", "bucket_key": ["conn.client_ip"] } } ] } ] }',
    why: "The service refuses a policy with such a duration.",
  },
  only: {
    action: ({ formats = {} }) =>
      Object.values(formats).some((format) => typeof format === "object"),
  },
  visit: {
    action(node, report) {
      for (const [field, format] of Object.entries(node.definition?.formats ?? {})) {
        if (typeof format !== "object") continue;
        for (const { path, text } of textsOf(node, field)) {
          const wrong = complaint(text, format);
          if (wrong === undefined) continue;
          report({ path, message: wrong, help: advice(format) });
        }
      }
    },
  },
});

function advice({ minimum = "1s", maximum, multipleOf }: DurationFormat): string {
  const bounds = maximum === undefined ? "" : ` from ${minimum} to ${maximum}`;
  const steps = multipleOf === undefined ? "" : ` in steps of ${multipleOf}`;
  return `Write a duration${bounds}${steps}, such as "${minimum}".`;
}

function complaint(text: string, format: DurationFormat): string | undefined {
  const { minimum = text, maximum = text, multipleOf = "1ns" } = format;
  const time = parseDuration(text);
  if (time === undefined) {
    return describeCheckError({ code: "invalid-duration", args: { value: text } }).message;
  }
  if (time < (parseDuration(minimum) ?? time))
    return `"${shortened(text)}" is shorter than ${minimum}.`;
  if (time > (parseDuration(maximum) ?? time))
    return `"${shortened(text)}" is longer than ${maximum}.`;
  const step = parseDuration(multipleOf) ?? 1n;
  return time % step === 0n
    ? undefined
    : `"${shortened(text)}" is not a multiple of ${multipleOf}.`;
}
