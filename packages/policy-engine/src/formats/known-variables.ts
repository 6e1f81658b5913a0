import { typeText, type CelType, type Problem } from "@traffic-policy/policy-language";
import { parseType, variablesOf } from "@traffic-policy/policy-language/internal";
import { dialects } from "@traffic-policy/policy-language/phases";
import type { PlainValue } from "../expression/plain-value.ts";
import { convertValue, formOfType } from "../variables/variable-value.ts";

/**
 * All variables of both dialects, because a file is read before its policy. A variable in both dialects has the same
 * type in both. Whether the policy's dialect has a variable is checked when the exchange begins.
 */
const all = Object.values(dialects);

const records = new Map(all.flatMap((dialect) => [...dialect.records]));

/** The CEL types of the variables of all dialects, by name. */
export const variableTypes: ReadonlyMap<string, CelType> = new Map(
  all.flatMap(variablesOf).map(({ name, type }) => [name, parseType(type)]),
);

export type Converted =
  | { readonly ok: true; readonly value: PlainValue }
  | { readonly ok: false; readonly problem: Pick<Problem, "message" | "help"> };

/** Converts JSON to the type that the catalogue gives the variable; `null` stands for no value. */
export function variableValue(name: string, value: unknown): Converted {
  const type = variableTypes.get(name);
  if (type === undefined) throw new Error(`There is no variable "${name}".`);
  const converted = value === null ? null : convertValue(value, type, { records });
  if (converted !== undefined) return { ok: true, value: converted };
  const message = `This is not a value of ${name}, which is of the type ${typeText(type)}.`;
  return { ok: false, problem: { message, help: formOfType(type, { records }) } };
}
