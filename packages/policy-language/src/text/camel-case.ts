/** `custom-response`, `status_code` or `document/rule-name` as TypeScript writes it. */
export function camelCase(name: string): string {
  return name.replaceAll(/[-_/](\w)/g, (_match, letter: string) => letter.toUpperCase());
}
