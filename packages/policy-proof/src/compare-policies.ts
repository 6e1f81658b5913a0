import { printExpression, type Expression } from "@traffic-policy/policy-language";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import {
  type BehaviourOptions,
  type Body,
  type CompiledPolicy,
  type JsonLike,
  type OperandTrace,
  type Trace,
} from "@traffic-policy/policy-engine";
import { behaviourIn, type LogicTree } from "@traffic-policy/policy-engine/internal";
import {
  always,
  fails,
  isTrue,
  never,
  type Formula,
  type Goal,
} from "@traffic-policy/policy-logic";
import { isFalse } from "@traffic-policy/policy-logic/internal";
import { isAboutConditions, otherAnswers, type OpenAnswer } from "./answers.ts";
import {
  answered,
  Inquiry,
  tooLong,
  type Condition,
  type Finding,
  type ProofOptions,
} from "./inquiry.ts";
import { canonicalConfig } from "./policy/canonical-config.ts";
import type { Change } from "./policy/changed-parts.ts";
import { unreadReason, whyNoExpression } from "./policy/not-read.ts";
import type { Answer } from "./policy/actions.ts";
import type { HeaderPart, Part } from "./policy/part.ts";
import type { Effect, Ending, Final, SymbolicPolicy } from "./policy/symbolic-policy.ts";
import type { Totals } from "./policy/total.ts";
import type { Example } from "./witness/example.ts";
import { Replay, type TracedOutcome } from "./witness/replay.ts";
import { streamFor, type Messages } from "./witness/witnesses.ts";

export interface OutcomeDifference {
  /** A phrase for the part, such as `status` or `header x-id of the request to the upstream`. */
  readonly what: string;
  readonly before: JsonLike;
  readonly after: JsonLike;
}

/** Exchanges to which two policies do not do the same. */
export interface DifferenceGroup {
  /** Which exchanges, in words: `every request`, `some requests that are answered with 403`, or the condition. */
  readonly which: string;
  /** Conditions of the policies, in CEL, that all of them satisfy, joined by `&&`. */
  readonly condition: string;
  /** One of the exchanges. */
  readonly exchange: Example;
  /** How often it takes place; the last one counts. */
  readonly times: number;
  readonly before: TracedOutcome;
  readonly after: TracedOutcome;
  readonly differences: readonly OutcomeDifference[];
  /** Answers to open questions with which the policies do the same to this exchange. */
  readonly dependsOn: readonly OpenAnswer[];
}

type Found = Omit<DifferenceGroup, "which" | "condition" | "dependsOn">;

/** The comparison of two policies. */
export interface PolicyComparison {
  /** `same` is proved for every exchange, `different` was seen; else it is not known. */
  readonly kind: "same" | "different" | "unknown";
  readonly groups: readonly DifferenceGroup[];
  /** Where they may do something else, although no exchange was found for which they do. */
  readonly unknown: readonly { readonly what: string; readonly reason: string }[];
  /** Answers to open questions with which they are not proved to do the same; none unless they are. */
  readonly dependsOn: readonly OpenAnswer[];
}

const mostGroups = 8;

/** Compares what two policies of one protocol do to every exchange; names, and what changes nothing, do not count. */
export function comparePolicies(
  before: CompiledPolicy,
  after: CompiledPolicy,
  options: ProofOptions = {},
): PolicyComparison {
  const policies = [before, after] as const;
  const comparison = compareAsAnswered(policies, options);
  if (comparison.kind !== "same") return comparison;
  // The same text that cannot be read is the same only in the same dialect.
  const why = before.dialect === after.dialect ? undefined : whyNoExpressions(policies);
  if (why !== undefined) {
    const unknown = [{ what: "everything", reason: unreadReason(why) }];
    return { kind: "unknown", groups: [], unknown, dependsOn: [] };
  }
  // What was found out until here is not needed any more, and each of these answers has all of it found out again.
  const dependsOn = otherAnswers(options.options ?? {}, policies).filter((other) =>
    isAboutConditions(other.question)
      ? !isSameAsAnswered(policies, answered(options, other))
      : comparison.dependsOn.some(
          (one) => one.question === other.question && one.answer === other.answer,
        ),
  );
  return { ...comparison, dependsOn };
}

