import { policy, type PolicyBuilder } from "@traffic-policy/policy-builder";
import { Bench } from "tinybench";
import { copied } from "../../packages/policy-builder/src/json-copy.ts";
import { figuresOf } from "./expressions.ts";
import { mixedRules } from "./fixtures/rules.ts";
import { printTable } from "./table.ts";

const count = 10_000;

function build(): PolicyBuilder<"http"> {
  const rules = Array.from({ length: count / mixedRules(0).length }, (_item, run) =>
    mixedRules(run),
  );
  return policy({ protocol: "http" }).inbound(...rules.flat());
}

/** An error for each rule, each condition and each action, as they are remembered. */
function rememberCalls(): Error[] {
  const sites: Error[] = [];
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 3;
  for (let index = 0; index < 3 * count; index++) sites.push(new Error());
  Error.stackTraceLimit = limit;
  return sites;
}

/** Building and writing 10,000 rules, each call remembered, beside the JSON of the engine. */
export async function benchBuilder(): Promise<void> {
  const built = build();
  const document = built.toDocument();
  const bench = new Bench({ time: 2000, warmupTime: 500 })
    .add("JSON.stringify", () => void JSON.stringify(document))
    .add("build and serialize", () => void build().toString())
    .add("the floor: copy the document, remember the calls, serialize", () => {
      const copy = copied(document);
      rememberCalls();
      return void JSON.stringify(copy);
    })
    .add("remember the calls alone", () => void rememberCalls())
    .add("build", () => void build())
    .add("serialize", () => void built.toString())
    .add("read all positions", () => void built.origins());
  await bench.run();
  const size = Math.round(JSON.stringify(document).length / 1024);
  const figures = figuresOf(bench).map((figure) =>
    figure.name === "build and serialize"
      ? { ...figure, goal: { of: "ratio", most: 10 } as const }
      : figure,
  );
  printTable(`A policy of ${count} rules (${size} KB)`, figures);
}
