import { getOrAdd, variablesOf, type Dialect } from "@traffic-policy/policy-language";
import {
  saysNothing,
  type Exchange,
  type JsonLike,
  type Trace,
} from "@traffic-policy/policy-engine";
import { readVariables } from "./read-variables.ts";

/**
 * The variables that only the service knows and conditions looked at, with the empty values that they had: whoever
 * repeats the exchange has to say so.
 */
export function unsaidIn(trace: Trace, dialect: Dialect): NonNullable<Exchange["variables"]> {
  const ofService = getOrAdd(known, dialect, knownByService);
  const unsaid: Record<string, JsonLike> = {};
  for (const { name, value } of readVariables(trace)) {
    if (ofService.has(name) && saysNothing(value)) unsaid[name] = value ?? null;
  }
  return unsaid as NonNullable<Exchange["variables"]>;
}

const known = new WeakMap<Dialect, ReadonlySet<string>>();

function knownByService(dialect: Dialect): ReadonlySet<string> {
  const own = variablesOf(dialect).filter(({ knownBy }) => knownBy === "service");
  return new Set(own.map(({ name }) => name));
}
