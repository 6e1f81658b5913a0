import type { TSchema } from "@sinclair/typebox";
import { Value, type ValueError } from "@sinclair/typebox/value";
import { fromPointer } from "@traffic-policy/policy-language";

/** What is wrong with a value that should have a certain shape. */
export interface Fault {
  /** The field, in dots: `traffic_policy.value`; nothing for the whole value. */
  readonly field: string | undefined;
  /** A clause: `"traffic_policy.value" is missing`. */
  readonly what: string;
}

/** The first thing in which a value is not of a shape; nothing when it is. */
export function findFault(schema: TSchema, value: unknown): Fault | undefined {
  // Finding errors takes much longer than finding that there are none.
  if (Value.Check(schema, value)) return undefined;
  const first = Value.Errors(schema, value).First();
  if (first === undefined) return undefined;
  const error = deepest(first);
  const field = error.path === "" ? undefined : fromPointer(error.path).join(".");
  const name = field === undefined ? "the whole" : `"${field}"`;
  return {
    field,
    what: `${name} is ${error.value === undefined ? "missing" : "of the wrong type"}`,
  };
}

// Of a choice, the variant that fits best tells what is wrong: the one whose error lies deepest.
function deepest(error: ValueError): ValueError {
  let found = error;
  for (const variant of error.errors) {
    const first = variant.First();
    if (first === undefined) continue;
    const inner = deepest(first);
    if (inner.path.length > found.path.length) found = inner;
  }
  return found;
}
