/** The first line of a message that others wrote, ended as a sentence. */
export function firstSentence(message: string): string {
  const line = message.trim().split("\n")[0] ?? "";
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
