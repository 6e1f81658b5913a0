import { readModule } from "@traffic-policy/api";
import { type JsonValue, type Protocol } from "@traffic-policy/policy-language";
import { canonicalText, getOrAdd, unknownPart } from "@traffic-policy/policy-language/internal";
import type { PolicyComparison } from "@traffic-policy/policy-proof";
import type { CaseSettings } from "@traffic-policy/policy-engine";
import type { Clock } from "../context.ts";
import { collectingEarly } from "../proving/collecting-early.ts";
import type { Behaviour, ComparedPolicy } from "./behaviour.ts";

export interface ComparisonSettings extends CaseSettings {
  /** Seconds for a pair of policies. */
  readonly timeout: number;
  readonly begin?: number;
  /** The names of both policies; by default `The stored policy` and `The local policy`. */
  readonly subjects?: readonly [string, string];
  readonly most?: { readonly pairs: number; readonly seconds: number };
}

/** Measures processor time of this process, so that results do not depend on the load of the machine. */
const processorClock: Pick<Clock, "elapsed"> = {
  elapsed: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/** Creates a comparer for comparisons that nobody asked for: they must not keep anybody waiting. */
export function quickComparer(): BehaviourComparer {
  return new BehaviourComparer({ timeout: 1, most: { pairs: 20, seconds: 5 } }, processorClock);
}

/** Compares the behaviour of policies. Each pair of texts is compared once, however many targets share it. */
export class BehaviourComparer {
  readonly #settings: ComparisonSettings;
  readonly #clock: Pick<Clock, "elapsed">;
  readonly #known = new Map<string, Promise<Behaviour>>();
  readonly #end: number;
  #begin: number | undefined;

  constructor(settings: ComparisonSettings, clock: Pick<Clock, "elapsed">) {
    this.#settings = settings;
    this.#clock = clock;
    this.#begin = settings.begin;
    this.#end = clock.elapsed() + (settings.most?.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  }

  async compare(
    before: ComparedPolicy | undefined,
    after: ComparedPolicy | undefined,
    protocol: Protocol,
  ): Promise<Behaviour> {
    const { subjects = ["The stored policy", "The local policy"] } = this.#settings;
    const begin = this.#begin ?? this.#clock.elapsed();
    this.#begin = undefined;
    const [one, other] = [read(before, subjects[0]), read(after, subjects[1])];
    const reasons = [one, other].flatMap((side) => ("reason" in side ? [side] : []));
    if ("reason" in one || "reason" in other) {
      return { kind: "unknown", groups: [], unknown: reasons, dependsOn: [], protocol };
    }
    const texts = [canonicalText(one.document), canonicalText(other.document)];
    if (texts[0] === texts[1])
      return { kind: "same", groups: [], unknown: [], dependsOn: [], protocol };
    return getOrAdd(this.#known, JSON.stringify([protocol, ...texts]), async () => ({
      ...(await this.#prove(one.document, other.document, protocol, begin)),
      protocol,
    }));
  }

  async #prove(
    before: JsonValue,
    after: JsonValue,
    protocol: Protocol,
    begin: number,
  ): Promise<PolicyComparison> {
    const { timeout, options, stubs, most } = this.#settings;
    const isTooMany = this.#known.size > (most?.pairs ?? Number.POSITIVE_INFINITY);
    if (isTooMany || this.#clock.elapsed() > this.#end) {
      const unknown = [{ what: "everything", reason: "There are too many policies to compare." }];
      return { kind: "unknown", groups: [], unknown, dependsOn: [] };
    }
    const [{ compilePolicy }, { comparePolicies }] = await Promise.all([
      import("@traffic-policy/policy-engine"),
      import("@traffic-policy/policy-proof"),
    ]);
    const policies = [
      await compilePolicy(before, { protocol }),
      await compilePolicy(after, { protocol }),
    ] as const;
    const end = Math.min(begin + timeout * 1000, this.#end);
    const isOver = (): boolean => this.#clock.elapsed() > end;
    try {
      return await collectingEarly(() =>
        comparePolicies(...policies, {
          ...(options && { options }),
          ...(stubs && { stubs }),
          budget: { isOver },
        }),
      );
    } catch (error) {
      // The stack is not deep enough for a condition that is nested thousands of times.
      if (!(error instanceof RangeError)) throw error;
      const unknown = [{ what: "everything", reason: "The conditions are nested too deeply." }];
      return { kind: "unknown", groups: [], unknown, dependsOn: [] };
    }
  }
}

type Side = { readonly document: JsonValue } | { readonly what: string; readonly reason: string };

function read(policy: ComparedPolicy | undefined, subject: string): Side {
  if (policy?.enabled !== true) return { document: {} };
  const { document, note } = readModule(policy, subject);
  if (document === undefined) return { what: subject, reason: note ?? `${subject} is empty.` };
  const unknown = unknownPart(document);
  if (unknown === undefined) return { document };
  return { what: subject, reason: `${subject} has ${unknown}, whose effect is not known.` };
}
