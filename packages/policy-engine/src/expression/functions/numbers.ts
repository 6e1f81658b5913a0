import type { CelFunc, CelUint, CelValue } from "@bufbuild/cel";
import type { CelLibrary } from "../cel.ts";

/**
 * Numbers as CEL's implementation in Go has them, where the evaluator's own differ: the smallest int has
 * no remainder by -1, a uint is divided as one, and what is no number is in no order.
 *
 * Source: `common/types/overflow.go` and `compare.go` of github.com/google/cel-go.
 */
export function numberFunctions({ cel }: CelLibrary): CelFunc[] {
  const { celFunc, celUint, isCelUint, CelScalar } = cel;
  const { BOOL, DOUBLE, INT, UINT } = CelScalar;

  function numberOf(value: CelValue): number {
    return Number(isCelUint(value) ? value.value : value);
  }

  const order: readonly (readonly [string, (one: number, other: number) => boolean])[] = [
    ["_<_", (one, other) => one < other],
    ["_<=_", (one, other) => one <= other],
    ["_>_", (one, other) => one > other],
    ["_>=_", (one, other) => one >= other],
  ];
  const withDouble = [
    [DOUBLE, DOUBLE],
    [DOUBLE, INT],
    [INT, DOUBLE],
    [DOUBLE, UINT],
    [UINT, DOUBLE],
  ] as const;
  return [
    celFunc("_%_", [INT, INT], INT, (one, other) => {
      if (other === 0n) throw new Error("int modulus by zero");
      if (one === minInt && other === -1n) throw new Error("int overflow during modulus");
      return one % other;
    }),
    celFunc("_/_", [UINT, UINT], UINT, (one: CelUint, other: CelUint) => {
      if (other.value === 0n) throw new Error("uint divide by zero");
      return celUint(one.value / other.value);
    }),
    celFunc("_%_", [UINT, UINT], UINT, (one: CelUint, other: CelUint) => {
      if (other.value === 0n) throw new Error("uint modulus by zero");
      return celUint(one.value % other.value);
    }),
    ...order.flatMap(([operator, holds]) =>
      withDouble.map((types) =>
        celFunc(operator, types as never, BOOL, (...values: CelValue[]) => {
          const [one = 0, other = 0] = values.map(numberOf);
          if (Number.isNaN(one) || Number.isNaN(other)) {
            throw new Error("NaN is neither less nor greater than a number.");
          }
          return holds(one, other);
        }),
      ),
    ),
  ];
}

const minInt = -(2n ** 63n);
