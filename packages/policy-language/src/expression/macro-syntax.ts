import { SyntaxFailure } from "./syntax-failure.ts";
import type { Call } from "./tree.ts";

// A call is a macro only with this number of arguments; with another one CEL takes it for a
// function, and the checker says that there is none.
const comprehensions: ReadonlyMap<string, readonly number[]> = new Map([
  ["all", [2]],
  ["exists", [2]],
  ["exists_one", [2]],
  ["existsOne", [2]],
  ["filter", [2]],
  ["map", [2, 3]],
]);

/** The variable in which CEL itself collects the result of a macro. */
const accumulator = "__result__";

/** Throws a {@link SyntaxFailure} for a macro whose argument is not what the macro works on. */
export function checkMacroSyntax(call: Call): void {
  const [first] = call.arguments;
  if (first?.span === undefined) return;
  const { name, target } = call;
  if (target === undefined) {
    const isHas = name === "has" && call.absolute !== true && call.arguments.length === 1;
    if (isHas && first.kind !== "select") {
      throw new SyntaxFailure({ code: "invalid-macro", span: first.span, detail: name });
    }
    return;
  }
  if (comprehensions.get(name)?.includes(call.arguments.length) !== true) return;
  if (first.kind !== "identifier" || first.absolute === true) {
    throw new SyntaxFailure({ code: "invalid-macro", span: first.span, detail: name });
  }
  if (first.name === accumulator) {
    throw new SyntaxFailure({ code: "reserved-word", span: first.span, detail: accumulator });
  }
}
