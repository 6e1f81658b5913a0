import { slug } from "github-slugger";
import { type FunctionDefinition, type Overload } from "@traffic-policy/policy-language";
import {
  absenceSentences,
  macroForms,
  standardFunctions,
} from "@traffic-policy/policy-language/internal";
import { standardOperators } from "../../../packages/policy-language/src/catalogue/standard/operators.ts";
import { availabilityOfName } from "../../../packages/policy-builder/src/places.ts";
import type { GeneratedFile } from "../generated-file.ts";
import { cell } from "../markdown-cell.ts";
import { sentence } from "../names.ts";
import { cataloguePage, openLines, pageLink, where, type Reference } from "./page.ts";

/** Each function, method and operator of a dialect with its types. */
export function functionsPage(reference: Reference): GeneratedFile {
  const functions = [...reference.dialect.functions.values()];
  const own = functions.filter((one) => !standardFunctions.includes(one));
  const standard = functions.filter((one) => standardFunctions.includes(one));
  return cataloguePage(reference, "Functions", [
    "What an expression can call. A capital letter, as in `list(A)`, is a type that follows from the",
    `arguments. Any other function is an error of [lint](${pageLink(reference, "linting.md")}).`,
    "",
    "## Of the service",
    "",
    "| function | gives |",
    "| --- | --- |",
    ...own.map(
      ({ name, description }) =>
        `| [\`${name}\`](#${slug(name)}) | ${cell(sentence(description))} |`,
    ),
    "",
    ...own.flatMap((one) => section(reference, one)),
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

function section(reference: Reference, one: FunctionDefinition): string[] {
  const { name, description, overloads, builderName, earlierReturns, missing, unsure } = one;
  const available = one.protocols === undefined ? undefined : availabilityOfName(one, reference);
  return [
    `### ${name}`,
    "",
    `${sentence(`gives ${description}`)} In: ${where(reference, available)}.`,
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
