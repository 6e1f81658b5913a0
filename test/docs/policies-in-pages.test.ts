import { readFileSync, readdirSync } from "node:fs";
import { dialectOf, jsonPolicySource } from "@traffic-policy/policy-language";
import { yamlPolicySource } from "@traffic-policy/policy-language/yaml";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const pages = readdirSync(new URL("docs/", root)).filter((file) => file.endsWith(".md"));

/** The policies that pages show as JSON or YAML; those of the lint rules' pages have a test. */
const shown = ["README.md", "CONTRIBUTING.md", ...pages.map((file) => `docs/${file}`)].flatMap(
  (page) =>
    [...readFileSync(new URL(page, root), "utf8").matchAll(/^```(json|ya?ml).*\n([^]*?)^```/gm)]
      .map(([, language = "", text = ""]) => ({ page, language, text }))
      .filter(({ text }) => /^\W*"?(?:inbound|outbound|on_\w+)\b/.test(text)),
);

test.each(shown)(
  "lint finds nothing in the $language of $page",
  async ({ page, language, text }) => {
    const source = (language === "json" ? jsonPolicySource : yamlPolicySource)(page, text);
    const dialect = await dialectOf(source.document);
    expect(lintPolicy(source, { dialect, protocol: "http" })).toEqual([]);
  },
);
