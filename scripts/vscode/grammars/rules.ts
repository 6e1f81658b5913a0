import type { Dialect, FunctionDefinition } from "@traffic-policy/policy-language";
import { dialects } from "@traffic-policy/policy-language/phases";
import { standardMacros } from "../../../packages/policy-language/src/catalogue/standard/operators.ts";
import { groups, type Rule } from "./grammar.ts";
import type { Host } from "./host.ts";

const name = String.raw`[A-Za-z_]\w*`;

/**
 * The rules of CEL, as it is written in a host: `expression` is all of them.
 *
 * Names are matched whole, so no other rule needs to look whether it begins within one.
 */
export function celRules(host: Host): Readonly<Record<string, Rule>> {
  const { written, end, holes = [] } = host;
  const text = (characters: string): string => [...characters].map(written).join("");
  const any = (...operators: readonly string[]): string => operators.map(text).join("|");
  const orEnd = end === undefined ? "" : `|(?=${end})`;
  const hostEscape: Rule[] =
    host.escape === undefined
      ? []
      : [{ name: "constant.character.escape.cel", match: host.escape }];

  const quoted = (quote: string, isRaw: boolean): Rule => {
    const kind = quote.length === 3 ? "triple" : quote === '"' ? "double" : "single";
    const prefix = isRaw ? "[bB]?[rR]" : "[bB]?";
    const atLineBreak = quote.length === 3 || host.folds === true ? "" : "|$";
    return {
      name: `string.quoted.${kind}${isRaw ? ".raw" : ""}.cel`,
      begin: `(${prefix})(${text(quote)})`,
      beginCaptures: groups("storage.type.string.cel", "punctuation.definition.string.begin.cel"),
      end: `(${text(quote)})${orEnd}${atLineBreak}`,
      endCaptures: groups("punctuation.definition.string.end.cel"),
      patterns: [
        ...holes,
        ...(isRaw ? [] : [{ include: "#escape" }]),
        // Raw or not, a quote of the host is written by an escape of the host.
        ...hostEscape,
      ],
    };
  };
  const backslash = written("\\");
  const escaped = [
    `[abfnrtv\`]|${any("\\", "?", '"', "'")}`,
    String.raw`[xX]\h{2}|u\h{4}|U\h{8}|[0-3][0-7]{2}`,
  ].join("|");

  return {
    expression: {
      patterns: [
        ...holes,
        { include: "#comment" },
        { include: "#string" },
        { include: "#number" },
        { include: "#word" },
        { include: "#call" },
        { include: "#name" },
        { include: "#operator" },
        { include: "#bracket" },
        ...hostEscape,
      ],
    },
    comment: {
      name: "comment.line.double-slash.cel",
      begin: text("//"),
      beginCaptures: { 0: { name: "punctuation.definition.comment.cel" } },
      end: `$${orEnd}${host.lineBreak === undefined ? "" : `|(?=${host.lineBreak})`}`,
      patterns: [...holes, ...hostEscape],
    },
    string: {
      patterns: ['"""', "'''", '"', "'"].flatMap((quote) => [
        quoted(quote, true),
        quoted(quote, false),
      ]),
    },
    escape: {
      patterns: [
        { name: "constant.character.escape.cel", match: `${backslash}(?:${escaped})` },
        { name: "invalid.illegal.escape.cel", match: backslash },
      ],
    },
    number: {
      patterns: [
        { name: "constant.numeric.hex.cel", match: String.raw`0[xX]\h+[uU]?\b` },
        {
          name: "constant.numeric.float.cel",
          match: String.raw`(?:\d+\.\d+(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+)\b|(?<![\w)\]])\.\d+(?:[eE][-+]?\d+)?\b`,
        },
        { name: "constant.numeric.integer.cel", match: String.raw`\d+[uU]?\b` },
      ],
    },
    word: {
      patterns: [
        { name: "constant.language.boolean.cel", match: words(["true", "false"]) },
        { name: "constant.language.null.cel", match: words(["null"]) },
        { name: "keyword.operator.in.cel", match: words(["in"]) },
      ],
    },
    call: {
      patterns: [
        methodCall("support.function.macro.cel", macros("method")),
        methodCall("support.function.cel", functions("method")),
        methodCall("entity.name.function.cel", [name]),
        ...[...functionsByPrefix()].map(([prefix, names]) => callIn(prefix, names)),
        functionCall("support.function.macro.cel", macros("function")),
        functionCall("support.function.cel", functions("function")),
        functionCall("entity.name.function.cel", [name]),
      ],
    },
    name: {
      patterns: [
        {
          match: String.raw`(\.)\s*(${name})`,
          captures: groups("punctuation.accessor.cel", "variable.other.property.cel"),
        },
        { name: "support.variable.cel", match: words(namespaces()) },
        { name: "variable.other.cel", match: String.raw`${name}` },
      ],
    },
    operator: {
      patterns: [
        {
          name: "keyword.operator.comparison.cel",
          match: any("==", "!=", "<=", ">=", "<", ">"),
        },
        { name: "keyword.operator.logical.cel", match: any("&&", "||", "!") },
        { name: "keyword.operator.arithmetic.cel", match: any("+", "-", "*", "/", "%") },
        { name: "keyword.operator.ternary.cel", match: any("?") },
        { name: "punctuation.accessor.cel", match: any(".") },
        { name: "punctuation.separator.cel", match: any(",", ":") },
      ],
    },
    bracket: {
      patterns: [
        { name: "punctuation.parenthesis.cel", match: any("(", ")") },
        { name: "punctuation.bracket.cel", match: any("[", "]") },
        // A pair, so that the brace that closes an interpolation is the one that matches.
        {
          begin: written("{"),
          beginCaptures: { 0: { name: "punctuation.brace.begin.cel" } },
          end: `(${written("}")})${orEnd}`,
          endCaptures: groups("punctuation.brace.end.cel"),
          patterns: [{ include: "#expression" }],
        },
      ],
    },
  };
}

