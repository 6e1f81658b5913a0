import { type Dialect, type VariableDefinition } from "@traffic-policy/policy-language";
import { getOrAdd, variablesOf } from "@traffic-policy/policy-language/internal";
import { UnknownPart, type Questions } from "../run/questions.ts";
import type { Run } from "../run/run.ts";
import { givenVariable } from "./given-variable.ts";
import { readVariable } from "./read-variable.ts";

type Variable = Pick<VariableDefinition, "name" | "knownBy">;

/**
 * Returns the name of a variable whose value only the service knows; the same name denotes the same value. Undefined
 * for a known value. An empty value means "not given" for such a variable, unless the exchange sets it by the
 * variable's name.
 */
export function unknownName(
  run: Run,
  { name, knownBy }: Variable,
  questions: Questions,
): string | undefined {
  if (givenVariable(run, name) !== undefined) return undefined;
  if (questions.isUnknownResult(name)) return name;
  try {
    const value = readVariable(run, name);
    return knownBy !== undefined && saysNothing(value) ? presentName(name, run.dialect) : undefined;
  } catch (error) {
    if (error instanceof UnknownPart) return `${name} of ${error.text}`;
    throw error;
  }
}

export function isKnown(run: Run, variable: Variable, questions: Questions): boolean {
  return unknownName(run, variable, questions) === undefined;
}

/** Checks whether a value is the one that an exchange has for what it does not say. */
export function saysNothing(value: unknown): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return value === undefined || value === "" || value === false || isEmptyList;
}

const presentNames = new WeakMap<Dialect, ReadonlyMap<string, string>>();

/** Returns the current name of a deprecated variable when both certainly have the same values. */
function presentName(name: string, dialect: Dialect): string {
  return getOrAdd(presentNames, dialect, presentNamesIn).get(name) ?? name;
}

function presentNamesIn(dialect: Dialect): ReadonlyMap<string, string> {
  const known = new Map(variablesOf(dialect).map((variable) => [variable.name, variable]));
  return new Map(
    Array.from(known.values()).flatMap(({ name, type, renamedTo = "", unsure }) => {
      const today = known.get(renamedTo);
      return unsure === undefined && today?.type === type ? [[name, today.name]] : [];
    }),
  );
}
