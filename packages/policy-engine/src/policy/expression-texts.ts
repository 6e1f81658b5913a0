import { interpolations } from "@traffic-policy/policy-language";
import type { CompiledPolicy } from "./compile-policy.ts";

/** All that may be an expression in a policy. */
export function expressionTexts({ sections }: Pick<CompiledPolicy, "sections">): string[] {
  return sections.flatMap(({ rules }) =>
    rules.flatMap(({ expressions, actions }) => [
      ...expressions.map(({ text }) => text),
      ...actions.flatMap(({ config }) => expressionTextsIn(config)),
    ]),
  );
}

/** All that may be an expression in the config of an action. */
export function expressionTextsIn(value: unknown): string[] {
  if (typeof value === "string") {
    const parts = interpolations(value).parts.flatMap((part) =>
      part.kind === "interpolation" ? [part.expression] : [],
    );
    return [value, ...parts];
  }
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(expressionTextsIn)
    : [];
}
