import { type Dialect } from "@traffic-policy/policy-language";
import { getOrAdd, variablesOf } from "@traffic-policy/policy-language/internal";
import type { PlainValue } from "../expression/plain-value.ts";
import type { Run } from "../run/run.ts";

/**
 * Returns the value that an exchange gives a variable. For values that only the service knows, older names of the
 * variable count too.
 */
export function givenVariable(
  { exchange: { variables }, dialect }: Run,
  variable: string,
): { readonly value: PlainValue | undefined } | undefined {
  if (variables === undefined) return undefined;
  if (Object.hasOwn(variables, variable)) return { value: variables[variable] };
  const others = getOrAdd(otherNames, dialect, otherNamesIn).get(variable);
  const name = others?.find((one) => Object.hasOwn(variables, one));
  return name === undefined ? undefined : { value: variables[name] };
}

const otherNames = new WeakMap<Dialect, ReadonlyMap<string, readonly string[]>>();

function otherNamesIn(dialect: Dialect): ReadonlyMap<string, readonly string[]> {
  const known = variablesOf(dialect).filter(({ knownBy }) => knownBy === "service");
  return new Map(
    known.map(({ name, renamedTo }): [string, readonly string[]] => {
      const older = known.filter((one) => one.renamedTo === name).map((one) => one.name);
      return [name, renamedTo === undefined ? older : [renamedTo]];
    }),
  );
}
