import { variableNamed, type Dialect } from "@traffic-policy/policy-language";
import { formatUrl, parseUrl, type Exchange } from "@traffic-policy/policy-engine";
import { isTrue, type Atom, type Constant, type Test } from "@traffic-policy/policy-logic";
import { withOtherAtoms } from "../policy/other-atoms.ts";
import type { Ending } from "../policy/symbolic-policy.ts";
import { defineQuestion, titleOf, type QuestionExample } from "../question.ts";
import { messagesOf } from "../witness/witnesses.ts";
import { ofAnother } from "./bypassed-checks.ts";

type TextTest = Extract<Test, { readonly kind: "text" }>["test"];

/** Ways to write a path that servers often take for the same. */
interface Variant {
  readonly how: string;
  readonly of: (path: string) => string;
  /** What a test of the variant asks of the path. */
  readonly test: (test: TextTest) => TextTest;
}

const variants: readonly Variant[] = [
  {
    how: "with a slash at the end",
    of: (path) => `${path}/`,
    test: (test) => ({ kind: "affixed", prefix: "", suffix: "/", test }),
  },
  {
    how: "with a doubled slash at the beginning",
    of: (path) => `/${path}`,
    test: (test) => ({ kind: "affixed", prefix: "/", suffix: "", test }),
  },
  {
    how: "in capital letters",
    of: (path) => path.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase()),
    test: (test) => ({ kind: "upper", test }),
  },
];

/** Actions that refuse a request, whatever its status is. */
const refusing: ReadonlySet<string> = new Set(["deny", "restrict-ips"]);

export default defineQuestion({
  title:
    "Are there paths that differ only in case, a slash at the end or a doubled slash, of which one is refused and the other reaches the upstream?",
  none: "A path is refused in each of these spellings, or in none.",
  *ask({ policy, inquiry, replay, symbolic }) {
    const last = policy.directions.at(-1)?.direction;
    const isRefusal = ({ kind, direction, action, answer }: Ending): boolean =>
      direction !== last &&
      (kind === "closed" || refusing.has(action?.type ?? "") || (answer?.status ?? 0) >= 400);
    const refusals = symbolic.endings.filter(isRefusal);
    const rules = new Set(refusals.map(({ rule }) => rule));
    for (const { path, reference } of rules) {
      for (const variant of variants) {
        const found = inquiry.ask(
          ({ endings, isForwarded, totals }) => {
            const own = endings.filter((one) => one.rule.path === path && isRefusal(one));
            const refused = totals.or(own.map(({ when }) => when));
            const isOther = withOtherAtoms(isForwarded, totals, (atom) =>
              inVariant(atom, variant, policy.dialect),
            );
            return [
              { formula: refused, outcomes: isTrue },
              { formula: isOther, outcomes: isTrue },
            ];
          },
          messagesOf(policy, reference.direction),
          (exchange): QuestionExample[] | undefined => {
            const other = exchangeIn(exchange, variant);
            const [outcome, otherOutcome] = [replay.run(exchange), other && replay.run(other)];
            if (other === undefined || outcome === undefined || otherOutcome === undefined) {
              return undefined;
            }
            const isRefused = outcome.directions.some(({ by }) => by?.path.startsWith(`${path}/`));
            return isRefused && otherOutcome.result === "forwarded"
              ? [
                  { exchange, outcome },
                  { exchange: other, outcome: otherOutcome },
                ]
              : undefined;
          },
        );
        const title = titleOf(reference);
        if (found.kind === "found") {
          yield {
            kind: "found",
            message: `The rule ${title} refuses a request that reaches the upstream when its path is written ${variant.how}.`,
            rules: [reference],
            examples: found.result,
          };
        } else if (found.kind === "unknown") {
          yield {
            kind: "unknown",
            message: `It is not known whether a path written ${variant.how} gets past the rule ${title}.`,
            reason: found.reason,
            rules: [reference],
          };
        }
      }
    }
  },
});

function exchangeIn(exchange: Exchange, { of }: Variant): Exchange | undefined {
  const { request } = exchange;
  const url = request && parseUrl(request.url);
  if (request === undefined || url === undefined) return undefined;
  return { ...exchange, request: { ...request, url: formatUrl({ ...url, path: of(url.path) }) } };
}

/** What is asked of the path is asked of the variant; of other texts that have it in them, nothing is known. */
function inVariant(atom: Atom, { test: inPath }: Variant, dialect: Dialect): Atom {
  const variable = variableNamed(dialect, atom.subject.node);
  const name = variable?.renamedTo ?? variable?.name ?? "";
  if (name === "req.url.path") {
    const test = textTest(atom.test);
    return test === undefined
      ? { ...atom, subject: ofAnother(atom.subject) }
      : { ...atom, test: { kind: "text", test: inPath(test) } };
  }
  return /^req\.url(?:\.(?:raw|raw_path|uri))?$/.test(name)
    ? { ...atom, subject: ofAnother(atom.subject) }
    : atom;
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
