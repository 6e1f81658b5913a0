/**
 * Input for the evaluator as plain data: whole numbers as numbers or bigints, points in time as `Date`, durations in
 * seconds, maps and records as objects or as `Map`.
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

export class EvaluatedValue {
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
