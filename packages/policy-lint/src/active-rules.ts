import { type ActiveRule, Looks } from "./looks.ts";
import type { LintRule, LintVisit, PlacedVisit } from "./rule.ts";
import { rules as builtInRules } from "./rules/index.generated.ts";
import { settingOf, type Settings } from "./settings.ts";

/** The rules that are not off, grouped by what they look at. */
export class ActiveRules {
  /** The built-in rules for standalone parts. They find the same in equal parts, so their results can be reused. */
  readonly builtIn: Looks;
  readonly own: Looks | undefined;
  readonly sourceError: readonly ActiveRule[];
  readonly document: readonly ActiveRule[];
  readonly rule: readonly ActiveRule[];
  readonly ignore: readonly ActiveRule[];

  constructor(rules: ReadonlyMap<string, LintRule>, { preset, settings, unfinished }: Settings) {
    const active = [...rules].flatMap(([name, rule], index): ActiveRule[] => {
      const setting = settingOf(rule, preset, settings?.[name]);
      if (setting === undefined || unfinished?.has(name) === true) return [];
      const { only } = rule;
      const isBuiltIn = builtInRules.get(name) === rule;
      const visit = isBuiltIn ? rule.visit : guarded(name, rule.visit);
      const docs = isBuiltIn ? `docs/rules/${name}.md` : rule.docs.page;
      return [{ name, index, ...setting, visit, only, docs, isBuiltIn }];
    });
    const at = (...kinds: readonly (keyof PlacedVisit<unknown>)[]): ActiveRule[] =>
      active.filter(({ visit }) => kinds.some((kind) => visit[kind] !== undefined));
    const own = active.filter(({ isBuiltIn }) => !isBuiltIn);
    this.builtIn = new Looks(active.filter(({ isBuiltIn }) => isBuiltIn));
    this.own = own.length === 0 ? undefined : new Looks(own);
    this.sourceError = at("sourceError");
    this.document = at("document");
    this.rule = at("section", "rule");
    this.ignore = at("ignore");
  }
}

/** Wraps the functions of a rule so that an error names the rule. */
function guarded(name: string, visit: LintVisit<unknown>): LintVisit<unknown> {
  return throughEach(visit, (work) => {
    try {
      return work();
    } catch (error) {
      throw new LintRuleError(name, error);
    }
  });
}

/** The same functions, each called through another one; those that they return likewise. */
export function throughEach<Options>(
  visit: LintVisit<Options>,
  through: <T>(work: () => T) => T,
): LintVisit<Options> {
  type Look = (...args: readonly unknown[]) => unknown;
  const wrapped = (look: Look): Look => {
    return (...args) => {
      const result = through(() => look.apply(visit, args as unknown[]));
      return typeof result === "function" ? wrapped(result as Look) : result;
    };
  };
  const looks = Object.entries(visit) as [string, Look][];
  return Object.fromEntries(looks.map(([kind, look]) => [kind, wrapped(look)]));
}

/** A rule of the user's own throws. */
export class LintRuleError extends Error {
  override readonly name = "LintRuleError";
  /** The rule's name. */
  readonly rule: string;

  constructor(rule: string, cause: unknown) {
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`The lint rule "${rule}" throws ${reason}`, { cause });
    this.rule = rule;
  }
}
