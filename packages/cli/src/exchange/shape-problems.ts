import { schemaFindings } from "@traffic-policy/policy-lint";
import type { ExchangeProblem } from "./given-exchange.ts";

/** What of a value is not as its JSON Schema says. */
export function shapeProblems(schema: object, value: unknown): ExchangeProblem[] {
  return schemaFindings(schema, value, "").map(({ path, part, message, help }) => ({
    path,
    ...(part === "key" && { part }),
    message,
    ...(help !== undefined && { help }),
  }));
}
