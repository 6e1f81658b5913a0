import type { Finding } from "../../finding.ts";

export function tooMuch(place: Pick<Finding, "path" | "part">, matter: string): Finding {
  return {
    ...place,
    message: `It is too much to tell ${matter}.`,
    help: "Write it in fewer or simpler conditions to have it checked.",
    atMost: "info",
  };
}
