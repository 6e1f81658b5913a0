import type { CelType } from "@traffic-policy/policy-language";

/** Where a value comes from that only the service knows: itself, or an operation on such a one. */
export type Unknown =
  | {
      readonly kind: "leaf";
      /** The same for the same value. */
      readonly name: string;
      readonly type?: CelType | undefined;
    }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly operands: readonly (Unknown | Known)[];
      /** Where some of the values that it can be given make it fail: the condition with which it does not. */
      readonly evaluatesIf?: string | undefined;
    };

/** A value that is known, in an operation on others that are not; as text, so that it can be compared. */
export interface Known {
  readonly kind: "known";
  /** As the evaluator has it. */
  readonly value: unknown;
  /** Of a list. */
  readonly items?: readonly unknown[];
  readonly text: string;
}

/** The text of what is unknown: the same for the same value; empty when it is not known of what. */
export function textOf(unknown: Unknown | undefined): string {
  if (unknown === undefined || unknown.kind === "leaf") return unknown?.name ?? "";
  const operands = unknown.operands.map((one) => (one.kind === "known" ? one.text : textOf(one)));
  return `${unknown.name}(${operands.join(", ")})`;
}

/** The conditions with which what is unknown does not fail; none when it never does. */
export function conditionsOf(unknown: Unknown): string[] {
  if (unknown.kind === "leaf") return [];
  const { evaluatesIf, operands } = unknown;
  const inner = operands.flatMap((one) => (one.kind === "known" ? [] : conditionsOf(one)));
  return evaluatesIf === undefined ? inner : [...inner, evaluatesIf];
}
