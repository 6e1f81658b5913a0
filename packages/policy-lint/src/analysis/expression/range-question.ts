import { printExpression, type Dialect } from "@traffic-policy/policy-language";

/**
 * The test whether an address is in a range, or in one of several, with the functions of a
 * dialect; nothing when it has no such function.
 *
 * @param address - the address, as a part of an expression
 */
export function rangeQuestion(
  dialect: Dialect,
  address: string,
  ranges: readonly string[],
): string | undefined {
  const [only, ...others] = ranges.map((value) =>
    printExpression({ kind: "literal", type: "string", value }),
  );
  if (only === undefined) return undefined;
  const isOne = others.length === 0;
  const name = rangeFunction(dialect, isOne ? "string" : "list(string)");
  const range = isOne ? only : `[${[only, ...others].join(", ")}]`;
  return name && `${name}(${address}, ${range})`;
}

function rangeFunction({ functions }: Dialect, parameter: string): string | undefined {
  for (const { name, overloads } of functions.values()) {
    const isMeant = overloads.some(
      ({ target, parameters, formats }) =>
        target === undefined && formats?.[1] === "cidr" && parameters[1] === parameter,
    );
    if (isMeant) return name;
  }
  return undefined;
}
