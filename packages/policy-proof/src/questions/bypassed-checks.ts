import {
  isJsonObject,
  parseExpression,
  type Dialect,
  type Expression,
} from "@traffic-policy/policy-language";
import { childrenOf, variableNamed } from "@traffic-policy/policy-language/internal";
import { type CompiledAction, type RuleReference } from "@traffic-policy/policy-engine";
import { formatUrl, parseUrl, rulesBeforeUpstream } from "@traffic-policy/policy-engine/internal";
import { always, isTrue, type Atom, type Goal } from "@traffic-policy/policy-logic";
import { affectingQueries } from "../affecting-queries.ts";
import { hasRun, isCheck, isGuardedBy, letsPreflightsPass, mayGuard } from "../checks.ts";
import { preferring, type Condition } from "../inquiry.ts";
import { ofAnother, withOtherAtoms } from "../policy/other-atoms.ts";
import type { SymbolicPolicy, SymbolicRule } from "../policy/symbolic-policy.ts";
import {
  defineQuestion,
  goalsOfCondition,
  goalsOfForwarding,
  isOpen,
  rulesBefore,
  variablesOf,
  type Asking,
  type QuestionExample,
  type QuestionFinding,
} from "../question.ts";
import { rulesText, titleOf } from "../rules-text.ts";
import type { Example } from "../witness/example.ts";
import type { TracedOutcome } from "../witness/replay.ts";
import { messagesOf } from "../witness/witnesses.ts";

type Pair = readonly [past: QuestionExample, checked: QuestionExample];

export default defineQuestion({
  title: "Does anything get around a check: a sign-in, a list of addresses, a limit, a mark?",
  *ask(asking) {
    const { symbolic, policy } = asking;
    const before = new Set(rulesBefore(symbolic));
    let count = 0;
    for (const [at, own] of symbolic.rules.entries()) {
      if (!before.has(own)) continue;
      if (!mayGuard(own.rule, policy.dialect)) continue;
      const check = own.rule.actions.find((action) => isCheck(action, policy.dialect));
      const forged = pastByMark(at, asking);
      const past =
        check === undefined && hasWholeUrl(own, asking) ? pastByQuery(at, asking) : undefined;
      if (forged !== undefined) yield forged;
      else if (past !== undefined) yield refusedWithoutQuery(own, past, asking);
      else if (check !== undefined) yield asked(at, check, asking);
      else continue;
      count++;
    }
    if (count === 0) {
      const message = "No rule has an action that checks requests and is enforced.";
      yield { kind: "holds", message, rules: [] };
    }
  },
});

