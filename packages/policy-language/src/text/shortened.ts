/**
 * A text as a message quotes it: only the beginning when it is longer than `longest` UTF-16 units,
 * without cutting a character in two.
 */
export function shortened(text: string, longest = 60): string {
  if (text.length <= longest) return text;
  const beginning = text.slice(0, longest - 1);
  return `${beginning.replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A text with a single space for each run of white space. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** A text without a character repeated at its end. A pattern would take quadratic time on long runs. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === character) end--;
  return text.slice(0, end);
}
