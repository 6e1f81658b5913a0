import { ruleName } from "@traffic-policy/policy-engine/report";
import { fromPointer } from "@traffic-policy/policy-language";
import { fields, headersIn, type FieldName } from "../fields.ts";
import type { Impact, ImpactExample, Passage, Unknown, Way } from "../impact.ts";
import type { Change } from "../change.ts";
import type { Sentence } from "./text.ts";

/** The names that a report uses. */
export interface ImpactNames {
  /** The policy as it was: the name of its file. */
  readonly before: string;
  /** The policy as it is to be. */
  readonly after: string;
  /** Where the exchanges are from. */
  readonly log: string;
  /** The subject of the log: `request` (the default) or `connection`. */
  readonly exchange?: "request" | "connection";
  /** Notes that a reader needs to understand the result, for example that only a sample was read. */
  readonly notes?: readonly Sentence[];
  /** Returns the address of a page that opens an example, for a format with links; undefined without one. */
  readonly linkOf?: (example: ImpactExample) => string | undefined;
}

/** Describes the result of an exchange in a word or two: `denied with 403`. */
export function wayText({ kind, ending }: Way): string {
  if (kind === "unknown") return "not known";
  if (ending?.key === "closed") return "closed";
  return ending?.status === undefined ? kind : `${kind} with ${ending.status}`;
}

const kinds = ["forwarded", "answered", "redirected", "denied", "failed", "unknown"] as const;

export function rankOfWay({ kind, ending }: Way): number {
  return kinds.indexOf(kind) * 1000 + (ending?.status ?? 0);
}

export const changeWords: Readonly<Record<Change, string>> = {
  "newly-denied": "newly denied",
  "newly-forwarded": "newly forwarded",
  other: "otherwise changed",
};

type Rule = { readonly path: string; readonly name?: string };

/** Returns a function that names a rule: `rule 3 ("Admins")`, with its section when the policies have several. */
export function ruleWording({ rules }: Pick<Impact, "rules">): (rule: Rule) => Sentence {
  const sections = new Set(rules.flat().map(({ path }) => fromPointer(path)[0]));
  return ({ path, name }) => {
    const [section = ""] = fromPointer(path);
    const number = ruleName({ path });
    return [
      ...(sections.size > 1 ? [{ code: section }, " "] : []),
      number,
      ...(name === undefined ? [] : [" (", { name }, ")"]),
    ];
  };
}

/** Names the deciding rule, `by rule 3 ("Admins")`; empty without a rule. */
function byRule({ ending }: Way, ruleOf: (rule: Rule) => Sentence): Sentence {
  return ending?.rule === undefined ? [] : [" by ", ...ruleOf(ending.rule)];
}

export function causeText(cause: Unknown["cause"]): Sentence {
  switch (cause.kind) {
    case "missing": {
      const headers = headersIn(cause.name);
      if (headers !== undefined) {
        const { of, name } = headers;
        return name === undefined
          ? [`the log does not have the headers of the ${of}`]
          : ["the log does not have the header ", { code: name }, ` of the ${of}`];
      }
      const field = fields[cause.name as FieldName] as { readonly what: string } | undefined;
      const about = field === undefined ? [] : [`, ${field.what}`];
      return ["the log does not have ", { code: cause.name }, ...about];
    }
    case "action":
      // Of some actions the engine has a sentence of its own, of all others it is what they may do.
      return cause.what.endsWith(".")
        ? ["only the service knows what an action does: ", { code: cause.what }]
        : ["only the service knows whether ", { code: cause.what }];
    case "untranslated":
      return ["this could not be evaluated: ", { code: cause.what }];
  }
}

export const dimensionTitles: Readonly<Record<string, string>> = {
  day: "By day",
  host: "By host",
  path: "By path",
  country: "By country",
  network: "By network",
};

/** Writes a passage as a heading: `forwarded → denied with 403 by rule 3 ("Admins")`. */
export function passageText(
  { before, after }: Passage,
  ruleOf: (rule: Rule) => Sentence,
): Sentence {
  return [
    wayText(before),
    ...byRule(before, ruleOf),
    " → ",
    wayText(after),
    ...byRule(after, ruleOf),
  ];
}
