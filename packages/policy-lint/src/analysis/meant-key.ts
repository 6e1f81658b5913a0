import { nearest, type JsonObject } from "@traffic-policy/policy-language";

/** The known key that an unknown one was probably meant as; one that is not there yet, if possible. */
export function meantKey(
  key: string,
  object: JsonObject,
  known: readonly string[],
): string | undefined {
  const absent = known.filter((name) => object[name] === undefined);
  return (
    absent.find((name) => sameLetters(name, key)) ?? nearest(key, absent) ?? nearest(key, known)
  );
}

/** Whether two names differ only in capitals and in what joins their words: `statusCode`. */
export function sameLetters(one: string, other: string): boolean {
  return letters(one) === letters(other);
}

function letters(name: string): string {
  return name.replace(/[\s_-]/g, "").toLowerCase();
}
