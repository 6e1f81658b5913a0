import { readdirSync, readFileSync } from "node:fs";
import { isPolicyBuilder } from "@traffic-policy/policy-builder";
import {
  jsonPolicySource,
  protocols,
  type JsonValue,
  type Protocol,
} from "@traffic-policy/policy-language";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { rules } from "@traffic-policy/policy-lint";
import { compilePolicy } from "@traffic-policy/policy-engine";
import { describe, expect, test } from "vitest";
import { writtenPolicies } from "../policy-builder/to-source/documents.ts";
import { rightConditions } from "../policy-lint/right/conditions.ts";
import { rightPolicies } from "../policy-lint/right/policies.ts";
import { filesIn } from "../docs/pages.ts";
import { unexplained } from "./unexplained.ts";

// Every policy that this repository shows, and every one that the linter finds nothing in, is
// simulated with a bare exchange and with one that has a bit of everything.

const root = new URL("../../", import.meta.url);

/** The policy of a module, whose function is called as for the example's production. */
function inProduction(exported: unknown): unknown {
  if (typeof exported !== "function" || isPolicyBuilder(exported)) return exported;
  const values = { host: "shop.example", debug: false, office: "192.0.2.0/24" };
  return (exported as (environment: object) => unknown)({ name: "production", values });
}

function parsed(text: string, language: string): JsonValue | undefined {
  const read = language === "yaml" || language === "yml" ? yamlPolicySource : jsonPolicySource;
  const { document, errors } = read("policy", text);
  return errors.length > 0 ? undefined : document;
}

describe("policies of docs/", () => {
  const pages = ["README.md", "CONTRIBUTING.md"].concat(
    readdirSync(new URL("docs/", root))
      .filter((file) => file.endsWith(".md"))
      .map((file) => `docs/${file}`),
  );
  const shown = pages.flatMap((page) =>
    [...readFileSync(new URL(page, root), "utf8").matchAll(/^```(json|ya?ml).*\n([^]*?)^```/gm)]
      .map(([, language = "", text = ""]) => ({ page, language, text }))
      .filter(({ text }) => /^\W*"?(?:inbound|outbound)\b/.test(text)),
  );

  // That page is about an action that only a catalogue of one's own has.
  const known: Readonly<Record<string, readonly string[]>> = {
    "docs/extending-the-catalogue.md": ['There is no action "slow-down".'],
  };

  test.each(shown)("the $language of $page", async ({ page, language, text }) => {
    const document = parsed(text, language);
    const { problems } = await compilePolicy(document ?? null);
    expect(problems.map(({ message }) => message)).toEqual(known[page] ?? []);
    expect(await unexplained(document, "http")).toEqual([]);
  });

  const files = filesIn("docs/examples")
    .map((file) => file.slice("docs/examples/".length))
    // Wrong on purpose: the guide shows what migrate says of it.
    .filter((file) => !file.startsWith("moving/old/"))
    .filter((file) => !file.includes("does-not-compile"))
    .filter((file) => /\.policy\.ts$|(^|\/)(web|shop|old|edge)[\w.]*\.(json|yaml)$/.test(file));
  const wrong = files.filter((file) => /^(mistakes|fixing)\/.*(json|yaml)$/.test(file));
  const right = files.filter((file) => !wrong.includes(file));

  async function read(file: string): Promise<{ document: JsonValue; protocol: Protocol }> {
    const url = new URL(`docs/examples/${file}`, root);
    if (file.endsWith(".ts")) {
      const { default: exported } = (await import(url.href)) as { default: unknown };
      const policy = inProduction(exported);
      if (!isPolicyBuilder(policy)) throw new Error(`${file} exports no policy.`);
      const { protocol = "http" } = policy;
      return { document: policy.toDocument() as unknown as JsonValue, protocol };
    }
    const document = parsed(readFileSync(url, "utf8"), file.split(".").at(-1) ?? "");
    if (document === undefined) throw new Error(`${file} cannot be read.`);
    return { document, protocol: "http" };
  }

  test("there are some", () => {
    expect(right.length).toBeGreaterThan(6);
    expect(wrong.length).toBeGreaterThan(1);
  });

  test.each(right)("%s", async (file) => {
    const { document, protocol } = await read(file);
    expect((await compilePolicy(document, { protocol })).problems).toEqual([]);
    expect(await unexplained(document, protocol)).toEqual([]);
  });

  test.each(wrong)("%s, which is wrong", async (file) => {
    const { document, protocol } = await read(file);
    expect((await compilePolicy(document, { protocol })).problems).not.toEqual([]);
  });
});

describe("what the pages of the lint rules show", () => {
  const pages = [...rules].map(([name, { docs }]) => {
    const { protocol = "http", language = "json" } = docs;
    return {
      name,
      protocol,
      right: parsed(docs.right, language),
      wrong: parsed(docs.wrong, language),
    };
  });

  test.each(pages.filter(({ right }) => right !== undefined))(
    "$name: what is right",
    async ({ right, protocol }) => {
      expect((await compilePolicy(right ?? null, { protocol })).problems).toEqual([]);
      expect(await unexplained(right, protocol)).toEqual([]);
    },
  );

  // What is found out only when an expression is evaluated; everything else is a problem before.
  const late: Readonly<Record<string, string>> = {
    "expression/not-boolean": "list is neither true nor false.",
    "expression/regular-expression":
      "The regular expression is not RE2: missing closing ]: `[0-9/`.",
    "expression/time-zone": 'There is no time zone "europe/oslo".',
  };

  test.each(pages.filter(({ wrong }) => wrong !== undefined))(
    "$name: what is wrong",
    async ({ name, wrong, protocol }) => {
      const { problems } = await compilePolicy(wrong ?? null, { protocol });
      const known = new Set(problems.map(({ message }) => message));
      const others = (await unexplained(wrong, protocol)).filter((message) => !known.has(message));
      expect([...new Set(others)]).toEqual(name in late ? [late[name]] : []);
    },
  );
});

describe("what the linter finds nothing in", () => {
  test.each(rightConditions)(
    "$text",
    async ({ text, direction = "inbound", protocol = "http", beside = [] }) => {
      const actions = [{ type: "log", config: { metadata: { event: "seen" } } }];
      const document = { [direction]: [{ expressions: [...beside, text], actions }] };
      expect((await compilePolicy(document, { protocol })).problems).toEqual([]);
      expect(await unexplained(document, protocol)).toEqual([]);
    },
  );

  test.each(rightPolicies)("$title", async ({ policy, protocol = "http" }) => {
    expect((await compilePolicy(policy as JsonValue, { protocol })).problems).toEqual([]);
    expect(await unexplained(policy, protocol)).toEqual([]);
  });
});

test.each(writtenPolicies("fixtures", "published", "phases"))(
  "$name is simulated without anything thrown",
  async ({ document }) => {
    for (const protocol of protocols) {
      await expect(unexplained(document, protocol)).resolves.toBeDefined();
    }
  },
);
