import type { Absence } from "./variable.ts";

/** A type of the catalogue's own with named fields, such as a cookie. */
export interface RecordDefinition {
  /** The name, as types write it: `cookie`. */
  readonly name: string;
  /** What it is, as a phrase. */
  readonly description: string;
  readonly fields: readonly RecordField[];
}

/** One field of a record. */
export interface RecordField {
  readonly name: string;
  /** The CEL type as text; see `parseType`. */
  readonly type: string;
  /** What it holds, as a phrase. */
  readonly description: string;
  /** When the field has no value. */
  readonly missing?: Absence;
  /** For a name of an earlier era: the name of today. */
  readonly renamedTo?: string;
  /** What the service's documentation leaves open; nothing is concluded from it. */
  readonly unsure?: readonly string[];
}
