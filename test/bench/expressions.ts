import { parse as parseWithBufbuild } from "@bufbuild/cel";
import { Environment, parse as parseWithCelJs } from "@marcbachmann/cel-js";
import {
  checkExpression,
  interpolations,
  parseExpression,
  printExpression,
} from "@traffic-policy/policy-language";
import { Bench } from "tinybench";
import { printTable } from "./table.ts";

const expressions = [
  "req.method == 'POST' && req.content_length > 10000",
  "conn.geo.country_code in ['BR', 'CN', 'CU', 'IR', 'NG', 'RO']",
  "!('authorization' in req.headers)",
  "size(req.headers['user-agent'].filter(v, v.matches('(?i)bot/\\\\d+'))) > 0",
  "inCidrRanges(conn.client_ip, ['192.0.2.0/24', '2001:db8::/32'])",
  "req.url.path.startsWith('/api/') ? req.url.query == '' : req.url.port == 443",
];

// cel-js does not know our variables: it takes them for `dyn`, and has less to check.
const environment = new Environment({ unlistedVariablesAreDyn: true }).registerFunction(
  "inCidrRanges(string, list): bool",
  () => true,
);

/** Parsing, checking and printing expressions, beside other implementations of CEL. */
export async function benchExpressions(): Promise<void> {
  const trees = expressions.flatMap((text) => {
    const result = parseExpression(text);
    return result.ok ? [result.tree] : [];
  });
  const parsing = new Bench({ time: 500 })
    .add("cel-js, parse", () => {
      for (const text of expressions) parseWithCelJs(text);
    })
    .add("@bufbuild/cel, parse", () => {
      for (const text of expressions) parseWithBufbuild(text);
    })
    .add("parseExpression", () => {
      for (const text of expressions) parseExpression(text);
    })
    .add("printExpression", () => {
      for (const tree of trees) printExpression(tree);
    })
    .add("interpolations", () => {
      for (const text of expressions) interpolations(`a \${${text}} b`);
    });
  await parsing.run();
  printTable(`Parsing ${expressions.length} expressions`, figuresOf(parsing), { plot: true });

  const checking = new Bench({ time: 500 })
    .add("cel-js, parse and check", () => {
      for (const text of expressions) environment.check(text);
    })
    .add("parseExpression and checkExpression", () => {
      for (const text of expressions) {
        const result = parseExpression(text);
        if (result.ok) checkExpression(result.tree, { text });
      }
    });
  await checking.run();
  printTable(`Checking ${expressions.length} expressions`, figuresOf(checking), { plot: true });
}

/** The medians of a finished benchmark. */
export function figuresOf(bench: Bench): { name: string; median: number }[] {
  return bench.tasks.map(({ name, result }) => {
    if (!("latency" in result)) throw new Error(`${name} did not finish`);
    return { name, median: result.latency.p50 };
  });
}
