import { tests } from "@bufbuild/cel-spec/testdata/parsing.js";
import { parseExpression, printExpression } from "@traffic-policy/policy-language";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { Lexer, type TokenKind } from "../../../packages/policy-language/src/expression/lexer.ts";
import { arbitraryExpression } from "../../policy-builder/arbitrary-expression.ts";
import { seededAsync } from "../../seeded.ts";
import { tokenized } from "./tokens.ts";

type Part = "string" | "number" | "word" | "sign";

const partOfToken = (kind: TokenKind): Part => {
  if (kind === "string" || kind === "number") return kind;
  return /^[a-z]/.test(kind) ? "word" : "sign";
};

/** Neighbours of the same part once: what is between them is not looked at. */
const condensed = (parts: readonly Part[]): Part[] =>
  parts.filter((part, index) => part !== parts[index - 1]);

/** The parts of an expression, as our parser sees them. */
function partsOf(expression: string): Part[] {
  const lexer = new Lexer(expression);
  const parts: Part[] = [];
  for (lexer.next(); lexer.kind !== "end"; lexer.next()) parts.push(partOfToken(lexer.kind));
  return condensed(parts);
}

/** The parts of the CEL in a text, as the grammars see them. */
async function coloredParts(scopeName: string, text: string): Promise<Part[]> {
  const pieces = (await tokenized(scopeName, text)).flat();
  const isOfCel = ({ scopes }: { scopes: readonly string[] }): boolean =>
    scopes.includes("source.cel") || scopes.includes("meta.embedded.inline.cel");
  return condensed(pieces.filter(isOfCel).flatMap(({ scopes }) => partOfScopes(scopes)));
}

function partOfScopes(scopes: readonly string[]): Part[] {
  const ours = scopes.filter((scope) => /^(?!meta|source).*\.cel$/.test(scope));
  const is = (pattern: RegExp): boolean => ours.some((scope) => pattern.test(scope));
  if (ours.length === 0 || is(/^comment/)) return [];
  if (is(/^invalid/)) throw new Error(`${ours.join(" ")} in an expression that is right`);
  if (is(/^string/)) return ["string"];
  if (is(/^constant\.character/)) return [];
  if (is(/^constant\.numeric/)) return ["number"];
  return [
    is(/^(?:variable|support|entity|constant\.language|keyword\.operator\.in)/) ? "word" : "sign",
  ];
}

/** How an expression is written in each language; nothing where it cannot be. */
const hosts: Readonly<
  Record<string, { scope: string; write: (text: string) => string | undefined }>
> = {
  CEL: { scope: "source.cel", write: (text) => text },
  JSON: { scope: "source.json", write: (text) => JSON.stringify({ expressions: [text] }) },
  "JSON as services escape it": {
    scope: "source.json",
    write: (text) =>
      JSON.stringify({ expressions: [text] }).replaceAll(
        /[&<>']/g,
        (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
      ),
  },
  "JSON with comments": {
    scope: "source.json.comments",
    write: (text) => `// c\n${JSON.stringify({ expressions: [text] }, undefined, 2)}`,
  },
  "an interpolation in JSON": {
    scope: "source.json",
    write: (text) => JSON.stringify({ body: `a \${ ${text} } b` }),
  },
  "YAML, plain": yaml("PLAIN"),
  "YAML in single quotes": yaml("QUOTE_SINGLE"),
  "YAML in double quotes": yaml("QUOTE_DOUBLE"),
  "a block of YAML": yaml("BLOCK_LITERAL"),
  "a template of TypeScript": {
    scope: "source.ts",
    write: (text) => (/`|\$\{/.test(text) ? undefined : `rule(cel\`${text}\`);`),
  },
};

function yaml(defaultStringType: "PLAIN" | "QUOTE_SINGLE" | "QUOTE_DOUBLE" | "BLOCK_LITERAL") {
  return {
    scope: "source.yaml",
    write: (text: string) =>
      stringify([{ expressions: [text] }, { name: "a" }], {
        defaultKeyType: "PLAIN",
        defaultStringType,
        lineWidth: 0,
      }),
  };
}

interface Suite {
  readonly tests?: readonly { readonly original: { readonly expr: string } }[];
  readonly suites?: readonly Suite[];
}

function expressionsOf({ tests: own = [], suites = [] }: Suite): string[] {
  return [...own.map(({ original }) => original.expr), ...suites.flatMap(expressionsOf)];
}

const right = expressionsOf(tests).filter((expression) => parseExpression(expression).ok);

describe.each(Object.entries(hosts))("in %s, the grammar sees what the parser sees", (_, host) => {
  const { scope, write } = host;

  test("in what the CEL project's suite has that is right", async () => {
    const texts = right.flatMap((expression) => {
      const text = write(expression);
      return text === undefined ? [] : [{ expression, text }];
    });
    expect(texts.length).toBeGreaterThan(50);
    for (const { expression, text } of texts) {
      expect(await coloredParts(scope, text), text).toEqual(partsOf(expression));
    }
  });

  test("in random expressions", async () => {
    const property = fc.asyncProperty(arbitraryExpression, async (built) => {
      const expression = printExpression(built.toExpression());
      const text = write(expression);
      if (text === undefined) return;
      expect(await coloredParts(scope, text), text).toEqual(partsOf(expression));
    });
    await seededAsync(property, 100, 2000);
  });
});
