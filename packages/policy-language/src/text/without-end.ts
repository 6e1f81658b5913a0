/** A text without one character as often as it stands at the end. A pattern would take the square of a long run. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === character) end--;
  return text.slice(0, end);
}
