import {
  checkExpression,
  defineCatalogue,
  directionsDialect,
  parseExpression,
  type Span,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import type { Formula } from "../../../../packages/policy-lint/src/analysis/logic/formula.ts";
import { formulaOf } from "../../../../packages/policy-lint/src/analysis/logic/formula-of.ts";

/** A dialect with a variable of each type under `x`. */
const dialect = defineCatalogue(directionsDialect, {
  variables: [
    { name: "x.text", type: "string", description: "a text" },
    { name: "x.other", type: "string", description: "another text" },
    {
      name: "x.maybe",
      type: "string",
      description: "perhaps a text",
      missing: { when: "there is none" },
    },
    { name: "x.whole", type: "int", description: "a whole number" },
    { name: "x.more", type: "int", description: "another whole number" },
    { name: "x.real", type: "double", description: "a number" },
    { name: "x.flag", type: "bool", description: "a bool" },
    { name: "x.map", type: "map(string, string)", description: "a map" },
    { name: "x.list", type: "list(string)", description: "a list" },
    { name: "x.open", type: "dyn", description: "anything" },
    { name: "x.clock", type: "int", description: "the time", varies: true },
  ],
});

/** What an expression says; undefined when its types are wrong. */
export function formulaOfText(text: string): Formula | undefined {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text} cannot be parsed`);
  const { types, errors, variables } = checkExpression(parsed.tree, { dialect });
  if (errors.length > 0) return undefined;
  const bySpan = new Map<Span, VariableDefinition>();
  for (const { span, definition } of variables) if (span) bySpan.set(span, definition);
  return formulaOf(parsed.tree, { types, variables: bySpan, functions: dialect.functions });
}
