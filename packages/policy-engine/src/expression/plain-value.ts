/**
 * A value that goes into the evaluator, as plain data: whole numbers as numbers or bigints, points
 * in time as `Date`, lengths of time in seconds, maps and records as objects or as `Map`.
 */
export type PlainValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | EvaluatedValue
  | readonly PlainValue[]
  | ReadonlyMap<string, PlainValue>
  | { readonly [key: string]: PlainValue };

/** A value that the evaluator made, kept as it is. */
export class EvaluatedValue {
  /** The value as the evaluator knows it. */
  readonly value: unknown;
  readonly json: JsonLike;

  constructor(value: unknown, json: JsonLike) {
    this.value = value;
    this.json = json;
  }
}

/** JSON, as a trace shows values. */
export type JsonLike =
  | string
  | number
  | boolean
  | null
  | readonly JsonLike[]
  | { readonly [key: string]: JsonLike };
