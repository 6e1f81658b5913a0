import type { CompiledPolicy } from "@traffic-policy/policy-engine";
import {
  childrenOf,
  parseAddress,
  parseCidr,
  parseExpression,
  type Cidr,
  type Expression,
} from "@traffic-policy/policy-language";
import { expressionTexts } from "../engine-needs.ts";

/** The texts that stand in a policy, which are no secret to whoever reads cases beside it. */
export class PolicyWords {
  /** From the longest to the shortest. */
  readonly literals: readonly string[];
  /** What stands in literals between slashes, as segments of a path. */
  readonly segments: readonly string[];
  /** The addresses, and ranges of them, that it names. */
  readonly ranges: readonly Cidr[];

  constructor(policy: CompiledPolicy) {
    const found = new Set<string>();
    const addLiterals = (node: Expression): void => {
      if (node.kind === "literal" && node.type === "string") found.add(node.value);
      for (const child of childrenOf(node)) addLiterals(child);
    };
    const addTexts = (value: unknown): void => {
      if (typeof value === "string") found.add(value);
      else if (typeof value === "object" && value !== null) Object.values(value).forEach(addTexts);
    };
    for (const text of expressionTexts(policy)) {
      const parsed = parseExpression(text);
      if (parsed.ok) addLiterals(parsed.tree);
    }
    for (const { rules } of policy.directions) {
      for (const { actions } of rules) for (const { config } of actions) addTexts(config);
    }
    found.delete("");
    this.literals = [...found].toSorted(byLength);
    const segments = this.literals.flatMap((text) => text.split("/"));
    this.segments = [...new Set(segments)].toSorted(byLength);
    this.ranges = this.literals.flatMap((text) => parseCidr(text) ?? parseAddress(text) ?? []);
  }

  /** Whether a text stands in the policy, not as a part of a longer word. */
  has(text: string): boolean {
    if (text === "") return true;
    return this.literals.some((literal) => {
      for (let at = literal.indexOf(text); at >= 0; at = literal.indexOf(text, at + 1)) {
        const [before, after] = [literal[at - 1] ?? " ", literal[at + text.length] ?? " "];
        if (!isPartOfWord(before) && !isPartOfWord(after)) return true;
      }
      return false;
    });
  }
}

function byLength(one: string, other: string): number {
  return other.length - one.length || (one < other ? -1 : 1);
}

function isPartOfWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
