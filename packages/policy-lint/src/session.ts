import { type Dialect } from "@traffic-policy/policy-language";
import { BoundedMap, getOrAdd } from "@traffic-policy/policy-language/internal";
import { forgetAutomata } from "@traffic-policy/policy-logic/internal";
import { ActiveRules } from "./active-rules.ts";
import { DialectMemory } from "./nodes/memory.ts";
import type { LintRule } from "./rule.ts";
import { rules as builtInRules } from "./rules/index.generated.ts";
import type { Settings } from "./settings.ts";

/**
 * Results that are kept between policies: the same conditions and actions occur in many rules and files. A used
 * session finds the same as a new session or none, in less time.
 */
export class LintSession {
  readonly #rules = new Map<ReadonlyMap<string, LintRule>, Map<string, ActiveRules>>();
  readonly #dialects = new Map<Dialect, DialectMemory>();

  /**
   * The active ones of the built-in rules and more: the same object for equal settings.
   *
   * @param more - by their names
   */
  activeRules(more: ReadonlyMap<string, LintRule> = noRules, settings: Settings): ActiveRules {
    const { preset, settings: own, unfinished = [] } = settings;
    const known = getOrAdd(this.#rules, more, () => new BoundedMap(100));
    const key = JSON.stringify([preset, own, [...unfinished]]);
    const all = (): ActiveRules => new ActiveRules(new Map([...builtInRules, ...more]), settings);
    return getOrAdd(known, key, all);
  }

  memory(dialect: Dialect): DialectMemory {
    return getOrAdd(this.#dialects, dialect, (one) => new DialectMemory(one));
  }

  /** Keeps the answers, and lets go of what they were found with: an editor may not ask again for hours. */
  rest(): void {
    forgetAutomata();
  }
}

const noRules: ReadonlyMap<string, LintRule> = new Map();
