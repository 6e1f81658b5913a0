import {
  checkExpression,
  parseExpression,
  printExpression,
  type Dialect,
  type JsonObject,
} from "@traffic-policy/policy-language";
import { sourceDialectOf } from "../../../packages/policy-builder/src/to-source/dialects.ts";
import { unformattedSource } from "../../../packages/policy-builder/src/to-source/to-source.ts";

/** An expression, and the sections that it may stand in. */
export interface Expression {
  readonly text: string;
  readonly sections: readonly string[];
}

/** The conditions of a policy. */
export function expressionsOf({
  document,
}: {
  readonly document: JsonObject;
}): readonly Expression[] {
  return Object.entries(document).flatMap(([section, rules]) => {
    if (!Array.isArray(rules)) return [];
    return rules.flatMap((rule: JsonObject | null) => {
      const texts = rule?.["expressions"];
      return Array.isArray(texts)
        ? texts
            .filter((text) => typeof text === "string")
            .map((text) => ({ text, sections: [section] }))
        : [];
    });
  });
}

async function isTyped(text: string, section: string): Promise<boolean> {
  const document = { [section]: [{ expressions: [text], actions: [] }] };
  const source = unformattedSource(document, undefined, await sourceDialectOf(document));
  const [imports] = source.split(" from ");
  return !/\bcel\b/.test(imports ?? "");
}

/** The share of the valid expressions that become typed calls, where they stand or at least in one place. */
export async function typedShare(dialect: Dialect, found: readonly Expression[]): Promise<number> {
  let valid = 0;
  let typed = 0;
  for (const { text, sections } of found) {
    const parsed = parseExpression(text);
    // Typed calls write quotes and parentheses in one way only.
    if (!parsed.ok || printExpression(parsed.tree) !== text) continue;
    const right = sections.filter(
      (direction) => checkExpression(parsed.tree, { dialect, direction, text }).errors.length === 0,
    );
    if (right.length === 0) continue;
    valid++;
    const inEach = await Promise.all(right.map((section) => isTyped(text, section)));
    if (inEach.includes(true)) typed++;
  }
  return typed / valid;
}
