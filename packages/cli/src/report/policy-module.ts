import type { TrafficPolicyModule } from "@traffic-policy/api";
import { isJsonObject, parseJson, serialize } from "@traffic-policy/policy-language";
import { printable } from "@traffic-policy/policy-lint";
import type { Terminal } from "../terminal.ts";

/** A policy that the service stores, with its document on lines of its own. */
export function renderPolicyModule(
  { enabled, value }: TrafficPolicyModule,
  style: Terminal["style"],
): string {
  const { value: document, errors } = parseJson(value);
  const isDocument = errors.length === 0 && document !== undefined;
  const text = isDocument ? serialize(document, 2).split("\n") : [value];
  return [style.bold(enabled ? "enabled" : "disabled"), ...text.map(printable)]
    .map((line) => `${line}\n`)
    .join("");
}

/** A policy that the service stores, in a few words: `enabled, 2 inbound rules`. */
export function summarizePolicyModule({ enabled, value }: TrafficPolicyModule): string {
  const { value: document } = parseJson(value);
  const lists = isJsonObject(document)
    ? Object.entries(document).flatMap(([name, rules]) =>
        Array.isArray(rules)
          ? [`${rules.length} ${name} rule${rules.length === 1 ? "" : "s"}`]
          : [],
      )
    : [];
  return [enabled ? "enabled" : "disabled", ...lists].join(", ");
}
