import type { CelType } from "@traffic-policy/policy-language";

/** The origin of a value that only the service knows: the value itself, or an operation on an unknown value. */
export type Unknown =
  | {
      readonly kind: "leaf";
      /** The same name denotes the same value. */
      readonly name: string;
      readonly type?: CelType | undefined;
    }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly operands: readonly (Unknown | Known)[];
      /** The condition under which it does not fail; undefined when no value makes it fail. */
      readonly evaluatesIf?: string | undefined;
    };

export interface Known {
  readonly kind: "known";
  readonly value: unknown;
  readonly items?: readonly unknown[];
  readonly text: string;
}

/** Returns the text of an unknown; equal values have equal texts. Empty when the origin is not known. */
export function textOf(unknown: Unknown | undefined): string {
  if (unknown === undefined || unknown.kind === "leaf") return unknown?.name ?? "";
  const operands = unknown.operands.map((one) => (one.kind === "known" ? one.text : textOf(one)));
  return `${unknown.name}(${operands.join(", ")})`;
}

/** Returns the conditions under which an unknown does not fail; empty when it never fails. */
export function conditionsOf(unknown: Unknown): string[] {
  if (unknown.kind === "leaf") return [];
  const { evaluatesIf, operands } = unknown;
  const inner = operands.flatMap((one) => (one.kind === "known" ? [] : conditionsOf(one)));
  return evaluatesIf === undefined ? inner : [...inner, evaluatesIf];
}
