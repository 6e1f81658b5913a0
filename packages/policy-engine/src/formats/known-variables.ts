import {
  parseType,
  typeText,
  variablesOf,
  type CelType,
  type Problem,
} from "@traffic-policy/policy-language";
import { dialects } from "@traffic-policy/policy-language/phases";
import type { PlainValue } from "../expression/plain-value.ts";
import { convertValue, formOfType } from "../variables/variable-value.ts";

/**
 * A file is read before the policy that it is about. What both dialects have is of one type in both; whether the
 * policy's dialect has a variable is asked when the exchange begins.
 */
const all = Object.values(dialects);

const records = new Map(all.flatMap((dialect) => [...dialect.records]));

/** The CEL types of the variables of all dialects, by name. */
export const variableTypes: ReadonlyMap<string, CelType> = new Map(
  all.flatMap(variablesOf).map(({ name, type }) => [name, parseType(type)]),
);

/** A value of a variable as the engine takes it, or why it has no such value. */
export type Converted =
  | { readonly ok: true; readonly value: PlainValue }
  | { readonly ok: false; readonly problem: Pick<Problem, "message" | "help"> };

/** The value of a variable from JSON: of the type that the catalogue gives the variable; `null` for none. */
export function variableValue(name: string, value: unknown): Converted {
  const type = variableTypes.get(name);
  if (type === undefined) throw new Error(`There is no variable "${name}".`);
  const converted = value === null ? null : convertValue(value, type, { records });
  if (converted !== undefined) return { ok: true, value: converted };
  const message = `This is not a value of ${name}, which is of the type ${typeText(type)}.`;
  return { ok: false, problem: { message, help: formOfType(type, { records }) } };
}
