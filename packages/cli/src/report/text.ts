export { counted, enumerated, shellWord } from "@traffic-policy/policy-language";
export { visible } from "@traffic-policy/report";

const mostListed = 20;

/** Names for a sentence; of very many the first ones, and how many others there are. */
export function listed(names: readonly string[], most = mostListed): string {
  const others = names.length - most;
  return others > 0 ? `${names.slice(0, most).join(", ")} and ${others} more` : names.join(", ");
}
