/** `custom-response` or `status_code` as the builder calls it. */
export function camelCase(name: string): string {
  return name.replace(/[-_](\w)/g, (_match, letter: string) => letter.toUpperCase());
}
