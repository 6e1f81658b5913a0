import {
  isCelError,
  isCelList,
  isCelMap,
  isCelType,
  isCelUint,
  type CelResult,
  type CelValue,
} from "@bufbuild/cel";
import {
  checkExpression,
  directionsDialect,
  parseExpression,
  printExpression,
  typeText,
  type Expression,
} from "@traffic-policy/policy-language";
import { childrenOf, isMacro } from "@traffic-policy/policy-language/internal";
import { loadCel } from "../../../packages/policy-engine/src/expression/cel.ts";
import { Environment } from "../../../packages/policy-engine/src/expression/environment.ts";
import { Plan } from "../../../packages/policy-engine/src/expression/plan.ts";
import { resolveOptions } from "../../../packages/policy-engine/src/options.ts";
import { Run } from "../../../packages/policy-engine/src/run/run.ts";
import { describeValue } from "./describe-value.ts";
import { failureOfSecond, isCheckedBySecond, outcomeOfSecond } from "./second-implementation.ts";

const environment = new Environment(await loadCel(), directionsDialect);
const policy = { protocol: "http", dialect: directionsDialect } as const;
const run = new Run({ request: { url: "/" } }, policy, resolveOptions({}, directionsDialect));
environment.current = run;
const bindings = environment.bindingsOf(run);

/** A part of an expression on which two implementations do not agree, while they do on its operands. */
export interface Disagreement {
  readonly text: string;
  readonly node: Expression;
  /** The operator, the function, or the kind of the part. */
  readonly name: string;
  /** What comes of the part: `failure`, or a value with its type. */
  readonly ours: string;
  readonly theirs: string;
  /** What comes of its operands, of which both say the same. */
  readonly operands: readonly string[];
  /** The types of its operands, as our checker has them. */
  readonly types: readonly string[];
  /** Why theirs fails. */
  readonly failure: string;
  /** Whose checker refuses it, when only one does. */
  readonly refusedBy: "our" | "their" | undefined;
}

/** What our checker and our engine say of an expression. */
function evaluated(node: Expression): CelValue | undefined {
  const parsed = parseExpression(printExpression(node));
  if (!parsed.ok || !isChecked(parsed.tree)) return undefined;
  const result: CelResult = new Plan(parsed.tree, environment).evaluate(bindings);
  return isCelError(result) ? undefined : result;
}

export function outcome(node: Expression): string {
  const value = evaluated(node);
  return value === undefined ? "failure" : describe(value);
}

function isChecked(tree: Expression): boolean {
  const certain = checkExpression(tree).errors.filter(({ code }) => !code.startsWith("invalid-"));
  return certain.length === 0;
}

function describe(value: CelValue): string {
  return describeValue(value, (key) =>
    JSON.stringify(isCelUint(key) ? String(key.value) : String(key)),
  );
}

/** The parts of an expression on which the two do not agree; none when they agree on the whole. */
export function disagreements(tree: Expression): Disagreement[] {
  const found: Disagreement[] = [];
  let at = tree;
  // What they do not agree on is put right, until they agree on the whole.
  for (let round = 0; round < 12 && differs(at); round++) {
    const blamed = innermost(at);
    found.push(disagreementOf(blamed.node));
    const ours = evaluated(blamed.node);
    const right = ours === undefined ? failing : literalOf(ours);
    if (right === undefined || blamed.node === at || blamed.isCopy) break;
    at = replaced(at, blamed.node, right);
    if (blamed.node === right) break;
  }
  return found;
}

/** `dyn(1 / 0)`, on whose failure everybody agrees. */
const failing: Expression = parsedTree("dyn(1 / 0)");

function differs(node: Expression): boolean {
  const text = printExpression(node);
  return isChecked(node) !== isCheckedBySecond(text) || outcome(node) !== outcomeOfSecond(text);
}

function disagreementOf(node: Expression): Disagreement {
  const text = printExpression(node);
  const parts = closedParts(node);
  const operands = parts.map(outcome);
  const types = parts.map((part) => typeText(checkExpression(part).type));
  const failure = failureOfSecond(text) ?? "";
  const [ours, theirs] = [outcome(node), outcomeOfSecond(text)];
  const [checked, checkedBySecond] = [isChecked(node), isCheckedBySecond(text)];
  const refusedBy = checked === checkedBySecond ? undefined : checked ? "their" : "our";
  return { text, node, name: nameOf(node), ours, theirs, operands, types, failure, refusedBy };
}

function nameOf(node: Expression): string {
  if (node.kind === "call") return node.name;
  return node.kind === "binary" || node.kind === "unary" ? node.operator : node.kind;
}

interface Blamed {
  readonly node: Expression;
  /** Whether it is a body of a macro with an item put in place of the variable. */
  readonly isCopy: boolean;
}

function innermost(node: Expression): Blamed {
  for (const part of closedParts(node)) if (differs(part)) return innermost(part);
  for (const body of bodiesOf(node)) if (differs(body)) return { ...innermost(body), isCopy: true };
  return { node, isCopy: false };
}

/** The parts that mean something on their own. */
function closedParts(node: Expression): readonly Expression[] {
  if (node.kind === "call" && node.target !== undefined && isMacro(node)) return [node.target];
  return node.kind === "call" && node.name === "has" ? [] : childrenOf(node);
}

