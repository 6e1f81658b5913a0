import { planTarget, type PlannedTarget, type TargetDeployment } from "@traffic-policy/api";
import { expect } from "vitest";
import { expectNoKey } from "../api-key.ts";
import type { Emulated } from "./deploying.ts";

/**
 * Holds what was told of each target to what the emulator holds, when nobody else has written:
 * there is one outcome for each, and it is true.
 */
export async function expectTruth(
  service: Emulated,
  planned: readonly PlannedTarget[],
  deployments: readonly TargetDeployment[],
): Promise<void> {
  expect(deployments.map(({ name }) => name)).toEqual(planned.map(({ name }) => name));
  for (const [index, one] of planned.entries()) {
    const deployment = deployments[index];
    const now = await stateOf(service, one);
    expectNoKey(deployment?.error);
    expect({ ...told(deployment), allowed: allowed(deployment), now }).toEqual({
      ...told(deployment),
      allowed: expect.arrayContaining([now]),
      now,
    });
  }
}

type State = "new" | "old" | "new, disabled" | "something else";

/** In which states a target may be of which this was told. */
function allowed(deployment: TargetDeployment | undefined): readonly State[] {
  switch (deployment?.outcome) {
    case "applied":
    case "unchanged":
      return ["new"];
    case "failed":
    case "skipped":
      return ["old"];
    case "rolled-back":
      return deployment.error === undefined ? ["old"] : ["old", "new, disabled"];
    case "unknown":
      return ["old", "new", "new, disabled"];
    default:
      return [];
  }
}

async function stateOf(service: Emulated, planned: PlannedTarget): Promise<State> {
  const { target, local, stored } = planned;
  const now = await service.stored(target);
  const is = (module: typeof local): boolean => {
    if (module === undefined || now === undefined) return module === now;
    const wanted = { name: planned.name, target, local: module };
    return planTarget(wanted, now, { anyValue: true }).action === "unchanged";
  };
  // What a plan left unchanged is both.
  if (is(local)) return "new";
  if (planned.action === "unchanged" || is(stored)) return "old";
  return local !== undefined && is({ ...local, enabled: false })
    ? "new, disabled"
    : "something else";
}

function told(deployment: TargetDeployment | undefined): Record<string, unknown> {
  const { name, outcome, verified, error } = deployment ?? {};
  return { name, outcome, verified, error: error?.message };
}
