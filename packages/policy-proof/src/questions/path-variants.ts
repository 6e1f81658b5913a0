import { type Dialect } from "@traffic-policy/policy-language";
import { enumerated, getOrAdd, variableNamed } from "@traffic-policy/policy-language/internal";
import {
  type BehaviourOptions,
  type CompiledPolicy,
  type CompiledRule,
  type RuleReference,
} from "@traffic-policy/policy-engine";
import { formatUrl, parseUrl, rulesAfterUpstream } from "@traffic-policy/policy-engine/internal";
import {
  isTrue,
  type Atom,
  type Constant,
  type Formula,
  type Test,
} from "@traffic-policy/policy-logic";
import { isCheck, isGuardedBy, isRefusal } from "../checks.ts";
import { preferring, unchangedRequest, type Condition, type Finding } from "../inquiry.ts";
import { ofAnother, withOtherAtoms } from "../policy/other-atoms.ts";
import type { SymbolicPolicy } from "../policy/symbolic-policy.ts";
import {
  defineQuestion,
  goalsOfCondition,
  isOpen,
  variablesOf,
  type Asking,
  type QuestionExample,
} from "../question.ts";
import { rulesText } from "../rules-text.ts";
import type { Example } from "../witness/example.ts";
import type { TracedOutcome } from "../witness/replay.ts";
import { messagesOf } from "../witness/witnesses.ts";

type TextTest = Extract<Test, { readonly kind: "text" }>["test"];

/** Spellings of a path that servers often treat as equal. */
interface Variant {
  readonly how: string;
  readonly of: (path: string) => string;
  readonly test?: (test: TextTest) => TextTest;
  readonly keeps: (text: string) => boolean;
}

const encoded: Variant = {
  how: "with an encoded letter",
  of: (path) => path.replace(/[a-z]/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  keeps: () => false,
};

const variants: readonly Variant[] = [
  {
    how: "with a slash at the end",
    of: (path) => `${path}/`,
    test: (test) => ({ kind: "affixed", prefix: "", suffix: "/", test }),
    // The slash is before the question mark, or at the end.
    keeps: (text) => !text.includes("?"),
  },
  {
    how: "with a doubled slash at the beginning",
    of: (path) => `/${path}`,
    test: (test) => ({ kind: "affixed", prefix: "/", suffix: "", test }),
    // What begins before the slash, and goes on behind it, has a character before its last slash.
    keeps: (text) => text.lastIndexOf("/") <= 0,
  },
  {
    how: "in capital letters",
    of: (path) => path.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase()),
    test: (test) => ({ kind: "upper", test }),
    keeps: (text) => !/[a-z]/.test(text),
  },
  {
    how: "with `;x` at the end",
    of: (path) => `${path};x`,
    test: (test) => ({ kind: "affixed", prefix: "", suffix: ";x", test }),
    keeps: (text) => !text.includes("?"),
  },
  encoded,
];

