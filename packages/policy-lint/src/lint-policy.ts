import {
  directionsDialect,
  type Diagnostic,
  type Dialect,
  type PolicySource,
  type Severity,
} from "@traffic-policy/policy-language";
import type { Finding, LintRule, RelatedPlace } from "./rule.ts";
import { rules as builtInRules } from "./rules/index.generated.ts";
import { walk, type Visitor } from "./walk.ts";

/** How a rule is set in the configuration. */
export type RuleSetting = Severity | "off";

export interface LintOptions {
  readonly dialect?: Dialect;
  /** Severities of rules by their name; the others keep their own. */
  readonly settings?: Readonly<Record<string, RuleSetting>>;
}

/** Finds what is wrong with a policy; the findings are in the order of the file. */
export function lintPolicy(source: PolicySource, options: LintOptions = {}): Diagnostic[] {
  const { dialect = directionsDialect, settings = {} } = options;
  const diagnostics: Diagnostic[] = [];
  const visitors = [...builtInRules].flatMap(([name, rule]): Visitor[] => {
    const severity = settings[name] ?? rule.severity;
    if (severity === "off") return [];
    const report = (finding: Finding): void => {
      diagnostics.push(toDiagnostic({ name, severity, finding, source }));
    };
    return [{ visit: rule.visit, report }];
  });
  walk(source, dialect, visitors);
  return diagnostics.toSorted(byPlace);
}

/** The built-in rules by their name. */
export const rules: ReadonlyMap<string, LintRule> = builtInRules;

function toDiagnostic(made: {
  name: string;
  severity: Severity;
  finding: Finding;
  source: PolicySource;
}): Diagnostic {
  const { name, severity, finding, source } = made;
  const { path, part, message, help, related } = finding;
  return {
    rule: name,
    severity,
    message,
    ...(help === undefined ? {} : { help }),
    path,
    ...(typeof part === "object" ? { span: part } : {}),
    ...located(source, finding),
    ...(related === undefined
      ? {}
      : {
          related: related.map((other) => ({
            message: other.message,
            path: other.path,
            ...located(source, other),
          })),
        }),
    docs: `docs/rules/${name}.md`,
  };
}

function located(source: PolicySource, place: RelatedPlace): Pick<Diagnostic, "location"> {
  const location = place.location ?? source.locate(place.path, place.part);
  return location === undefined ? {} : { location };
}

function byPlace(one: Diagnostic, other: Diagnostic): number {
  const [a, b] = [one.location?.start, other.location?.start];
  if (a === undefined || b === undefined) return 0;
  return a.line - b.line || a.column - b.column;
}
