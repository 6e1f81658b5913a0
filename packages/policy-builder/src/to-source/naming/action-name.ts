import type { WritableAction } from "../action-code.ts";
import { joinWords, wordsOf } from "./words.ts";

/** What an action can be called: its type, and the first thing in its config. */
export function actionName({ type, config }: WritableAction): string {
  const called = wordsOf(type, 5);
  return joinWords([...(called.length === 0 ? ["action"] : called), ...first(config)]);
}

function first(config: unknown): readonly string[] {
  if (typeof config !== "object") return wordsOf(String(config));
  const [entry] = Object.entries(config ?? {}) as [string, unknown][];
  if (entry === undefined) return [];
  const [key, value] = entry;
  return typeof value === "object" && !Array.isArray(value) && value !== null
    ? wordsOf(Object.keys(value)[0] ?? key)
    : first(Array.isArray(value) ? value[0] : value);
}
