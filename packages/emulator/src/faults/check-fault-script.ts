import { fromPointer, isJsonObject, schemaFailures } from "@traffic-policy/policy-language";
import { faultSchemas, type Fault, type FaultKind, type FaultScript } from "./fault.ts";

/** Faults that cannot happen. */
export class InvalidFaultScript extends Error {
  /** JSON Pointer to what is wrong: `/faults/0/milliseconds`. */
  readonly path: string;
  /** The sentence of the message, without the place. */
  readonly sentence: string;
  /** One sentence: what would be right. */
  readonly help: string | undefined;

  constructor(path: string, sentence: string, help?: string) {
    const place = path === "" ? "" : `${path}: `;
    super(`${place}${sentence}${help === undefined ? "" : ` ${help}`}`);
    this.path = path;
    this.sentence = sentence;
    this.help = help;
  }
}

/**
 * Checks what was given as faults.
 *
 * @throws InvalidFaultScript
 */
export function checkFaultScript(script: unknown): FaultScript {
  if (!isJsonObject(script) || !Array.isArray(script["faults"])) {
    throw new InvalidFaultScript("", 'The faults are not an object with a list "faults".');
  }
  const { seed, faults, ...others } = script;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new InvalidFaultScript("", `Unknown key "${unknown}" in the faults.`);
  }
  if (seed !== undefined && !Number.isSafeInteger(seed)) {
    throw new InvalidFaultScript("/seed", '"seed" is not a whole number.');
  }
  return {
    seed: seed as number | undefined,
    faults: (faults as unknown[]).map((fault, index) => checkFault(fault, `/faults/${index}`)),
  };
}

function checkFault(fault: unknown, path: string): Fault {
  const kind = isJsonObject(fault) ? fault["fault"] : undefined;
  if (!isKind(kind)) {
    const known = Object.keys(faultSchemas).join(", ");
    throw new InvalidFaultScript(
      path,
      'The fault has no "fault" that is known.',
      `Known: ${known}.`,
    );
  }
  const schema = faultSchemas[kind];
  const [failure] = schemaFailures(schema, fault);
  if (failure === undefined) return fault as Fault;
  const field = fromPointer(failure.path)[0] ?? "";
  const property = (schema.properties as Record<string, { description?: string }>)[field];
  if (property === undefined) {
    throw new InvalidFaultScript(path, `Unknown key "${field}" in the fault "${kind}".`);
  }
  const isMissing = failure.keyword === "required";
  throw new InvalidFaultScript(
    isMissing ? path : `${path}/${field}`,
    `The fault "${kind}" has ${isMissing ? "no" : "an invalid"} "${field}".`,
    property.description,
  );
}

function isKind(kind: unknown): kind is FaultKind {
  return typeof kind === "string" && Object.hasOwn(faultSchemas, kind);
}
