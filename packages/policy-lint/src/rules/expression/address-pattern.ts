import { type Expression } from "@traffic-policy/policy-language";
import { parseAddress, parseCidr, shortened } from "@traffic-policy/policy-language/internal";
import {
  fixOf,
  longestAdvice,
  toWrite,
  writtenOperand,
} from "../../analysis/expression/replacement.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import type { ComparedText } from "../../nodes/expression-parts.ts";
import { isText, patternTarget, textOf } from "../../nodes/tree-parts.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";
import { rangeQuestion } from "../../analysis/address-ranges.ts";

export default defineRule({
  severity: "warning",
  fix: "unsafe",
  docs: {
    what: "The address of a client or server is searched as text, or compared with a range.",
    wrong: `{ "inbound": [ { "name": "inside", "expressions": ["conn.client_ip.startsWith('10.')"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "inside", "expressions": ["inCidrRange(conn.client_ip, '10.0.0.0/8')"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The text of an address never equals a range, and the same IPv6 address can be written in many ways. A prefix or pattern easily matches more than intended: `startsWith('10')` is also true for 100.64.0.1.",
  },
  only: {
    comparedText: ({ form }) => form === "ip-address",
    formattedText: (format) => format === "regular-expression",
  },
  visit: {
    comparedText(compared, report) {
      const question = questionIn(compared);
      if (question !== undefined) report(findingOf(question, compared.expression));
    },
    formattedText({ expression, literal, call: node }, report) {
      const address = patternTarget(node);
      if (address === undefined || expression.variableOf(address)?.form !== "ip-address") return;
      // `.matches(':')` tests for IPv6, and needs no range.
      if (!/\d/.test(literal.value)) return;
      report(findingOf({ node, address, never: false, denied: false }, expression));
    },
  },
});

function findingOf(
  { node, address, never, ranges, denied }: AddressQuestion,
  expression: ExpressionNode,
): Finding {
  const { dialect } = expression.place;
  const written = writtenOperand(expression.text, address);
  const question = ranges && rangeQuestion(dialect, written, ranges);
  const instead = question && (denied ? `!${question}` : question);
  const example = rangeQuestion(dialect, written, ["192.0.2.0/24"]);
  const { span } = node;
  return {
    ...expression.at(span),
    message: never
      ? `${shortened(written)} is one address, so a range is never part of its text.`
      : `${shortened(written)} is searched as text.`,
    ...(instead
      ? { help: `${toWrite(instead)}.` }
      : example && {
          help: `Test for a range of addresses: ${shortened(example, longestAdvice)}.`,
        }),
    // Not safe: a condition that was never true can become so, and what a text asks of the
    // addresses of IPv6 is not always what a range asks.
    ...(instead && span && { fix: fixOf(expression, [{ span, text: instead }]) }),
  };
}

interface AddressQuestion {
  readonly node: Expression;
  readonly address: Expression;
  readonly never: boolean;
  readonly ranges?: readonly string[];
  readonly denied: boolean;
}

function questionIn({ node, comparison, literal }: ComparedText): AddressQuestion | undefined {
  const { value } = literal;
  if (node.kind === "call") {
    const { target: address } = node;
    if (address === undefined || comparison === "endsWith") return undefined;
    if (isRange(value)) return { node, address, never: true, ranges: [value], denied: false };
    // `.contains(':')` tests for IPv6, and needs no range.
    if (comparison === "contains") return undefined;
    const asText = { node, address, never: false, denied: false };
    const range = rangeOfPrefix(value);
    if (range !== undefined) return { ...asText, ranges: [range] };
    return /[\da-f]/i.test(value) ? asText : undefined;
  }
  if (node.kind !== "binary") return undefined;
  const { left, right } = node;
  if (comparison === "in" && right.kind === "list") {
    // One test for all of them.
    if (literal !== right.elements.find(isText)) return undefined;
    const values = right.elements.map(textOf);
    if (!values.some((one) => one !== undefined && isRange(one))) return undefined;
    const all = values.flatMap((one) => (one === undefined ? undefined : rangeOf(one)) ?? []);
    const isWhole = all.length === values.length;
    return { node, address: left, never: true, denied: false, ...(isWhole && { ranges: all }) };
  }
  const address = literal === left ? right : left;
  if (!isRange(value)) return undefined;
  return { node, address, never: true, ranges: [value], denied: comparison === "!=" };
}

function isRange(text: string): boolean {
  return text.includes("/") && parseCidr(text) !== undefined;
}

function rangeOf(text: string): string | undefined {
  return isRange(text) ? text : parseAddress(text)?.text;
}

/** Returns the range of all addresses with a prefix: `10.0.0.0/8` for `10.`. */
function rangeOfPrefix(text: string): string | undefined {
  const octets = /^(?:\d{1,3}\.){1,3}$/.test(text) ? text.split(".").slice(0, -1) : [];
  const cidr = `${[...octets, "0", "0", "0", "0"].slice(0, 4).join(".")}/${octets.length * 8}`;
  return octets.length > 0 ? parseCidr(cidr)?.text : undefined;
}
