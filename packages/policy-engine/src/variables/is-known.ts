import type { VariableDefinition } from "@traffic-policy/policy-language";
import type { Questions } from "../run/questions.ts";
import type { Run } from "../run/run.ts";
import { givenVariable } from "./given-variable.ts";
import { readVariable } from "./read-variable.ts";

/**
 * Whether the value of a variable is known. Of what only the service knows, an exchange that says nothing has an empty
 * value; an empty value that is meant is given by the name of the variable.
 */
export function isKnown(
  run: Run,
  { name, knownBy }: Pick<VariableDefinition, "name" | "knownBy">,
  questions: Questions,
): boolean {
  if (givenVariable(run, name) !== undefined) return true;
  if (questions.isUnknownResult(name)) return false;
  const value = readVariable(run, name);
  if (knownBy !== undefined && saysNothing(value)) return false;
  return !questions.isUnknownIn(value);
}

/** Whether a value is the one that an exchange has for what it does not say. */
export function saysNothing(value: unknown): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return value === undefined || value === "" || value === false || isEmptyList;
}
