/**
 * A text as XML holds it, between tags and in double quotes. What XML 1.0 has no place for is left out; what
 * else is not to be obeyed has been replaced before.
 */
export function escapedXml(text: string): string {
  return text.replace(special, (character) => entities[character] ?? "");
}

// oxlint-disable-next-line no-control-regex
const special = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
