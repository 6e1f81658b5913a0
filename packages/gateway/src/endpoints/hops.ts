import { randomBytes } from "node:crypto";

/** How many requests of policies a request is behind that such a request has led to. */
export const hopsHeader = "traffic-policy-hops";

/** Known to this process only, so that no client can say how many there were. */
const ownToken = randomBytes(16).toString("hex");

/** Of gateways in other processes, which count only what they have sent. */
const mostOthers = 8;

/** What a request says of the requests of policies that have led to it. */
export class Hops {
  /** How many this process has sent. */
  readonly own: number;
  readonly #others: readonly string[];

  /** @param value - of the header; nothing without one */
  constructor(value: string | undefined) {
    const entries = (value ?? "").split(",").map((entry) => entry.trim());
    const counts = entries.flatMap((entry) => {
      const [token, count] = entry.split(".");
      return token === ownToken ? [Number(count)] : [];
    });
    this.own = Math.max(0, ...counts);
    this.#others = entries
      .filter((entry) => /^[0-9a-f]{32}\.\d$/.test(entry) && !entry.startsWith(ownToken))
      .slice(0, mostOthers);
  }

  /** The header of a request that is sent because of this one. */
  get next(): string {
    return [`${ownToken}.${this.own + 1}`, ...this.#others].join(", ");
  }
}
