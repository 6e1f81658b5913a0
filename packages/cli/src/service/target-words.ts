import {
  identifiersOf,
  readModule,
  type Target,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import { isJsonObject, serialize } from "@traffic-policy/policy-language";
import { printable, counted } from "@traffic-policy/policy-language/internal";
import { SecretMask } from "@traffic-policy/report/secret-mask";
import type { Terminal } from "../context.ts";

/** A target for people: `tcp-edge edge_1`, `https-route edge_2/route_1`. */
export function describeTarget(target: Target): string {
  return `${target.kind} ${placeName(target)}`;
}

/** The identifiers of a target: `edge_1`, `edge_2/route_1`, `ep_3`. */
export function placeName(target: Target): string {
  return identifiersOf(target).join("/");
}

/**
 * Formats a stored policy, with its document on separate lines and secrets hidden; a text stays as it is.
 *
 * @param kind - kind of its target: a cloud endpoint cannot disable its policy
 */
export function renderPolicyModule(
  module: TrafficPolicyModule,
  style: Terminal["style"],
  kind?: Target["kind"],
): string {
  const { enabled, value, document, note } = readModule(module);
  const isJson = document !== undefined && note === undefined;
  const shown = new SecretMask().value(isJson ? document : value);
  const text = typeof shown === "string" ? shown : serialize(shown, 2);
  const notes = note === undefined ? [] : [style.yellow(printable(note))];
  const lines = text.split(/\r?\n/).map(printable);
  const first = switchOf(enabled, kind).map((word) => style.bold(word));
  return [...first, ...notes, ...lines].map((line) => `${line}\n`).join("");
}

/** Summarizes a stored policy: `enabled, 2 inbound rules`. */
export function summarizePolicyModule(module: TrafficPolicyModule, kind?: Target["kind"]): string {
  const { enabled, document } = readModule(module);
  const words = switchOf(enabled, kind);
  if (document === undefined) return [...words, "not JSON"].join(", ");
  const lists = isJsonObject(document)
    ? Object.entries(document).flatMap(([name, rules]) =>
        Array.isArray(rules) ? [counted(rules.length, `${name} rule`)] : [],
      )
    : [];
  return [...words, ...lists].join(", ") || "no rules";
}

function switchOf(enabled: boolean, kind: Target["kind"] | undefined): string[] {
  return kind === "cloud-endpoint" ? [] : [enabled ? "enabled" : "disabled"];
}
