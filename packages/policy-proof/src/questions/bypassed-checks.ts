import { variableNamed, type Dialect } from "@traffic-policy/policy-language";
import { parseUrl, type CompiledPolicy, type Exchange } from "@traffic-policy/policy-engine";
import { isTrue, type Atom, type Subject } from "@traffic-policy/policy-logic";
import { withOtherAtoms } from "../policy/other-atoms.ts";
import { defineQuestion, titleOf, type Asking, type QuestionExample } from "../question.ts";
import type { TracedOutcome } from "../witness/replay.ts";
import { messagesOf } from "../witness/witnesses.ts";

/** Actions that let only some clients go on. */
const checks: ReadonlySet<string> = new Set(["jwt-validation", "restrict-ips"]);

export default defineQuestion({
  title:
    "Can a request reach what a rule with jwt-validation or restrict-ips protects, without the check?",
  none: "Each request to a URL that such a rule checks for some requests is checked, or does not reach the upstream.",
  *ask(asking) {
    const { policy, inquiry, replay, symbolic } = asking;
    for (const [at, own] of symbolic.rules.entries()) {
      const { rule } = own;
      const check = rule.actions.find(({ type }) => checks.has(type));
      if (check === undefined || rule.expressions.length === 0) continue;
      const { reference } = rule;
      const title = titleOf(reference);
      const found = inquiry.ask(
        ({ rules, isForwarded, totals }) => {
          const { matches, reached } = rules[at] ?? own;
          const isElsewhere = withOtherAtoms(matches, totals, (atom) =>
            otherClient(atom, policy.dialect),
          );
          return [
            { formula: isForwarded, outcomes: isTrue },
            { formula: totals.not(totals.and([reached, matches])), outcomes: isTrue },
            { formula: isElsewhere, outcomes: isTrue },
          ];
        },
        messagesOf(policy, reference.direction),
        (exchange): QuestionExample[] | undefined => {
          const outcome = replay.run(exchange);
          if (outcome?.result !== "forwarded" || isChecked(outcome, check)) return undefined;
          const checked = checkedAt(exchange, { rule: own.rule.path, check, asking });
          return checked && [{ exchange, outcome }, checked];
        },
      );
      if (found.kind === "found") {
        yield {
          kind: "found",
          message: `Requests reach URLs that the rule ${title} protects with ${check.type}, without the check.`,
          rules: [reference],
          examples: found.result,
        };
      } else if (found.kind === "unknown") {
        yield {
          kind: "unknown",
          message: `It is not known whether requests get around ${check.type} of the rule ${title}.`,
          reason: found.reason,
          rules: [reference],
        };
      }
    }
  },
});

type Check = CompiledPolicy["directions"][number]["rules"][number]["actions"][number];

function isChecked({ trace }: TracedOutcome, { path }: Check): boolean {
  return trace.rules.some(({ actions }) =>
    actions.some((action) => action.path === path && action.result !== "skipped"),
  );
}

/** A request to the same URL that is checked. */
function checkedAt(
  { request }: Exchange,
  {
    rule,
    check,
    asking: { policy, inquiry, replay },
  }: { readonly rule: string; readonly check: Check; readonly asking: Asking },
): QuestionExample | undefined {
  const url = request && parseUrl(request.url);
  const direction = policy.directions[0]?.direction ?? "";
  const isThere =
    url &&
    `req.url.path == ${JSON.stringify(url.path)} && req.url.host == ${JSON.stringify(url.host)}`;
  const found = inquiry.ask(
    (one) => {
      const { reached, matches } = one.rules.find((other) => other.rule.path === rule) ?? {};
      const place = isThere === undefined ? undefined : one.condition(isThere, direction);
      return [reached, matches, place?.formula].flatMap((formula) =>
        formula === undefined ? [] : [{ formula, outcomes: isTrue }],
      );
    },
    messagesOf(policy, direction),
    (exchange) => {
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

/** Where a request goes is the same; everything else may be different in the one that is checked. */
function otherClient(atom: Atom, dialect: Dialect): Atom {
  const variable = variableNamed(dialect, atom.subject.node);
  return variable !== undefined && place.test(variable.renamedTo ?? variable.name)
    ? atom
    : { ...atom, subject: ofAnother(atom.subject) };
}

const place = /^req\.(?:host|url(?:\.(?:authority|host|path|port|raw|raw_path|scheme|uri))?)$/;

/** The same thing of another request. */
export function ofAnother(subject: Subject): Subject {
  const node = { kind: "identifier", name: "another_request" } as const;
  return { ...subject, key: `${subject.key} of another request`, node };
}
