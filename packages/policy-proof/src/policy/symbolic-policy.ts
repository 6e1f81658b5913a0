import {
  checkExpression,
  parseExpression,
  printExpression,
  type Dialect,
  type Expression,
} from "@traffic-policy/policy-language";
import {
  filledMaps,
  getOrAdd,
  variableNamed,
  type SiteEndpoint,
  type Stage,
} from "@traffic-policy/policy-language/internal";
import {
  simulateSync,
  stubsOf,
  type BehaviourOptions,
  type CaseSettings,
  type ClientResponse,
  type CompiledAction,
  type CompiledSection,
  type CompiledPolicy,
  type CompiledRule,
  type RuleReference,
} from "@traffic-policy/policy-engine";
import {
  behaviourIn,
  logicTree,
  type LogicTree,
  rulesAfterUpstream,
  parseMediaType,
  rulesBeforeUpstream,
} from "@traffic-policy/policy-engine/internal";
import {
  always,
  Condition,
  LogicSession,
  never,
  type Answers,
  type Atom,
  type Budget,
  type Constant,
  type Formula,
} from "@traffic-policy/policy-logic";
import { lookAtTime, requires } from "@traffic-policy/policy-logic/internal";
import { symbolicAction, type Answer, type SymbolicAction } from "./actions.ts";
import { titleOf } from "../rules-text.ts";
import { answerFor, ChangedParts } from "./changed-parts.ts";
import { continuesAfter, mayContinue, mayForward } from "./continuation.ts";
import { expressionsIn, keyOfConfig } from "./config.ts";
import { variablePart, type HeaderPart, type Part } from "./part.ts";
import { drawnIn, isDrawn, whenConnected } from "./steady.ts";
import { TextReader, type Place } from "./texts.ts";
import { Totals } from "./total.ts";
import { neededBy } from "./withheld.ts";

const mostAlike = 3;
/** After this many rules differ in how they are reached, no more rules are compared in this respect. */
const mostUnlike = 10;

/** The state shared by compared policies: equal formulas are the same objects. */
export class SymbolicSession {
  readonly totals = new Totals();
  /** Conditions by their place and text: the same ones are read once. */
  readonly conditions = new Map<string, Condition | undefined>();
  readonly #logic: LogicSession;
  readonly #logics = new Map<string, LogicSession>();

  /** The dialects of the policies. */
  readonly dialects: readonly Dialect[];

  constructor(logic = new LogicSession(), dialects: readonly Dialect[] = []) {
    this.#logic = logic;
    this.dialects = dialects;
  }

  /** True when some condition that was read so far is read otherwise for examples. */
  get differsForExamples(): boolean {
    return this.#logic.differsForExamples;
  }

