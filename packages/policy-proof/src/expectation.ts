import { printExpression } from "@traffic-policy/policy-language";
import { compileRegularExpression } from "@traffic-policy/policy-language/internal";
import {
  compareOutcome,
  type ClientResponse,
  type ExpectedText,
  type Expectation,
} from "@traffic-policy/policy-engine";
import { formatUrl, parseUrl, rulesAfterUpstream } from "@traffic-policy/policy-engine/internal";
import { always, never, type Formula } from "@traffic-policy/policy-logic";
import type { Ending, Final, SymbolicPolicy } from "./policy/symbolic-policy.ts";

/**
 * The formula for an outcome that meets an expectation. Unknowns become open questions with both answers, so that the
 * formula and its negation each cover at least the exchanges they should.
 */
export function expectationFormula(expected: Expectation, symbolic: SymbolicPolicy): Formula {
  return new ExpectationReader(symbolic).read(expected);
}

class ExpectationReader {
  readonly #symbolic: SymbolicPolicy;

  constructor(symbolic: SymbolicPolicy) {
    this.#symbolic = symbolic;
  }

  read(expected: Expectation): Formula {
    const { totals } = this.#symbolic;
    return totals.and([
      this.#ofFinals((final) => this.#ofFinal(expected, final)),
      this.#upstream(expected.upstream),
      ...this.#rules(expected),
    ]);
  }