function asked(at: number, check: CompiledAction, asking: Asking): QuestionFinding {
  const { policy, inquiry, replay, symbolic, answersThatMatter } = asking;
  const own = symbolic.rules[at] as SymbolicRule;
  const { reference } = own.rule;
  const title = titleOf(reference);
  const isShown = (outcome: TracedOutcome | undefined): boolean =>
    outcome?.result === "forwarded" && !isChecked(outcome, check);
  const readsUrl = own.matches !== always && hasWholeUrl(own, asking);
  const past = readsUrl ? pastByQuery(at, asking) : undefined;
  if (past !== undefined) return pastFinding(past);
  let place: string | undefined;
  const goalsPast = (one: SymbolicPolicy): Condition[] => {
    const { rules, totals } = one;
    const { matches, reached } = rules[at] ?? own;
    const isElsewhere = withOtherAtoms(
      matches,
      totals,
      (atom) => otherClient(atom, policy.dialect),
      () => false,
      (atom) => isGivenByQuery(atom, policy.dialect),
    );
    return [
      ...goalsOfForwarding(one),
      { formula: totals.not(totals.and([reached, matches])), outcomes: isTrue },
      { formula: isElsewhere, outcomes: isTrue },
    ];
  };
  const found = inquiry.ask(
    (one) => [...goalsPast(one), ...withCredentials(one)],
    messagesOf(policy, reference.direction),
    (exchange, isPlainer): QuestionExample | undefined => {
      const outcome = replay.run(exchange);
      if (outcome === undefined || !isShown(outcome)) return undefined;
      if (readsUrl && !isChecked(replay.run(withQuery(exchange, undefined)), check)) {
        return undefined;
      }
      const { request, connection } = exchange;
      const here = JSON.stringify([request?.url, connection]);
      // A plainer one must still be where others are checked.
      if (isPlainer && here !== place) return undefined;
      place = here;
      return { exchange, outcome };
    },
  );
  function pastFinding(examples: Pair): QuestionFinding {
    const [{ exchange }] = examples;
    return {
      kind: "found",
      message: `Requests reach URLs that the rule ${title} protects with ${check.type}, without the check.`,
      rules: [reference],
      examples,
      dependsOn: answersThatMatter((answers) => isShown(replay.run(exchange, answers))),
    };
  }
  const unknown = (reason: string): QuestionFinding => ({
    kind: "unknown",
    message: `It is unknown whether requests get around ${check.type} of the rule ${title}.`,
    reason,
    rules: [reference],
  });
  switch (found.kind) {
    case "found": {
      const { exchange } = found.result;
      const checked = checkedAt(exchange, { at, check, asking });
      if (checked === undefined)
        return unknown("No request to the same URL is known that is checked.");
      return pastFinding([found.result, checked]);
    }
    case "unknown":
      return unknown(found.reason);
    case "none": {
      const others = found.past.filter((rule) => rule !== own.rule).map((rule) => rule.reference);
      const rules = [reference, ...others];
      const what = policy.protocol === "http" ? "request" : "connection";
      const isForAll = own.rule.expressions.length === 0;
      const whose = `${check.type} of the rule ${title}`;
      const letsPass =
        letsPreflightsPass(check) || (!isForAll && !inquiry.isImpossible(goalsPast(symbolic)));
      const [every, no] =
        letsPass && policy.protocol === "http"
          ? [`${apartFromPreflights}, every`, `${apartFromPreflights}, no`]
          : ["Every", "No"];
      if (isForAll) {
        const message = `${every} ${what} that reaches the upstream has passed ${whose}.`;
        return { kind: "holds", message, rules: [reference] };
      }
      const ending =
        others.length === 0 ? "" : `; those that it does not check end at ${rulesText(others)}`;
      const how = policy.protocol === "http" ? " by its method, headers or query" : "";
      return {
        kind: "holds",
        message: `${no} ${what} gets around ${whose}${how}${ending}.`,
        rules,
      };
    }
  }
}

const apartFromPreflights = "Apart from the `OPTIONS` requests that browsers send first";

/** Excludes CORS preflight requests, which browsers send without credentials. */
function withCredentials(symbolic: SymbolicPolicy): Goal[] {
  const { policy } = symbolic;
  if (policy.protocol !== "http") return [];
  const section = rulesBeforeUpstream(policy)?.name ?? "";
  return goalsOfCondition("req.method != 'OPTIONS'", symbolic, section);
}

function isChecked(outcome: TracedOutcome | undefined, check: CompiledAction): boolean {
  return outcome !== undefined && hasRun(outcome, check);
}

/**
 * Finds a request that passes a rule with a query, and the same request without a query, which is refused or checked.
 */
