import type { Diagnostic, Protocol, Severity } from "@traffic-policy/policy-language";
import { find } from "./find.ts";

/** Where an expression stands; in an inbound rule of a policy for http when left out. */
export interface ExpressionPlace {
  readonly direction?: "inbound" | "outbound";
  readonly protocol?: Protocol;
  /** Conditions of the rule before it. */
  readonly beside?: readonly string[];
  /** Conditions of the rule after it. */
  readonly after?: readonly string[];
}

/** What was said of an expression. */
interface Told {
  readonly severity: Severity;
  readonly message: string;
  readonly help?: string;
  /** The expression after the fix, and whether the fix is safe. */
  readonly fixed?: string;
  readonly safe?: boolean;
}

/** What a rule finds in a condition in which « and » stand around what it shall point at. */
export function lookIn(
  rule: string,
  marked: string,
  { direction = "inbound", protocol = "http", beside = [], after = [] }: ExpressionPlace = {},
): { expected: readonly string[]; found: readonly string[]; told: readonly Told[] } {
  const actions = [{ type: "deny" }];
  const expressions = [...beside, marked, ...after];
  const policy = { [direction]: [{ name: "a", expressions, actions }] };
  const { expected, found, diagnostics } = find(rule, JSON.stringify(policy), { protocol });
  const text = marked.replaceAll(/[«»]/g, "");
  return { expected, found, told: diagnostics.map((diagnostic) => told(diagnostic, text)) };
}

function told({ severity, message, help, fix }: Diagnostic, text: string): Told {
  return {
    severity,
    message,
    ...(help === undefined ? {} : { help }),
    ...(fix && { fixed: fixed(text, fix.edits), safe: fix.safe }),
  };
}

/** A text after edits of its parts. */
function fixed(text: string, edits: NonNullable<Diagnostic["fix"]>["edits"]): string {
  const parts = edits.flatMap((edit) => ("span" in edit ? [edit] : []));
  return parts
    .toSorted((one, other) => other.span.start - one.span.start)
    .reduce(
      (result, edit) => result.slice(0, edit.span.start) + edit.text + result.slice(edit.span.end),
      text,
    );
}