  /** Returns the reading session for policies of a dialect, by its answers to open questions. */
  logicFor({ name }: Dialect, answers: Answers): LogicSession {
    return getOrAdd(this.#logics, name, () => this.#logic.with(answers));
  }
}

export interface Reading {
  readonly path: string;
  readonly text: string;
  readonly tree: LogicTree | undefined;
  readonly condition: Condition | undefined;
  /** The formula at that point, after the changes of earlier rules; it may fail. */
  readonly formula: Formula;
  readonly formulaOf: (node: Expression) => Formula;
  readonly changedBy: () => ReadonlySet<RuleReference>;
  /** The conditions of the expression: its parts without `&&`, `||`, `!` and `?:`. */
  readonly conditions: readonly { readonly node: Expression; readonly formula: Formula }[];
}

/** A rule as formulas. All but those of its readings never fail. */
export interface SymbolicRule {
  readonly rule: CompiledRule;
  readonly readings: readonly Reading[];
  /** True when processing reaches the rule. */
  readonly reached: Formula;
  /** True when the rule matches, provided that it is reached. */
  readonly matches: Formula;
  /** True when an expression of the rule fails, and the request with it, provided that the rule is reached. */
  readonly fails: Formula;
  /** Its actions, each with that it runs and that it fails, provided that the rule is reached. */
  readonly actions: readonly {
    readonly action: CompiledAction;
    readonly runs: Formula;
    readonly fails: Formula;
  }[];
  /** True when the rule keeps the later rules of its section from being reached, provided that it is reached. */
  readonly stops: Formula;
  /**
   * The same for the rules after the upstream. An answer may not stop these: so where it does not, this says
   * that the rule is reached, too.
   */
  readonly stopsSection: Formula;
  /** The same for the request: that it reaches neither the upstream nor an endpoint in its place. */
  readonly refuses: Formula;
}

/** One way in which processing ends before all rules have run. */
export interface Ending {
  readonly rule: CompiledRule;
  /** The action; none when an expression fails. */
  readonly action?: CompiledAction;
  readonly section: string;
  readonly stage: Stage;
  readonly kind: Answer["kind"] | "failed";
  readonly answer?: Answer;
  /** The condition under which it happens. */
  readonly when: Formula;
  /** The same, provided that its rule is reached, and that none of the endings before happens. */
  readonly provided: Formula;
  /** When it happens, as a moment of the changes. */
  readonly moment: number;
}

/** How processing ends at last: the endings of a policy exclude each other, and one of them happens. */
export interface Final {
  /** None when all rules have run. */
  readonly ending?: Ending;
  /** True when rules of later sections run after it and may change the answer. */
  readonly isChanged: boolean;
  readonly when: Formula;
}

/** A visible effect of a policy, apart from how it ends. */
export interface Effect {
  readonly of: "logs" | "state" | "messages";
  readonly isOfConnection: boolean;
  readonly key: string;
  readonly when: Formula;
}

interface Later extends ChangingAction {
  readonly when: Formula;
}

interface Run {
  readonly rules: SymbolicRule[];
  readonly endings: Ending[];
  readonly effects: Effect[];
  readonly whenAnswered: Later[];
  readonly atEnd: Later[];
  reached: Formula;
}

type Upstream = Pick<SymbolicPolicy, "isForwarded" | "upstreamMoment">;

interface ChangingAction {
  readonly changes: readonly (SymbolicAction["changes"][number] & {
    readonly rule: RuleReference | undefined;
  })[];
}

/** How exchanges come to a policy that another one forwards to. */
export interface Entry {
  readonly from: SymbolicPolicy;
  readonly ending: Ending;
  /** The endpoint that has the policy. */
  readonly endpoint: SiteEndpoint;
  /** True when an exchange comes this way. */
  readonly when: Formula;
}

/** The inputs of a symbolic policy other than the policy itself. */
export interface SymbolicOptions extends CaseSettings {
  readonly budget?: Partial<Budget>;
  /** None for a policy that exchanges come to first. */
  readonly entry?: Entry;
}

/**
 * A policy to compare with. Where rules of both policies are alike, the formulas of the first replace those of the
 * second, so that their consequences are identical and need no proof.
 */
export interface Comparand {
  readonly policy: SymbolicPolicy;
  /** True when two formulas are equivalent; `false` is not conclusive. */
  readonly isSame: (one: Formula, other: Formula) => boolean;
}

/**
 * The effects of a policy on every exchange, as formulas. They cover at least the behaviour of the engine: where it
 * is unknown if something happens, the formula has an open question with both answers.
 */
export class SymbolicPolicy {
  readonly policy: CompiledPolicy;
  readonly options: BehaviourOptions;
  readonly entry: Entry | undefined;
  /** True when response rules run after some action that ends request processing. */
  readonly continuesAfterEnding: boolean;
  readonly rules: readonly SymbolicRule[];
  readonly endings: readonly Ending[];
  readonly finals: readonly Final[];
  readonly effects: readonly Effect[];
  readonly changes: ChangedParts;
  /** True when the request reaches the upstream, or an endpoint in its place. */
  readonly isForwarded: Formula;
  /** When the request reaches the upstream, as a moment of the changes. */
  readonly upstreamMoment: number;
  /** True when the response reaches the client as the rules leave it. */
  readonly reachesEnd: Formula;
  /** True when rules for stream messages run; undefined when there are no such rules. */
  readonly hasMessages: Formula | undefined;
  readonly #session: SymbolicSession;
  readonly #logic: LogicSession;
  readonly #stubs: NonNullable<CaseSettings["stubs"]>;
  readonly #seenChanges: ChangedParts;
  /** The moment before any rule. */
  #start: number | undefined;
  /** True when some rules run only because others were not reached, so that changes depend on that. */
  readonly #isSelective: boolean;
  readonly #atConnection = new Map<Formula, Formula>();
  readonly #counts = new Map<string, number>();
  readonly #comparand: Comparand | undefined;
  #rulesBy: ReturnType<typeof rulesByNameAndPath> | undefined;
  /** How many rules are reached otherwise than in the policy to compare with. */
  #unlike = 0;

