import type { Run } from "../run/run.ts";

/** What a function gives that finds no values: by the options no items, or an error. */
export function absent({ options }: Run, message: string): readonly string[] {
  if (options.absentValues === "empty-list") return [];
  throw new Error(message);
}
