import { type Dialect } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { PlainValue } from "../expression/plain-value.ts";
import type { Run } from "../run/run.ts";
import { givenVariable } from "./given-variable.ts";
import { readers } from "./namespaces/index.generated.ts";
import type { VariableReader } from "./reader.ts";

const known: ReadonlyMap<string, VariableReader> = new Map(
  readers.flatMap((namespace) => Object.entries(namespace)),
);

/**
 * Returns the value of a variable: set by the exchange, left behind by an action, or derived from the rest of the
 * exchange. Undefined when it has none.
 */
export function readVariable(run: Run, name: string): PlainValue | undefined {
  const given = givenVariable(run, name);
  if (given !== undefined) return given.value;
  const left = run.results?.get(name);
  if (left !== undefined) return left;
  return nullable(run.dialect).has(name) ? null : known.get(name)?.(run);
}

const nullableOf = new WeakMap<Dialect, ReadonlySet<string>>();

/** Results of type `dyn` that are `null` before an action sets them, because policies compare them with `null`. */
function nullable(dialect: Dialect): ReadonlySet<string> {
  return getOrAdd(nullableOf, dialect, () => {
    const results = [...dialect.actions.values()].flatMap((action) => action.results ?? []);
    return new Set(results.filter(({ type }) => type === "dyn").map(({ name }) => name));
  });
}