  constructor(
    policy: CompiledPolicy,
    { options = {}, stubs = {}, budget = {}, entry }: SymbolicOptions = {},
    session = new SymbolicSession(),
    comparand?: Comparand,
  ) {
    this.#comparand = comparand;
    this.policy = policy;
    this.entry = entry;
    this.options = behaviourIn(policy.dialect, options);
    this.continuesAfterEnding = mayContinue(policy, this.options);
    const messages = policy.sections.find(({ stage }) => stage === "message");
    const hasMessages = messages !== undefined && messages.rules.length > 0;
    this.#isSelective =
      this.continuesAfterEnding || mayForward(policy) || hasMessages || entry !== undefined;
    this.#session = session;
    this.#logic = session.logicFor(policy.dialect, this.options);
    this.#stubs = stubs;
    const { totals } = session;
    const unknown = new Set(
      policy.sections
        .flatMap(({ rules: some }) => some.flatMap(({ actions }) => actions))
        .flatMap(({ run, type }) => (run === undefined ? [type] : [])),
    );
    const settings = {
      isThere: (header: HeaderPart) => this.#isThere(header),
      absentIsEmpty: this.options.absentVariables === "empty",
      isOver: budget.isOver ?? (() => false),
      isSimulated: (type: string) => stubs[type] === undefined && !unknown.has(type),
    };
    this.changes =
      entry?.from.changes.branch(entry.ending.moment, settings.isSimulated) ??
      new ChangedParts(totals, policy.dialect, settings);
    if (entry !== undefined) this.#arriveAt(entry.endpoint);
    const seesChanges = this.options.laterRulesSee === "changes";
    this.#seenChanges = seesChanges
      ? this.changes
      : this.changes.branch(this.changes.count, settings.isSimulated);

    const run: Run = {
      rules: [],
      endings: [],
      effects: [],
      whenAnswered: [],
      atEnd: [],
      reached: entry?.when ?? always,
    };
    let upstream: Upstream | undefined;
    let reachesStream: Formula | undefined;
    for (const section of policy.sections) {
      const { stage } = section;
      if (stage !== undefined) this.#forgetVariables();
      if (stage === "response" || stage === "close") {
        upstream = this.#upstreamAfter(run);
        if (this.continuesAfterEnding) {
          run.reached = this.#continuedAfter(stage === "close" ? "connect" : "request", run);
        }
        if (this.options.inboundCompression === "before-outbound") this.#change(run.whenAnswered);
      }
      if (stage === "message") {
        if (!hasMessages) continue;
        reachesStream = run.reached;
        const goesOn = this.#continuedAfter("response", run);
        run.reached = totals.and([goesOn, this.#isStream(), this.#hasMessage()]);
        this.hasMessages = run.reached;
      }
      this.#runSection(section, run);
    }
    if (this.options.inboundCompression === "after-outbound") {
      this.#change(run.whenAnswered);
      run.effects.push(...run.whenAnswered.flatMap((one) => this.#lateEffects(one)));
    }
    this.#change(run.atEnd);

    this.rules = run.rules;
    this.endings = run.endings;
    this.effects = run.effects;
    // Where no rules come after the upstream, it is asked when all rules have run.
    const { isForwarded, upstreamMoment } = upstream ?? this.#upstreamAfter(run);
    this.isForwarded = isForwarded;
    this.upstreamMoment = upstreamMoment;
    this.reachesEnd =
      reachesStream === undefined
        ? run.reached
        : totals.and([reachesStream, totals.not(this.#whenAny(run.endings, isOfMessages))]);
    this.finals = this.#finalsOf(run.endings, run.whenAnswered.length > 0);
  }

  /** From here on, `endpoint.*` is about another endpoint. */
  #arriveAt({ url: { scheme, host, port = 0 }, name }: SiteEndpoint): void {
    const { dialect } = this.policy;
    const values = new Map<string, Constant>([
      ["endpoint.host", { kind: "text", value: host }],
      ["endpoint.protocol", { kind: "text", value: scheme }],
      ["endpoint.port", { kind: "number", value: BigInt(port) }],
    ]);
    const holds = (atom: Atom): Formula | undefined => {
      const { node, key } = atom.subject;
      const value = values.get(variableNamed(dialect, node)?.name ?? "");
      return value === undefined || key !== printExpression(node)
        ? undefined
        : answerFor(atom, value);
    };
    const operation = { kind: "other", key: `at the endpoint ${name}`, holds } as const;
    this.changes.add({ part: variablePart("endpoint"), guard: always, operation });
  }

  /** Returns the known facts about the upstream after the rules so far. */
  #upstreamAfter({ reached, endings }: Run): Upstream {
    const forwarded = this.#whenAny(endings, ({ kind }) => kind === "forwarded");
    return {
      isForwarded: this.#session.totals.or([reached, forwarded]),
      upstreamMoment: this.changes.count,
    };
  }

  /**
   * True when processing continues with the section after a stage, with the answers of the endings there as the
   * response.
   */
  #continuedAfter(last: Stage, { endings }: Run): Formula {
    for (const ending of endings.filter(({ stage }) => stage === last)) {
      const { answer, when } = ending;
      if (answer?.kind === "answered" && this.continues(ending)) this.#respond(answer, when);
    }
    return this.#session.totals.not(this.#whenAny(endings, (ending) => !this.continues(ending)));
  }

  #whenAny(endings: readonly Ending[], isMeant: (ending: Ending) => boolean): Formula {
    return this.#session.totals.or(endings.filter(isMeant).map(({ when }) => when));
  }

  #runSection(section: CompiledSection, run: Run): void {
    const { totals } = this.#session;
    const { name, stage, rules } = section;
    const isOfMessage = stage === "message";
    const shared = isOfMessage ? this.#sharedBy(section) : undefined;
    for (const [index, rule] of rules.entries()) {
      // A section without a stage never runs for the protocol.
      const reached = this.#alike(rule, "reached", stage === undefined ? never : run.reached);
      const symbolic = this.#rule(rule, {
        section: name,
        stage: stage ?? "request",
        reached,
        isResponse: isOfMessage || stage === "response" || stage === "close",
        ...(shared !== undefined && { shared: `${shared} ${index}` }),
      });
      run.rules.push(symbolic.rule);
      run.endings.push(...symbolic.endings);
      run.effects.push(...symbolic.effects);
      (isOfMessage ? run.atEnd : run.whenAnswered).push(...symbolic.later);
      if (stage !== undefined) run.reached = totals.and([reached, totals.not(symbolic.rule.stops)]);
    }
  }

