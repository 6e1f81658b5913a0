import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compilePolicy } from "@traffic-policy/policy-engine";
import { isJsonObject, type JsonValue } from "@traffic-policy/policy-language";
import { Prover } from "@traffic-policy/policy-proof";
import { expect, test } from "vitest";
import { filesBelow } from "../files-below.ts";
import { sharedData } from "../shared-data.ts";

// What is reached is known of nearly all rules and operands that people have published; what is not known is listed
// with its reason by TEST_PRINT=1.

const examples = new URL("../../docs/examples/", import.meta.url);

/** In percent of all questions of a collection. */
const mostUnknown = 2;

async function examplePolicies(): Promise<[string, unknown][]> {
  const files = filesBelow(fileURLToPath(examples), /^(?:node_modules|\..*|editors)$/);
  const read = files
    .filter((file) => /\.policy\.ts$|\.json$/.test(file))
    .map(async (file): Promise<[string, unknown][]> => {
      const url = new URL(file, examples);
      if (file.endsWith(".json")) return [[file, JSON.parse(readFileSync(url, "utf8"))]];
      const exported = (await import(url.href)) as Record<string, unknown>;
      return Object.values(exported)
        .filter((one) => typeof one === "object")
        .map((policy) => [file, JSON.parse(JSON.stringify(policy))]);
    });
  return (await Promise.all(read))
    .flat()
    .filter(
      ([, document]) => isJsonObject(document) && ("inbound" in document || "outbound" in document),
    );
}

function collection(path: string): [string, unknown][] {
  const folder = sharedData(path);
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), "utf8"))]);
}

test.each([
  ["corpus/directions", () => collection("corpus/directions/")],
  ["corpus/official", () => collection("corpus/official/")],
  ["docs/examples", examplePolicies],
])("what is reached is known of the policies in %s", async (name, read) => {
  const unknown: string[] = [];
  let count = 0;
  for (const [file, document] of await read()) {
    const policy = await compilePolicy(document as JsonValue);
    for (const { target, reached } of new Prover(policy).reach()) {
      count += 1;
      if (reached.kind !== "unknown") continue;
      unknown.push(`${file}${target.path} ${target.never} ${target.text ?? ""}: ${reached.reason}`);
    }
  }
  if (process.env["TEST_PRINT"] === "1") {
    console.log([`${name}: ${unknown.length} of ${count} unknown`, ...unknown].join("\n"));
  }
  expect(unknown.slice(Math.floor((mostUnknown / 100) * count))).toEqual([]);
});
