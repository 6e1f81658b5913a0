import { serialize, type ActionDefinition, type Comparison } from "@traffic-policy/policy-language";
import { endingOf, type Stage } from "@traffic-policy/policy-language/internal";
import type {
  Outcome,
  RuleTrace,
  ActionTrace,
  ExpressionTrace,
} from "@traffic-policy/policy-engine";
import { endedBy, resultText } from "@traffic-policy/policy-engine/report";
import type {
  CompiledAction,
  CompiledSection,
  CompiledPolicy,
  CompiledRule,
} from "@traffic-policy/policy-engine";
import { changeCounts, sectionsWithRemoved, withChanges } from "./drawn-changes.ts";
import type {
  Drawing,
  DrawnAction,
  DrawnEnding,
  DrawnExpression,
  DrawnPlace,
  DrawnRule,
  DrawnSection,
  Reach,
} from "./drawing.ts";

/** The options for drawing a policy. */
export interface DrawOptions {
  /** The title of the picture; `Traffic policy` by default. */
  readonly title?: string;
  /** The exchange, in one line. */
  readonly exchange?: string;
  /** The result of the exchange, simulated with a trace. */
  readonly outcome?: Outcome;
  /** The policy to compare with, and what `compare` finds: the drawn policy is the local one, and this one the stored. */
  readonly before?: {
    readonly title: string;
    readonly policy: CompiledPolicy;
    readonly comparison: Comparison;
  };
}

/**
 * Computes the content of a policy picture: its rules in execution order, the points where processing ends, and the
 * way that other exchanges take; with an outcome also the path of that exchange, and with an earlier policy the
 * differences from it.
 *
 * @throws Error when the outcome has no trace
 */
export function drawPolicy(
  policy: CompiledPolicy,
  { title = "Traffic policy", exchange, outcome, before }: DrawOptions = {},
): Drawing {
  const trace = outcome?.trace;
  if (outcome !== undefined && trace === undefined) {
    throw new Error("The outcome has no trace: simulate it with the option trace.");
  }
  // What is only written differently is the same in a picture.
  const changes = before?.comparison.state === "different" ? before.comparison.changes : [];
  const drawn = new PolicyDrawer(policy, outcome, sectionsWithRemoved(changes)).sections();
  const earlier = before && new PolicyDrawer(before.policy, undefined).sections();
  const sections = earlier
    ? withChanges(drawn.sections, earlier.sections, changes)
    : drawn.sections;
  return {
    title,
    protocol: policy.protocol,
    ...(exchange !== undefined && { exchange }),
    ...drawn,
    sections,
    ...(before && {
      comparison: { title: before.title, counts: changeCounts(sections, changes) },
    }),
    ...(outcome !== undefined && trace !== undefined && { outcome: outcomeOf(outcome) }),
  };
}

function outcomeOf(outcome: Outcome): NonNullable<Drawing["outcome"]> {
  const { result, request, response, forwardedTo } = outcome;
  const by = endedBy(outcome);
  return {
    result,
    text: by === undefined ? resultText(outcome) : `${resultText(outcome)} by ${by}`,
    ...(request !== undefined && { forwarded: `${request.method} ${request.url}` }),
    ...(forwardedTo !== undefined && { forwardedTo }),
    ...(response !== undefined && { status: response.status }),
  };
}

interface DrawnEnd {
  readonly stage: Stage | undefined;
  readonly action: DrawnAction;
}

class PolicyDrawer {
  readonly #policy: CompiledPolicy;
  readonly #outcome: Outcome | undefined;
  readonly #traces: ReadonlyMap<string, RuleTrace>;
  /** The paths of invalid parts, from whose absence nothing is concluded. */
  readonly #problems: ReadonlySet<string>;
  /** Sections that are drawn even without rules. */
  readonly #also: ReadonlySet<string>;

  constructor(
    policy: CompiledPolicy,
    outcome: Outcome | undefined,
    also: ReadonlySet<string> = new Set(),
  ) {
    this.#also = also;
    this.#policy = policy;
    this.#outcome = outcome;
    this.#traces = new Map(outcome?.trace?.rules.map((rule) => [rule.path, rule]));
    this.#problems = new Set(policy.problems.map(({ path }) => path));
  }

