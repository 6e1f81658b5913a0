import type { Change } from "@traffic-policy/policy-language";
import type { TargetKind } from "../policy/kinds/kind.ts";

/** Why a target could not be planned or deployed to, where no single answer of the service tells. */
export class DeploymentError extends Error {
  override readonly name: string = "DeploymentError";
  /** One sentence: what to do. */
  readonly help: string;

  constructor(
    message: string,
    {
      help = "Read the target's stored policy before anything else is deployed to it.",
      cause,
    }: { readonly help?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.help = help;
  }
}

/** A target should have no policy, and the service cannot take one away: an update only replaces. */
export class CannotRemove extends DeploymentError {
  override readonly name = "CannotRemove";
  /** True when the target can be disabled instead. */
  readonly canDisable: boolean;

  constructor({ name, hasSwitch }: Pick<TargetKind, "name" | "hasSwitch">) {
    super(`The service cannot remove the policy of ${name}.`, {
      help: hasSwitch
        ? "Disable it instead, which has the same effect on traffic."
        : "Deploy another policy instead, or delete the endpoint.",
    });
    this.canDisable = hasSwitch;
  }
}

/** A policy should be disabled at a target where it is applied in any case. */
export class CannotDisable extends DeploymentError {
  override readonly name = "CannotDisable";

  constructor({ name }: Pick<TargetKind, "name">) {
    super(`The policy of ${name} cannot be disabled.`, {
      help: "Deploy another policy instead, or remove `enabled: false`.",
    });
  }
}

/** The target no longer holds what the plan is based on. It was left as it is. */
export class ChangedSince extends DeploymentError {
  override readonly name = "ChangedSince";
  /** The changes made by somebody else: `before` is what the plan is based on, `after` is the current state. */
  readonly changes: readonly Change[];

  constructor(changes: readonly Change[]) {
    super("The stored policy has changed since the plan was made. It was not overwritten.", {
      help: "Check what changed, and make a new plan.",
    });
    this.changes = changes;
  }
}

/** The policy was written, and something else was read back: the service, or somebody, changed it. */
export class NotAsWritten extends DeploymentError {
  override readonly name = "NotAsWritten";
  /** How it differs: `before` is what was written, `after` what is there now. */
  readonly changes: readonly Change[];

  constructor(message: string, changes: readonly Change[]) {
    super(message);
    this.changes = changes;
  }
}

/** The target was not changed because of a stop, or of what happened to another one. */
export class TargetSkipped extends DeploymentError {
  override readonly name = "TargetSkipped";
}
