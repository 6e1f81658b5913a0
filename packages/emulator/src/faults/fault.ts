import { type Static, type TObject, type TProperties, Type } from "@sinclair/typebox";
import { fromPointer, isJsonObject } from "@traffic-policy/policy-language";
import { schemaFailures } from "@traffic-policy/policy-language/internal";
import { type OperationName, operationNames } from "../operations/operations.ts";

const operationSchema = Type.Union(operationNames.map((name) => Type.Literal(name)));

const when = {
  on: Type.Optional(
    Type.Union([operationSchema, Type.Array(operationSchema, { minItems: 1 })], {
      description: "The operations, such as `GET /edges/tcp/{id}`; all requests without it.",
    }),
  ),
  after: Type.Optional(
    Type.Integer({ minimum: 0, description: "A whole number: how many requests succeed first." }),
  ),
  times: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: "A whole number, at least 1: how often it then happens; always without it.",
    }),
  ),
  probability: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description: "Over 0, at most 1: how likely it is each time; 1 without it.",
    }),
  ),
};

const milliseconds = Type.Integer({
  minimum: 0,
  maximum: 86_400_000,
  description: "A whole number of milliseconds, at most a day.",
});

const afterWork = Type.Optional(
  Type.Boolean({
    description: "true or false: whether the operation is done anyway; false without it.",
  }),
);

function faultSchema<const Kind extends string, T extends TProperties>(
  kind: Kind,
  fields: T,
): TObject<{ fault: ReturnType<typeof Type.Literal<Kind>> } & T & typeof when> {
  return Type.Object(
    { fault: Type.Literal(kind), ...fields, ...when },
    { additionalProperties: false },
  );
}

export const faultSchemas = {
  /** The answer comes late. */
  delay: faultSchema("delay", { milliseconds, afterWork }),
  /** 429, and nothing is done. */
  "rate-limit": faultSchema("rate-limit", {
    seconds: Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description: "A whole number of seconds, at most a day: what `Retry-After` asks for.",
    }),
    as: Type.Optional(
      Type.Union([Type.Literal("seconds"), Type.Literal("date")], {
        description: '"seconds" or "date": how `Retry-After` is written; "seconds" without it.',
      }),
    ),
  }),
  failure: faultSchema("failure", {
    status: Type.Union(
      [500, 502, 503, 504].map((status) => Type.Literal(status)),
      { description: "500, 502, 503 or 504." },
    ),
    afterWork,
  }),
  /** The connection is reset, and nothing is done. */
  "reset-before-work": faultSchema("reset-before-work", {}),
  /** The operation is done, and then the connection is reset. */
  "reset-after-work": faultSchema("reset-after-work", {}),
  /** The operation is done, and the connection ends in the middle of the answer. */
  "half-answer": faultSchema("half-answer", {}),
  /** The operation is done, and the body of the answer is not JSON, but says it is. */
  "not-json": faultSchema("not-json", {}),
  /** The operation is done, and the answer says that its body is HTML. */
  "wrong-content-type": faultSchema("wrong-content-type", {}),
  redirect: faultSchema("redirect", {
    location: Type.Optional(
      Type.String({
        minLength: 1,
        pattern: "^[!-~]+$",
        description: "A URL without spaces; without it, one of a host that cannot exist.",
      }),
    ),
    status: Type.Optional(
      Type.Union(
        [301, 302, 303, 307, 308].map((status) => Type.Literal(status)),
        { description: "301, 302, 303, 307 or 308; 307 without it." },
      ),
    ),
  }),
  /** The operation is done, and the body of the answer never ends. It is sent as fast as the client reads it. */
  "endless-body": faultSchema("endless-body", {
    pauseMilliseconds: Type.Optional(milliseconds),
  }),
} as const;

export type FaultKind = keyof typeof faultSchemas;

/** Something that fails on demand, and which requests it is for. */
export type Fault = { [Kind in FaultKind]: Static<(typeof faultSchemas)[Kind]> }[FaultKind];

/**
 * Faults, and the seed of those that have a probability. To a request happens the first fault that
 * is for it.
 */
export interface FaultScript {
  /** A whole number; 1 without it. The same requests in the same order meet the same faults. */
  readonly seed?: number | undefined;
  readonly faults: readonly Fault[];
}

export class RunningScript {
  readonly #faults: readonly RunningFault[];

  constructor({ seed = 1, faults }: FaultScript) {
    // Each has numbers of its own, so that none changes what happens to another.
    this.#faults = faults.map((fault, index) => new RunningFault(fault, random(seed + index)));
  }

  /** Returns the fault for the next request. A fault also counts requests that another fault takes. */
  next(operation: OperationName | undefined): Fault | undefined {
    let first: RunningFault | undefined;
    for (const running of this.#faults) if (running.isDue(operation)) first ??= running;
    first?.happen();
    return first?.fault;
  }
}

class RunningFault {
  readonly fault: Fault;
  readonly #random: () => number;
  #requests = 0;
  #happened = 0;

  constructor(fault: Fault, numbers: () => number) {
    this.fault = fault;
    this.#random = numbers;
  }

  isDue(operation: OperationName | undefined): boolean {
    const { on, after = 0, times = Infinity, probability = 1 } = this.fault;
    if (on !== undefined && ![on].flat().some((name) => name === operation)) return false;
    this.#requests += 1;
    return this.#requests > after && this.#random() < probability && this.#happened < times;
  }

  happen(): void {
    this.#happened += 1;
  }
}

/** Generates numbers from 0 up to, but not including, 1 from a seed, with the `mulberry32` algorithm. */
function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

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
