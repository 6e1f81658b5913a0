import { Type, type Static, type TObject, type TProperties } from "@sinclair/typebox";
import { operationNames } from "../operations/operation-names.ts";

const operationSchema = Type.Union(operationNames.map((name) => Type.Literal(name)));

/** Which requests a fault is for. */
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

function schema<const Kind extends string, T extends TProperties>(
  kind: Kind,
  fields: T,
): TObject<{ fault: ReturnType<typeof Type.Literal<Kind>> } & T & typeof when> {
  return Type.Object(
    { fault: Type.Literal(kind), ...fields, ...when },
    { additionalProperties: false },
  );
}

/** What can go wrong on demand: the fields of each kind of fault. */
export const faultSchemas = {
  /** The answer comes late. */
  delay: schema("delay", { milliseconds, afterWork }),
  /** 429, and nothing is done. */
  "rate-limit": schema("rate-limit", {
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
  /** An error of the service. */
  failure: schema("failure", {
    status: Type.Union(
      [500, 502, 503, 504].map((status) => Type.Literal(status)),
      { description: "500, 502, 503 or 504." },
    ),
    afterWork,
  }),
  /** The connection is reset, and nothing is done. */
  "reset-before-work": schema("reset-before-work", {}),
  /** The operation is done, and then the connection is reset. */
  "reset-after-work": schema("reset-after-work", {}),
  /** The operation is done, and the connection ends in the middle of the answer. */
  "half-answer": schema("half-answer", {}),
  /** The operation is done, and the body of the answer is not JSON, but says it is. */
  "not-json": schema("not-json", {}),
  /** The operation is done, and the answer says that its body is HTML. */
  "wrong-content-type": schema("wrong-content-type", {}),
  /** A redirect, and nothing is done. */
  redirect: schema("redirect", {
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
  /** The operation is done, and the body of the answer never ends. It flows as fast as it is read. */
  "endless-body": schema("endless-body", {
    pauseMilliseconds: Type.Optional(milliseconds),
  }),
} as const;

/** The name of what goes wrong. */
export type FaultKind = keyof typeof faultSchemas;

/** Something that goes wrong on demand, and which requests it is for. */
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
