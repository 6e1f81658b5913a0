import { standardMacros } from "../catalogue/standard/operators.ts";
import { ParseFailure } from "./parse-failure.ts";
import type { Call } from "./tree.ts";

// A call is a macro only with this number of arguments; with another one CEL takes it for a
// function, and the checker says that there is none.
const comprehensions: ReadonlyMap<string, readonly number[]> = new Map([
  ...standardMacros
    .filter((name) => name !== "has")
    .map((name): [string, number[]] => [name, name === "map" ? [2, 3] : [2]]),
  // CEL's newer spelling of `exists_one`: a macro to its parser, but not yet to every service.
  ["existsOne", [2]],
]);

/** The variable in which CEL itself collects the result of a macro. */
const accumulator = "__result__";

/** Throws a {@link ParseFailure} for a macro whose argument is not what the macro works on. */
export function checkMacroSyntax(call: Call): void {
  const [first] = call.arguments;
  if (first?.span === undefined) return;
  const { name, target } = call;
  if (target === undefined) {
    const isHas = name === "has" && call.absolute !== true && call.arguments.length === 1;
    if (isHas && first.kind !== "select") {
      throw new ParseFailure({ code: "invalid-macro", span: first.span, detail: name });
    }
    return;
  }
  if (comprehensions.get(name)?.includes(call.arguments.length) !== true) return;
  if (first.kind !== "identifier" || first.absolute === true) {
    throw new ParseFailure({ code: "invalid-macro", span: first.span, detail: name });
  }
  if (first.name === accumulator) {
    throw new ParseFailure({ code: "reserved-word", span: first.span, detail: accumulator });
  }
}