function whyNoExpressions(policies: Policies): string | undefined {
  return policies.map(whyNoExpression).find((why) => why !== undefined);
}

type Policies = readonly [CompiledPolicy, CompiledPolicy];

function compareAsAnswered(policies: Policies, options: ProofOptions): PolicyComparison {
  return new Comparison(policies, options).compare();
}

function isSameAsAnswered(policies: Policies, options: ProofOptions): boolean {
  return new Comparison(policies, options).isSame();
}

/** A part of the outcome, with the formula for a difference between the policies. */
interface Component {
  readonly key: string;
  readonly what: string;
  readonly differs: Formula;
  readonly isEnding?: true;
}

interface Literal {
  readonly policy: number;
  readonly rule: string;
  readonly expression: string;
  readonly place: readonly number[];
  readonly outcomes: typeof isTrue | typeof isFalse | typeof fails;
}

interface Group {
  readonly cube?: readonly Literal[];
  readonly ends?: readonly string[];
}

class Comparison {
  readonly #policies: Policies;
  readonly #options: ProofOptions;
  readonly #inquiry: Inquiry;
  readonly #replays: readonly [Replay, Replay];
  readonly #components = new Map<SymbolicPolicy, readonly Component[]>();

  constructor(policies: Policies, options: ProofOptions) {
    this.#policies = policies;
    this.#options = options;
    this.#inquiry = new Inquiry(policies, options);
    this.#replays = [new Replay(policies[0], options), new Replay(policies[1], options)];
  }

