import {
  variablesOf,
  type RecordField,
  type Span,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import type { ExpressionNode } from "../../nodes/expression-node.ts";
import { partsOf } from "./parts-of.ts";

/** A use of a variable or field whose name is of an earlier era. */
export interface EarlierName {
  readonly name: string;
  /** The name alone, without a dot before it. */
  readonly span: Span;
  /** What its type is, and that of the name of today. */
  readonly type: string;
  readonly today?: { readonly name: string; readonly type: string };
  /** What the documentation leaves open about the old name and not about the new one. */
  readonly unsure: readonly string[];
}

/** The names of earlier eras in an expression; those that do not exist there are passed over. */
export function earlierNames(node: ExpressionNode): EarlierName[] {
  const unavailable = new Set(
    node.checked?.errors.flatMap(({ code, span }) => (code === "unavailable-here" ? [span] : [])),
  );
  const uses = (node.checked?.variables ?? []).flatMap(({ definition, span }) => {
    const { renamedTo, outdated } = definition;
    if (span === undefined || unavailable.has(span)) return [];
    if (renamedTo === undefined && outdated === undefined) return [];
    const today = variables(node).find(({ name }) => name === renamedTo);
    const earlier = earlierName(definition, today, withoutDot(node.text, span));
    // What holds for the whole namespace says nothing about this name.
    const unsure = earlier.unsure.filter((sentence) => !isOfNamespace(node, definition, sentence));
    return [{ ...earlier, unsure }];
  });
  return [...uses, ...earlierFields(node)];
}

function earlierFields({ tree, checked, place }: ExpressionNode): EarlierName[] {
  if (tree === undefined || checked === undefined) return [];
  return partsOf(tree).flatMap(({ node }) => {
    const type = node.kind === "select" ? checked.types.get(node.operand) : undefined;
    if (node.kind !== "select" || node.fieldSpan === undefined || type?.kind !== "record")
      return [];
    const fields = place.dialect.records.get(type.name)?.fields ?? [];
    const field = fields.find(({ name }) => name === node.field);
    if (field?.renamedTo === undefined) return [];
    const today = fields.find(({ name }) => name === field.renamedTo);
    return [earlierName(field, today, node.fieldSpan)];
  });
}

type Definition = VariableDefinition | RecordField;

function earlierName(old: Definition, today: Definition | undefined, span: Span): EarlierName {
  return {
    name: old.name,
    span,
    type: old.type,
    ...(today && { today: { name: today.name, type: today.type } }),
    unsure: (old.unsure ?? []).filter((sentence) => today?.unsure?.includes(sentence) !== true),
  };
}

function variables({ place }: ExpressionNode): readonly VariableDefinition[] {
  return variablesOf(place.dialect);
}

function isOfNamespace(
  { place }: ExpressionNode,
  { name }: VariableDefinition,
  sentence: string,
): boolean {
  const namespace = place.dialect.namespaces.find((one) => name.startsWith(`${one.name}.`));
  return (namespace?.variables ?? []).every(({ unsure }) => unsure?.includes(sentence));
}

function withoutDot(text: string, { start, end }: Span): Span {
  return { start: text[start] === "." ? start + 1 : start, end };
}