  /** Returns the formula for a condition before anything has run; it may fail. */
  atStart(text: string, section: string): Formula | undefined {
    const condition = this.condition(text, section);
    return condition && this.#seenChanges.seen(condition.formula, this.#start ?? 0);
  }

  /** A condition in some section, read as if no rule had changed what it asks for. */
  condition(text: string, section: string): Condition | undefined {
    const { conditions } = this.#session;
    const key = `${this.policy.protocol} ${section} ${text}`;
    if (!conditions.has(key)) {
      lookAtTime();
      const parsed = parseExpression(text);
      const { dialect, ...place } = this.#placeOf(section);
      const condition = parsed.ok
        ? new Condition(
            parsed.tree,
            checkExpression(parsed.tree, { dialect, ...place }),
            dialect,
            this.#logic,
          )
        : undefined;
      conditions.set(key, condition);
    }
    return conditions.get(key);
  }

  /** @param isDoneLater - whether actions of the request do something to the response */
  #finalsOf(endings: readonly Ending[], isDoneLater: boolean): readonly Final[] {
    const { totals } = this.#session;
    const none = (some: readonly Ending[]): Formula =>
      totals.not(totals.or(some.map(({ when }) => when)));
    const hasRules = (stage: Stage): boolean =>
      this.policy.sections.some((one) => one.stage === stage && one.rules.length > 0);
    const finals = endings.map((ending): Final => {
      if (!this.continues(ending)) return { ending, isChanged: false, when: ending.when };
      const after = stages.indexOf(ending.stage);
      const later = endings.filter(({ stage }) => stages.indexOf(stage) > after);
      const isChanged =
        (isDoneLater && ending.stage === "request") || stages.slice(after + 1).some(hasRules);
      return { ending, isChanged, when: totals.and([ending.when, none(later)]) };
    });
    return [...finals, { isChanged: false, when: none(endings) }];
  }