  compare(): PolicyComparison {
    const groups: DifferenceGroup[] = [];
    const unknown: { what: string; reason: string }[] = [];
    const seen: Group[] = [];
    const { symbolic } = this.#inquiry;
    const components = this.#inquiry.inTime(() => this.#componentsOf(symbolic));
    if (components === undefined) {
      unknown.push({ what: "everything", reason: tooLong.reason });
      return { kind: "unknown", groups, unknown, dependsOn: [] };
    }
    if (this.isSame()) {
      return { kind: "same", groups, unknown, dependsOn: this.#answersForSame() };
    }
    for (const component of components) {
      for (let count = 0; ; count++) {
        if (count >= mostGroups) {
          unknown.push({ what: component.what, reason: "There are more differences." });
          break;
        }
        const found = this.#ask(component, seen);
        if (found.kind === "none") break;
        if (found.kind === "unknown") {
          unknown.push({ what: component.what, reason: found.reason });
          break;
        }
        const { cube, isWhole } = this.#cubeOf(found.result, component.key);
        const condition = printed(cube, this.#inquiry.symbolic);
        groups.push({
          ...found.result,
          which: this.#wordsFor(found.result, isWhole, cube.length === 0 ? undefined : condition),
          condition,
          dependsOn: this.#answersFor(found.result.exchange),
        });
        // Whatever the request, they differ.
        const ends = this.#endsOf(found.result);
        const endsApart = component.isEnding && ends[0] !== ends[1];
        // Whatever the request, they differ; or nothing tells those that are left from those that do.
        if (cube.length === 0 && (isWhole || !endsApart)) {
          return { kind: "different", groups, unknown, dependsOn: [] };
        }
        seen.push(endsApart ? { ends } : { cube });
      }
    }
    const kind = groups.length > 0 ? "different" : unknown.length > 0 ? "unknown" : "same";
    const dependsOn = kind === "same" ? this.#answersForSame() : [];
    return { kind, groups, unknown, dependsOn };
  }

  /** @param isWhole - true when the policies differ for all exchanges with the condition */
  #wordsFor(
    { before: { result, response } }: Found,
    isWhole: boolean,
    condition: string | undefined,
  ): string {
    const noun = this.#policies[0].protocol === "http" ? "request" : "connection";
    if (isWhole) return condition ?? `every ${noun}`;
    const does = {
      forwarded: "reach the upstream",
      answered: `are answered with ${response?.status}`,
      closed: "are closed",
      failed: "fail",
    };
    return `some ${noun}s that ${does[result]}${condition === undefined ? "" : `, with ${condition}`}`;
  }

  #componentsOf([before, after]: readonly SymbolicPolicy[]): readonly Component[] | undefined {
    if (before === undefined || after === undefined) return undefined;
    // The second one stands for both: its formulas are made together with those of the first.
    return getOrAdd(this.#components, after, () => componentsOf(before, after));
  }

  /** True when no exchange distinguishes the policies; `false` is not conclusive. */
  isSame(symbolic = this.#inquiry.symbolic): boolean {
    const any = this.#inquiry.inTime(() => {
      const differs = this.#componentsOf(symbolic)?.map((one) => one.differs);
      return differs && symbolic[0]?.totals.or(differs);
    });
    if (any === undefined) return false;
    return any === never || this.#inquiry.isImpossible([{ formula: any, outcomes: isTrue }]);
  }

  /** Returns the answers that conditions do not depend on and with which the policies may differ. */
  #answersForSame(): OpenAnswer[] {
    const inquiry = this.#inquiry;
    return otherAnswers(this.#options.options ?? {}, this.#policies).filter((other) => {
      if (isAboutConditions(other.question)) return false;
      const symbolic = inquiry.symbolicAfresh(other);
      return symbolic !== inquiry.symbolic && !this.isSame(symbolic);
    });
  }

  #ask({ key }: Component, seen: readonly Group[]): Finding<Found> {
    return this.#inquiry.ask(
      (...symbolic) => [
        ...(this.#componentsOf(symbolic) ?? [])
          .filter((one) => one.key === key)
          .map(({ differs }): Condition => ({ formula: differs, outcomes: isTrue })),
        ...seen.map((group) => outside(group, symbolic)),
      ],
      this.#messages,
      (exchange) => {
        const difference = this.#differenceOn(exchange);
        if (difference === undefined) return undefined;
        const isNew = seen.every(({ cube, ends }) =>
          cube === undefined
            ? this.#endsOf(difference).join() !== ends?.join()
            : contradicts(difference, cube),
        );
        return isNew ? difference : undefined;
      },
    );
  }

  #answersFor(exchange: Example): OpenAnswer[] {
    return otherAnswers(this.#options.options ?? {}, this.#policies).filter(
      ({ question, answer }) => {
        const answers: Partial<BehaviourOptions> = { [question]: answer };
        return this.#differenceOn(exchange, answers) === undefined;
      },
    );
  }

  #endsOf({ before, after }: Pick<DifferenceGroup, "before" | "after">): readonly string[] {
    return [before, after].map(({ directions, errors }) => {
      const last = directions.findLast(({ result }) => result === "ended" || result === "failed");
      if (last === undefined) return "";
      return last.by?.path ?? errors.at(-1)?.path.replace(/\/expressions\/.*$/, "") ?? "";
    });
  }

  get #messages(): Messages {
    const [{ protocol }] = this.#policies;
    const response = this.#policies.some(
      (policy) =>
        policy.sections.some(
          ({ stage, rules }) =>
            rules.length > 0 && (stage === "response" || stage === "close" || stage === "message"),
        ) ||
        policy.sections.some(({ rules }) =>
          rules.some(({ actions }) => actions.some(({ type }) => type === "compress-response")),
        ),
    );
    const hasMessages = this.#policies.some(hasMessageRules);
    return {
      request: protocol === "http",
      response: protocol === "http" && response,
      ...(hasMessages && { stream: streamFor(this.#policies) }),
    };
  }

  #differenceOn(exchange: Example, answers: Partial<BehaviourOptions> = {}): Found | undefined {
    const [one, other] = this.#replays.map((replay) => replay.series(exchange, answers));
    if (one === undefined || other === undefined) return undefined;
    const options = { ...this.#options.options, ...answers };
    const times = new Set([1, ...one.times, ...other.times]);
    for (const time of [...times].toSorted((first, second) => first - second)) {
      const [before, after] = [one.at(time), other.at(time)];
      const dialects = this.#policies.map(({ dialect }) => dialect);
      const differences = differencesOf(
        seenOf(before, this.#policies[0], options, dialects),
        seenOf(after, this.#policies[1], options, dialects),
      );
      if (differences.length > 0) return { exchange, times: time, before, after, differences };
    }
    return undefined;
  }

  /**
   * Returns the conditions that hold for an exchange, and whether the policies always differ under them in the same
   * way. A decision that an action makes itself is not a condition.
   */
  #cubeOf(
    { before, after }: Pick<DifferenceGroup, "before" | "after">,
    key: string,
  ): { readonly cube: readonly Literal[]; readonly isWhole: boolean } {
    const { symbolic } = this.#inquiry;
    const [{ totals }] = symbolic as readonly [SymbolicPolicy];
    const found = new Map<number, { readonly literal: Literal; readonly formula: Formula }>();
    for (const literal of [...literalsOf(before.trace, 0), ...literalsOf(after.trace, 1)]) {
      const formula = formulaOf(literal, symbolic);
      if (formula === undefined || formula === always) continue;
      const id = totals.idOf(formula);
      if (!found.has(id)) found.set(id, { literal, formula });
    }
    const component = this.#componentsOf(symbolic)?.find((one) => one.key === key);
    const goals = [...found.values()].map((one) => ({ ...one, outcomes: isTrue }));
    const unsure = { cube: goals.map(({ literal }) => literal), isWhole: false };
    if (component === undefined) return unsure;
    const same = { formula: component.differs, outcomes: isFalse };
    // A condition that has no value says less to a reader than one that has.
    const plain = goals.filter(({ literal }) => literal.outcomes !== fails);
    let core: readonly Goal[] | undefined =
      this.#inquiry.coreOf<Goal>([...plain, same]) ?? this.#inquiry.coreOf<Goal>([...goals, same]);
    if (core === undefined) return unsure;
    for (const one of goals.toReversed()) {
      if (!core.includes(one)) continue;
      const without: Goal[] = core.filter((other) => other !== one);
      core = this.#inquiry.coreOf(without) ?? core;
    }
    const cube = goals.filter((goal) => core.includes(goal)).map(({ literal }) => literal);
    return { cube, isWhole: true };
  }
}

function componentsOf(before: SymbolicPolicy, after: SymbolicPolicy): readonly Component[] {
  return [
    ...endingComponents(before, after),
    ...destinationComponents(before, after),
    ...headerComponents(before, after),
    ...answerComponents(before, after),
    ...effectComponents(before, after),
  ].filter(({ differs }) => differs !== never);
}

const effects = {
  logs: "log entries",
  state: "actions that are not simulated",
  messages: "messages of a stream of events",
} as const;

function effectComponents(before: SymbolicPolicy, after: SymbolicPolicy): Component[] {
  return (["logs", "state", "messages"] as const).flatMap((of) =>
    [false, true].map((isOfConnection) => {
      const [one, other] = [before, after].map((policy) =>
        policy.effects.filter((each) => each.of === of && each.isOfConnection === isOfConnection),
      ) as [Effect[], Effect[]];
      return {
        key: isOfConnection ? `${of} of the connection` : of,
        what: isOfConnection ? `${effects[of]} of the connection` : effects[of],
        differs: before.totals.not(sameSequences(one, other, before.totals)),
      };
    }),
  );
}

/** For each ending of the first policy: the second policy does not end that way. */
function endingComponents(before: SymbolicPolicy, after: SymbolicPolicy): Component[] {
  const { totals } = before;
  const [one, other] = [endingsOf(before), endingsOf(after)];
  return [...one].map(([key, { what, whens }]) => ({
    key: `ends ${key}`,
    what,
    differs: totals.and([totals.or(whens), totals.not(totals.or(other.get(key)?.whens ?? []))]),
    isEnding: true,
  }));
}

interface Destination {
  readonly what: string;
  readonly when: Formula;
}

function destinationComponents(before: SymbolicPolicy, after: SymbolicPolicy): Component[] {
  const { totals } = before;
  const [one, other] = [destinationsOf(before), destinationsOf(after)];
  // Whether the upstream is reached at all follows from how processing ends.
  if (one.size === 1 && other.size === 1) return [];
  return [...one].map(([key, { what, when }]) => ({
    key: `goes ${key}`,
    what,
    differs: totals.and([when, totals.not(other.get(key)?.when ?? never)]),
    isEnding: true,
  }));
}

function destinationsOf({
  endings,
  isForwarded,
  totals,
}: SymbolicPolicy): ReadonlyMap<string, Destination> {
  const found = new Map<string, Destination>();
  for (const { kind, stage, answer, when } of endings) {
    if (kind !== "forwarded") continue;
    const who = stage === "connect" ? "connections" : "requests";
    const key = `${who} ${answer?.key ?? ""}`;
    const what = `${who} that go on to another endpoint`;
    found.set(key, { what, when: totals.or([found.get(key)?.when ?? never, when]) });
  }
  const elsewhere = totals.or([...found.values()].map(({ when }) => when));
  const what = "requests that reach the upstream";
  return found.set("upstream", { what, when: totals.and([isForwarded, totals.not(elsewhere)]) });
}

/** Groups endings that look the same from outside, each with a phrase for it. */
function endingsOf({
  finals,
  isForwarded,
  totals,
  policy,
}: SymbolicPolicy): Map<string, { readonly what: string; readonly whens: Formula[] }> {
  const endings = new Map<string, { readonly what: string; readonly whens: Formula[] }>();
  for (const { ending: given, when } of finals) {
    // Where a request goes is asked by itself: what is answered after that went there, too.
    const ending = given?.kind === "forwarded" ? undefined : given;
    const what = wordsFor(ending);
    // A request that is not answered is something else than a connection that never has one.
    const isEarly = policy.protocol === "http" && ending?.stage === "connect";
    const kind = isEarly ? `connection ${ending.kind}` : ending?.kind;
    const key = ending === undefined ? "nothing" : `${kind ?? ""} ${ending.answer?.key ?? ""}`;
    const add = (place: string, formula: Formula): unknown =>
      getOrAdd(endings, `${key}${place}`, () => ({ what, whens: [] })).whens.push(formula);
    const isBefore = ending?.stage === "connect" || ending?.stage === "request";
    if (ending === undefined || isBefore) add("", when);
    else {
      // The upstream has seen the request, unless an inbound rule had answered it.
      add(" after the upstream", totals.and([when, isForwarded]));
      add(" after an answer", totals.and([when, totals.not(isForwarded)]));
    }
  }
  return endings;
}

function wordsFor(ending: Final["ending"]): string {
  switch (ending?.kind) {
    case "failed":
      return "requests that fail";
    case "closed":
      return "connections that are closed";
    case "answered": {
      const { status } = ending.answer ?? {};
      const action = ending.action?.type;
      return status === undefined
        ? `requests that ${action ?? "an action"} answers`
        : `requests that are answered with ${status}`;
    }
    default:
      return "requests that no rule answers or refuses";
  }
}

function headerComponents(before: SymbolicPolicy, after: SymbolicPolicy): Component[] {
  const { totals } = before;
  const parts = new Map([...before.changes.parts(), ...after.changes.parts()]);
  const request = totals.and([before.isForwarded, after.isForwarded]);
  const response = totals.and([before.reachesEnd, after.reachesEnd]);
  return [...parts.values()]
    .filter((part) => isHeader(part) || part.key === "req.url")
    .map((part) => {
      const [message, compared] =
        part.of === "req" ? (["request", request] as const) : (["response", response] as const);
      const same = sameChanges(before, after, part);
      return {
        key: part.key,
        what: isHeader(part) ? `${message} header ${part.header}` : "URL for the upstream",
        differs: totals.and([compared, totals.not(same)]),
      };
    });
}

/** For equal answers after which only the response rules of a single policy run: these rules change the answer. */
function answerComponents(before: SymbolicPolicy, after: SymbolicPolicy): Component[] {
  const { totals } = before;
  const differs = totals.or([
    ...answersChangedOnlyBy(before, after),
    ...answersChangedOnlyBy(after, before),
  ]);
  return [{ key: "changed answers", what: "answers that rules for responses change", differs }];
}

function answersChangedOnlyBy(one: SymbolicPolicy, other: SymbolicPolicy): Formula[] {
  const { totals } = one;
  const answersOf = (policy: SymbolicPolicy, goesOn: boolean): readonly Ending[] =>
    policy.endings.filter(
      (ending) =>
        ending.kind === "answered" &&
        ending.stage === "request" &&
        policy.continues(ending) === goesOn,
    );
  const left = answersOf(other, false);
  return answersOf(one, true).map(({ answer, when }) => {
    const whens = left.filter((ending) => ending.answer?.key === answer?.key);
    const isLeft = totals.or(whens.map((ending) => ending.when));
    return isLeft === never ? never : totals.and([when, isLeft, changesHeaders(one, answer)]);
  });
}

/**
 * True when response rules change a header of an answer. Any other change they make counts as an effect or as an
 * ending.
 */
function changesHeaders(
  { changes, upstreamMoment, totals }: SymbolicPolicy,
  { response }: Partial<Answer> = {},
): Formula {
  const guards = changes.since(upstreamMoment).flatMap(({ part, operation, guard }) => {
    const name = part.of === "res" ? part.header : undefined;
    // To remove what neither the answer has nor another rule adds changes nothing.
    const isNothing =
      operation.kind === "remove" &&
      response !== undefined &&
      !Object.hasOwn(response.headers, name ?? "");
    return name === undefined || isNothing ? [] : [guard];
  });
  return totals.or(guards);
}

interface Step {
  readonly when: Formula;
  readonly key: string;
}

function sameSequences(one: readonly Step[], other: readonly Step[], totals: Totals): Formula {
  let start = 0;
  while (start < one.length && start < other.length && isSame(one[start], other[start])) start += 1;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && isSame(one[end - 1], other[otherEnd - 1])) {
    end -= 1;
    otherEnd -= 1;
  }
  const [left, right] = [one.slice(start, end), other.slice(start, otherEnd)];
  const known = new Map<number, Formula>();
  const same = (i: number, j: number): Formula =>
    getOrAdd(known, i * (right.length + 1) + j, () => {
      const [a, b] = [left[i], right[j]];
      if (a === undefined && b === undefined) return always;
      if (a === undefined) return totals.and([totals.not(b?.when ?? never), same(i, j + 1)]);
      if (b === undefined) return totals.and([totals.not(a.when), same(i + 1, j)]);
      if (isSame(a, b)) return same(i + 1, j + 1);
      const both = a.key === b.key ? same(i + 1, j + 1) : never;
      return totals.choice(a.when, totals.choice(b.when, both, same(i, j + 1)), same(i + 1, j));
    });
  return same(0, 0);
}

function isSame(one: Step | undefined, other: Step | undefined): boolean {
  return one?.when === other?.when && one?.key === other?.key;
}

/** An elementary change of a header: setting a header is a removal and an append. */
interface Piece extends Step {
  readonly isReset: boolean;
  readonly isRemoval: boolean;
}

function piecesOf(changes: readonly Change[]): Piece[] {
  return changes.flatMap(({ guard: when, operation }): Piece[] => {
    const removal = { when, key: "remove", isReset: true, isRemoval: true };
    const append = (key: string): Piece => ({
      when,
      key: `append ${key}`,
      isReset: false,
      isRemoval: false,
    });
    switch (operation.kind) {
      case "remove":
        return [removal];
      case "append":
        return [append(operation.value.key)];
      case "set":
        return [removal, append(operation.value.key)];
      case "answer":
        return [{ when, key: `answer ${operation.key}`, isReset: true, isRemoval: false }];
      case "other":
        return [{ when, key: `other ${operation.key}`, isReset: false, isRemoval: false }];
    }
  });
}

const isHeader = (part: Part): part is HeaderPart => part.header !== undefined;

function sameChanges(before: SymbolicPolicy, after: SymbolicPolicy, part: Part): Formula {
  const { totals } = before;
  const [left, right] = [before, after].map(({ changes }) => piecesOf(changes.of(part))) as [
    Piece[],
    Piece[],
  ];
  const known = new Map<number, Formula>();
  // What the last of some changes make, from the last one backwards: what is before a removal does not count.
  const same = (i: number, j: number): Formula =>
    getOrAdd(known, i * (right.length + 1) + j, () => {
      const [a, b] = [left[i - 1], right[j - 1]];
      if (a === undefined && b === undefined) return always;
      if (a === undefined || b === undefined) {
        const [one, rest] = a === undefined ? [b, same(i, j - 1)] : [a, same(i - 1, j)];
        if (one === undefined) return always;
        // To remove what is not there changes nothing.
        const unchanged = one.isRemoval && isHeader(part) ? before.isAbsent(part) : never;
        return totals.choice(one.when, unchanged, rest);
      }
      if (isSame(a, b)) {
        return a.isReset ? totals.choice(a.when, always, same(i - 1, j - 1)) : same(i - 1, j - 1);
      }
      const both = a.key !== b.key ? never : a.isReset ? always : same(i - 1, j - 1);
      return totals.choice(a.when, totals.choice(b.when, both, same(i, j - 1)), same(i - 1, j));
    });
  return same(left.length, right.length);
}

function literalsOf({ rules }: Trace, policy: number): Literal[] {
  return rules.flatMap(({ path: rule, expressions }) =>
    expressions.flatMap(({ path: expression, operand }) =>
      operand === undefined
        ? []
        : conditionsIn(operand, []).map((one) => ({ policy, rule, expression, ...one })),
    ),
  );
}

function conditionsIn(
  operand: OperandTrace,
  place: readonly number[],
): Pick<Literal, "place" | "outcomes">[] {
  if (operand.state === "skipped") return [];
  if (operand.kind !== "condition") {
    return (operand.operands ?? []).flatMap((one, index) => conditionsIn(one, [...place, index]));
  }
  if (operand.state === "error") return [{ place, outcomes: fails }];
  return [{ place, outcomes: operand.value === true ? isTrue : isFalse }];
}

function contradicts(
  { before, after }: Pick<DifferenceGroup, "before" | "after">,
  cube: readonly Literal[],
): boolean {
  const keyOf = ({ policy, expression, place }: Literal): string =>
    `${policy} ${expression} ${place.join(".")}`;
  const literals = [...literalsOf(before.trace, 0), ...literalsOf(after.trace, 1)];
  const outcomes = new Map(literals.map((one) => [keyOf(one), one.outcomes]));
  return cube.some((one) => (outcomes.get(keyOf(one)) ?? one.outcomes) !== one.outcomes);
}

function readingOf(
  { policy, rule, expression, place }: Literal,
  symbolic: readonly SymbolicPolicy[],
): { readonly node: Expression; readonly formula: Formula } | undefined {
  const readings = symbolic[policy]?.rules.find((one) => one.rule.path === rule)?.readings;
  const reading = readings?.find(({ path }) => path === expression);
  let tree: LogicTree | undefined = reading?.tree;
  for (const index of place) tree = tree?.kind === "condition" ? undefined : tree?.operands[index];
  return tree && reading && { node: tree.node, formula: reading.formulaOf(tree.node) };
}

function formulaOf(literal: Literal, symbolic: readonly SymbolicPolicy[]): Formula | undefined {
  const formula = readingOf(literal, symbolic)?.formula;
  const totals = symbolic[0]?.totals;
  if (formula === undefined || totals === undefined) return undefined;
  switch (literal.outcomes) {
    case isTrue:
      return totals.isTrue(formula);
    case isFalse:
      return totals.isFalse(formula);
    default:
      return totals.fails(formula);
  }
}

function outside({ cube, ends }: Group, symbolic: readonly SymbolicPolicy[]): Condition {
  const totals = symbolic[0]?.totals;
  const formulas =
    ends === undefined
      ? (cube ?? []).flatMap((literal) => formulaOf(literal, symbolic) ?? [])
      : symbolic.map((one, at) => endsAt(one, ends[at] ?? ""));
  return { formula: totals?.and(formulas) ?? never, outcomes: isFalse };
}

function endsAt({ finals, totals }: SymbolicPolicy, path: string): Formula {
  const some = finals.filter(({ ending }) => {
    const at = ending && (ending.action ?? ending.rule).path;
    return (at ?? "") === path;
  });
  return totals.or(some.map(({ when }) => when));
}

function printed(cube: readonly Literal[], symbolic: readonly SymbolicPolicy[]): string {
  const outcomes = new Map<string, Literal["outcomes"]>();
  const texts = cube.flatMap((literal) => {
    const node = readingOf(literal, symbolic)?.node;
    if (node === undefined) return [];
    // The same text may come to something else in the other dialect.
    const first = getOrAdd(outcomes, printExpression(node), () => literal.outcomes);
    if (first !== literal.outcomes) return [];
    if (literal.outcomes === isTrue) return [printExpression(node)];
    // CEL has no word for it: whatever it is compared with, the whole fails.
    if (literal.outcomes === fails) return [`${printExpression(node)} (which fails)`];
    return [printExpression(negated(node))];
  });
  return texts.length === 0 ? "true" : [...new Set(texts)].join(" && ");
}

function negated(node: Expression): Expression {
  if (node.kind === "unary" && node.operator === "!") return node.operand;
  if (node.kind === "binary") {
    if (node.operator === "==") return { ...node, operator: "!=" };
    if (node.operator === "!=") return { ...node, operator: "==" };
  }
  return { kind: "unary", operator: "!", operand: node };
}

function seenOf(
  outcome: TracedOutcome,
  policy: CompiledPolicy,
  given: Partial<BehaviourOptions> | undefined,
  compared: readonly CompiledPolicy["dialect"][],
): Map<string, JsonLike> {
  const { protocol, sections, dialect } = policy;
  const options = behaviourIn(dialect, given);
  const { result, response, request, forwardedTo, logs, trace } = outcome;
  const early = new Set(
    sections.flatMap(({ name: section, stage }) =>
      protocol === "http" && stage === "connect" ? [section] : [],
    ),
  );
  const isEarly = outcome.directions.some(
    ({ direction, result: one }) => early.has(direction) && (one === "ended" || one === "failed"),
  );
  const seen = new Map<string, JsonLike>([
    ["outcome", isEarly ? `${result} before any request` : result],
  ]);
  if (forwardedTo !== undefined) seen.set("endpoint", forwardedTo);
  if (response !== undefined) {
    seen.set("status", response.status);
    seen.set("body", bodyJson(response.body));
    seen.set("compression", response.compression ?? null);
    for (const [name, values] of Object.entries(response.headers)) {
      seen.set(`header ${name}`, values);
    }
  }
  if (request !== undefined) {
    seen.set("URL for the upstream", request.url);
    for (const [name, values] of Object.entries(request.headers)) {
      seen.set(`header ${name} for the upstream`, values);
    }
  }
  const isOfConnection = ({ path }: { readonly path: string }): boolean =>
    [...early].some((section) => path.startsWith(`/${section}/`));
  const metadataOf = (some: typeof logs): JsonLike => some.map(({ metadata }) => metadata);
  seen.set("log entries", metadataOf(logs.filter((one) => !isOfConnection(one))));
  // A connection that carries several requests has them once.
  seen.set("log entries of the connection", metadataOf(logs.filter(isOfConnection)));
  const configs = new Map(
    sections.flatMap(({ rules }) =>
      rules.flatMap(({ actions }) => actions.map(({ path, config }) => [path, config] as const)),
    ),
  );
  // What is counted, or only known to the service, is the same when the same actions run.
  const others = trace.rules
    .flatMap(({ actions }) => actions)
    .filter(({ type, result: one }) => one === "not-simulated" || isCounting(type, one));
  const used = (some: typeof others): JsonLike =>
    some.map(({ type, path }) => {
      const config = canonicalConfig(type, configs.get(path) ?? {}, { dialect, options, compared });
      return [type, config as JsonLike];
    });
  seen.set("other actions", used(others.filter((one) => !isOfConnection(one))));
  seen.set("other actions of the connection", used(others.filter(isOfConnection)));
  return seen;
}

function hasMessageRules({ sections }: CompiledPolicy): boolean {
  return sections.some(({ stage, rules }) => stage === "message" && rules.length > 0);
}

function isCounting(type: string, result: string): boolean {
  return type === "rate-limit" && result !== "skipped" && result !== "failed";
}

function bodyJson(body: Body | undefined): JsonLike {
  return body instanceof Uint8Array ? `${body.length} bytes ${body.join()}` : String(body ?? "");
}

function differencesOf(
  before: ReadonlyMap<string, JsonLike>,
  after: ReadonlyMap<string, JsonLike>,
): OutcomeDifference[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((what) => {
    const [one, other] = [before.get(what) ?? null, after.get(what) ?? null];
    return sortedJson(one) === sortedJson(other) ? [] : [{ what, before: one, after: other }];
  });
}

/** Serializes JSON with sorted object keys. */
function sortedJson(value: JsonLike): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
