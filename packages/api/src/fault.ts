import type { TSchema } from "@sinclair/typebox";
import { fromPointer } from "@traffic-policy/policy-language";
import { schemaFailures } from "@traffic-policy/policy-language/internal";

export interface Fault {
  /** Path of the field, with dots: `traffic_policy.value`; undefined for the whole value. */
  readonly field: string | undefined;
  /** A clause: `"traffic_policy.value" is missing`. */
  readonly what: string;
}

export function findFault(schema: TSchema, value: unknown): Fault | undefined {
  const [failure] = schemaFailures(schema, value);
  if (failure === undefined) return undefined;
  const { keyword, path, value: part } = failure;
  const field = path === "" ? undefined : fromPointer(path).join(".");
  const name = field === undefined ? "the whole" : `"${field}"`;
  const isMissing = keyword === "required" || part === undefined;
  return { field, what: `${name} is ${isMissing ? "missing" : "of the wrong type"}` };
}

/** Maximum nesting depth: code that walks a deeper answer, for example to print it, would overflow the stack. */
const deepest = 500;

export function findTooDeep(value: unknown): Fault | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const entry = Object.entries(value).find(([, member]) => isDeeper(member, deepest));
  if (entry === undefined) return undefined;
  const [field] = entry;
  return { field, what: `"${field}" is nested deeper than ${deepest} levels` };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeper(member, levels - 1));
}
