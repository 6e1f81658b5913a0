import type { JsonValue } from "../json-value.ts";
import type { Span } from "../span.ts";
import type { PlacedMembers } from "./placed-members.ts";

/** A value of a text with its place: offsets of its first character and of the end. */
export interface PlacedValue extends Span {
  readonly value: JsonValue;
  readonly members?: PlacedMembers | undefined;
  readonly items?: readonly PlacedValue[] | undefined;
}

/** A member of an object, with the place of its key. */
export interface PlacedMember {
  readonly key: Span;
  readonly node: PlacedValue;
}
