import { BoundedMap, type Severity } from "@traffic-policy/policy-language";
import { LintRuleError } from "./lint-rule-error.ts";
import type { LintRule } from "./rule.ts";
import { rules as builtInRules } from "./rules/index.generated.ts";
import { settingOf, type Preset, type RuleSetting } from "./settings.ts";

/** A rule that is not off, and how it is set. */
export interface ActiveRule {
  readonly name: string;
  /** Its place among all rules. */
  readonly index: number;
  readonly rule: LintRule;
  readonly severity: Severity;
  readonly options: unknown;
  readonly visit: LintRule["visit"];
  /** Where the rule's page is. */
  readonly docs: string | undefined;
  /** Whether it says the same of equal parts: it is one of ours, with the options it has. */
  readonly isPure: boolean;
}

interface Settings {
  readonly preset?: Preset | undefined;
  readonly settings?: Readonly<Record<string, RuleSetting>>;
}

/** What a rule can look at. */
export type PartKind = keyof LintRule["visit"];

/** The rules that are not off. */
export class ActiveRules {
  /** Whether all that look at parts of a policy's rules say the same of equal parts. */
  readonly arePureAtParts: boolean;
  readonly #byKind = new Map<PartKind, ActiveRule[]>();

  private constructor(rules: ReadonlyMap<string, LintRule>, { preset, settings }: Settings) {
    for (const [index, [name, rule]] of [...rules].entries()) {
      const setting = settingOf(rule, preset, settings?.[name]);
      if (setting === undefined) continue;
      const active = { ...setting, index, ...activeRule(name, rule, setting.options) };
      for (const kind of Object.keys(rule.visit) as PartKind[]) {
        this.#byKind.set(kind, [...this.at(kind), active]);
      }
    }
    const atParts = (["expression", "action", "text"] as const).flatMap((kind) => this.at(kind));
    this.arePureAtParts = atParts.every(({ isPure }) => isPure);
  }

  /** The active ones of some rules: the same object for equal settings of the same rules. */
  static of(rules: ReadonlyMap<string, LintRule>, settings: Settings): ActiveRules {
    let known = made.get(rules);
    if (known === undefined)
      made.set(rules, (known = new BoundedMap<string, ActiveRules>(mostSettings)));
    const key = JSON.stringify([settings.preset, settings.settings]);
    let active = known.get(key);
    if (active === undefined) {
      known.set(key, (active = new ActiveRules(rules, settings)));
    }
    return active;
  }

  /** Those that look at a kind of part. */
  at(kind: PartKind): readonly ActiveRule[] {
    return this.#byKind.get(kind) ?? [];
  }
}

const made = new WeakMap<ReadonlyMap<string, LintRule>, BoundedMap<string, ActiveRules>>();
const mostSettings = 100;

function activeRule(
  name: string,
  rule: LintRule,
  options: unknown,
): Omit<ActiveRule, "index" | "severity" | "options"> {
  const isBuiltIn = builtInRules.get(name) === rule;
  return {
    name,
    rule,
    visit: isBuiltIn ? rule.visit : guarded(name, rule.visit),
    docs: isBuiltIn ? `docs/rules/${name}.md` : rule.docs.page,
    isPure: isBuiltIn && options === rule.options?.default,
  };
}

type Visit = LintRule["visit"];

/** The same functions; what they throw says which rule it was. */
function guarded(name: string, visit: Visit): Visit {
  const functions = Object.entries(visit) as [PartKind, (...args: unknown[]) => void][];
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