function pastByQuery(at: number, asking: Asking): Pair | undefined {
  const { policy, inquiry, replay, symbolic } = asking;
  const own = symbolic.rules[at] as SymbolicRule;
  const { rule } = own;
  const texts = ["x", ...rule.expressions.flatMap(({ text }) => textsIn(text))].filter((text) =>
    /^[\w/.=&:-]{1,60}$/.test(text),
  );
  const queries = affectingQueries(own, symbolic, texts);
  if (queries.length === 0) return undefined;
  return inquiry.glance(
    (one) => [
      ...goalsOfRule(one.rules[at]),
      ...goalsOfCondition("!has(req.url.query)", one, rule.reference.direction),
      ...preferring(
        goalsOfCondition("req.url.host == 'example.com'", one, rule.reference.direction),
      ),
    ],
    messagesOf(policy, rule.reference.direction),
    (given): Pair | undefined => {
      const exchange = withQuery(given, undefined);
      const outcome = replay.run(exchange);
      if (outcome === undefined || !isGuardedBy(rule, outcome, policy.dialect)) return undefined;
      for (const query of queries) {
        const other = withQuery(exchange, query);
        const past = replay.run(other);
        if (past?.result === "forwarded" && !isGuardedBy(rule, past, policy.dialect)) {
          return [
            { exchange: other, outcome: past },
            { exchange, outcome },
          ];
        }
      }
      return undefined;
    },
  );
}

function refusedWithoutQuery(
  { rule: { reference } }: SymbolicRule,
  examples: Pair,
  { replay, answersThatMatter }: Asking,
): QuestionFinding {
  const [{ exchange }] = examples;
  return {
    kind: "found",
    message: `Requests with a query get past the rule ${titleOf(reference)}, which refuses them without one.`,
    rules: [reference],
    examples,
    dependsOn: answersThatMatter(
      (answers) => replay.run(exchange, answers)?.result === "forwarded",
    ),
  };
}

function withQuery(exchange: Example, query: string | undefined): Example {
  const { request } = exchange;
  const url = request && parseUrl(request.url);
  if (request === undefined || url === undefined) return exchange;
  const { query: _, ...others } = url;
  const changed = formatUrl({ ...others, ...(query !== undefined && { query }) });
  return { ...exchange, request: { ...request, url: changed } };
}

function goalsOfRule(rule: SymbolicRule | undefined): Goal[] {
  return [rule?.reached, rule?.matches].flatMap((formula) =>
    formula === undefined ? [] : [{ formula, outcomes: isTrue }],
  );
}

function textsIn(text: string): string[] {
  const parsed = parseExpression(text);
  const of = (node: Expression): string[] =>
    node.kind === "literal" && typeof node.value === "string"
      ? [node.value]
      : childrenOf(node).flatMap(of);
  return parsed.ok ? of(parsed.tree) : [];
}

/**
 * Finds a rule that a client bypasses by sending the marker that an earlier rule adds; undefined when there is none.
 */
function pastByMark(at: number, asking: Asking): QuestionFinding | undefined {
  const { policy, inquiry, replay, symbolic, answersThatMatter } = asking;
  const { dialect } = policy;
  const own = symbolic.rules[at] as SymbolicRule;
  const { rule } = own;
  const marks = marksBefore(at, symbolic).filter(({ name }) =>
    rule.expressions.some(({ text }) => text.toLowerCase().includes(name)),
  );
  if (marks.length === 0) return undefined;
  const found = inquiry.glance(
    (one) => goalsOfRule(one.rules[at]),
    messagesOf(policy, rule.reference.direction),
    (exchange) => {
      const outcome = replay.run(exchange);
      if (outcome === undefined || !isGuardedBy(rule, outcome, dialect)) return undefined;
      for (const mark of marks) {
        const other = withHeader(exchange, mark);
        const past = other && replay.run(other);
        if (past?.result === "forwarded" && !isGuardedBy(rule, past, dialect)) {
          const pair: Pair = [
            { exchange: other as Example, outcome: past },
            { exchange, outcome },
          ];
          return { mark, pair };
        }
      }
      return undefined;
    },
  );
  if (found === undefined) return undefined;
  const { mark, pair } = found;
  return {
    kind: "found",
    message: `A client that sends the header ${mark.name} itself gets past the rule ${titleOf(rule.reference)}: the rule ${titleOf(mark.by)} adds it, and no rule removes it before.`,
    rules: [rule.reference, mark.by],
    examples: pair,
    dependsOn: answersThatMatter(
      (answers) => replay.run(pair[0].exchange, answers)?.result === "forwarded",
    ),
  };
}

