import type { TSchema } from "@sinclair/typebox";
import { fromPointer, schemaFailures } from "@traffic-policy/policy-language";

/** What is wrong with a value that should have a certain shape. */
export interface Fault {
  /** The field, in dots: `traffic_policy.value`; nothing for the whole value. */
  readonly field: string | undefined;
  /** A clause: `"traffic_policy.value" is missing`. */
  readonly what: string;
}

/** The first thing in which a value is not of a shape; nothing when it is. */
export function findFault(schema: TSchema, value: unknown): Fault | undefined {
  const [failure] = schemaFailures(schema, value);
  if (failure === undefined) return undefined;
  const { keyword, path, value: part } = failure;
  const field = path === "" ? undefined : fromPointer(path).join(".");
  const name = field === undefined ? "the whole" : `"${field}"`;
  const isMissing = keyword === "required" || part === undefined;
  return { field, what: `${name} is ${isMissing ? "missing" : "of the wrong type"}` };
}

/** Whoever walks through an answer, to print it for example, would run out of stack. */
const deepest = 500;

/** The field of a JSON value that is nested too deep; nothing when there is none. */
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
