import type { Edit } from "./document/edit/edit-tree.ts";
import type { SourceRange, Span } from "./text/positions.ts";

/** How bad a finding is: only an `error` keeps a policy from being used. */
export type Severity = "error" | "warning" | "info";

/** An exchange that shows what a finding says: it was replayed. */
export interface Witness {
  /** One sentence, with the exchange in a few words: `It fails for GET https://example.com/.` */
  readonly message: string;
  /** The exchange, as a case has it. */
  readonly exchange: object;
  /** The answers to open questions that the replay took, when they are not the usual ones. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** One finding about a policy, of lint or of any other check. */
export interface Diagnostic {
  /** The rule that found it: `expression/syntax`. */
  readonly rule: string;
  readonly severity: Severity;
  /** One sentence: what is wrong, with the name it is about. */
  readonly message: string;
  /** A hint on how to fix the problem. */
  readonly help?: string;
  /** JSON Pointer into the policy document: `/inbound/0/expressions/1`. */
  readonly path: string;
  /** UTF-16 offsets inside the string at `path`. */
  readonly span?: Span;
  /** The place in the file that the author wrote. */
  readonly location?: SourceRange;
  /** The name of the policy among those that the file holds: `NgrokTrafficPolicy/office`. */
  readonly holder?: string;
  /** Related places. */
  readonly related?: readonly {
    readonly message: string;
    readonly path: string;
    readonly location?: SourceRange;
  }[];
  /** The claim that an exchange could demonstrate: the expression fails because of the part at `path` and `span`. */
  readonly claim?: "fails";
  /** The exchange that shows it. */
  readonly witness?: Witness;
  /** A change that fixes it. */
  readonly fix?: {
    readonly title: string;
    /** True when the fix is certain not to change the policy's behaviour, apart from the problem. */
    readonly safe: boolean;
    readonly edits: readonly Edit[];
  };
  /** The environments that it is for; nothing when it is for all that the policy is linted for. */
  readonly environments?: readonly string[];
  /** Path of the rule's page in the documentation; a rule of the user's own may have none. */
  readonly docs?: string;
}

/** How many findings there are of each severity. */
export function countSeverities(diagnostics: readonly Diagnostic[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  return counts;
}

/** Identifies a finding after lines and rules have moved. */
export interface Fingerprint {
  readonly rule: string;
  /** The path with `*` for each place in a list. */
  readonly path: string;
  readonly message: string;
}

/** Returns the fingerprint of a finding in its file; findings with equal fingerprints differ only by their number. */
export function fingerprint({ rule, path, message }: Diagnostic): Fingerprint {
  return { rule, path: path.replaceAll(/\/\d+(?=\/|$)/g, "/*"), message };
}