  sections(): Pick<Drawing, "sections" | "upstream" | "endpoints"> {
    // All of them have their outcome at their place.
    const shown = [...this.#policy.sections.entries()].filter(([, one]) => this.#isShown(one));
    const firstAfter = shown.findIndex(([, { stage }]) => isAfter(stage));
    const sections: DrawnSection[] = [];
    let upstream: Reach | undefined;
    let reach: Reach = "possible";
    let question: DrawnSection["question"];
    const ended: DrawnEnd[] = [];
    for (const [at, [index, { name, rules, stage }]] of shown.entries()) {
      if (at === firstAfter) {
        upstream = reach;
        if (reach === "never") ({ reach, question } = this.#reachAfter(ended));
      }
      const following = shown[at + 1]?.[1];
      const isBefore = !isAfter(stage);
      const next: DrawnPlace =
        isBefore && (following === undefined || isAfter(following.stage))
          ? { kind: "upstream" }
          : following === undefined
            ? { kind: "client" }
            : { kind: "section", name: following.name };
      const before = reach;
      const drawn: DrawnRule[] = [];
      for (const [number, rule] of rules.entries()) {
        const after = rules[number + 1];
        const place: DrawnPlace = after === undefined ? next : { kind: "rule", path: after.path };
        const one = this.#rule(rule, number + 1, { reach, next: place, stage });
        drawn.push(one);
        if (isBefore && reach !== "never") {
          const open = one.actions.filter(
            ({ ends, isCutOff }) => ends.kind !== "never" && !isCutOff,
          );
          ended.push(...open.map((action) => ({ stage, action })));
        }
        if (one.next === undefined) reach = "never";
      }
      const result = this.#outcome?.directions[index]?.result;
      sections.push({
        name,
        isAfterUpstream: !isBefore,
        reach: before,
        ...(before === "open" && question && { question }),
        rules: drawn,
        ...(result !== undefined && { result }),
      });
    }
    const endpoints = [...new Set(ended.flatMap(({ action }) => action.forwardsTo ?? []))];
    return { sections, upstream: upstream ?? reach, endpoints };
  }

  #reachAfter(ended: readonly DrawnEnd[]): {
    readonly reach: Reach;
    readonly question?: DrawnSection["question"];
  } {
    const { dialect, protocol } = this.#policy;
    // What ends with its connection has no response.
    const left = ended.filter(
      ({ stage, action }) => protocol !== "http" || (stage !== "connect" && action.closes !== true),
    );
    if (left.length === 0 && ended.length > 0) return { reach: "never" };
    const isSure = left.some(
      ({ action: { type } }) => dialect.actions.get(type)?.answer?.reachesResponseRules,
    );
    if (isSure) return { reach: "possible" };
    const forwards = left.some(({ action }) => action.forwardsTo !== undefined);
    // Whether these rules run for an answer of the policy is not documented.
    const question = forwards ? "responseRulesAfterForward" : "outboundAfterAnswer";
    return { reach: "open", question };
  }

  /** True when a section is drawn; without rules, only a section that every exchange passes. */
  #isShown({ name, stage, rules }: CompiledSection): boolean {
    if (rules.length > 0 || this.#also.has(name)) return true;
    return stage === "connect"
      ? this.#policy.protocol !== "http"
      : stage !== undefined && stage !== "message";
  }

  #rule(
    { path, name, expressions, actions }: CompiledRule,
    number: number,
    {
      reach,
      next,
      stage,
    }: {
      readonly reach: Reach;
      readonly next: DrawnPlace;
      readonly stage: Stage | undefined;
    },
  ): DrawnRule {
    const trace = this.#traces.get(path);
    const drawn: DrawnAction[] = [];
    let isCutOff = false;
    for (const [index, action] of actions.entries()) {
      const one = drawAction(action, this.#policy, {
        isCutOff,
        stage,
        trace: trace?.actions[index],
      });
      drawn.push(one);
      isCutOff ||= one.ends.kind === "always";
    }
    const isBroken = this.#problems.has(path) || this.#problems.has(`${path}/expressions`);
    const matches = expressions.length === 0 && !isBroken ? "always" : "sometimes";
    const ends = isCutOff
      ? "always"
      : drawn.every((one) => one.ends.kind === "never")
        ? "never"
        : "sometimes";
    return {
      path,
      number,
      ...(name !== undefined && { name }),
      reach,
      matches,
      ends,
      expressions: expressions.map((one, index) => drawExpression(one, trace?.expressions[index])),
      actions: drawn,
      ...(!(matches === "always" && ends === "always") && { next }),
      ...(trace !== undefined && { result: trace.result }),
    };
  }
}

