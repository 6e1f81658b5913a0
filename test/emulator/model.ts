import type { Fault } from "@traffic-policy/emulator";
import fc from "fast-check";

/** What an edge was given. */
export interface ModelEdge {
  readonly description?: string;
  readonly metadata?: string;
  readonly hostports?: readonly string[];
  readonly traffic_policy?: { readonly enabled: boolean; readonly value: string };
}

/** What the emulator should know: edges in the order in which they were made, and policies of routes. */
export class Model {
  readonly edges = new Map<string, ModelEdge>();
  readonly routes = new Map<string, ModelEdge["traffic_policy"]>();
}

/** One operation; `which` is the place of an edge in the list, and may be of none. */
export type Step =
  | { readonly does: "create"; readonly input: ModelEdge }
  | { readonly does: "update"; readonly which: number; readonly input: ModelEdge }
  | { readonly does: "get" | "delete"; readonly which: number }
  | { readonly does: "put"; readonly route: string; readonly input: ModelEdge["traffic_policy"] }
  | { readonly does: "read" | "remove"; readonly route: string }
  | { readonly does: "nonsense"; readonly which: number };

const policy = fc.record({
  enabled: fc.boolean(),
  value: fc.constantFrom("{}", '{"inbound":[]}', String.raw`{"a":"\u0026"}`),
});

const input: fc.Arbitrary<ModelEdge> = fc.record(
  {
    description: fc.string({ maxLength: 20 }),
    metadata: fc.string({ maxLength: 20 }),
    hostports: fc.uniqueArray(fc.constantFrom("a.example:1", "b.example:2", "c.example:3")),
    traffic_policy: policy,
  },
  { requiredKeys: [] },
);

const which = fc.nat(4);
const route = fc.constantFrom("one", "two");

/** Any operation. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant("create" as const), input }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("update" as const), which, input }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom("get", "delete"), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("put" as const), route, input: policy }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("read", "remove"), route }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("nonsense" as const), which }) },
);

/** Any fault that takes no time, or none. */
export const anyFault: fc.Arbitrary<Fault | undefined> = fc.option(
  fc.constantFrom<Fault>(
    { fault: "delay", milliseconds: 1 },
    { fault: "rate-limit", seconds: 0 },
    { fault: "failure", status: 500 },
    { fault: "failure", status: 502, afterWork: true },
    { fault: "reset-before-work" },
    { fault: "reset-after-work" },
    { fault: "half-answer" },
    { fault: "not-json" },
    { fault: "wrong-content-type" },
    { fault: "redirect" },
    { fault: "endless-body" },
  ),
  { nil: undefined },
);

/** Whether an operation is done in spite of a fault. */
export function isDone(fault: Fault | undefined): boolean {
  if (fault === undefined) return true;
  if (fault.fault === "failure") return fault.afterWork === true;
  return !["rate-limit", "reset-before-work", "redirect"].includes(fault.fault);
}
