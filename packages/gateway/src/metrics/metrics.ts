import type { RuleReference } from "@traffic-policy/policy-engine";
import type { ServedExchange } from "../options.ts";

/** Labels and their values, in their order; those without a value are left out. */
type Labels = Readonly<Record<string, string | undefined>>;

/** Upper limits of the durations that are counted, in seconds. */
const limits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts what a gateway serves, and prints it in the text format of Prometheus. */
export class Metrics {
  readonly #exchanges = new Map<string, number>();
  readonly #matches = new Map<string, number>();
  /** How many exchanges took no longer than each limit, and longer than the one before. */
  readonly #durations = limits.map(() => 0);
  #seconds = 0;
  #count = 0;

  /**
   * Counts an exchange when it is over: `onExchange` of a gateway calls it.
   *
   * @param endpoint - the URL of the endpoint, where a gateway has several
   */
  observe(served: ServedExchange, endpoint?: string): void {
    if (served.part === "beginning") return;
    const { outcome, status, milliseconds } = served;
    const word = outcome.unknown === undefined ? outcome.result : "unknown";
    add(this.#exchanges, { endpoint, outcome: word, status: status?.toString() }, 1);
    // A rule that never matches is there, too, with 0.
    for (const rule of outcome.rules) add(this.#matches, { endpoint, ...labelsOf(rule) }, 0);
    for (const rule of outcome.matched) add(this.#matches, { endpoint, ...labelsOf(rule) }, 1);
    const seconds = milliseconds / 1000;
    const bucket = limits.findIndex((limit) => seconds <= limit);
    if (bucket !== -1) this.#durations[bucket] = (this.#durations[bucket] ?? 0) + 1;
    this.#seconds += seconds;
    this.#count += 1;
  }

  /** @param open - how many exchanges are in progress */
  text(open: number): string {
    let sum = 0;
    const buckets = limits.map((limit, index): Sample => {
      sum += this.#durations[index] ?? 0;
      return [`_bucket${labelled({ le: String(limit) })}`, sum];
    });
    return [
      family("exchanges_total", "counter", "Requests and connections that are over.", [
        ...this.#exchanges,
      ]),
      family("rule_matches_total", "counter", "How often each rule has matched.", [
        ...this.#matches,
      ]),
      family(
        "exchange_duration_seconds",
        "histogram",
        "Time to the head of the response, or until the connection ended.",
        [
          ...buckets,
          [`_bucket${labelled({ le: "+Inf" })}`, this.#count],
          ["_sum", this.#seconds],
          ["_count", this.#count],
        ],
      ),
      family("open_exchanges", "gauge", "Requests and connections in progress.", [["", open]]),
    ].join("");
  }
}

/** The end of a name with its labels, and the value. */
type Sample = readonly [rest: string, value: number];

function family(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const full = `traffic_policy_${name}`;
  const lines = samples.map(([rest, value]) => `${full}${rest} ${value}`);
  return [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, ...lines, ""].join("\n");
}

function labelsOf({ direction, name, path }: RuleReference): Labels {
  return { section: direction, rule: name ?? path };
}

function add(counts: Map<string, number>, labels: Labels, count: number): void {
  const key = labelled(labels);
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function labelled(labels: Labels): string {
  const pairs = Object.entries(labels).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${escaped(value)}"`],
  );
  return `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
