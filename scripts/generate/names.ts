import { camelCase } from "@traffic-policy/policy-language/internal";

/** A name in camel case with a capital first letter, for types. */
export function pascalCase(name: string): string {
  return camelCase(`-${name}`);
}

/** A phrase of the catalogue as a sentence. */
export function sentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}
