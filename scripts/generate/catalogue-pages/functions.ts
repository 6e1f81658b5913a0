import {
  absenceSentences,
  directionsDialect,
  macroForms,
  type FunctionDefinition,
  type Overload,
} from "@traffic-policy/policy-language";
import { standardOperators } from "../../../packages/policy-language/src/catalogue/standard/operators.ts";
import { availabilityOfName } from "../../../packages/policy-builder/src/places.ts";
import type { GeneratedFile } from "../generated-file.ts";
import { cell } from "../markdown-cell.ts";
import { sentence } from "../names.ts";
import { cataloguePage, openLines, where } from "./page.ts";

/** Each function, method and operator with its types. */
export function functionsPage(): GeneratedFile {
  const functions = [...directionsDialect.functions.values()];
  const own = functions.filter(({ protocols }) => protocols !== undefined);
  const standard = functions.filter(({ protocols }) => protocols === undefined);
  return cataloguePage("functions", [
    "# Functions",
    "",
    "What an expression can call. A capital letter, as in `list(A)`, is a type that follows from the",
    "arguments. Any other function is an error of [lint](../linting.md).",
    "",
    "## Of the service",
    "",
    ...own.flatMap(section),
    "## Of CEL",
    "",
    "The Common Expression Language has these everywhere.",
    "",
    "| call | gives |",
    "| --- | --- |",
    ...standard.map(
      (one) =>
        `| ${one.overloads.map((overload) => signature(one, overload)).join("<br>")} | ${cell(sentence(one.description))} |`,
    ),
    "",
    "## Macros",
    "",
    "They bind a name to each item of a list, or to each key of a map, and look at an expression with it.",
    "",
    "| macro | gives |",
    "| --- | --- |",
    ...macroForms.map(({ name, target, parameters, description }) => {
      const call = `${target === undefined ? "" : `${target}.`}${name}(${parameters.join(", ")})`;
      return `| \`${cell(call)}\` | ${description} |`;
    }),
    "",
    "## Operators",
    "",
    "`&&`, `||`, `!` and `c ? a : b` take `bool`; both sides of `==` and `!=` have one type; `in` asks for an",
    "item of a list or a key of a map. Numbers of different types are not mixed.",
    "",
    "| operator | takes, and gives |",
    "| --- | --- |",
    ...Object.entries(standardOperators).map(([operator, overloads]) => {
      const types = overloads.map(
        ({ left, right, returns }) => `\`${left} ${operator} ${right}\` → \`${returns}\``,
      );
      return `| \`${operator}\` | ${types.join("<br>")} |`;
    }),
    "",
  ]);
}

function section(one: FunctionDefinition): string[] {
  const { name, description, overloads, builderName, earlierReturns, missing, unsure } = one;
  return [
    `### ${name}`,
    "",
    `${sentence(`gives ${description}`)} In: ${where(availabilityOfName(one, { dialect: directionsDialect }))}.`,
    "",
    ...overloads.map((overload) => `- ${signature(one, overload)}`),
    ...(builderName === undefined ? [] : [`- in TypeScript \`${builderName}()\``]),
    ...(earlierReturns === undefined
      ? []
      : [`- documentation of an earlier time says that it gives \`${earlierReturns}\``]),
    "",
    ...absenceSentences(missing).flatMap((absence) => [absence, ""]),
    ...openLines(unsure),
  ];
}

function signature(
  { name }: FunctionDefinition,
  { target, parameters, returns }: Overload,
): string {
  const call = `${target === undefined ? "" : `${target}.`}${name}(${parameters.join(", ")})`;
  return `\`${call}\` → \`${returns}\``;
}