interface Mark {
  readonly name: string;
  readonly value: string;
  readonly by: RuleReference;
}

/** Returns the headers that earlier rules add, except those that are always removed first. */
function marksBefore(at: number, { rules }: SymbolicPolicy): Mark[] {
  const removed = new Set<string>();
  const marks: Mark[] = [];
  for (const { rule } of rules.slice(0, at)) {
    for (const { type, config } of rule.actions) {
      const { headers } = config;
      if (type === "remove-headers" && rule.expressions.length === 0 && Array.isArray(headers)) {
        for (const name of headers) removed.add(String(name).toLowerCase());
      }
      if (type !== "add-headers" || !isJsonObject(headers)) continue;
      for (const [given, value] of Object.entries(headers)) {
        const name = given.toLowerCase();
        const isPlain = typeof value === "string" && !value.includes("${");
        if (!removed.has(name)) {
          marks.push({ name, value: isPlain ? value : "x", by: rule.reference });
        }
      }
    }
  }
  return marks;
}

function withHeader(exchange: Example, { name, value }: Mark): Example | undefined {
  const { request } = exchange;
  const headers = request?.headers ?? {};
  if (request === undefined || Array.isArray(headers) || name in headers) return undefined;
  return { ...exchange, request: { ...request, headers: { ...headers, [name]: value } } };
}

function checkedAt(
  { request, connection }: Example,
  {
    at,
    check,
    asking: { policy, inquiry, replay },
  }: { readonly at: number; readonly check: CompiledAction; readonly asking: Asking },
): QuestionExample | undefined {
  const url = request && parseUrl(request.url);
  const section = rulesBeforeUpstream(policy)?.name ?? "";
  const isThere =
    url &&
    `req.url.path == ${JSON.stringify(url.path)} && req.url.host == ${JSON.stringify(url.host)}`;
  const found = inquiry.ask(
    (one) => {
      return [
        ...goalsOfRule(one.rules[at]),
        ...(isThere === undefined ? [] : goalsOfCondition(isThere, one, section)),
      ];
    },
    messagesOf(policy, section),
    ({ request: given, response }) => {
      const exchange: Example = {
        ...(connection && { connection }),
        ...(given && { request: given }),
        ...(response && { response }),
      };
      const outcome = replay.run(exchange);
      const other = exchange.request && parseUrl(exchange.request.url);
      const isSame = other?.path === url?.path && other?.host === url?.host;
      return isSame && outcome !== undefined && isChecked(outcome, check)
        ? { exchange, outcome }
        : undefined;
    },
  );
  return found.kind === "found" ? found.result : undefined;
}

function otherClient(atom: Atom, dialect: Dialect): Atom {
  const variables = variablesOf(atom.subject.node, dialect);
  return variables.length > 0 &&
    !isOpen(atom.subject.node) &&
    variables.every((name) => same.test(name))
    ? atom
    : { ...atom, subject: ofAnother(atom.subject) };
}

const same =
  /^(?:req\.(?:host|url\.(?:authority|host|path|port|raw_path|scheme))|(?:conn|endpoint|time)\..+)$/;

const withQueryInIt = /^req\.url(?:\.(?:raw|uri))?$/;

function hasWholeUrl({ matches }: SymbolicRule, { policy, symbolic }: Asking): boolean {
  let isAsked = false;
  withOtherAtoms(matches, symbolic.totals, (atom) => {
    const names = variablesOf(atom.subject.node, policy.dialect);
    isAsked ||= names.some((name) => withQueryInIt.test(name));
    return atom;
  });
  return isAsked;
}

function isGivenByQuery({ subject: { node }, test }: Atom, dialect: Dialect): boolean {
  const variable = variableNamed(dialect, node);
  if (!withQueryInIt.test(variable?.renamedTo ?? variable?.name ?? "")) return false;
  const isOfPart =
    test.kind === "text" && (test.test.kind === "contains" || test.test.kind === "startsWith");
  return isOfPart && !test.test.text.includes("?");
}
