import type { TextMethod, TextTest } from "./formula.ts";

/** A test of a text with what it comes to. */
export interface TextClaim extends TextTest {
  readonly holds: boolean;
}

const tests: Readonly<Record<TextMethod, (value: string, text: string) => boolean>> = {
  startsWith: (value, text) => value.startsWith(text),
  endsWith: (value, text) => value.endsWith(text),
  contains: (value, text) => value.includes(text),
};

/** Whether a text is as a claim says. */
export function isAsClaimed(value: string, { method, text, holds }: TextClaim): boolean {
  return tests[method](value, text) === holds;
}

/** Whether no text can be as both claims say. */
export function areContrary(one: TextClaim, other: TextClaim): boolean {
  if (one.holds && other.holds) {
    if (one.method !== other.method || one.method === "contains") return false;
    return !tests[one.method](one.text, other.text) && !tests[one.method](other.text, one.text);
  }
  if (one.holds === other.holds) return false;
  const [held, denied] = one.holds ? [one, other] : [other, one];
  return follows(held, denied);
}

/** Whether every text that a test is true of is one that the other is true of. */
function follows(one: TextTest, other: TextTest): boolean {
  if (other.text === "") return true;
  if (other.method !== "contains" && other.method !== one.method) return false;
  return tests[other.method](one.text, other.text);
}

/** Whether no text at all is as a claim says. */
export function isImpossible({ text, holds }: TextClaim): boolean {
  return text === "" && !holds;
}
