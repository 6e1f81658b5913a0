import {
  planTarget,
  type PlannedTarget,
  type TargetDeployment,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import { expectNoKey } from "../api-key.ts";
import type { Emulated } from "./deploying.ts";

/**
 * What was told of targets and is not true of what the emulator holds, when nobody else has written;
 * nothing when each has one outcome, and a true one.
 */
export async function untruths(
  service: Emulated,
  planned: readonly PlannedTarget[],
  deployments: readonly TargetDeployment[],
): Promise<readonly string[]> {
  expectNoKey(deployments.map(({ error }) => error));
  const found: string[] = [];
  for (const [index, one] of planned.entries()) {
    const deployment = deployments[index];
    const now = await statesOf(service, one);
    if (deployment?.name === one.name && now.some((state) => allowed(deployment).has(state))) {
      continue;
    }
    const { outcome, error } = deployment ?? {};
    found.push(
      `${one.name}: ${outcome} (${error?.message}), and its policy is ${now.join(", ") || "another"}`,
    );
  }
  return deployments.length === planned.length ? found : [...found, "Some are missing."];
}

type State = "new" | "old" | "new, disabled";

/** In which states a target may be of which this was told. */
function allowed({ outcome, error }: TargetDeployment): ReadonlySet<State> {
  switch (outcome) {
    case "applied":
    case "unchanged":
      return new Set(["new"]);
    case "failed":
    case "skipped":
      return new Set(["old"]);
    case "rolled-back":
      return new Set(error === undefined ? ["old"] : ["old", "new, disabled"]);
    case "unknown":
      return new Set(["old", "new", "new, disabled"]);
  }
}

/** The states in which a target is; several when the plan does not tell them apart. */
async function statesOf(service: Emulated, planned: PlannedTarget): Promise<State[]> {
  const { name, target, action, local, stored } = planned;
  const now = await service.stored(target);
  const is = (module: TrafficPolicyModule | undefined): boolean => {
    if (module === undefined || now === undefined) return module === now;
    return (
      planTarget({ name, target, local: module }, now, { anyValue: true }).action === "unchanged"
    );
  };
  const states: readonly (readonly [State, boolean])[] = [
    ["new", is(local)],
    ["old", is(action === "unchanged" ? local : stored)],
    [
      "new, disabled",
      target.kind !== "cloud-endpoint" && local !== undefined && is({ ...local, enabled: false }),
    ],
  ];
  return states.filter(([, isIn]) => isIn).map(([state]) => state);
}
