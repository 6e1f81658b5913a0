import type { Target } from "@traffic-policy/api";
import { nearest } from "@traffic-policy/policy-language";
import { resolve } from "node:path";
import { CommandError } from "../command-error.ts";
import type { LoadedConfiguration } from "./load-configuration.ts";
import type { TargetConfiguration } from "./schema.ts";

/** A target of the configuration, ready to be used. */
export interface NamedTarget {
  readonly name: string;
  readonly target: Target;
  /** The policy's file, as an absolute path. */
  readonly policyFile: string;
  readonly enabled: boolean;
}

/** The targets with these names, or all; a name that does not exist is an error. */
export function selectTargets(
  configuration: LoadedConfiguration,
  names: readonly string[] = [],
): NamedTarget[] {
  const known = Object.keys(configuration.targets);
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = nearest(name, known);
    throw new CommandError(`The configuration has no target "${name}".`, {
      help: meant === undefined ? `It has: ${known.join(", ")}.` : `Did you mean "${meant}"?`,
    });
  }
  const selected = namedTargets(configuration).filter(
    ({ name }) => names.length === 0 || names.includes(name),
  );
  if (selected.length === 0) throw new CommandError("The configuration has no targets.");
  return selected;
}

/** All targets. */
export function namedTargets({ targets, folder }: LoadedConfiguration): NamedTarget[] {
  return Object.entries(targets).map(([name, target]) => ({
    name,
    target: toTarget(target),
    policyFile: resolve(folder, target.policy),
    enabled: target.enabled ?? true,
  }));
}

function toTarget({ kind, edge, route = "" }: TargetConfiguration): Target {
  return kind === "tcp-edge" ? { kind, edge } : { kind, edge, route };
}
