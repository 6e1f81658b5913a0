import { parseExpression, type Expression } from "@traffic-policy/policy-language";
import {
  childrenOf,
  enumerated,
  parseAddress,
  parseCidr,
} from "@traffic-policy/policy-language/internal";
import { type CompiledPolicy, type RuleReference } from "@traffic-policy/policy-engine";
import { rulesBeforeUpstream } from "@traffic-policy/policy-engine/internal";
import {
  defineQuestion,
  goalsOfCondition,
  goalsOfForwarding,
  hasReachedUpstream,
  variablesOf,
  type Asking,
} from "../question.ts";
import { rulesText } from "../rules-text.ts";
import { messagesOf } from "../witness/witnesses.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"];

interface Kind {
  readonly one: string;
  readonly several: string;
  readonly every: string;
  readonly values: readonly string[];
  readonly conditionOn: (value: string) => string;
}

export default defineQuestion({
  title: "What is never let in: which methods, countries, addresses, versions of TLS?",
  *ask(asking) {
    const { policy } = asking;
    const isHttp = policy.protocol === "http";
    const [one, several] = isHttp ? ["request", "Requests"] : ["connection", "Connections"];
    const any = letIn(undefined, asking);
    if (any.kind === "none") {
      const message = `No ${one} reaches the upstream${takenBy(any.by)}.`;
      yield { kind: "fact", message, rules: any.by };
      return;
    }
    if (any.kind === "unknown") {
      const message = `It is unknown whether any ${one} reaches the upstream.`;
      yield { kind: "unknown", message, reason: any.reason, rules: [] };
      return;
    }
    const reaching: string[] = [];
    const kinds = kindsOf(policy).filter(({ values }) => values.length > 0);
    for (const kind of kinds) {
      const answers = kind.values.map((value) => ({
        value,
        letIn: letIn(kind.conditionOn(value), asking),
      }));
      const valuesWith = (which: string): string[] =>
        answers.filter((answer) => answer.letIn.kind === which).map(({ value }) => value);
      const never = valuesWith("none");
      const unknown = valuesWith("unknown");
      const others = valuesWith("found");
      if (never.length + unknown.length === 0) reaching.push(kind.every);
      if (never.length > 0) {
        const rules = [
          ...new Set(
            answers.flatMap((answer) => (answer.letIn.kind === "none" ? answer.letIn.by : [])),
          ),
        ];
        const message =
          kind.values === methods && unknown.length === 0 && others.length < never.length
            ? `Of the usual methods, ${others.length === 0 ? "none" : `only ${enumerated(others)}`} ${others.length > 1 ? "reach" : "reaches"} the upstream`
            : `No ${one} ${named(kind, never)} reaches the upstream`;
        yield { kind: "fact", message: `${message}${takenBy(rules)}.`, rules };
      }
      if (unknown.length > 0) {
        const reasons = answers.flatMap((answer) =>
          answer.letIn.kind === "unknown" ? answer.letIn.reason : [],
        );
        yield {
          kind: "unknown",
          message: `It is unknown whether a ${one} ${named(kind, unknown)} reaches the upstream.`,
          reason: reasons[0] ?? "",
          rules: [],
        };
      }
    }
    if (reaching.length > 0) {
      const message = `${several} reach the upstream ${enumerated(reaching)}.`;
      yield { kind: "holds", message, rules: [] };
    } else if (kinds.length === 0) {
      const message = `${several} reach the upstream; the policy names no country, address or version.`;
      yield { kind: "holds", message, rules: [] };
    }
  },
});

type LetIn =
  | { readonly kind: "found" }
  | { readonly kind: "none"; readonly by: readonly RuleReference[] }
  | { readonly kind: "unknown"; readonly reason: string };

function letIn(condition: string | undefined, { policy, inquiry, replay }: Asking): LetIn {
  const section = rulesBeforeUpstream(policy)?.name ?? "";
  const found = inquiry.ask(
    (symbolic) => [
      ...goalsOfForwarding(symbolic),
      ...(condition === undefined ? [] : goalsOfCondition(condition, symbolic, section)),
    ],
    messagesOf(policy, section),
    (exchange) => {
      const outcome = replay.run(exchange);
      return (outcome !== undefined && hasReachedUpstream(outcome, policy)) || undefined;
    },
  );
  return found.kind === "none"
    ? { kind: "none", by: found.past.map(({ reference }) => reference) }
    : found;
}

function takenBy(rules: readonly RuleReference[]): string {
  return rules.length === 0
    ? ""
    : `: ${rulesText(rules)} ${rules.length === 1 ? "ends" : "end"} them`;
}

function named({ one, several }: Kind, values: readonly string[]): string {
  return `${values.length === 1 ? one : several} ${enumerated(values, "or")}`;
}

function kindsOf(policy: CompiledPolicy): Kind[] {
  const near = (variable: string): string[] => textsNear(variable, policy);
  const addresses = [...near("conn.client_ip"), ...listedIn(policy)];
  const quoted = JSON.stringify;
  return [
    {
      one: "with the method",
      several: "with the methods",
      every: "with each of the usual methods",
      values: policy.protocol === "http" ? methods : [],
      conditionOn: (value) => `req.method == ${quoted(value)}`,
    },
    {
      one: "from the country",
      several: "from the countries",
      every: "from each country that the policy names",
      values: distinct(near("conn.geo.country_code").filter((text) => /^[A-Z]{2}$/.test(text))),
      conditionOn: (value) => `conn.geo.country_code == ${quoted(value)}`,
    },
    {
      one: "from the range",
      several: "from the ranges",
      every: "from each range of addresses that it names",
      values: distinct(addresses.filter((text) => text.includes("/") && parseCidr(text))),
      conditionOn: (value) => `inCidrRange(conn.client_ip, ${quoted(value)})`,
    },
    {
      one: "from the address",
      several: "from the addresses",
      every: "from each address that it names",
      values: distinct(addresses.filter((text) => parseAddress(text))),
      conditionOn: (value) => `conn.client_ip == ${quoted(value)}`,
    },
    {
      one: "with TLS",
      several: "with TLS",
      every: "with each version of TLS that it names",
      values: distinct(
        near("conn.tls.version").flatMap((text) => /^(?:TLS ?)?(1\.[0-3])$/.exec(text)?.[1] ?? []),
      ),
      conditionOn: (value) => `conn.tls.version.contains(${quoted(value)})`,
    },
  ];
}

function textsNear(variable: string, { sections, dialect }: CompiledPolicy): string[] {
  const expressions = sections.flatMap(({ rules }) => rules.flatMap((rule) => rule.expressions));
  return expressions.flatMap(({ text }) => {
    const parsed = parseExpression(text);
    return parsed.ok && variablesOf(parsed.tree, dialect).includes(variable)
      ? textsIn(parsed.tree)
      : [];
  });
}

function listedIn({ sections }: CompiledPolicy): string[] {
  return sections.flatMap(({ rules }) =>
    rules.flatMap(({ actions }) =>
      actions.flatMap(({ type, config }) =>
        type === "restrict-ips"
          ? [config["allow"], config["deny"]].flat().filter((one) => typeof one === "string")
          : [],
      ),
    ),
  );
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}

function textsIn(node: Expression): string[] {
  if (node.kind === "literal") return typeof node.value === "string" ? [node.value] : [];
  return childrenOf(node).flatMap(textsIn);
}
