export { visible } from "@traffic-policy/policy-lint/report/printable";

const mostListed = 20;

/** Names for a sentence; of very many the first ones, and how many others there are. */
export function listed(names: readonly string[], most = mostListed): string {
  const others = names.length - most;
  return others > 0 ? `${names.slice(0, most).join(", ")} and ${others} more` : names.join(", ");
}

/** All names as a sentence says them: `a, b and c`. */
export function enumerated(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(names);
}

/** A number of things: `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A name as a shell reads it. */
export function shellWord(name: string): string {
  return /^[\w.@%+/:-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
