import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import GithubSlugger from "github-slugger";
import type { Hover } from "vscode-languageserver";
import { dialects } from "@traffic-policy/policy-language/phases";
import { rules } from "@traffic-policy/policy-lint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageAddress } from "../../packages/cli/src/version.ts";
import { TestEditor } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

// The pages that the build copies beside the command.

let editor: TestEditor;

beforeAll(async () => {
  editor = await TestEditor.start();
});

afterAll(() => editor.close());

/** The title or heading that an address leads to; nothing where it leads nowhere. */
const addressOf = (page: string): string => pageAddress(page) ?? "file:///";

function headingAt(address: string): string | undefined {
  const { href, hash } = new URL(address);
  const file = fileURLToPath(href.slice(0, href.length - hash.length));
  if (!existsSync(file)) return undefined;
  const slugger = new GithubSlugger();
  const headings = [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(
    ([, heading = ""]) => heading,
  );
  if (hash === "") return headings[0];
  return headings.find((heading) => `#${slugger.slug(heading)}` === hash);
}

let count = 0;

async function hoverAt(markedText: string): Promise<string> {
  const uri = `file:///work/${(count += 1)}.policy.json`;
  const { text, position } = unmarked(markedText);
  await editor.open(uri, text);
  const { contents } = await editor.request<Hover>("textDocument/hover", uri, { position });
  return (contents as { readonly value: string }).value;
}

async function linkAt(markedText: string): Promise<string | undefined> {
  return /\[Reference\]\((.*)\)$/.exec(await hoverAt(markedText))?.[1];
}

describe.each(Object.values(dialects))("in $name", (dialect) => {
  const places = [...dialect.actions.values()].map(({ type, sections }) => ({
    type,
    section: Object.values(sections).flat()[0] ?? "",
  }));

  test.each(places)("the type $type leads to its section of the reference", async (place) => {
    const { type, section } = place;
    const address = await linkAt(
      `{"${section}": [{"name": "A", "actions": [{"type": "${mark}${type}"}]}]}`,
    );
    expect(headingAt(address ?? "file:///")).toBe(type);
  });

  test("a variable and a function lead to theirs", async () => {
    const [section = ""] = [...dialect.sections.keys()].slice(-1);
    const at = (condition: string): Promise<string | undefined> =>
      linkAt(`{"${section}": [{"name": "A", "expressions": ["${condition}"], "actions": []}]}`);
    const found = [
      await at(`conn.client${mark}_ip == 'a'`),
      await at(`inCidr${mark}Range('a', 'b')`),
    ];
    const folder = dialect.name === "directions" ? "catalogue" : `catalogue/${dialect.name}`;
    expect(found.map((address) => dirname(new URL(address ?? "").pathname))).toEqual([
      dirname(new URL(addressOf(`docs/${folder}/a.md`)).pathname),
      dirname(new URL(addressOf(`docs/${folder}/a.md`)).pathname),
    ]);
    expect(found.map((address) => headingAt(address ?? ""))).toEqual(["conn", "inCidrRange"]);
  });
});

test("an action says since when it is documented, where that is known", async () => {
  const at = (type: string): Promise<string> =>
    hoverAt(`{"inbound": [{"name": "A", "actions": [{"type": "${mark}${type}"}]}]}`);
  expect(await at("forward-internal")).toContain("\n\nDocumented since 2024-09-25.\n\n");
  expect(await at("deny")).not.toContain("Documented");
});

test("a finding leads to the page of its rule", async () => {
  const text =
    '{"inbound": [{"name": "A", "expressions": ["req.metod == \'GET\'"], "actions": []}]}';
  const found = await editor.open("file:///work/wrong.policy.json", text);
  expect(found.length).toBeGreaterThan(0);
  for (const { code, codeDescription } of found) {
    expect(headingAt(codeDescription?.href ?? "file:///")).toBe(code);
  }
});

test.each([...rules.keys()])("%s has a page", (rule) => {
  expect(headingAt(addressOf(`docs/rules/${rule}.md`))).toBe(rule);
});

test("the pages link to nothing that is not there", () => {
  const folder = fileURLToPath(addressOf("docs"));
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".md"),
  );
  expect(pages.length).toBeGreaterThan(rules.size);
  const dead = pages.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const targets = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = ""]) => target);
    return targets.filter(
      (target) => !target.startsWith("https:") && !existsSync(join(folder, dirname(name), target)),
    );
  });
  expect(dead).toEqual([]);
});