function words(list: readonly string[]): string {
  return String.raw`(?:${list.join("|")})\b`;
}

function methodCall(scope: string, names: readonly string[]): Rule {
  return {
    match: String.raw`(\.)\s*(${names.join("|")})(?=\s*\()`,
    captures: groups("punctuation.accessor.cel", scope),
  };
}

function functionCall(scope: string, names: readonly string[]): Rule {
  return { name: scope, match: String.raw`(?:${names.join("|")})(?=\s*\()` };
}

/** A call of `base64.encode`: the sign between the parts of the name is no part of it. */
function callIn(prefix: string, names: readonly string[]): Rule {
  return {
    match: String.raw`(${prefix})\s*(\.)\s*(${names.join("|")})(?=\s*\()`,
    captures: groups("support.function.cel", "punctuation.accessor.cel", "support.function.cel"),
  };
}

type Form = "function" | "method";

function macros(form: Form): string[] {
  return standardMacros.filter((macro) => (macro === "has") === (form === "function"));
}

function functions(form: Form): string[] {
  const has = ({ overloads }: FunctionDefinition): boolean =>
    overloads.some(({ target }) => (target === undefined) === (form === "function"));
  const names = namesOfAll(({ functions: known }) => [...known.values()].filter(has));
  return names.filter((one) => !one.includes("."));
}

/** The functions whose names have two parts, `base64.encode`: the second parts by the first. */
function functionsByPrefix(): ReadonlyMap<string, readonly string[]> {
  const parts = namesOfAll(({ functions: known }) => [...known.values()])
    .filter((one) => one.includes("."))
    .map((one) => one.split("."));
  const prefixes = new Set(parts.map(([prefix = ""]) => prefix));
  return new Map(
    [...prefixes].map((prefix) => [
      prefix,
      parts.flatMap(([own, ...rest]) => (own === prefix ? [rest.join("\\s*\\.\\s*")] : [])),
    ]),
  );
}

function namespaces(): string[] {
  return namesOfAll((dialect) => dialect.namespaces);
}

/** Names of any dialect: a grammar does not see which one a document is in. */
function namesOfAll(namedIn: (dialect: Dialect) => readonly { readonly name: string }[]): string[] {
  const all = Object.values(dialects).flatMap((dialect) => namedIn(dialect));
  return [...new Set(all.map((one) => one.name))];
}
