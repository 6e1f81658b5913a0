import type { DocumentError, SourceRange, Span } from "@traffic-policy/policy-language";
import type { Expression, Node } from "oxc-parser";
import { positionIn, SourceCode, unwrapped } from "./source-code.ts";

/**
 * Finds parts of code that are lost before a policy is built, where the builder cannot see them: operands of `&&`,
 * `||`, `!` and `?:`, which all count as true, backslashes of patterns, and unused conditions.
 *
 * @param name - the file name for messages
 */
export function codeMistakes(file: string, name: string, text: string): DocumentError[] {
  const code = SourceCode.parse(file, text);
  if (code === undefined || code.importsOfBuilder.size === 0) return [];
  const conditions = new Conditions(code);
  return code.nodes
    .flatMap((node) => [
      ...droppedOperand(node, conditions),
      ...uselessEscapes(node, text),
      ...unusedCondition(node, conditions, code),
    ])
    .toSorted((one, other) => one.span.start - other.span.start)
    .map((mistake) => ({ ...mistake, pointer: "", range: rangeOf(mistake.span) }));

  function rangeOf({ start, end }: Span): SourceRange {
    return { file: name, start: positionIn(text, start), end: positionIn(text, end) };
  }
}

type Mistake = Pick<DocumentError, "code" | "span" | "detail">;

function droppedOperand(node: Node, conditions: Conditions): Mistake[] {
  const found = (detail: string): Mistake[] => [
    { code: "operand-dropped", detail, span: { start: node.start, end: node.end } },
  ];
  switch (node.type) {
    case "LogicalExpression":
      return conditions.has(node.left) ? found(node.operator) : [];
    case "UnaryExpression":
      return node.operator === "!" && conditions.has(node.argument) ? found("!") : [];
    case "ConditionalExpression":
      return conditions.has(node.test) ? found("?:") : [];
    case "IfStatement":
      return conditions.has(node.test) ? found("if") : [];
    default:
      return [];
  }
}

function unusedCondition(node: Node, conditions: Conditions, code: SourceCode): Mistake[] {
  if (node.type === "ExpressionStatement") {
    if (!conditions.isWritten(node.expression)) return [];
    return [{ code: "condition-unused", detail: "", span: { start: node.start, end: node.end } }];
  }
  if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return [];
  const { id, init } = node;
  const declaration = code.parentOf(node);
  const isExported =
    declaration !== undefined && code.parentOf(declaration)?.type === "ExportNamedDeclaration";
  if (isExported || !init || !conditions.isWritten(init)) return [];
  const isUsed = code.nodes.some(
    (other) => other !== id && other.type === "Identifier" && other.name === id.name,
  );
  return isUsed
    ? []
    : [{ code: "condition-unused", detail: id.name, span: { start: id.start, end: id.end } }];
}

/**
 * Recognizes code that is built from names of the builder: its values are objects, which are truthy in JavaScript.
 */
class Conditions {
  readonly #imported: ReadonlyMap<string, string>;
  /** The values of constants, by name; undefined for a name that is declared more than once. */
  readonly #constants = new Map<string, Expression | undefined>();

  constructor(code: SourceCode) {
    this.#imported = code.importsOfBuilder;
    for (const node of code.nodes) {
      if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") continue;
      const isTwice = this.#constants.has(node.id.name);
      this.#constants.set(node.id.name, isTwice ? undefined : (node.init ?? undefined));
    }
  }

  has(node: Expression, depth = 0): boolean {
    const part = unwrapped(node) as Expression;
    if (part.type === "Identifier") {
      const constant = this.#constants.get(part.name);
      return constant !== undefined && depth < 10 && this.has(constant, depth + 1);
    }
    if (part.type === "TaggedTemplateExpression") return this.#isOfBuilder(part.tag);
    if (part.type !== "CallExpression") return false;
    const { callee } = part;
    if (callee.type === "MemberExpression") {
      const isText =
        !callee.computed && ofNoCondition.test((callee.property as { name: string }).name);
      return !isText && this.#isOfBuilder(callee.object as Expression);
    }
    return (
      callee.type === "Identifier" && givesCondition.test(this.#imported.get(callee.name) ?? "")
    );
  }

  /**
   * True when code is certainly a condition: a call of a function that returns a condition, or of a method of a
   * variable.
   */
  isWritten(node: Expression): boolean {
    const part = unwrapped(node) as Expression;
    if (part.type === "TaggedTemplateExpression") return this.#nameOf(part.tag) === "cel";
    if (part.type !== "CallExpression") return false;
    const { callee } = part;
    if (callee.type === "Identifier") return givesCondition.test(this.#nameOf(callee) ?? "");
    return this.has(part) && variable.test(this.#rootOf(callee) ?? "");
  }

  #nameOf(node: Node): string | undefined {
    return node.type === "Identifier" ? this.#imported.get(node.name) : undefined;
  }

  #rootOf(node: Node): string | undefined {
    const part = unwrapped(node);
    if (part.type === "MemberExpression") return this.#rootOf(part.object);
    const isMethod = part.type === "CallExpression" && part.callee.type === "MemberExpression";
    return isMethod ? this.#rootOf(part.callee) : this.#nameOf(part);
  }

  #isOfBuilder(node: Expression): boolean {
    const part = unwrapped(node) as Expression;
    if (part.type === "Identifier") return this.#imported.has(part.name);
    if (part.type === "MemberExpression") return this.#isOfBuilder(part.object as Expression);
    return part.type === "CallExpression" && this.#isOfBuilder(part.callee as Expression);
  }
}

const variable = /^(?:actions|conn|endpoint|msg|req|res|time|vars)$/;
const ofNoCondition = /^to[A-Z]|^origins$/;
const givesCondition = /^(?:allOf|anyOf|cel|not|has\w*|inCidr\w*)$/;

/** Reports regular expression escapes that a JavaScript string ignores or reads differently. */
function uselessEscapes(node: Node, text: string): Mistake[] {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return [];
  const { property, computed } = node.callee;
  if (computed || property.type !== "Identifier" || property.name !== "matches") return [];
  const [pattern] = node.arguments;
  const isText =
    (pattern?.type === "Literal" && typeof pattern.value === "string") ||
    pattern?.type === "TemplateLiteral";
  if (pattern === undefined || !isText) return [];
  const { start, end } = pattern;
  return [...text.slice(start, end).matchAll(/\\([^])/g)].flatMap(
    ([written, character = ""], index, all) =>
      /^[bdwsDWSBAzpPQE.()[\]{}+*?^$|-]$/.test(character)
        ? [
            {
              code: "escape-useless" as const,
              detail: written,
              span: spanAt(start + (all[index]?.index ?? 0)),
            },
          ]
        : [],
  );
}

function spanAt(start: number): Span {
  return { start, end: start + 2 };
}
