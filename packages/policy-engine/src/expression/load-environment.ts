import { type Dialect } from "@traffic-policy/policy-language";
import { standardFunctions } from "@traffic-policy/policy-language/internal";
import { exchangeFunctions } from "../functions.ts";
import { loadCel } from "./cel.ts";
import { Environment } from "./environment.ts";

const standardNames: ReadonlySet<string> = new Set(standardFunctions.map(({ name }) => name));

/**
 * Loads the evaluator for the expressions of a dialect. Functions beyond standard CEL are loaded only if the dialect
 * has some.
 */
export async function loadEnvironment(dialect: Dialect): Promise<Environment> {
  const hasMore = [...dialect.functions.keys()].some(
    (name) => !standardNames.has(name) && !exchangeFunctions.has(name),
  );
  const [library, extensions] = await Promise.all([
    loadCel(),
    hasMore
      ? import("./functions/extensions/index.ts").then((loaded) => loaded.extensions)
      : undefined,
  ]);
  return new Environment(library, dialect, extensions);
}
