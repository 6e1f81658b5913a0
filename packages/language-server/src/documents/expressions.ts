import { interpolations, type Span } from "@traffic-policy/policy-language";
import type { ExpressionSite, FieldOfExpression } from "../expression/expression-site.ts";
import { configFieldAt } from "./config-field.ts";
import type { DocumentContext } from "./kind.ts";
import {
  offsetInText,
  type Path,
  type TextNode,
  type TreeNode,
} from "@traffic-policy/policy-language/editing";

export interface PlacedExpression {
  readonly site: ExpressionSite;
  readonly node: TextNode;
  readonly start: number;
  /** The JSON Pointer of the text, as keys; empty in code. */
  readonly path: Path;
}

interface Use {
  readonly section: string | undefined;
  readonly role: ExpressionSite["role"];
  readonly field?: FieldOfExpression | undefined;
}

function useAt(root: TreeNode | undefined, path: Path, document: DocumentContext): Use | undefined {
  if (document.kind === "assertions") {
    const [list, index, key, ...rest] = path;
    const isCondition = list === "assertions" && typeof index === "number" && key === "when";
    const isText = rest.length === 0 || (rest.length === 1 && typeof rest[0] === "number");
    return isCondition && isText ? { section: undefined, role: "condition" } : undefined;
  }
  if (document.kind !== "policy") return undefined;
  const [section, rule, part, index, ...rest] = path;
  if (part === "expressions") {
    const isText = typeof rule === "number" && typeof index === "number" && rest.length === 0;
    const isRule = typeof section === "string" && document.dialect.sections.has(section);
    return isRule && isText ? { section, role: "condition" } : undefined;
  }
  const place = configFieldAt(root, path, document);
  if (place?.action === undefined) return undefined;
  const { action, field, name } = place;
  const { formats = {}, interpolated } = action;
  if (formats[field] === "expression" || formats[name] === "expression") {
    const names = action.bindings?.[name] ?? action.bindings?.[field];
    const own = names && { action: action.type, field: name, names };
    return { section: place.section, role: "config", ...(own && { field: own }) };
  }
  return interpolated.includes(field)
    ? { section: place.section, role: "interpolation" }
    : undefined;
}

/**
 * Returns the expressions of a text in order. When the last `${` is not closed, its expression extends to the end of
 * the text.
 */
function expressionsIn(
  node: TextNode,
  path: Path,
  use: Use,
  document: DocumentContext,
): PlacedExpression[] {
  const { value } = node;
  if (use.role !== "interpolation")
    return [{ site: siteOf(value, use, document), node, start: 0, path }];
  if (!value.includes("${")) return [];
  const { parts, errors } = interpolations(value);
  const found = parts.flatMap((part): PlacedExpression[] =>
    part.kind === "interpolation"
      ? [
          {
            site: siteOf(part.expression, use, document),
            node,
            start: part.expressionSpan.start,
            path,
          },
        ]
      : [],
  );
  const open = errors.find(({ code }) => code === "unclosed-interpolation");
  if (open === undefined) return found;
  const start = open.span.start + 2;
  return [...found, { site: siteOf(value.slice(start), use, document), node, start, path }];
}

function siteOf(text: string, use: Use, { dialect, protocols }: DocumentContext): ExpressionSite {
  return { text, dialect, protocols, ...use };
}

export function expressionAt(
  root: TreeNode,
  { node, path }: { readonly node: TextNode; readonly path: Path },
  offset: number,
  document: DocumentContext,
): PlacedExpression | undefined {
  const use = node.style === "alias" ? undefined : useAt(root, path, document);
  if (use === undefined) return undefined;
  return withOffset(expressionsIn(node, path, use, document), offset);
}

export function withOffset(
  all: readonly PlacedExpression[],
  offset: number,
): PlacedExpression | undefined {
  return all.find((one) => {
    const { start, end } = one.node;
    if (offset < start || offset > end) return false;
    const at = offsetInText(one.node, offset) - one.start;
    return at >= 0 && at <= one.site.text.length;
  });
}

export function* allExpressions(
  root: TreeNode,
  document: DocumentContext,
): Generator<PlacedExpression> {
  const path: (string | number)[] = [];
  yield* below(root);

  function* below(node: TreeNode): Generator<PlacedExpression> {
    if (node.kind === "text") {
      // What an alias stands for is an expression where it is written.
      const use = node.style === "alias" ? undefined : useAt(root, path, document);
      if (use !== undefined) yield* expressionsIn(node, [...path], use, document);
      return;
    }
    if (node.kind === "list") {
      for (const [index, item] of node.items.entries()) {
        path.push(index);
        yield* below(item);
        path.pop();
      }
    } else if (node.kind === "object") {
      for (const { key, value } of node.members) {
        if (value === undefined) continue;
        path.push(key.value);
        yield* below(value);
        path.pop();
      }
    }
  }
}

export function rangeIn({ node, start }: PlacedExpression, part: Span): Span {
  return node.range({ start: part.start + start, end: part.end + start });
}

export function offsetIn({ node, start, site }: PlacedExpression, offset: number): number {
  return Math.min(Math.max(offsetInText(node, offset) - start, 0), site.text.length);
}
