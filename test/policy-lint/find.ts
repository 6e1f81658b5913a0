import {
  jsonPolicySource,
  type Dialect,
  type Diagnostic,
  type PolicySource,
  type Protocol,
} from "@traffic-policy/policy-language";
import { dialectNameOf } from "@traffic-policy/policy-language/internal";
import { dialects } from "@traffic-policy/policy-language/phases";
import { lintPolicy, rules } from "@traffic-policy/policy-lint";
import { presetSeverity } from "@traffic-policy/policy-lint/internal";

/** The dialect that the policy of a source is written in. */
export function dialectOfSource({ document }: PolicySource): Dialect {
  return dialects[dialectNameOf(document)];
}

/** What a rule found in a text, and the places it should have pointed at. */
interface Finds {
  /** The marked places, as "line:column-line:column". */
  readonly expected: readonly string[];
  /** The places of the findings. */
  readonly found: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Reading {
  /** The name of the file; "policy" when left out. */
  readonly file?: string;
  /** How the text is read; as JSON when left out. */
  readonly read?: (file: string, text: string) => PolicySource;
  /** What the policy is for; http when left out. */
  readonly protocol?: Protocol;
  /** Options of the rule. */
  readonly options?: object;
  /** Whether it is the policy of a cloud endpoint. */
  readonly isOfCloudEndpoint?: boolean;
}

/**
 * Lints a text in which « and » stand around what the rule shall point at. A rule that is for the
 * strict only is turned on.
 */
export function find(rule: string, marked: string, reading: Reading = {}): Finds {
  const {
    file = "policy",
    read = jsonPolicySource,
    protocol = "http",
    options,
    isOfCloudEndpoint = false,
  } = reading;
  const definition = rules.get(rule);
  if (definition === undefined) throw new Error(`there is no rule ${rule}`);
  const text = marked.replaceAll(/[«»]/g, "");
  const severity = presetSeverity(definition, "strict");
  const settings = { [rule]: options === undefined ? severity : ([severity, options] as const) };
  const source = read(file, text);
  const dialect = dialectOfSource(source);
  const diagnostics = lintPolicy(source, { protocol, settings, dialect, isOfCloudEndpoint }).filter(
    (diagnostic) => diagnostic.rule === rule,
  );
  const found = diagnostics.map(({ location }) => {
    if (location === undefined) return "nowhere";
    const { start, end } = location;
    return `${start.line}:${start.column}-${end.line}:${end.column}`;
  });
  return { expected: markedPlaces(marked), found, diagnostics };
}

function markedPlaces(marked: string): string[] {
  const places: string[] = [];
  let text = "";
  let start = "";
  for (const character of marked) {
    if (character === "«") start = placeAfter(text);
    else if (character === "»") places.push(`${start}-${placeAfter(text)}`);
    else text += character;
  }
  return places;
}

function placeAfter(text: string): string {
  const lines = text.split("\n");
  return `${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
}
