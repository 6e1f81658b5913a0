import type { Expression, Literal } from "@traffic-policy/policy-language";
import { listed, type Built, type Code } from "../code.ts";
import { scalarCode, stringCode } from "../literal-code.ts";

/** The plain JavaScript value that a method takes for a CEL value of a kind, where there is one. */
export function plainValue(kind: string, tree: Expression): Built<unknown> | undefined {
  switch (tree.kind) {
    case "literal":
      return kind === "dyn" ? inferred(tree) : kind === tree.type ? plainLiteral(tree) : undefined;
    case "call":
      return kind === tree.name ? timeText(kind, tree.target, tree.arguments) : undefined;
    case "list":
      return kind === "dyn" ? plainList(tree.elements) : undefined;
    default:
      return undefined;
  }
}

/** A literal as JavaScript has it. */
export function plainLiteral({ type, value }: Literal): Built<unknown> {
  if (type === "bytes") {
    return built(value, `new Uint8Array([${value.join(", ")}])`);
  }
  const plain =
    typeof value === "bigint" && BigInt.asIntN(54, value) === value ? Number(value) : value;
  return built(plain, scalarCode(plain));
}

// Without a kind that is asked for, a whole number is an int, and there is nothing for a uint.
function inferred(tree: Literal): Built<unknown> | undefined {
  const clear = tree.type === "double" ? !Number.isInteger(tree.value) : tree.type !== "uint";
  return clear ? plainLiteral(tree) : undefined;
}

// Times and durations are written as text where one is asked for.
function timeText(
  kind: string,
  target: Expression | undefined,
  [text, ...others]: readonly Expression[],
): Built<unknown> | undefined {
  if (kind !== "duration" && kind !== "timestamp") return undefined;
  if (target !== undefined || others.length > 0) return undefined;
  if (text?.kind !== "literal" || text.type !== "string") return undefined;
  return built(text.value, stringCode(text.value));
}

function plainList(elements: readonly Expression[]): Built<unknown> | undefined {
  const values: unknown[] = [];
  const codes: Code[] = [];
  for (const element of elements) {
    const one = plainValue("dyn", element);
    if (one === undefined) return undefined;
    values.push(one.value);
    codes.push(one.code);
  }
  return built(values, `[${listed(codes).text}]`);
}

function built(value: unknown, text: string): Built<unknown> {
  return { code: { text, imports: [] }, value };
}
