import type { Diagnostic, PolicySource, Severity } from "@traffic-policy/policy-language";
import { LintRuleError } from "./lint-rule-error.ts";
import type { Finding, LintRule, RelatedPlace } from "./rule.ts";
import { rules as builtInRules } from "./rules/index.generated.ts";
import { activeRule, type Preset, type RuleSetting } from "./settings.ts";
import type { Visitor } from "./walk.ts";

interface Settings {
  readonly preset?: Preset | undefined;
  readonly settings?: Readonly<Record<string, RuleSetting>>;
}

type Locator = Pick<PolicySource, "locate">;

/** The rules that are not off, ready to be shown the parts of a policy. */
export function visitorsOf(
  rules: ReadonlyMap<string, LintRule>,
  { preset = "recommended", settings = {} }: Settings,
  source: Locator,
  take: (diagnostic: Diagnostic) => void,
): Visitor[] {
  return [...rules].flatMap(([name, rule]): Visitor[] => {
    const active = activeRule(rule, preset, settings[name]);
    if (active === undefined) return [];
    const isBuiltIn = builtInRules.get(name) === rule;
    const docs = isBuiltIn ? `docs/rules/${name}.md` : rule.docs.page;
    let count = 0;
    const report = (finding: Finding): void => {
      count += 1;
      const severity = lower(active.severity, finding.atMost);
      take(toDiagnostic({ name, docs, severity, finding, source }));
    };
    const visit = isBuiltIn ? rule.visit : guarded(name, rule.visit);
    const isPure = isBuiltIn && active.options === rule.options?.default;
    return [
      {
        visit,
        report,
        options: active.options,
        pure: isPure ? rule : undefined,
        reported: () => count,
      },
    ];
  });
}

type Visit = LintRule["visit"];

/** The same functions; what they throw says which rule it was. */
function guarded(name: string, visit: Visit): Visit {
  const functions = Object.entries(visit) as [keyof Visit, (...args: unknown[]) => void][];
  return Object.fromEntries(
    functions.map(([kind, look]) => [
      kind,
      (...args: unknown[]) => {
        try {
          look.apply(visit, args);
        } catch (error) {
          throw new LintRuleError(name, error);
        }
      },
    ]),
  );
}

const order: readonly Severity[] = ["info", "warning", "error"];

function lower(severity: Severity, atMost: Severity | undefined): Severity {
  if (atMost === undefined) return severity;
  return order.indexOf(atMost) < order.indexOf(severity) ? atMost : severity;
}

function toDiagnostic(made: {
  name: string;
  docs: string | undefined;
  severity: Severity;
  finding: Finding;
  source: Locator;
}): Diagnostic {
  const { name, docs, severity, finding, source } = made;
  const { path, part, message, help, related, fix } = finding;
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
    ...(fix === undefined ? {} : { fix }),
    ...(docs === undefined ? {} : { docs }),
  };
}

function located(source: Locator, place: RelatedPlace): Pick<Diagnostic, "location"> {
  const location = place.location ?? source.locate(place.path, place.part);
  return location === undefined ? {} : { location };
}
