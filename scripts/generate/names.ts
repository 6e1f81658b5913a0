/** `custom-response`, `status_code` or `document/rule-name` as a TypeScript name. */
export function camelCase(name: string): string {
  return name.replace(/[-_/](\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** The same with a capital first letter, for types. */
export function pascalCase(name: string): string {
  return camelCase(`-${name}`);
}

/** A phrase of the catalogue as a sentence. */
export function sentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}