/** The bodies of a macro for each item. */
function bodiesOf(node: Expression): Expression[] {
  if (node.kind !== "call" || node.target === undefined || !isMacro(node)) return [];
  const [variable, ...bodies] = node.arguments;
  const over = evaluated(node.target);
  if (variable?.kind !== "identifier" || over === undefined) return [];
  const items = isCelList(over) ? [...over] : isCelMap(over) ? [...over.keys()] : [];
  return items.flatMap((item) => {
    const literal = literalOf(item as CelValue);
    return literal === undefined
      ? []
      : bodies.map((body) => substituted(body, variable.name, literal));
  });
}

function substituted(node: Expression, name: string, value: Expression): Expression {
  if (node.kind === "identifier") return node.name === name ? value : node;
  if (node.kind === "call" && node.target !== undefined && isMacro(node)) {
    const [variable, ...bodies] = node.arguments;
    const target = substituted(node.target, name, value);
    const isHidden = variable?.kind === "identifier" && variable.name === name;
    const inner = isHidden ? bodies : bodies.map((body) => substituted(body, name, value));
    return {
      ...node,
      target,
      arguments: [...(variable === undefined ? [] : [variable]), ...inner],
    };
  }
  return withParts(node, (part) => substituted(part, name, value));
}

function replaced(node: Expression, part: Expression, by: Expression): Expression {
  return node === part ? by : withParts(node, (inner) => replaced(inner, part, by));
}

function withParts(node: Expression, change: (part: Expression) => Expression): Expression {
  switch (node.kind) {
    case "literal":
    case "identifier":
      return node;
    case "select":
    case "unary":
      return { ...node, operand: change(node.operand) };
    case "index":
      return { ...node, operand: change(node.operand), index: change(node.index) };
    case "binary":
      return { ...node, left: change(node.left), right: change(node.right) };
    case "conditional":
      return {
        ...node,
        condition: change(node.condition),
        whenTrue: change(node.whenTrue),
        whenFalse: change(node.whenFalse),
      };
    case "list":
      return { ...node, elements: node.elements.map(change) };
    case "map":
      return {
        ...node,
        entries: node.entries.map(({ key, value }) => ({ key: change(key), value: change(value) })),
      };
    case "call":
      return {
        ...node,
        ...(node.target && { target: change(node.target) }),
        arguments: node.arguments.map(change),
      };
  }
}

/** An expression with a value, that all agree on; nothing when there is none. */
function literalOf(value: CelValue): Expression | undefined {
  const text = literalText(value);
  if (text === undefined) return undefined;
  const tree = parsedTree(text);
  return differs(tree) ? undefined : tree;
}

function literalText(value: CelValue): string | undefined {
  if (typeof value === "bigint" || typeof value === "boolean" || value === null)
    return String(value);
  if (typeof value === "number") {
    if (Number.isNaN(value)) return "(0.0 / 0.0)";
    if (!Number.isFinite(value)) return value > 0 ? "(1.0 / 0.0)" : "(-1.0 / 0.0)";
    return printExpression({ kind: "literal", type: "double", value });
  }
  if (typeof value === "string") return printExpression({ kind: "literal", type: "string", value });
  if (value instanceof Uint8Array)
    return printExpression({ kind: "literal", type: "bytes", value });
  if (isCelUint(value)) return `${value.value}u`;
  if (isCelType(value)) return value.name;
  if (isCelList(value)) {
    if (value.size === 0) return "dyn([])";
    const items = [...value].map(literalText);
    return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
  }
  if (isCelMap(value)) {
    if (value.size === 0) return "dyn({})";
    const entries = [...value.entries()].map((entry) =>
      entry.map((one) => literalText(one as CelValue)),
    );
    return entries.flat().includes(undefined)
      ? undefined
      : `{${entries.map((entry) => entry.join(": ")).join(", ")}}`;
  }
  const [kind = "", text = ""] = describeValue(value).split(" ");
  return `${kind.toLowerCase()}('${text}')`;
}

/** The tree of a text. */
export function parsedTree(text: string): Expression {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.tree;
}

/** Whether the two say the same of an expression: their checkers, and what it comes to. */
export function agree(node: Expression): boolean {
  return !differs(node);
}

/** An expression as a text of it is parsed: so that there is a type of every part. */
export function typedTree(node: Expression): Expression {
  return parsedTree(printExpression(node));
}

/** An expression with parts changed, the inner ones first; the same when nothing is. */
export function transformed(
  tree: Expression,
  change: (node: Expression, typeOf: (part: Expression) => string) => Expression | undefined,
): Expression {
  const { types } = checkExpression(tree);
  const typeOf = (part: Expression): string => typeText(types.get(part) ?? { kind: "dyn" });
  let isChanged = false;
  function visit(node: Expression): Expression {
    const changed = change(node, typeOf);
    if (changed === undefined) return withParts(node, visit);
    isChanged = true;
    return withParts(changed, (part) => (part === node ? node : visit(part)));
  }
  const result = visit(tree);
  return isChanged ? typedTree(result) : tree;
}
