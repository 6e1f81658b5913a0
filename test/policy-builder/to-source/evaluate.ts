import * as builder from "@traffic-policy/policy-builder";

/** The policy that a module built by `toSource` exports, without the cost of loading a module. */
export function evaluate(source: string): builder.PolicyBuilder {
  const body = source
    .replace(/^import \{[^}]*\} from "@traffic-policy\/policy-builder";\n/, "")
    .replace(/^export default /m, "return ");
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  const run = new Function(...Object.keys(builder), `"use strict";\n${body}`) as (
    ...values: readonly unknown[]
  ) => builder.PolicyBuilder;
  return run(...Object.values(builder));
}
