import { all, any, never, not, type Formula } from "./formula.ts";

export function trueOf(formula: Formula): Formula {
  if (!canFail(formula)) return formula;
  switch (formula.kind) {
    case "not":
      return falseOf(formula.of);
    case "all":
      return all(formula.parts.map(trueOf));
    case "any":
      return any(formula.parts.map(trueOf));
    case "requires":
      return all([...formula.needs.map(trueOf), trueOf(formula.of)]);
    case "choice": {
      const { condition, whenTrue, whenFalse } = formula;
      return any([
        all([trueOf(condition), trueOf(whenTrue)]),
        all([falseOf(condition), trueOf(whenFalse)]),
      ]);
    }
    default:
      return formula;
  }
}

function falseOf(formula: Formula): Formula {
  if (!canFail(formula)) return not(formula);
  switch (formula.kind) {
    case "not":
      return trueOf(formula.of);
    case "all":
      return any(formula.parts.map(falseOf));
    case "any":
      return all(formula.parts.map(falseOf));
    case "requires":
      return all([...formula.needs.map(trueOf), falseOf(formula.of)]);
    case "choice": {
      const { condition, whenTrue, whenFalse } = formula;
      return any([
        all([trueOf(condition), falseOf(whenTrue)]),
        all([falseOf(condition), falseOf(whenFalse)]),
      ]);
    }
    default:
      return not(formula);
  }
}

export function failureOf(formula: Formula): Formula {
  if (!canFail(formula)) return never;
  return all([not(trueOf(formula)), not(falseOf(formula))]);
}

/** False when the form of a formula shows that it cannot fail. */
export function canFail(formula: Formula): boolean {
  switch (formula.kind) {
    case "requires":
      return true;
    case "not":
      return canFail(formula.of);
    case "all":
    case "any":
      return formula.parts.some(canFail);
    case "choice":
      return [formula.condition, formula.whenTrue, formula.whenFalse].some(canFail);
    default:
      return false;
  }
}
