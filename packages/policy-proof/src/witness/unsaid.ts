import { type Dialect } from "@traffic-policy/policy-language";
import { getOrAdd, variablesOf } from "@traffic-policy/policy-language/internal";
import {
  type CompiledPolicy,
  type Exchange,
  type JsonLike,
  type Trace,
} from "@traffic-policy/policy-engine";
import { saysNothing } from "@traffic-policy/policy-engine/internal";
import { expressionsIn } from "../policy/config.ts";
import { withheldInText } from "../policy/withheld.ts";
import { readVariables } from "./read-variables.ts";

/**
 * Returns the service-only variables that conditions and failed actions read, with their empty values: anyone who
 * repeats the exchange must set them.
 */
export function unsaidIn(trace: Trace, policy: CompiledPolicy): NonNullable<Exchange["variables"]> {
  const { dialect } = policy;
  const ofService = getOrAdd(known, dialect, knownByService);
  const unsaid: Record<string, JsonLike> = {};
  for (const { name, value } of readVariables(trace)) {
    if (ofService.has(name) && saysNothing(value)) unsaid[name] = value ?? null;
  }
  for (const name of missedByActions(trace, policy)) unsaid[name] = null;
  return unsaid as NonNullable<Exchange["variables"]>;
}

/** Returns the variables that an action failed for, because the service has no value for them. */
function missedByActions({ rules }: Trace, { sections, dialect }: CompiledPolicy): string[] {
  const failed = new Set(
    rules.flatMap(({ actions }) =>
      actions.flatMap(({ path, result }) => (result === "failed" ? [path] : [])),
    ),
  );
  return sections.flatMap((section) =>
    section.rules.flatMap(({ actions }) =>
      actions
        .filter(({ path }) => failed.has(path))
        .flatMap(({ config }) => expressionsIn(config))
        .flatMap((text) => withheldInText(text, dialect)),
    ),
  );
}

const known = new WeakMap<Dialect, ReadonlySet<string>>();

function knownByService(dialect: Dialect): ReadonlySet<string> {
  const own = variablesOf(dialect).filter(({ knownBy }) => knownBy === "service");
  return new Set(own.map(({ name }) => name));
}
