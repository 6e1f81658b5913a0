/**
 * A text as a sentence repeats it: of one that is longer than this many UTF-16 units, the beginning.
 * No character is cut in two.
 */
export function shortened(text: string, longest = 60): string {
  if (text.length <= longest) return text;
  const beginning = text.slice(0, longest - 1);
  return `${beginning.replace(/[\ud800-\udbff]$/, "")}…`;
}
