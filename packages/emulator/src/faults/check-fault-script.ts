import { Value } from "@sinclair/typebox/value";
import { faultSchemas, type Fault, type FaultScript } from "./fault.ts";

/**
 * Checks what was given as faults.
 *
 * @throws Error, which names the place
 */
export function checkFaultScript(script: unknown): FaultScript {
  if (!isRecord(script) || !Array.isArray(script["faults"])) {
    throw new Error('The faults are not an object with the list "faults".');
  }
  const { seed, faults, ...others } = script;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`The faults have the unknown key "${unknown}".`);
  if (seed !== undefined && !Number.isSafeInteger(seed)) {
    throw new Error('"seed" of the faults is not a whole number.');
  }
  return {
    seed: seed as number | undefined,
    faults: (faults as unknown[]).map((fault, index) => checkFault(fault, `/faults/${index}`)),
  };
}

function checkFault(fault: unknown, place: string): Fault {
  const kind = isRecord(fault) ? fault["fault"] : undefined;
  if (typeof kind !== "string" || !Object.hasOwn(faultSchemas, kind)) {
    const known = Object.keys(faultSchemas).join(", ");
    throw new Error(`${place} has no "fault" that is known; there are ${known}.`);
  }
  const schema = faultSchemas[kind as keyof typeof faultSchemas];
  if (Value.Check(schema, fault)) return fault as Fault;
  const error = Value.Errors(schema, fault).First();
  const field = error?.path.split("/")[1] ?? "";
  const property = (schema.properties as Record<string, { description?: string }>)[field];
  if (property === undefined) throw new Error(`${place} (${kind}) has the unknown key "${field}".`);
  const what = error?.value === undefined ? "is missing" : "has a wrong value";
  throw new Error(`${place} (${kind}): "${field}" ${what}. ${property.description ?? ""}`.trim());
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
