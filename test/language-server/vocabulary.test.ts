import { describe, expect, test } from "vitest";
import type { CompletionItem, Hover } from "vscode-languageserver";
import { dialectNamed } from "@traffic-policy/policy-language";
import { TestEditor } from "./editor.ts";
import { mark, unmarked } from "./syntaxes.ts";

// What an editor offers in documents is what the catalogue has, in both dialects.

const dialects = [await dialectNamed("directions"), await dialectNamed("phases")];
const writings = [
  {
    language: "yaml",
    rule: (section: string, action: string) =>
      `${section}:\n  - name: a\n    actions:\n      - ${action}\n`,
    typed: (type: string) => `type: ${type}`,
    config: (type: string) => `type: ${type}\n        config:\n          ${mark}`,
  },
  {
    language: "json",
    rule: (section: string, action: string) =>
      `{"${section}": [{"name": "a", "actions": [{${action}}]}]}`,
    typed: (type: string) => `"type": "${type}"`,
    config: (type: string) => `"type": "${type}", "config": {"${mark}"}`,
  },
];
const all = dialects.flatMap((dialect) =>
  writings.map((writing) => ({ ...writing, dialect, name: dialect.name })),
);

describe.each(all)("of $name, in $language", ({ dialect, language, rule, typed, config }) => {
  const sections = [...dialect.sections.keys()];

  /** Asks about the place of the mark, of one document after the other. */
  async function ask<Result>(method: string, texts: readonly string[]): Promise<Result[]> {
    const editor = await TestEditor.start();
    const results: Result[] = [];
    for (const [index, marked] of texts.entries()) {
      const uri = `file:///work/${index}.policy.${language}`;
      const { text, position } = unmarked(marked);
      await editor.open(uri, text);
      results.push(await editor.request<Result>(`textDocument/${method}`, uri, { position }));
      await editor.closeDocument(uri);
    }
    await editor.close();
    return results;
  }

  const labels = (items: readonly CompletionItem[]): string[] =>
    items.map(({ label }) => label).toSorted();

  test("in each section the actions are offered that may stand there", async () => {
    const found = await ask<CompletionItem[]>(
      "completion",
      sections.map((section) => rule(section, typed(mark))),
    );
    const possible = sections.map((section) =>
      [...dialect.actions.values()]
        .filter(({ sections: where, unsureSections = {} }) =>
          [...Object.values(where), ...Object.values(unsureSections)].flat().includes(section),
        )
        .map(({ type }) => type)
        .toSorted(),
    );
    expect(found.map(labels)).toEqual(possible);
  });

  test("where an action may perhaps stand without a rule, its types are offered, too", async () => {
    const found = await ask<CompletionItem[]>(
      "completion",
      sections.flatMap((section) =>
        language === "yaml"
          ? [`${section}:\n  - type: ${mark}\n`, `${section}:\n  - type: de${mark}\n`]
          : [`{"${section}": [{"type": "${mark}"}]}`, `{"${section}": [{"type": "de${mark}"}]}`],
      ),
    );
    const types = sections.map((section) =>
      [...dialect.actions.values()]
        .filter(
          ({ sections: where, unsureSections = {} }) =>
            dialect.perhapsActionsAsRules === true &&
            [...Object.values(where), ...Object.values(unsureSections)].flat().includes(section),
        )
        .map(({ type }) => type)
        .toSorted(),
    );
    expect(found.map(labels)).toEqual(types.flatMap((one) => [one, one]));
  });

  test("of each action the keys of its config are offered", async () => {
    const actions = [...dialect.actions.values()].map((one) => {
      const [section = ""] = Object.values(one.sections).flat();
      return { section, type: one.type, keys: Object.keys(one.config.properties ?? {}) };
    });
    const found = await ask<CompletionItem[]>(
      "completion",
      actions.map(({ section, type }) => rule(section, config(type))),
    );
    expect(actions.map(({ type }, index) => [type, labels(found[index] ?? [])])).toEqual(
      actions.map(({ type, keys }) => [type, keys.toSorted()]),
    );
  });

  test("each action is explained by its sentence", async () => {
    const actions = [...dialect.actions.values()];
    const found = await ask<Hover | null>(
      "hover",
      actions.map(({ type, sections: where }) =>
        rule(
          Object.values(where).flat()[0] ?? "",
          typed(`${type.slice(0, 1)}${mark}${type.slice(1)}`),
        ),
      ),
    );
    for (const [index, { description }] of actions.entries()) {
      expect(JSON.stringify(found[index])).toContain(JSON.stringify(description).slice(1, -1));
    }
  });
});

test.each([
  ["yaml", mark],
  ["yaml", `on_${mark}`],
  ["json", `{"${mark}"}`],
  ["json", `{"on_${mark}"}`],
])(
  "a document in %s without rules may get the sections of either dialect: %s",
  async (language, marked) => {
    const editor = await TestEditor.start();
    const uri = `file:///work/web.policy.${language}`;
    const { text, position } = unmarked(marked);
    await editor.open(uri, text);
    const items = await editor.request<CompletionItem[]>("textDocument/completion", uri, {
      position,
    });
    await editor.close();
    const names = dialects.flatMap(({ sections }) => [...sections.keys()]);
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(names));
  },
);
