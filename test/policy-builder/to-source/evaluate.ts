import * as directions from "@traffic-policy/policy-builder";
import * as phases from "@traffic-policy/policy-builder/phases";

/**
 * The policy that a module built by `toSource` exports, without the cost of loading a module.
 *
 * @param builder - what the module imports; the entry that it names, unless given
 */
export function evaluate(
  source: string,
  builder: Readonly<Record<string, unknown>> = source.includes('policy-builder/phases"')
    ? phases
    : directions,
): directions.BasePolicy {
  const body = source
    .replace(/^import \{[^}]*\} from "@traffic-policy\/policy-builder(?:\/phases)?";\n/, "")
    .replace(/^export default /m, "return ");
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  const run = new Function(...Object.keys(builder), `"use strict";\n${body}`) as (
    ...values: readonly unknown[]
  ) => directions.BasePolicy;
  return run(...Object.values(builder));
}