  #ofFinals(holds: (final: Final) => Formula): Formula {
    const { finals, totals } = this.#symbolic;
    return totals.and(
      finals
        .filter(({ when }) => when !== never)
        .map((final) => totals.or([totals.not(final.when), holds(final)])),
    );
  }

  #ofFinal(expected: Expectation, final: Final): Formula {
    const { totals } = this.#symbolic;
    const { status, headers = {}, body, compression } = expected;
    const parts = [this.#word(expected.outcome, final), this.#by(expected.by, final)];
    if (parts.includes(never)) return never;
    if (status !== undefined) parts.push(this.#status(status, final));
    for (const [name, value] of Object.entries(headers)) {
      parts.push(this.#header(name.toLowerCase(), value, final));
    }
    if (body !== undefined) parts.push(this.#body(body, final));
    if (compression !== undefined) parts.push(this.#compression(compression));
    return totals.and(parts);
  }

  #word(expected: Expectation["outcome"], { ending }: Final): Formula {
    const result = ending?.kind ?? "forwarded";
    if (expected === undefined) return result === "failed" ? never : always;
    const isEnded = result === "answered" || result === "closed";
    if (expected === "denied" && isEnded && ending?.answer?.isOfUnknown) {
      return this.#open("outcome", [expected, ending.answer.key]);
    }
    const isDenied = isEnded && ending?.action?.type === "deny";
    return expected === result || (expected === "denied" && isDenied) ? always : never;
  }

  #by(expected: Expectation["by"], { ending }: Final): Formula {
    if (expected === undefined) return always;
    // Where an expression fails, an action of an earlier section may have ended that.
    const mayFollow = this.#symbolic.continuesAfterEnding || ending?.stage === "message";
    const isAfter = isLast(ending) || ending?.stage === "message";
    if (ending?.action === undefined && mayFollow && isAfter) {
      return this.#open("who ends it", expected);
    }
    const by = ending?.action;
    if (expected === null) return by === undefined ? always : never;
    const { action, rule } = typeof expected === "string" ? { action: expected } : { ...expected };
    if (action !== undefined && action !== by?.type) {
      return ending?.answer?.isOfUnknown ? this.#open("who ends it", expected) : never;
    }
    if (rule === undefined) return always;
    const { name, path } = ending?.rule ?? {};
    return by !== undefined && (rule === name || rule === path) ? always : never;
  }

  #responseOf({ ending }: Final): ClientResponse | undefined {
    if (ending === undefined) return undefined;
    const { failure } = this.#symbolic.options;
    if (ending.kind !== "failed") return ending.answer?.response;
    if (isWithoutRequest(ending, this.#symbolic)) return undefined;
    const headers = { "content-length": "0", ...failure.headers };
    return {
      status: failure.status,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]),
      ),
    };
  }

  #status(expected: number, final: Final): Formula {
    const { ending } = final;
    if (isUpstreams(ending)) {
      return this.#symbolic.policy.protocol === "http"
        ? this.#atEnd(`res.status_code == ${expected}`)
        : never;
    }
    const status = this.#responseOf(final)?.status ?? ending?.answer?.status;
    if (status !== undefined) return status === expected ? always : never;
    return ending?.kind === "answered"
      ? this.#open("status", [expected, ending.answer?.key])
      : never;
  }

  #header(name: string, expected: ExpectedText | null, final: Final): Formula {
    const { ending, isChanged } = final;
    if (isUpstreams(ending) || isChanged) {
      if (!isUpstreams(ending)) return this.#open("header", [name, expected, ending?.answer?.key]);
      return this.#headerText("res.headers", name, expected, this.#symbolic.changes.count);
    }
    const response = this.#responseOf(final);
    const { inboundCompression } = this.#symbolic.options;
    // What an outbound rule answers may be compressed at last.
    const isOpen = inboundCompression === "after-outbound" && isLast(ending);
    if (isOpen && ending?.kind === "answered") return this.#open("header", [name, expected]);
    if (response !== undefined) return this.#exactly(response, { headers: { [name]: expected } });
    const hasNone = ending?.kind === "closed" || isWithoutRequest(ending, this.#symbolic);
    if (hasNone) return expected === null ? always : never;
    return this.#open("header", [name, expected, ending?.answer?.key]);
  }

  #body(expected: ExpectedText, final: Final): Formula {
    const response = this.#responseOf(final);
    const isReplaced = final.isChanged && mayChangeBody(this.#symbolic);
    if (response !== undefined && !isReplaced) return this.#exactly(response, { body: expected });
    return this.#open("body", [expected, final.ending?.answer?.key]);
  }

  #compression(expected: string | null): Formula {
    const isCompressing = this.#symbolic.policy.sections.some(({ rules }) =>
      rules.some(({ actions }) => actions.some(({ type }) => type === "compress-response")),
    );
    if (!isCompressing) return expected === null ? always : never;
    return this.#open("compression", expected);
  }

  #exactly(response: ClientResponse, expected: Expectation): Formula {
    const outcome = {
      result: "answered",
      directions: [],
      response,
      rules: [],
      matched: [],
      logs: [],
      notSimulated: [],
      errors: [],
    } as const;
    const differences = compareOutcome(outcome, { outcome: "answered", ...expected });
    return differences.length === 0 ? always : never;
  }

  #upstream(expected: Expectation["upstream"]): Formula {
    const { totals, isForwarded, upstreamMoment } = this.#symbolic;
    if (expected === undefined) return always;
    if (expected === null) return totals.not(isForwarded);
    const { method, url, headers = {}, body } = expected;
    return totals.and([
      isForwarded,
      ...(method === undefined ? [] : [this.#at(`req.method == ${quoted(method)}`, 0)]),
      ...(url === undefined ? [] : [this.#url(url)]),
      ...Object.entries(headers).map(([name, value]) =>
        this.#headerText("req.headers", name.toLowerCase(), value, upstreamMoment),
      ),
      ...(body === undefined ? [] : [this.#open("body for the upstream", body)]),
    ]);
  }

  #url(expected: ExpectedText): Formula {
    const { totals, upstreamMoment, options } = this.#symbolic;
    const written = this.#open("URL for the upstream", expected);
    if (typeof expected !== "string") return written;
    const parts = parseUrl(expected);
    if (parts === undefined) return never;
    // Conditions see the URL in its normal form, the upstream as it was written.
    const isNormal = options.urlNormalization === "none";
    const normal = isNormal ? expected : normalized(formatUrl(parts));
    if (normal === undefined) return written;
    return totals.and([this.#at(`req.url == ${quoted(normal)}`, upstreamMoment), written]);
  }

  #headerText(
    map: "req.headers" | "res.headers",
    name: string,
    expected: ExpectedText | null,
    moment: number,
  ): Formula {
    if (this.#symbolic.policy.protocol !== "http") return expected === null ? always : never;
    const { totals } = this.#symbolic;
    const entry = `${map}[${quoted(name)}]`;
    const there = this.#at(`${quoted(name)} in ${map}`, moment);
    if (expected === null) return totals.not(there);
    const isOne = this.#at(`${quoted(name)} in ${map} && ${entry}.size() == 1`, moment);
    const several = this.#open("header", [map, name, expected, moment]);
    const test = textTest(`${entry}[0]`, expected);
    if (test === undefined) return totals.and([there, several]);
    const first = this.#at(`${quoted(name)} in ${map} && ${test}`, moment);
    // Several values are compared as they are joined.
    return totals.and([there, totals.choice(isOne, first, several)]);
  }

  #rules({ matched = [], notMatched = [], onlyMatched }: Expectation): Formula[] {
    const { totals, rules } = this.#symbolic;
    const fired = (called: string): Formula =>
      totals.or(
        rules
          .filter(({ rule: { name, path } }) => name === called || path === called)
          .map(({ reached, matches }) => totals.and([reached, matches])),
      );
    const all = [...matched.map(fired), ...notMatched.map((called) => totals.not(fired(called)))];
    if (onlyMatched === undefined) return all;
    // Each of several rules with one name may be meant.
    const names = rules.map(({ rule }) => rule.name ?? rule.path);
    if (new Set(names).size < names.length) return [...all, this.#open("rules", onlyMatched)];
    const inOrder = rules.filter(({ rule: { name = "", path } }) =>
      onlyMatched.some((called) => called === name || called === path),
    );
    const isInOrder =
      inOrder.length === onlyMatched.length &&
      inOrder.every(({ rule: { name, path } }, at) => [name, path].includes(onlyMatched[at]));
    if (!isInOrder) return [...all, never];
    return [
      ...all,
      ...rules.map((one) => {
        const fires = totals.and([one.reached, one.matches]);
        return inOrder.includes(one) ? fires : totals.not(fires);
      }),
    ];
  }

  #atEnd(text: string): Formula {
    return this.#at(text, this.#symbolic.changes.count);
  }

  #at(text: string, moment: number): Formula {
    const { totals, changes, policy } = this.#symbolic;
    const condition = this.#symbolic.condition(text, rulesAfterUpstream(policy)?.name ?? "");
    if (condition === undefined) return this.#open("condition", [text, moment]);
    return totals.isTrue(changes.seen(condition.formula, moment));
  }

  #open(what: string, details: unknown): Formula {
    return this.#symbolic.totals.opaque(
      `${what} ${JSON.stringify(details)}`,
      `the ${what} is as expected`,
    );
  }
}

function isUpstreams(ending: Ending | undefined): boolean {
  return ending === undefined || ending.kind === "forwarded";
}

function isLast(ending: Ending | undefined): boolean {
  return ending?.stage === "response" || ending?.stage === "close";
}

function isWithoutRequest(ending: Ending | undefined, { policy }: SymbolicPolicy): boolean {
  return policy.protocol !== "http" || ending?.stage === "connect";
}

function mayChangeBody({ policy: { sections, dialect } }: SymbolicPolicy): boolean {
  return sections.some(
    ({ stage, rules }) =>
      (stage === "response" || stage === "message") &&
      rules.some(({ actions }) =>
        actions.some(({ type }) => {
          const { changes, headers } = dialect.actions.get(type) ?? {};
          return headers === undefined && (changes?.includes("res") ?? true);
        }),
      ),
  );
}

function textTest(term: string, expected: ExpectedText): string | undefined {
  if (typeof expected === "string") return `${term} == ${quoted(expected)}`;
  if (expected instanceof RegExp || !compileRegularExpression(expected.matches).ok)
    return undefined;
  return `${term}.matches(${quoted(expected.matches)})`;
}

function quoted(value: string): string {
  return printExpression({ kind: "literal", type: "string", value });
}

function normalized(url: string): string | undefined {
  // What needs no normalizing is in normal form.
  return /^[a-z]+:\/\/[a-z0-9.:-]+\/[\w/-]*$/.test(url) ? url : undefined;
}