export default defineQuestion({
  title: "Does another spelling of a path get past a rule that refuses or checks it?",
  *ask(asking) {
    const { policy, symbolic, replay, answersThatMatter } = asking;
    const { dialect } = policy;
    if (policy.protocol !== "http") {
      yield { kind: "holds", message: "Connections have no path.", rules: [] };
      return;
    }
    const last = rulesAfterUpstream(policy)?.name;
    const refusals = symbolic.endings.filter(
      (ending) => ending.section !== last && isRefusal(ending, dialect),
    );
    const reading = refusals.filter(({ rule }) => dependsOnPath(rule, asking));
    const spellings = [...new Set(reading.map(({ rule }) => rule))].map((rule) =>
      spellingsOf(rule, asking),
    );
    const unknown = alike(spellings, ({ unknown: some }) => some);
    for (const [{ unknown: some }, rules] of unknown) {
      const hows = howsOf(some);
      yield {
        kind: "unknown",
        message: `It is unknown whether a path that is written ${hows} gets past ${rulesText(rules)}.`,
        reason: some[0]?.reason ?? "",
        rules,
      };
    }
    const found = alike(spellings, ({ found: some }) => some.map(({ how }) => how));
    for (const [{ rule, found: some }, rules] of found) {
      const shown = new Map(
        some.flatMap(({ pair }) => pair.map((one) => [JSON.stringify(one.exchange), one])),
      );
      const isShown = ([refused, other]: Pair, answers: Partial<BehaviourOptions>): boolean =>
        isGuardedBy(rule, replay.run(refused.exchange, answers), dialect) &&
        isPast(rule, replay.run(other.exchange, answers), dialect);
      const who = rulesText(rules, "The");
      const verb = `${verbOf(rules, asking)}${rules.length === 1 ? "s" : ""}`;
      yield {
        kind: "found",
        message: `${who} ${verb} a path, but not when it is written ${howsOf(some)}.`,
        rules,
        examples: [...shown.values()],
        dependsOn: answersThatMatter((answers) => some.every(({ pair }) => isShown(pair, answers))),
      };
    }
    for (const [what, pathOf] of [
      ["an encoded letter", (one: Spellings) => one.encodedPath],
      ["`/../`", (one: Spellings) => one.dottedPath],
    ] as const) {
      const unsure = spellings.filter((one) => pathOf(one) !== undefined);
      if (unsure[0] === undefined) continue;
      const rules = unsure.map(({ rule }) => rule.reference);
      const message = `Whether ${what}, as in ${pathOf(unsure[0])}, takes a request past ${rulesText(rules)} depends on the service: with urlNormalization=none it does.`;
      yield { kind: "fact", message, rules };
    }
    const kept = spellings
      .filter((one) => one.found.length + one.unknown.length === 0)
      .map(({ rule }) => rule.reference);
    if (refusals.length === 0) {
      yield { kind: "holds", message: "No rule refuses requests.", rules: [] };
    } else if (reading.length === 0) {
      const message = "What is refused does not depend on paths.";
      yield { kind: "holds", message, rules: [] };
    } else if (kept.length > 0) {
      const message = `No path gets past ${rulesText(kept)} ${howsOf(variants)}.`;
      yield { kind: "holds", message, rules: kept };
    }
  },
});

function verbOf(rules: readonly RuleReference[], { policy, symbolic }: Asking): string {
  const paths = new Set(rules.map(({ path }) => path));
  const own = symbolic.rules.filter(({ rule }) => paths.has(rule.path));
  const types = own.flatMap(({ rule: { actions } }) =>
    actions.filter((one) => isCheck(one, policy.dialect)).map(({ type }) => type),
  );
  return types.every((type) => type === "restrict-ips") ? "refuse" : "check";
}

function howsOf(some: readonly { readonly how: string }[]): string {
  const hows = some.map(({ how }) => how);
  return enumerated(hows, "or");
}

type Pair = readonly [refused: QuestionExample, other: QuestionExample];

interface Spellings {
  readonly rule: CompiledRule;
  readonly found: readonly { readonly how: string; readonly pair: Pair }[];
  readonly unknown: readonly { readonly how: string; readonly reason: string }[];
  /** The spelling that bypasses the rule where URLs are not normalized. */
  readonly encodedPath: string | undefined;
  readonly dottedPath: string | undefined;
}

function spellingsOf(rule: CompiledRule, asking: Asking): Spellings {
  const found: { readonly how: string; readonly pair: Pair }[] = [];
  const unknown: { readonly how: string; readonly reason: string }[] = [];
  for (const variant of variants) {
    const { how } = variant;
    const one = pairOf(rule, variant, asking, found[0]?.pair[0].exchange);
    if (one.kind === "found") found.push({ how, pair: one.result });
    if (one.kind === "unknown") unknown.push({ how, reason: one.reason });
  }
  // What is not refused for its path may be for something else that it lacks.
  const refused = [refusedBelow(rule, asking), found[0]?.pair[0]].filter(
    (one) => one !== undefined,
  );
  const first = <Result>(of: (one: QuestionExample) => Result | undefined): Result | undefined =>
    refused.map(of).find((one) => one !== undefined);
  const hidden = first((one) => hiddenPast(rule, one, asking));
  if (hidden !== undefined) found.push(hidden);
  const bare = first((one) => barePast(rule, one, asking));
  if (bare !== undefined) found.unshift(bare);
  const dots = firstParts(rule, asking).map((part) => ({
    of: (path: string) => `${part}${upFrom(part, "../")}${path.slice(1)}`,
  }));
  return {
    rule,
    found,
    unknown,
    encodedPath: first((one) => normalizedPast(rule, one, [encoded], asking)),
    dottedPath: first((one) => normalizedPast(rule, one, dots, asking)),
  };
}

