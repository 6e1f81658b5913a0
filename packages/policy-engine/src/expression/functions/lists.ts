import type { CelFunc, CelList, CelValue } from "@bufbuild/cel";
import type { CelLibrary } from "../cel.ts";

/** The function of `value[index]` with a computed index. */
export const elementAt = "@at";

/** The function around a map whose keys may be equal although their types differ. */
export const distinctKeys = "@distinct";

/**
 * `list + list` and `value[index]`. The evaluator's own keep a concatenated list as its two parts, so that a list of
 * thousands (as `map` and `filter` make them) is nested as deep; and they accept `true` as the index 1.
 */
export function listFunctions({ cel }: CelLibrary): CelFunc[] {
  const { celFunc, celList, celType, CelScalar, listType } = cel;
  const { isCelList, isCelMap, isCelUint } = cel;
  const { DYN } = CelScalar;
  const LIST = listType(DYN);
  const items = new WeakMap<CelList, readonly CelValue[]>();

  function itemsOf(list: CelList): readonly CelValue[] {
    return items.get(list) ?? [...list];
  }

  function at(value: CelValue, index: CelValue): CelValue {
    if (isCelList(value)) {
      const position = isCelUint(index) ? index.value : index;
      if (typeof position === "bigint" || typeof position === "number") {
        const item = Number.isInteger(Number(position)) ? value.get(Number(position)) : undefined;
        if (item === undefined) throw new Error(`index ${position} out of bounds`);
        return item;
      }
    } else if (isCelMap(value)) {
      if (typeof index !== "object" || isCelUint(index)) {
        const found = value.get(index);
        if (found !== undefined) return found;
        throw new Error(`field not found: ${isCelUint(index) ? index.value : index}`);
      }
    }
    const types = [value, index].map((one) => celType(one).name);
    throw new Error(`found no matching overload for '_[_]' applied to '(${types.join(", ")})'`);
  }

  return [
    celFunc("_+_", [LIST, LIST], LIST, (one, other) => {
      const all = [...itemsOf(one), ...itemsOf(other)];
      const list = celList(all);
      items.set(list, all);
      return list;
    }),
    celFunc(elementAt, [DYN, DYN], DYN, at),
    celFunc(distinctKeys, [DYN], DYN, (map) => {
      const seen = new Set<bigint>();
      for (const key of isCelMap(map) ? map.keys() : []) {
        const number = isCelUint(key) ? key.value : key;
        if (typeof number !== "bigint") continue;
        if (seen.has(number)) throw new Error(`map key conflict: ${number}`);
        seen.add(number);
      }
      return map;
    }),
  ];
}

/** The method behind `has()`. */
export const hasField = "@has";

/**
 * `in` and `has()`. The evaluator's own treat a map key whose value is `null` as missing, and search lists slowly.
 */
export function membershipFunctions({ cel }: CelLibrary): CelFunc[] {
  const { celEnv, celFunc, celMethod, celType, CelScalar, listType, mapType } = cel;
  const { isCelList, isCelMap, isCelUint } = cel;
  const { BOOL, DOUBLE, DYN, INT, STRING, UINT } = CelScalar;
  const anyMap = mapType(DYN, DYN);
  const equals = celEnv().funcs.find("_==_");

  function isIn(item: CelValue, collection: CelValue): boolean {
    if (isCelList(collection)) return hasItem(collection, item);
    if (isCelMap(collection)) {
      const isKey = typeof item !== "object" || isCelUint(item);
      return isKey && collection.get(item) !== undefined;
    }
    const types = [item, collection].map((value) => celType(value).name);
    throw new Error(`found no matching overload for '@in' applied to '(${types.join(", ")})'`);
  }

  function hasItem(list: CelList, item: CelValue): boolean {
    const isText = typeof item === "string";
    for (let index = 0; index < list.size; index++) {
      const other = list.get(index);
      if (other === item) return true;
      // Texts equal nothing but the same text.
      if (isText || other === undefined) continue;
      if (equals?.call(0, undefined, [other, item]) === true) return true;
    }
    return false;
  }

  return [
    celMethod(hasField, anyMap, [STRING], BOOL, function (field) {
      return this.get(field) !== undefined;
    }),
    // One for everything: comparing types takes longer than all the rest. The others take the place
    // of the evaluator's own, which would come first.
    celFunc("@in", [DYN, DYN], BOOL, isIn),
    celFunc("@in", [DYN, listType(DYN)], BOOL, isIn),
    ...[STRING, INT, UINT, DOUBLE, BOOL].map((key) => celFunc("@in", [key, anyMap], BOOL, isIn)),
  ];
}
