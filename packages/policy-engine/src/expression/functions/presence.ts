import type { CelFunc, CelInput, CelMap, CelValue } from "@bufbuild/cel";
import type { CelLibrary } from "../cel.ts";
import { hasField } from "../translate.ts";

/**
 * `has()` and `in` for maps. The evaluator's own take a key whose value is `null` for a missing one.
 */
export function presenceFunctions({ cel }: CelLibrary): CelFunc[] {
  const { celFunc, celMethod, CelScalar, mapType, isCelUint } = cel;
  const { BOOL, DYN, STRING } = CelScalar;
  const anyMap = mapType(DYN, DYN);
  const keys = [STRING, CelScalar.INT, CelScalar.UINT, CelScalar.DOUBLE, BOOL];

  function hasKey(map: CelMap, key: CelValue): boolean {
    return (
      map.get(isCelUint(key) ? key : (key as string | bigint | number | boolean)) !== undefined
    );
  }

  return [
    celMethod(hasField, anyMap, [STRING], BOOL, function (field) {
      return hasKey(this as CelMap, field);
    }),
    ...keys.map((key) =>
      celFunc("@in", [key, anyMap], BOOL, (item: CelValue, map: CelValue): CelInput<typeof BOOL> =>
        hasKey(map as CelMap, item),
      ),
    ),
  ];
}
