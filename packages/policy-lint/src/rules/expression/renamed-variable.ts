import {
  type Dialect,
  type Expression,
  type RecordField,
  type Span,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import { parseType, variablesOf } from "@traffic-policy/policy-language/internal";
import { checkReplaced, fixOf, type Replacement } from "../../analysis/expression/replacement.ts";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { isText, type TextLiteral } from "../../nodes/tree-parts.ts";
import type { Finding, Fix } from "../../finding.ts";
import { defineRule } from "../../rule.ts";

export default defineRule({
  severity: "warning",
  fix: "safe",
  tag: "deprecated",
  docs: {
    what: "A variable or field has a deprecated name.",
    wrong: `{ "inbound": [ { "name": "readers", "expressions": ["req.Method == 'GET'"], "actions": [ { "type": "deny" } ] } ] }`,
    right: `{ "inbound": [ { "name": "readers", "expressions": ["req.method == 'GET'"], "actions": [ { "type": "deny" } ] } ] }`,
    why: "The service has renamed its variables twice. The current documentation does not list the deprecated names, so nobody knows how long they will work. The fix is safe where the new name is known to mean the same; review it where a map became a list, or a text became a number.",
  },
  only: {
    variable: ({ renamedTo, outdated }) => renamedTo !== undefined || outdated !== undefined,
    field: ({ renamedTo }) => renamedTo !== undefined,
  },
  visit: {
    variable({ expression, definition: old, span }, report) {
      // expression/unavailable reports a name that does not exist here.
      const errors = expression.checked?.errors ?? [];
      if (errors.some((error) => error.code === "unavailable-here" && error.span === span)) return;
      const { dialect } = expression.place;
      const today = variablesOf(dialect).find(({ name }) => name === old.renamedTo);
      // A sentence about the whole namespace says nothing about this name.
      const unsure = unsureOnly(old, today).filter((text) => !isOfNamespace(text, old, dialect));
      report(
        findingOf(expression, { old, today, unsure, span: withoutDot(expression.text, span) }),
      );
    },
    field({ expression, definition: old, record, span }, report) {
      const today = record.fields.find(({ name }) => name === old.renamedTo);
      report(findingOf(expression, { old, today, unsure: unsureOnly(old, today), span }));
    },
  },
});

type Definition = VariableDefinition | RecordField;

interface EarlierName {
  readonly old: Definition;
  readonly today: Definition | undefined;
  readonly span: Span;
  readonly unsure: readonly string[];
}

function unsureOnly(old: Definition, today: Definition | undefined): readonly string[] {
  return (old.unsure ?? []).filter((sentence) => today?.unsure?.includes(sentence) !== true);
}

function isOfNamespace(sentence: string, { name }: Definition, { namespaces }: Dialect): boolean {
  const namespace = namespaces.find((one) => name.startsWith(`${one.name}.`));
  return (namespace?.variables ?? []).every(({ unsure }) => unsure?.includes(sentence));
}

function withoutDot(text: string, { start, end }: Span): Span {
  return { start: text[start] === "." ? start + 1 : start, end };
}

function findingOf(expression: ExpressionNode, earlier: EarlierName): Finding {
  const { old, today, span, unsure } = earlier;
  const change = renaming(expression, earlier);
  return {
    ...expression.at(span),
    message:
      today === undefined
        ? `The current documentation does not list the variable ${old.name}.`
        : `${old.name} is a deprecated name of ${today.name}.`,
    help: [
      today === undefined
        ? "It has no known replacement; check whether it still works."
        : `Write ${today.name}.`,
      ...unsure,
    ].join(" "),
    ...(change && { fix: change }),
  };
}

/**
 * Replaces a deprecated name with the current name, unless that makes the expression wrong: a variable can have
 * become a list. When a text has become a number, the compared literals become numbers, too.
 */
function renaming(
  expression: ExpressionNode,
  { old, today, span, unsure }: EarlierName,
): Fix | undefined {
  if (today === undefined) return undefined;
  const replacements = [
    { span, text: today.name },
    ...(old.type === "string" && today.type === "int" ? adjacentNumbers(expression, span.end) : []),
  ];
  const after = checkReplaced(expression, replacements);
  if (after === undefined || after.errors.length > (expression.checked?.errors.length ?? 0)) {
    return undefined;
  }
  const isSame = parseType(old.type) === parseType(today.type);
  // Whether `has` is true for a value that is empty is not documented of either name.
  const isTested = expression.parts.some(
    ({ node, parent }) =>
      parent?.kind === "call" && parent.name === "has" && node.span?.end === span.end,
  );
  const safe = unsure.length === 0 && isSame && !isTested;
  return { ...fixOf(expression, replacements), safe };
}

function adjacentNumbers({ parts }: ExpressionNode, end: number): Replacement[] {
  for (const { node, parent } of parts) {
    if (node.span?.end !== end || parent?.kind !== "binary") continue;
    const other = parent.left === node ? parent.right : parent.left;
    const literals = other.kind === "list" ? other.elements : [other];
    return literals.flatMap((literal) =>
      isNumber(literal) && literal.span ? [{ span: literal.span, text: literal.value }] : [],
    );
  }
  return [];
}

function isNumber(node: Expression): node is TextLiteral {
  return isText(node) && /^[1-9]\d{0,8}$/.test(node.value);
}
