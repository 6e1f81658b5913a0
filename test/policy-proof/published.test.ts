import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isJsonObject } from "@traffic-policy/policy-language";
import { test } from "vitest";
import { filesBelow } from "../files-below.ts";
import { writtenPolicies } from "../policy-builder/to-source/documents.ts";
import { expectKnownReach } from "./known-reach.ts";

const examples = new URL("../../docs/examples/", import.meta.url);

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
      ([, document]) =>
        isJsonObject(document) &&
        Object.keys(document).some((key) => /^(?:inbound|outbound|on_\w+)$/.test(key)),
    );
}

test("what is reached is known of the policies in docs/examples", async () => {
  await expectKnownReach(await examplePolicies());
});

test("what is reached is known of policies as people publish them", async () => {
  const policies = writtenPolicies("published");
  await expectKnownReach(policies.map(({ name, document }) => [name, document]));
});
