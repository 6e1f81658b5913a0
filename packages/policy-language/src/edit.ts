import type { JsonValue } from "./json-value.ts";
import type { Span } from "./span.ts";

/** One change of a policy document, by the JSON Pointer of what is changed. */
export type Edit =
  /** Puts a text in the place of a part of the string; the span is in UTF-16 units of its value. */
  | { readonly path: string; readonly span: Span; readonly text: string }
  /** Puts another value there; a member of an object that is not there is added. */
  | { readonly path: string; readonly value: JsonValue }
  /** Gives the member another key. */
  | { readonly path: string; readonly key: string }
  /** Takes the member or the item away. */
  | { readonly path: string; readonly remove: true };
