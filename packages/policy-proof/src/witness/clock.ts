import { parseExpression, type Dialect } from "@traffic-policy/policy-language";
import { getOrAdd, variablesIn, variablesOf } from "@traffic-policy/policy-language/internal";
import type { CompiledPolicy, Trace } from "@traffic-policy/policy-engine";
import { expressionsIn } from "../policy/config.ts";
import { readVariables } from "./read-variables.ts";

/** True when the executed parts depend on the time, or on counts over time. */
export function readsClock(trace: Trace, { sections, dialect }: CompiledPolicy): boolean {
  if (readVariables(trace).some(({ name }) => isMoment(name, dialect))) return true;
  const all = sections.flatMap(({ rules: some }) => some.flatMap(({ actions }) => actions));
  const configs = new Map(all.map(({ path, config }) => [path, config]));
  return trace.rules.some(({ actions }) =>
    actions.some(
      ({ path, type, result }) =>
        result !== "skipped" &&
        (ofTokens.has(type) || expressionsIn(configs.get(path) ?? {}).some(readsMoment)),
    ),
  );

  function readsMoment(text: string): boolean {
    const parsed = parseExpression(text);
    return (
      parsed.ok && variablesIn(parsed.tree, dialect).some(({ name }) => isMoment(name, dialect))
    );
  }
}

const ofTokens: ReadonlySet<string> = new Set(["jwt-validation", "verify-webhook"]);

const moments = new WeakMap<Dialect, ReadonlySet<string>>();

function isMoment(name: string, dialect: Dialect): boolean {
  return getOrAdd(moments, dialect, momentsOf).has(name);
}

function momentsOf(dialect: Dialect): ReadonlySet<string> {
  const own = variablesOf(dialect).filter(
    ({ type, varies }) => varies === true || type === "timestamp",
  );
  return new Set(own.map(({ name }) => name));
}
