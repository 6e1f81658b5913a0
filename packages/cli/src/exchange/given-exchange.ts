import { fromPointer, toPointer } from "@traffic-policy/policy-language";
import type { ExchangeFile } from "./schema.ts";

/** An exchange as somebody gave it, with the way back to what was written. */
export interface GivenExchange {
  readonly exchange: ExchangeFile;
  /** The folder that files in it are relative to. */
  readonly folder: string;
  /** Where a part was given, for the beginning of a sentence: `a.json:3:5`, `--header`. */
  place(pointer: string, part?: "key"): string;
}

/** Which option a part of an exchange was given by: the nearest part around it that is known. */
export function optionAt(
  options: ReadonlyMap<string, string>,
  pointer: string,
): string | undefined {
  const keys = fromPointer(pointer);
  for (let length = keys.length; length >= 0; length--) {
    const option = options.get(toPointer(keys.slice(0, length)));
    if (option !== undefined) return option;
  }
  return undefined;
}
