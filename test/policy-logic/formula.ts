import {
  checkExpression,
  defineCatalogue,
  directionsDialect,
  parseExpression,
} from "@traffic-policy/policy-language";
import { Condition, type Formula } from "@traffic-policy/policy-logic";

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
    { name: "x.others", type: "list(string)", description: "another list" },
    { name: "x.list", type: "list(string)", description: "a list" },
    { name: "x.open", type: "dyn", description: "anything" },
    { name: "x.clock", type: "int", description: "the time", varies: true },
  ],
});

/** What an expression says; undefined when its types are wrong. */
export function formulaOfText(text: string): Formula | undefined {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text} cannot be parsed`);
  const checked = checkExpression(parsed.tree, { dialect });
  if (checked.errors.length > 0) return undefined;
  return new Condition(parsed.tree, checked, dialect).formula;
}
