import { compare, parseJson, serialize, type JsonValue } from "@traffic-policy/policy-language";
import { Bench } from "tinybench";
import { figuresOf } from "./expressions.ts";
import { printTable } from "./table.ts";

function policyOf(count: number): JsonValue {
  const inbound = Array.from({ length: count }, (_item, index): JsonValue => ({
    name: `rule ${index}`,
    expressions: [`req.url.path == '/${index}'`, "req.method == 'GET'"],
    actions: [{ type: "deny", config: { status_code: 403 } }],
  }));
  return { inbound };
}

/** Reading and comparing a policy of 200 rules, beside the JSON of the JavaScript engine. */
export async function benchCompare(): Promise<void> {
  const policy = policyOf(200);
  const text = serialize(policy);
  const changed = JSON.parse(text.replace("rule 100", "other").replace("403", "404")) as JsonValue;
  const bench = new Bench({ time: 500 })
    .add("JSON.parse", () => void JSON.parse(text))
    .add("parseJson, with positions", () => void parseJson(text))
    .add("serialize", () => void serialize(policy))
    .add("compare, identical", () => void compare(policy, JSON.parse(text) as JsonValue))
    .add("compare, two rules changed", () => void compare(policy, changed));
  await bench.run();
  printTable(`A policy of 200 rules (${Math.round(text.length / 1024)} KB)`, figuresOf(bench));
}
