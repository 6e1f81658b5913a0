import type { Formula } from "./formula.ts";

/** The terms and flags that a formula is about. */
export function subjectsOf(formula: Formula): ReadonlySet<string> {
  const subjects = new Set<string>();
  collect(formula);
  return subjects;

  function collect(part: Formula): void {
    switch (part.kind) {
      case "flag":
        subjects.add(part.key);
        break;
      case "comparison":
        subjects.add(part.term.key);
        break;
      case "not":
        collect(part.of);
        break;
      case "all":
      case "any":
        part.parts.forEach(collect);
        break;
      case "choice":
        [part.condition, part.whenTrue, part.whenFalse].forEach(collect);
        break;
      case "constant":
      case "unknown":
        break;
    }
  }
}
