/** A half-open range of UTF-16 offsets: `start` is inside, `end` is the first offset after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
