import { parse as parseWithLibrary } from "@marcbachmann/cel-js";
import { parseExpression, printExpression } from "@traffic-policy/policy-language";
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

/** The parser beside the library it stands on, and the printer. */
export async function benchExpressions(): Promise<void> {
  const trees = expressions.flatMap((text) => {
    const result = parseExpression(text);
    return result.ok ? [result.tree] : [];
  });
  const bench = new Bench({ time: 500 })
    .add("the parser library alone", () => {
      for (const text of expressions) parseWithLibrary(text);
    })
    .add("parseExpression", () => {
      for (const text of expressions) parseExpression(text);
    })
    .add("printExpression", () => {
      for (const tree of trees) printExpression(tree);
    });
  await bench.run();
  printTable(`${expressions.length} expressions`, figuresOf(bench));
}

/** The medians of a finished benchmark. */
export function figuresOf(bench: Bench): { name: string; median: number }[] {
  return bench.tasks.map(({ name, result }) => {
    if (!("latency" in result)) throw new Error(`${name} did not finish`);
    return { name, median: result.latency.p50 };
  });
}