  /** True when rules of later sections run after an ending. */
  continues({ kind, action, stage }: Pick<Ending, "kind" | "action" | "stage">): boolean {
    if (kind === "forwarded") return stage === "request" && this.options.responseRulesAfterForward;
    if (kind !== "answered" || stage === "message") return false;
    // An answer in place of the response may be a stream, too.
    return stage === "response" || continuesAfter(action?.type, this.policy, this.options);
  }

  /** The formula factory. */
  get totals(): Totals {
    return this.#session.totals;
  }

  /** True when a header is absent before any rule runs. */
  isAbsent(header: HeaderPart): Formula {
    const { totals } = this.#session;
    return totals.not(totals.isTrue(this.#isThere(header)));
  }

  #rule(
    rule: CompiledRule,
    context: {
      readonly section: string;
      readonly stage: Stage;
      readonly reached: Formula;
      readonly isResponse: boolean;
      /** A key for the shared state of messages, when several messages may together decide about the rule. */
      readonly shared?: string;
    },
  ): {
    readonly rule: SymbolicRule;
    readonly endings: readonly Ending[];
    readonly effects: readonly Effect[];
    readonly later: readonly Later[];
  } {
    const { totals } = this.#session;
    const { section, stage, reached, isResponse, shared } = context;
    const readings = this.#readingsOf(rule, { section, stage });
    const matching = readings.reduceRight<Formula>(
      (rest, { formula }) =>
        rest === always
          ? formula
          : { kind: "choice", condition: formula, whenTrue: rest, whenFalse: never },
      always,
    );
    const isNoMatch = this.options.onExpressionError === "no-match";
    // What one message leaves behind for the next one is not followed.
    const open = (formula: Formula, key: string, what: string): Formula =>
      shared === undefined || formula.kind === "constant"
        ? formula
        : totals.opaque(`messages ${shared} ${key}`, `earlier messages of the stream make ${what}`);
    const title = titleOf(rule.reference);
    const matches = this.#alike(
      rule,
      "matches",
      open(totals.isTrue(matching), "match", `the rule ${title} match`),
    );
    const failing = this.#alike(
      rule,
      "fails",
      isNoMatch
        ? never
        : totals.and([
            open(totals.fails(matching), "fail", `the rule ${title} fail`),
            ...(shared === undefined ? [] : [totals.not(matches)]),
          ]),
    );
    const endings: Ending[] = [];
    const effects: Effect[] = [];
    const later: Later[] = [];
    const actions: SymbolicRule["actions"][number][] = [];
    const stops = [failing];
    const closes = [failing];
    const refuses = [failing];
    const end = (ending: Pick<Ending, "kind" | "action" | "answer">, provided: Formula): void => {
      if (provided === never) return;
      const when = totals.and([reached, provided]);
      const moment = this.changes.count;
      endings.push({ ...ending, rule, section, stage, when, provided, moment });
    };
    end({ kind: "failed" }, failing);
    let runs = matches;
    const { dialect } = this.policy;
    const areThere = new Set(readings.flatMap(({ tree }) => (tree ? neededBy(tree, dialect) : [])));
    for (const [at, action] of rule.actions.entries()) {
      const does = this.#action(action, { section, stage, isResponse, areThere });
      const own = open(does.fails, `fails ${at}`, `${action.type} of the rule ${title} fail`);
      const fails = totals.and([runs, own]);
      const goesOn = totals.and([runs, totals.not(own)]);
      const ends = totals.and([goesOn, does.ends]);
      actions.push({ action, runs, fails });
      stops.push(fails, ends);
      closes.push(fails);
      refuses.push(fails);
      end({ kind: "failed", action }, fails);
      for (const { answer, when } of answersOf(does)) {
        const { kind } = answer;
        const here = totals.and([ends, when]);
        if (!this.continues({ kind, action, stage })) closes.push(here);
        if (kind !== "forwarded") refuses.push(here);
        end({ kind, action, answer }, here);
      }
      for (const effect of does.effects) {
        const isOfConnection = stage === "connect" && this.policy.protocol === "http";
        effects.push({ ...effect, isOfConnection, when: totals.and([reached, goesOn]) });
      }
      runs = totals.and([goesOn, totals.not(does.ends)]);
      // Whoever sees the changes comes after all rules that match, unless rules run after an ending.
      const isAfter = this.#isSelective;
      const guard = isAfter ? totals.and([reached, runs]) : matches;
      // What an action leaves of itself, it leaves also when it answers.
      const ofResults = isAfter ? totals.and([reached, goesOn]) : matches;
      const changes = does.changes.map((change) => ({
        ...change,
        rule: rule.reference,
        when: totals.and([isResult(change.part) ? ofResults : guard, change.when]),
      }));
      if (does.isLater) later.push({ changes, when: totals.and([reached, runs]) });
      else this.#change([{ changes }]);
    }
    return {
      rule: {
        rule,
        readings,
        reached,
        matches,
        fails: failing,
        actions,
        stops: totals.or(stops),
        stopsSection: this.#isSelective
          ? totals.and([reached, totals.or(closes)])
          : totals.or(stops),
        refuses: this.#isSelective ? totals.and([reached, totals.or(refuses)]) : totals.or(stops),
      },
      endings,
      effects,
      later,
    };
  }

  /** A formula, or the one in its place of a rule of the policy to compare with, when both are the same. */
  #alike(
    { reference }: CompiledRule,
    part: "matches" | "fails" | "reached",
    formula: Formula,
  ): Formula {
    if (this.#comparand === undefined || formula === never || formula === always) return formula;
    const { policy, isSame } = this.#comparand;
    const others = policy.#alikeTo(reference).map((one) => one[part]);
    const isGivenUp = part === "reached" && this.#unlike >= mostUnlike;
    if (others.includes(formula) || isGivenUp) return formula;
    const found = others.find((other) => isSame(other, formula));
    if (part === "reached" && others.length > 0 && found === undefined) this.#unlike += 1;
    return found ?? formula;
  }

  /** Some rules that have the name or the place of another one. */
  #alikeTo({ name, path }: RuleReference): readonly SymbolicRule[] {
    this.#rulesBy ??= rulesByNameAndPath(this.rules);
    const named = name === undefined ? [] : (this.#rulesBy.names.get(name) ?? []);
    const there = this.#rulesBy.paths.get(path) ?? [];
    return [...new Set([...named, ...there])].slice(0, mostAlike);
  }

  #action(
    action: CompiledAction,
    {
      section,
      stage,
      isResponse,
      areThere,
    }: {
      readonly section: string;
      readonly stage: Stage;
      readonly isResponse: boolean;
      readonly areThere: ReadonlySet<string>;
    },
  ): SymbolicAction {
    const { totals } = this.#session;
    const changes = this.#seenChanges;
    const moment = changes.count;
    const place = this.#placeOf(section);
    const collectionsFail = this.options.interpolatedCollections === "error";
    const countOf = (text: string): number => this.#countOf(text);
    return symbolicAction(action, {
      protocol: this.policy.protocol,
      dialect: this.policy.dialect,
      compared: this.#session.dialects,
      stage,
      isResponse,
      options: this.options,
      stubs: this.#stubs,
      totals,
      texts: new TextReader(totals, this.#logic, place, { collectionsFail, countOf, areThere }),
      changes,
      moment,
      condition: (text) => {
        const condition = this.condition(text, section);
        return condition === undefined
          ? totals.opaque(text)
          : totals.isTrue(changes.seen(this.#asOf(stage, condition.formula), moment));
      },
      responseOf: (one) => this.#responseOf(one, section),
      countOf,
      again: this.#again,
    });
  }

  get #again(): string {
    let times = 0;
    for (let one = this.entry?.from.entry; one !== undefined; one = one.from.entry) {
      if (one.endpoint === this.entry?.endpoint) times += 1;
    }
    return times === 0 ? "" : ` (${times + 1})`;
  }

  /** How often a text was counted, this time included. */
  #countOf(text: string): number {
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.set(text, count);
    return count;
  }

  /** Adapts a formula to a stage: for a connection that began earlier, the time differs. */
  #asOf(stage: Stage, formula: Formula): Formula {
    const isShared = stage === "connect" && this.policy.protocol === "http";
    return isShared ? whenConnected(formula, this.#atConnection) : formula;
  }

  #readingsOf(
    { expressions }: CompiledRule,
    { section, stage }: { readonly section: string; readonly stage: Stage },
  ): readonly Reading[] {
    const moment = this.#seenChanges.count;
    return expressions.map(({ text, path, problem }): Reading => {
      const condition = problem === undefined ? this.condition(text, section) : undefined;
      const draw = condition && this.#drawing(condition.tree, text);
      const seen = (formula: Formula): Formula =>
        this.#seenChanges.seen(this.#asOf(stage, draw?.(formula) ?? formula), moment);
      if (condition === undefined) {
        const formula = requires([never], always);
        const formulaOf = (): Formula => formula;
        const changedBy = (): ReadonlySet<RuleReference> => new Set();
        const none = { tree: undefined, conditions: [] };
        return { path, text, condition, formula, formulaOf, changedBy, ...none };
      }
      const formulas = new Map<Expression, Formula>();
      const formulaOf = (node: Expression): Formula =>
        getOrAdd(formulas, node, () => seen(condition.formulaOf(node)));
      const tree = logicTree(condition.tree);
      return {
        path,
        text,
        tree,
        condition,
        formula: formulaOf(tree.node),
        formulaOf,
        changedBy: () => this.#seenChanges.rulesBehind(condition.formula, moment),
        get conditions() {
          return conditionsIn(tree).map((node) => ({ node, formula: formulaOf(node) }));
        },
      };
    });
  }

  /** Tells the random numbers of an expression from all others; nothing where it has none. */
  #drawing(tree: Expression, text: string): ((formula: Formula) => Formula) | undefined {
    const { dialect } = this.policy;
    if (!isDrawn(tree, dialect)) return undefined;
    return drawnIn(`${text}, ${this.#countOf(`drawn in ${text}`)}`, dialect);
  }

  #change(actions: readonly ChangingAction[]): void {
    const seen = this.#seenChanges;
    const { totals } = this.#session;
    for (const { changes } of actions) {
      for (const { part, when, operation, needs, rule } of changes) {
        const guard = needs === undefined ? when : totals.and([when, this.#isThereNow(needs)]);
        const change = { part, guard, operation, ...(rule && { rule }) };
        this.changes.add(change);
        // What actions leave behind is seen in any case, and so is what they set.
        if (seen !== this.changes && (part.of === "actions" || part.of === "vars"))
          seen.add(change);
      }
    }
  }

  /** Returns the effects after outbound rules, which also change the answer of an outbound rule. */
  #lateEffects({ changes: [change], when }: Later): Effect[] {
    if (change?.operation.kind !== "other") return [];
    const { needs, operation } = change;
    const there = needs === undefined ? always : this.#isThereNow(needs);
    const effect = { of: "state", key: operation.key, isOfConnection: false } as const;
    return [{ ...effect, when: this.#session.totals.and([when, there]) }];
  }

  /** Empties the maps that actions fill for the rules of one section. */
  #forgetVariables(): void {
    const operation = { kind: "remove" } as const;
    const changes = filledMaps(this.policy.dialect).map(({ name }) => {
      return { part: variablePart(name), when: always, operation, rule: undefined };
    });
    this.#change([{ changes }]);
    this.#start ??= this.#seenChanges.count;
  }

  #respond({ key, status, response }: Answer, guard: Formula): void {
    const contentType =
      response && parseMediaType(response.headers["content-type"]?.[0] ?? "").type;
    const operation = {
      kind: "answer",
      key,
      status,
      ...(contentType !== undefined && { contentType }),
    } as const;
    const change = { part: variablePart("res"), guard, operation };
    this.changes.add(change);
    if (this.#seenChanges !== this.changes) this.#seenChanges.add(change);
  }

  /** The response of an action that answers every exchange alike. */
  #responseOf(action: CompiledAction, section: string): ClientResponse | undefined {
    const { policy } = this;
    const path = `/${section}/0`;
    const rule = {
      path,
      reference: { path, direction: section },
      expressions: [],
      actions: [action],
    };
    const alone: CompiledPolicy = {
      ...policy,
      sections: policy.sections.map((one) => ({
        ...one,
        rules: one.name === section ? [rule] : [],
      })),
      rules: [rule.reference],
    };
    const exchange = policy.protocol === "http" ? { request: { url: "/" }, response: {} } : {};
    const { result, response } = simulateSync(alone, exchange, {
      ...this.options,
      stubs: stubsOf(this.#stubs),
      clock: () => 0,
    });
    return result === "answered" ? response : undefined;
  }

  /** True when the response is an event stream after all response rules have run. */
  #isStream(): Formula {
    const { totals } = this.#session;
    const section = rulesAfterUpstream(this.policy)?.name ?? "";
    const condition = this.condition('res.content_type == "text/event-stream"', section);
    return condition === undefined
      ? totals.opaque("the response is a stream of events")
      : totals.isTrue(this.changes.seen(condition.formula, this.changes.count));
  }

  #hasMessage(): Formula {
    return this.#session.totals.opaque("the stream has a message in plain text");
  }

  /**
   * Returns a key for the state that a message leaves for the next message and that message rules depend on;
   * undefined when each message is decided alone. The state itself is left open.
   */
  #sharedBy({ rules }: CompiledSection): string | undefined {
    const types = new Set(rules.flatMap(({ actions }) => actions.map(({ type }) => type)));
    const left = [...types].flatMap((type) =>
      (this.policy.dialect.actions.get(type)?.results ?? []).map(({ name }) => name),
    );
    const texts = rules.flatMap(({ expressions, actions }) => [
      ...expressions.map(({ text }) => text),
      ...actions.flatMap(({ config }) => expressionsIn(config)),
    ]);
    const isRead = texts.some((text) => {
      const parsed = parseExpression(text);
      return parsed.ok && this.changes.reads(parsed.tree, left);
    });
    if (!isRead) return undefined;
    const { totals } = this.#session;
    const when = totals.opaque("there is a message before");
    const operation = { kind: "other", key: "an earlier message" } as const;
    this.#change([
      {
        changes: left.map((name) => ({
          part: variablePart(name),
          when,
          operation,
          rule: undefined,
        })),
      },
    ]);
    const version = this.changes.versionOfParts(
      ["req.*", "res.*", "actions.*"],
      this.changes.count,
    );
    const all = rules.map(({ expressions, actions }) => [
      expressions.map(({ text }) => text),
      actions.map(({ type, config }) => `${type} ${keyOfConfig(config)}`),
    ]);
    return `${JSON.stringify(all)}${version}`;
  }

  #isThereNow(header: HeaderPart): Formula {
    const there = this.changes.seen(this.#isThere(header), this.changes.count);
    return this.#session.totals.isTrue(there);
  }

  #isThere({ of, header }: HeaderPart): Formula {
    const section = of === "res" ? rulesAfterUpstream(this.policy)?.name : undefined;
    const text = `${JSON.stringify(header)} in ${of}.headers`;
    const condition = this.condition(text, section ?? rulesBeforeUpstream(this.policy)?.name ?? "");
    return condition?.formula ?? this.#session.totals.opaque(text);
  }

  #placeOf(section: string): Place {
    const { dialect, protocol } = this.policy;
    return { dialect, protocol, direction: section };
  }
}

const isResult = ({ of, key }: Part): boolean => of === "actions" && key !== of;

const isOfMessages = ({ stage }: Ending): boolean => stage === "message";

function answersOf({ answer, answers }: SymbolicAction): NonNullable<SymbolicAction["answers"]> {
  return answers ?? (answer === undefined ? [] : [{ when: always, answer }]);
}

function rulesByNameAndPath(
  rules: readonly SymbolicRule[],
): Readonly<Record<"names" | "paths", ReadonlyMap<string, readonly SymbolicRule[]>>> {
  const [names, paths] = [new Map<string, SymbolicRule[]>(), new Map<string, SymbolicRule[]>()];
  for (const one of rules) {
    const { name, path } = one.rule.reference;
    if (name !== undefined) getOrAdd(names, name, () => []).push(one);
    getOrAdd(paths, path, () => []).push(one);
  }
  return { names, paths };
}

const stages: readonly Stage[] = ["connect", "request", "response", "message", "close"];

function conditionsIn(tree: LogicTree): Expression[] {
  return tree.kind === "condition" ? [tree.node] : tree.operands.flatMap(conditionsIn);
}
