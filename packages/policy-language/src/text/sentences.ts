/** All names as a sentence says them: `a, b and c`. The first `Intl.ListFormat` takes longer than many a lint. */
export function enumerated(names: readonly string[], conjunction: "and" | "or" = "and"): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}

/** A number of things: `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const mostListed = 20;

/** Names for a sentence; of very many the first ones, and how many others there are. */
export function listed(names: readonly string[], most = mostListed): string {
  const others = names.length - most;
  return others > 0 ? `${names.slice(0, most).join(", ")} and ${others} more` : names.join(", ");
}

/** A time limit as it is printed. */
export function secondsText(milliseconds: number): string {
  return counted(milliseconds / 1000, "second");
}

/** The first line of a message that others wrote, ended as a sentence. */
export function firstSentence(message: string): string {
  const line = message.trim().split("\n")[0] ?? "";
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** A name as a shell reads it. */
export function shellWord(name: string): string {
  return /^[\w.@%+/:-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
