import { randomBytes } from "node:crypto";

/** Counts the policy requests that led to a request, so that loops can be stopped. */
export const hopsHeader = "traffic-policy-hops";

/** Counts the forwards from endpoint to endpoint of a site, for the same reason. */
export const forwardsHeader = "traffic-policy-forwards";

/** Marks this process's own counts. It is secret, so that no client can forge a count. */
const ownToken = randomBytes(16).toString("hex");

/** The maximum number of entries from gateways in other processes, which count only what they have sent. */
const mostOthers = 8;

export class Hops {
  readonly own: number;
  readonly #others: readonly string[];

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

  get next(): string {
    return [`${ownToken}.${this.own + 1}`, ...this.#others].join(", ");
  }
}
