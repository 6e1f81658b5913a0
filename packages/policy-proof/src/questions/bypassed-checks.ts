import type { Dialect } from "@traffic-policy/policy-language";
import {
  parseUrl,
  type CompiledPolicy,
  type Exchange,
  rulesBeforeUpstream,
} from "@traffic-policy/policy-engine";
import { isTrue, type Atom, type Goal } from "@traffic-policy/policy-logic";
import { withOtherAtoms } from "../policy/other-atoms.ts";
import type { SymbolicPolicy, SymbolicRule } from "../policy/symbolic-policy.ts";
import {
  defineQuestion,
  goalsOfCondition,
  goalsOfForwarding,
  isOpen,
  rulesBefore,
  ofAnother,
  variablesOf,
  type Asking,
  type QuestionExample,
  type QuestionFinding,
} from "../question.ts";
import { rulesText, titleOf } from "../rules-text.ts";
import type { TracedOutcome } from "../witness/replay.ts";
import { messagesOf } from "../witness/witnesses.ts";

/** Actions that let only some clients go on. */
const checks: ReadonlySet<string> = new Set(["jwt-validation", "restrict-ips"]);

type Check = CompiledPolicy["directions"][number]["rules"][number]["actions"][number];

export default defineQuestion({
  title: "Does anything get around a check: around jwt-validation, or restrict-ips?",
  *ask(asking) {
    const { symbolic } = asking;
    const before = new Set(rulesBefore(symbolic));
    let count = 0;
    for (const [at, own] of symbolic.rules.entries()) {
      const { rule } = own;
      const check = rule.actions.find(
        ({ type, config }) => checks.has(type) && config["enforce"] !== false,
      );
      if (check === undefined || !before.has(own)) continue;
      count++;
      yield asked(at, check, asking);
    }
    if (count === 0) {
      const message = "No rule has jwt-validation or restrict-ips that is enforced.";
      yield { kind: "holds", message, rules: [] };
    }
  },
});

function asked(at: number, check: Check, asking: Asking): QuestionFinding {
  const { policy, inquiry, replay, symbolic, answersThatMatter } = asking;
  const own = symbolic.rules[at] as SymbolicRule;
  const { reference } = own.rule;
  const title = titleOf(reference);
  const isShown = (outcome: TracedOutcome | undefined): boolean =>
    outcome?.result === "forwarded" && !isChecked(outcome, check);
  let place: string | undefined;
  const found = inquiry.ask(
    (one) => {
      const { rules, totals } = one;
      const { matches, reached } = rules[at] ?? own;
      const isElsewhere = withOtherAtoms(matches, totals, (atom) =>
        otherClient(atom, policy.dialect),
      );
      return [
        ...goalsOfForwarding(one),
        { formula: totals.not(totals.and([reached, matches])), outcomes: isTrue },
        { formula: isElsewhere, outcomes: isTrue },
        ...withCredentials(one),
      ];
    },
    messagesOf(policy, reference.direction),
    (exchange, isPlainer): QuestionExample | undefined => {
      const outcome = replay.run(exchange);
      if (outcome === undefined || !isShown(outcome)) return undefined;
      const { request, connection } = exchange;
      const here = JSON.stringify([request?.url, connection]);
      // A plainer one must still be where others are checked.
      if (isPlainer && here !== place) return undefined;
      place = here;
      return { exchange, outcome };
    },
  );
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
      return {
        kind: "found",
        message: `Requests reach URLs that the rule ${title} protects with ${check.type}, without the check.`,
        rules: [reference],
        examples: [found.result, checked],
        dependsOn: answersThatMatter((answers) => isShown(replay.run(exchange, answers))),
      };
    }
    case "unknown":
      return unknown(found.reason);
    case "none": {
      const others = found.past.filter((rule) => rule !== own.rule).map((rule) => rule.reference);
      const rules = [reference, ...others];
      const what = policy.protocol === "http" ? "request" : "connection";
      const isForAll = own.rule.expressions.length === 0;
      const whose = `${check.type} of the rule ${title}`;
      if (isForAll) {
        const message = `Every ${what} that reaches the upstream has passed ${whose}.`;
        return { kind: "holds", message, rules: [reference] };
      }
      const ending =
        others.length === 0 ? "" : `; those that it does not match end at ${rulesText(others)}`;
      const how = policy.protocol === "http" ? " by its method, headers or query" : "";
      return { kind: "holds", message: `No ${what} gets around ${whose}${how}${ending}.`, rules };
    }
  }
}

/** Browsers ask beforehand, without credentials, what they may send: these requests are not meant. */
function withCredentials(symbolic: SymbolicPolicy): Goal[] {
  const { policy } = symbolic;
  if (policy.protocol !== "http") return [];
  const direction = rulesBeforeUpstream(policy)?.direction ?? "";
  return goalsOfCondition("req.method != 'OPTIONS'", symbolic, direction);
}

function isChecked({ trace }: TracedOutcome, { path }: Check): boolean {
  return trace.rules.some(({ actions }) =>
    actions.some((action) => action.path === path && action.result !== "skipped"),
  );
}

/** A request to the same URL, over the same connection, that is checked. */
function checkedAt(
  { request, connection }: Exchange,
  {
    at,
    check,
    asking: { policy, inquiry, replay },
  }: { readonly at: number; readonly check: Check; readonly asking: Asking },
): QuestionExample | undefined {
  const url = request && parseUrl(request.url);
  const direction = rulesBeforeUpstream(policy)?.direction ?? "";
  const isThere =
    url &&
    `req.url.path == ${JSON.stringify(url.path)} && req.url.host == ${JSON.stringify(url.host)}`;
  const found = inquiry.ask(
    (one) => {
      const { reached, matches } = one.rules[at] ?? {};
      return [
        ...[reached, matches].flatMap((formula) =>
          formula === undefined ? [] : [{ formula, outcomes: isTrue }],
        ),
        ...(isThere === undefined ? [] : goalsOfCondition(isThere, one, direction)),
      ];
    },
    messagesOf(policy, direction),
    ({ request: given, response }) => {
      const exchange: Exchange = {
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

/**
 * Where a request goes, where it comes from, and when, is the same; what a client says of itself may be different
 * in the one that is checked.
 */
function otherClient(atom: Atom, dialect: Dialect): Atom {
  const variables = variablesOf(atom.subject.node, dialect);
  return variables.length > 0 &&
    !isOpen(atom.subject.node) &&
    variables.every((name) => same.test(name))
    ? atom
    : { ...atom, subject: ofAnother(atom.subject) };
}

const same =
  /^(?:req\.(?:host|url(?:\.(?:authority|host|path|port|raw|raw_path|scheme|uri))?)|(?:conn|endpoint|time)\..+)$/;