function isAfter(stage: Stage | undefined): boolean {
  return stage === "response" || stage === "message" || stage === "close";
}

function drawExpression(
  { path, text }: { readonly path: string; readonly text: string },
  trace: ExpressionTrace | undefined,
): DrawnExpression {
  if (trace === undefined) return { path, text };
  switch (trace.state) {
    case "skipped":
      return { path, text, result: "skipped" };
    case "error":
      return { path, text, result: "failed", message: trace.error.message };
    case "value":
      return { path, text, result: trace.value === true ? "true" : "false" };
  }
}

function drawAction(
  action: CompiledAction,
  { dialect, protocol }: CompiledPolicy,
  {
    isCutOff,
    stage,
    trace,
  }: {
    readonly isCutOff: boolean;
    readonly stage: Stage | undefined;
    readonly trace: ActionTrace | undefined;
  },
): DrawnAction {
  const { path, type, config } = action;
  const definition = dialect.actions.get(type);
  const ends = tracedEnding(drawnEnding(action, definition), trace);
  const answer = definition && answerOf(definition, config, protocol);
  return {
    path,
    type,
    fields: Object.entries(config)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => ({ name: key, value: serialize(value) })),
    ends,
    isCutOff,
    ...(answer !== undefined && { answer }),
    ...(definition?.forwards === true && { forwardsTo: endpointOf(config) ?? type }),
    ...(definition !== undefined && closes(definition, stage) && { closes: true }),
    ...(trace !== undefined && { result: trace.result, changes: trace.changes }),
    ...(trace?.note !== undefined && { note: trace.note }),
  };
}

/**
 * The ending according to the catalogue, unless the trace differs: a stub changed it, or the action did not do its
 * usual work.
 */
function tracedEnding(ends: DrawnEnding, trace: ActionTrace | undefined): DrawnEnding {
  if (trace === undefined) return ends;
  const { result, note = "It did otherwise." } = trace;
  const isOther =
    ends.kind === "always"
      ? result === "done" || result === "not-simulated"
      : ends.kind === "never" && result === "ended";
  return isOther ? { kind: "unknown", why: note } : ends;
}

function drawnEnding(
  { type, config, problem }: CompiledAction,
  definition: ActionDefinition | undefined,
): DrawnEnding {
  if (definition === undefined) {
    return { kind: "unknown", why: `Whether "${type}" ends processing is not known.` };
  }
  // What the service does with an action that it would refuse is unknown.
  if (problem !== undefined) return { kind: "unknown", why: problem };
  const ends = endingOf(definition, (name) => config[name]);
  return typeof ends === "string" ? { kind: ends } : { kind: "sometimes", when: ends.when };
}

function endpointOf({ url }: CompiledAction["config"]): string | undefined {
  return typeof url === "string" ? url : undefined;
}

/** True when an action that ends processing closes the connection: before a request there is nobody to answer. */
function closes({ closes: always, forwards }: ActionDefinition, stage: Stage | undefined): boolean {
  return always === true || (forwards !== true && (stage === "connect" || stage === "close"));
}

/** The answer of an action; ignores a status that is invalid in policies for the protocol. */
function answerOf(
  { answer, config: { properties }, fieldProtocols = {} }: ActionDefinition,
  config: CompiledAction["config"],
  protocol: CompiledPolicy["protocol"],
): DrawnAction["answer"] {
  if (answer === undefined) return undefined;
  const { kind, status: field } = answer;
  const isPossible = fieldProtocols[field]?.includes(protocol) ?? true;
  const status = config[field] ?? properties[field]?.default;
  const isShown = isPossible && (typeof status === "number" || typeof status === "string");
  return isShown ? { kind, status: String(status) } : { kind };
}
