import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "vitest";
import { parseDocument, stringify } from "yaml";
import { filesBelow } from "../files-below.ts";
import { writtenPolicies } from "../policy-builder/to-source/documents.ts";
import { rightConditions } from "../policy-lint/right/conditions.ts";
import { rightPolicies } from "../policy-lint/right/policies.ts";
import { wrongConditions } from "../policy-lint/wrong/conditions.ts";
import { wrongPolicies } from "../policy-lint/wrong/policies.ts";
import { expectShownAsLinted, type Files } from "./shown-as-linted.ts";

// An editor shows what the command prints, at the same place, however it counts the characters of a line.

const log = [{ type: "log", config: { metadata: { event: "seen" } } }];

/** With a name that takes more bytes than units, and more units than characters. */
const conditions = [
  ...wrongConditions.map((one) => ({ ...one, text: one.marked.replaceAll(/[«»]/g, "") })),
  ...rightConditions,
].map(({ text, direction = "inbound", protocol = "http", beside = [] }) => ({
  protocol,
  policy: { [direction]: [{ name: "Größe 📏", expressions: [...beside, text], actions: log }] },
}));

const policies = [
  ...wrongPolicies.map(({ marked, protocol = "http" }) => ({
    protocol,
    text: marked.replaceAll(/[«»]/g, ""),
  })),
  ...rightPolicies.map(({ policy, protocol = "http" }) => ({
    protocol,
    text: JSON.stringify(policy),
  })),
];

interface Writing {
  readonly extension: string;
  readonly write: (policy: unknown) => string;
}

/** The ways in which the same document is written. */
const writings: readonly Writing[] = [
  { extension: "json", write: (policy) => JSON.stringify(policy) },
  { extension: "json", write: (policy) => `${JSON.stringify(policy, undefined, 2)}\r\n` },
  { extension: "json", write: escaped },
  { extension: "yaml", write: (policy) => stringify(policy, { lineWidth: 40 }) },
  { extension: "yaml", write: (policy) => inYaml(policy, "BLOCK_FOLDED") },
  { extension: "yaml", write: (policy) => inYaml(policy, "BLOCK_LITERAL") },
  { extension: "yaml", write: (policy) => inYaml(policy, "QUOTE_DOUBLE") },
];

function escaped(policy: unknown): string {
  const text = JSON.stringify(policy);
  return text.replaceAll(
    /[e'ö]|[\ud800-\udfff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function inYaml(policy: unknown, type: "BLOCK_FOLDED" | "BLOCK_LITERAL" | "QUOTE_DOUBLE"): string {
  return stringify(policy, { defaultStringType: type, defaultKeyType: "PLAIN", lineWidth: 40 });
}

function fixtures(): Files {
  const files: Files = {};
  const targets: Record<string, object> = {};
  const add = (name: string, protocol: string, text: string): void => {
    files[name] = text;
    if (protocol !== "tcp") return;
    targets[`t${Object.keys(targets).length}`] = { kind: "tcp-edge", edge: "e", policy: name };
  };
  for (const [index, { protocol, policy }] of conditions.entries()) {
    const { extension, write } = writings[index % writings.length] as Writing;
    add(`condition-${index}.policy.${extension}`, protocol, write(policy));
  }
  for (const [index, { protocol, text }] of policies.entries()) {
    add(`policy-${index}.policy.json`, protocol, text);
    const { extension, write } = writings[index % writings.length] as Writing;
    if (extension === "yaml") {
      add(`policy-${index}.policy.yaml`, protocol, write(parseDocument(text).toJS()));
    }
  }
  files["traffic-policy.config.json"] = JSON.stringify({ service: "emulator", targets });
  return files;
}

const examplesFolder = fileURLToPath(new URL("../../docs/examples/", import.meta.url));

/** The policies of the documentation, with their configurations as far as those are no code. */
function examples(): Files {
  const names = filesBelow(examplesFolder, /^node_modules$|\.ts$/).filter((name) =>
    /\.(?:json|ya?ml)$/.test(name),
  );
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(examplesFolder, name), "utf8")]),
  );
}

/** Policies as people write them, in both dialects. */
function written(): Files {
  return Object.fromEntries(
    writtenPolicies("published", "phases").map(({ name, document }) => [
      name.replace(".json", ".policy.json"),
      JSON.stringify(document, undefined, 2),
    ]),
  );
}

test.each([
  { what: "the fixtures of lint", filesOf: fixtures },
  { what: "the examples of the documentation", filesOf: examples },
  { what: "policies as people write them", filesOf: written },
])("$what: an editor shows what lint prints", async ({ filesOf }) => {
  await expectShownAsLinted(filesOf());
});