const mostParts = 8;

/** Returns first path segments that the policy names, for other requests, and a segment that it does not name. */
function firstParts(rule: CompiledRule, { policy }: Asking): readonly string[] {
  const others = getOrAdd(firstNamed, policy, () =>
    firstOf(namedIn(policy.sections.flatMap(({ rules }) => rules))),
  );
  return firstOf([...namedIn([rule]), "/x/", ...others]);
}

/** Cache for each policy, so that not every rule searches all rules. */
const firstNamed = new WeakMap<CompiledPolicy, readonly string[]>();

function* namedIn(rules: readonly CompiledRule[]): Generator<string> {
  for (const { expressions } of rules) {
    for (const { text } of expressions) {
      for (const { 1: path = "" } of text.matchAll(/['"]\^?(\/[\w./-]*)/g)) {
        yield path.endsWith("/") ? path : `${path}/`;
      }
    }
  }
}

function firstOf(parts: Iterable<string>): readonly string[] {
  const first = new Set<string>();
  for (const part of parts) {
    if (part !== "/") first.add(part);
    if (first.size === mostParts) break;
  }
  return [...first];
}

function upFrom(part: string, step: string): string {
  return step.repeat(part.split("/").filter((one) => one !== "").length);
}

/** Finds a path behind another path and `..%2f` that bypasses a rule; servers often treat it as the path alone. */
function hiddenPast(
  rule: CompiledRule,
  refused: QuestionExample,
  asking: Asking,
): { readonly how: string; readonly pair: Pair } | undefined {
  const { policy, replay } = asking;
  for (const part of firstParts(rule, asking)) {
    const of = (path: string): string => `${part}${upFrom(part, "..%2f")}${path.slice(1)}`;
    const exchange = exchangeIn(refused.exchange, { of });
    const outcome = exchange && replay.run(exchange);
    if (exchange === undefined || outcome === undefined) continue;
    if (isPast(rule, outcome, policy.dialect)) {
      return { how: "behind `..%2f`", pair: [refused, { exchange, outcome }] };
    }
  }
  return undefined;
}

/** Finds a path that a rule names with a slash at its end, and that bypasses the rule without: `/admin`. */
function barePast(
  rule: CompiledRule,
  refused: QuestionExample,
  { policy: { dialect }, replay }: Asking,
): { readonly how: string; readonly pair: Pair } | undefined {
  const texts = rule.expressions.map(({ text }) => text).join("\n");
  for (const { 1: named = "" } of texts.matchAll(/['"]\^?((?:\/[\w.-]+)+)\/['"]/g)) {
    const exchange = exchangeIn(refused.exchange, { of: () => `${named}/` });
    const other = exchangeIn(refused.exchange, { of: () => named });
    const outcome = exchange && replay.run(exchange);
    const otherOutcome = other && replay.run(other);
    if (exchange === undefined || outcome === undefined) continue;
    if (other === undefined || otherOutcome === undefined) continue;
    if (isGuardedBy(rule, outcome, dialect) && isPast(rule, otherOutcome, dialect)) {
      return {
        how: "without the slash at the end",
        pair: [
          { exchange, outcome },
          { exchange: other, outcome: otherOutcome },
        ],
      };
    }
  }
  return undefined;
}

function alike(
  spellings: readonly Spellings[],
  inWhat: (one: Spellings) => readonly unknown[],
): (readonly [first: Spellings, rules: readonly RuleReference[]])[] {
  const groups = new Map<string, Spellings[]>();
  for (const one of spellings) {
    const what = inWhat(one);
    if (what.length > 0) getOrAdd(groups, JSON.stringify(what), () => []).push(one);
  }
  return [...groups.values()].map((group) => [
    group[0] as Spellings,
    group.map(({ rule }) => rule.reference),
  ]);
}

function isPast(rule: CompiledRule, outcome: TracedOutcome | undefined, dialect: Dialect): boolean {
  return outcome?.result === "forwarded" && !isGuardedBy(rule, outcome, dialect);
}

function refusalBy({ path }: CompiledRule, { endings, totals, policy }: SymbolicPolicy): Condition {
  const own = endings.filter((one) => one.rule.path === path && isRefusal(one, policy.dialect));
  return { formula: totals.or(own.map(({ when }) => when)), outcomes: isTrue };
}

function refusedBy(
  rule: CompiledRule,
  { policy, inquiry, replay }: Asking,
): QuestionExample | undefined {
  const found = inquiry.ask(
    (symbolic) => [refusalBy(rule, symbolic)],
    messagesOf(policy, rule.reference.direction),
    (exchange) => {
      const outcome = replay.run(exchange);
      return outcome !== undefined && isGuardedBy(rule, outcome, policy.dialect)
        ? { exchange, outcome }
        : undefined;
    },
  );
  return found.kind === "found" ? found.result : undefined;
}

function refusedBelow(rule: CompiledRule, asking: Asking): QuestionExample | undefined {
  const refused = refusedBy(rule, asking);
  if (refused === undefined || rawPathOf(refused.exchange.request?.url ?? "") !== "/") {
    return refused;
  }
  const exchange = exchangeIn(refused.exchange, { of: () => "/x/y" });
  const outcome = exchange && asking.replay.run(exchange);
  if (exchange === undefined || outcome === undefined) return refused;
  return isGuardedBy(rule, outcome, asking.policy.dialect) ? { exchange, outcome } : refused;
}

function normalizedPast(
  rule: CompiledRule,
  { exchange }: QuestionExample,
  spellings: readonly Pick<Variant, "of">[],
  { policy: { dialect }, replay }: Asking,
): string | undefined {
  const answers = { urlNormalization: "none" } as const;
  if (!isGuardedBy(rule, replay.run(exchange, answers), dialect)) return undefined;
  for (const spelling of spellings) {
    const other = exchangeIn(exchange, spelling);
    if (other?.request === undefined || isPast(rule, replay.run(other), dialect)) continue;
    if (isPast(rule, replay.run(other, answers), dialect)) {
      return rawPathOf(other.request.url);
    }
  }
  return undefined;
}

/** Returns the path of a URL without resolving dot segments. */
function rawPathOf(url: string): string | undefined {
  return /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1];
}

const plainly = ["!has(req.url.query)", "req.url.host == 'example.com'"];

/** @param known - a refused request, to be tried first */
function pairOf(
  rule: CompiledRule,
  variant: Variant,
  { policy, inquiry, replay }: Asking,
  known: Example | undefined,
): Finding<Pair> {
  const tried = (exchange: Example): Pair | undefined => {
    const other = exchangeIn(exchange, variant);
    if (other === undefined) return undefined;
    const outcome = replay.run(exchange);
    if (outcome === undefined || !isGuardedBy(rule, outcome, policy.dialect)) return undefined;
    const otherOutcome = replay.run(other);
    if (otherOutcome === undefined || !isPast(rule, otherOutcome, policy.dialect)) return undefined;
    return [
      { exchange, outcome },
      { exchange: other, outcome: otherOutcome },
    ];
  };
  const again = known && tried(known);
  if (again !== undefined) return { kind: "found", result: again };
  return inquiry.ask(
    (symbolic) => {
      return [
        refusalBy(rule, symbolic),
        ...goalsOfOther(variant, symbolic),
        ...preferring(
          plainly.flatMap((text) => goalsOfCondition(text, symbolic, rule.reference.direction)),
        ),
      ];
    },
    messagesOf(policy, rule.reference.direction),
    tried,
  );
}

/** Goals for a request with another spelling: that it is forwarded, and that no rule changes it. */
function goalsOfOther(variant: Variant, symbolic: SymbolicPolicy): readonly Condition[] {
  const known = getOrAdd(otherGoals, symbolic, () => new Map<Variant, readonly Condition[]>());
  return getOrAdd(known, variant, () => {
    const { isForwarded, totals, policy } = symbolic;
    const ofOther = (formula: Formula): Formula =>
      withOtherAtoms(
        formula,
        totals,
        (atom) => inVariant(atom, variant, symbolic),
        (atom) => isKept(atom, variant, policy.dialect),
      );
    return [
      { formula: ofOther(isForwarded), outcomes: isTrue },
      ...unchangedRequest(symbolic).map((goal) => ({ ...goal, formula: ofOther(goal.formula) })),
    ];
  });
}

/** Cache for each policy: the goals are the same for all of its rules. */
const otherGoals = new WeakMap<SymbolicPolicy, Map<Variant, readonly Condition[]>>();

function exchangeIn(exchange: Example, { of }: Pick<Variant, "of">): Example | undefined {
  const { request } = exchange;
  const url = request && parseUrl(request.url);
  if (request === undefined || url === undefined) return undefined;
  return { ...exchange, request: { ...request, url: formatUrl({ ...url, path: of(url.path) }) } };
}

function readsPath(
  formula: Formula,
  { policy: { dialect }, symbolic: { totals } }: Asking,
): boolean {
  let isRead = false;
  withOtherAtoms(formula, totals, (atom) => {
    isRead ||= isOfPath(atom, dialect);
    return atom;
  });
  return isRead;
}

/** True when a rule refuses only some paths: by its conditions, or because earlier rules let others pass. */
function dependsOnPath(rule: CompiledRule, asking: Asking): boolean {
  const { rules, endings } = asking.symbolic;
  const at = rules.findIndex((one) => one.rule === rule);
  const isBefore = (other: CompiledRule): boolean =>
    rules.findIndex((one) => one.rule === other) < at;
  const own = rules[at];
  if (own === undefined) return false;
  return (
    readsPath(own.matches, asking) ||
    endings.some(
      (one) => one.kind === "forwarded" && isBefore(one.rule) && readsPath(one.when, asking),
    )
  );
}

function isOfPath({ subject: { node } }: Atom, dialect: Dialect): boolean {
  return isOpen(node) || variablesOf(node, dialect).some((name) => hasPath.test(name));
}

const hasPath = /^req\.url(?:\.(?:path|raw|raw_path|uri))?$/;

/** Translates tests of the path to the variant; tests of other texts that contain the path become open. */
function inVariant(
  atom: Atom,
  { test: inPath }: Variant,
  { policy: { dialect }, options }: SymbolicPolicy,
): Atom {
  const variable = variableNamed(dialect, atom.subject.node);
  const name = variable?.renamedTo ?? variable?.name ?? "";
  // What the service normalizes is the same then.
  const isSame = inPath === undefined && options.urlNormalization === "rfc3986";
  if (isSame && /^req\.url(?:\.path|\.uri)?$/.test(name)) return atom;
  if (inPath !== undefined && (name === "req.url.path" || name === "req.url.raw_path")) {
    const test = textTest(atom.test);
    return test === undefined
      ? { ...atom, subject: ofAnother(atom.subject) }
      : { ...atom, test: { kind: "text", test: inPath(test) } };
  }
  return isOfPath(atom, dialect) ? { ...atom, subject: ofAnother(atom.subject) } : atom;
}

function isKept({ subject: { node }, test }: Atom, { keeps }: Variant, dialect: Dialect): boolean {
  const variable = variableNamed(dialect, node);
  return (
    hasPath.test(variable?.renamedTo ?? variable?.name ?? "") &&
    test.kind === "text" &&
    test.test.kind === "contains" &&
    keeps(test.test.text)
  );
}

function textTest(test: Test): TextTest | undefined {
  switch (test.kind) {
    case "text":
      return test.test;
    case "one-of": {
      const isText = (one: Constant): boolean => one.kind === "text";
      const texts = [...test.constants.values()].filter(isText).map(({ value }) => String(value));
      return { kind: "one-of", texts: new Set(texts) };
    }
    case "order":
      return test.constant.kind === "text"
        ? { kind: "order", operator: test.operator, text: test.constant.value }
        : undefined;
    default:
      return undefined;
  }
}
