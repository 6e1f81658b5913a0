import {
  jsonPolicySource,
  parseExpression,
  type Diagnostic,
  type Expression,
} from "@traffic-policy/policy-language";
import { lintPolicy, LintSession } from "@traffic-policy/policy-lint";
import type { Domain, Outcome, Points } from "./domain.ts";

/** The conditions of a rule. */
export type Rule = readonly string[];

/** Something that lint says of conditions or their parts. */
interface Claim {
  readonly message: string;
  readonly texts: readonly string[];
  /** For which points it is wrong. */
  readonly refuted: (outcomes: readonly Outcome[], domain: Domain) => Points;
}

const [isTrue, isFalse] = [1, 2];

const session = new LintSession();

/** What lint says of a policy whose rules all end processing. */
export class Report {
  readonly policy: string;
  readonly #rules: readonly Rule[];
  readonly #found: readonly Diagnostic[];

  constructor(direction: string, rules: readonly Rule[]) {
    this.#rules = rules;
    const actions = [{ type: "custom-response", config: { status_code: 200 } }];
    this.policy = JSON.stringify({
      [direction]: rules.map((expressions) => ({ expressions, actions })),
    });
    const source = jsonPolicySource("policy.json", this.policy);
    const found = lintPolicy(source, { protocol: "http", preset: "strict", session });
    // What is too much to tell claims nothing.
    this.#found = found.filter(({ message }) => !message.startsWith("It is too much to tell"));
  }

  /** Whether no request is said to reach the second rule. */
  get isSecondShadowed(): boolean {
    return this.#found.some(({ rule, path }) => shadowing.has(rule) && path.endsWith("/1"));
  }

  get claims(): Claim[] {
    return this.#found.flatMap((found) => {
      const refuted = refutation(found);
      if (refuted === undefined) return [];
      const texts = [found, ...(found.related ?? [])].map((place) => this.#textAt(place));
      return [{ message: `${this.policy}: ${found.message}`, texts, refuted }];
    });
  }

  /** Whether what is said of the first rule makes it match no request. */
  get isContradictory(): boolean {
    return this.#possible.includes(isFalse);
  }

  /** Whether what is said of the first rule makes it match every request. */
  get isAlwaysTrue(): boolean {
    return this.#possible.every((outcomes) => outcomes === isTrue);
  }

  get #possible(): number[] {
    return (this.#rules[0] ?? []).map((text, index) => {
      const parsed = parseExpression(text);
      return parsed.ok ? this.#outcomes(parsed.tree, `/${index}`, true) : isTrue | isFalse;
    });
  }

  /** What a part of an expression can come to, by nothing but what is said of it and its parts. */
  #outcomes(node: Expression, path: string, isWhole = false): number {
    const found = this.#found.find(
      (one) =>
        one.path.endsWith(path) &&
        (one.span
          ? one.span.start === node.span?.start && one.span.end === node.span.end
          : isWhole) &&
        toldBy(one) !== undefined,
    );
    const told = found && toldBy(found);
    if (told !== undefined) return told;
    const of = (part: Expression): number => this.#outcomes(part, path);
    if (node.kind === "unary" && node.operator === "!") {
      const operand = of(node.operand);
      return (operand & isTrue ? isFalse : 0) | (operand & isFalse ? isTrue : 0);
    }
    if (node.kind === "conditional") {
      const condition = of(node.condition);
      return (
        (condition & isTrue ? of(node.whenTrue) : 0) |
        (condition & isFalse ? of(node.whenFalse) : 0)
      );
    }
    if (node.kind !== "binary") return isTrue | isFalse;
    const [left, right] = [of(node.left), of(node.right)];
    if (node.operator === "&&") return (left & right & isTrue) | ((left | right) & isFalse);
    if (node.operator === "||") return ((left | right) & isTrue) | (left & right & isFalse);
    return isTrue | isFalse;
  }

  #textAt({ location }: Pick<Diagnostic, "location">): string {
    const [start = 1, end = 1] = [location?.start.column, location?.end.column];
    const written = this.policy.slice(start - 1, end - 1).replaceAll(/^"|"$/g, "");
    return JSON.parse(`"${written}"`) as string;
  }
}

const shadowing: ReadonlySet<string> = new Set([
  "flow/shadowed-rule",
  "flow/unreachable-rule",
  "flow/duplicate-rule",
]);

/** What a condition comes to, failures aside, by what is said of it. */
function toldBy({ rule, message }: Diagnostic): number | undefined {
  if (rule === "expression/contradiction") return isFalse;
  if (rule !== "expression/constant") return undefined;
  return /always true|never false/.test(sayingOf(message)) ? isTrue : isFalse;
}

function sayingOf(message: string): string {
  const [saying] = /(always|never) (true|false)\.$/.exec(message) ?? [];
  if (saying === undefined) throw new Error(`"${message}" is no claim that this test knows`);
  return saying;
}

function refutation({ rule, message }: Diagnostic): Claim["refuted"] | undefined {
  switch (rule) {
    case "expression/contradiction":
      return (outcomes, { all }) => outcomes.reduce((together, { trues }) => together & trues, all);
    case "expression/implied":
    case "expression/duplicate-condition":
      // Which follows from which depends on the operator between them.
      return ([one, other], { all }) => {
        const [left, right] = [one?.trues ?? 0n, other?.trues ?? 0n];
        const alone = [left & (all ^ right), right & (all ^ left)];
        return alone.includes(0n) ? 0n : (alone[0] ?? 0n);
      };
    case "expression/constant": {
      const [how, what] = sayingOf(message).replace(".", "").split(" ");
      return ([outcome], { all }) => {
        const { trues = 0n, falses = 0n } = outcome ?? {};
        if (how === "always") return all ^ (what === "true" ? trues : falses);
        return what === "true" ? trues : falses;
      };
    }
    default:
      return undefined;
  }
}
