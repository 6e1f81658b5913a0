import { exceededLimits, type ExceededLimit, type Plan } from "@traffic-policy/api";
import { getOrAdd } from "@traffic-policy/policy-language/internal";
import type { LoadedConfiguration } from "@traffic-policy/project";
import type { NamedTarget } from "@traffic-policy/project/selection";
import type { ChangingOptions, MaxChanges } from "./options.ts";

/**
 * Returns the limits that a plan exceeds: the limits of the options, or else of each configuration for its targets.
 */
export function limitsOf(
  plan: Plan,
  targets: ReadonlyMap<string, NamedTarget>,
  { maxChanges, force }: Pick<ChangingOptions, "maxChanges" | "force">,
): readonly ExceededLimit[] {
  if (maxChanges !== undefined) return exceededLimits(plan, { maxChanges, forced: force });
  const groups = new Map<LoadedConfiguration | undefined, Mutable<Plan>>();
  const groupOf = ({ name }: { readonly name: string }): Mutable<Plan> =>
    getOrAdd(groups, targets.get(name)?.configuration, () => ({ targets: [], unread: [] }));
  for (const target of plan.targets) groupOf(target).targets.push(target);
  for (const target of plan.unread) groupOf(target).unread.push(target);
  return [...groups].flatMap(([configuration, part]) => {
    const limits = exceededLimits(part, {
      maxChanges: configuredLimit(configuration),
      forced: force,
    });
    if (groups.size === 1) return limits;
    const [first] = [...part.targets, ...part.unread];
    const whose = ownerOf(first && targets.get(first.name));
    return limits.map((limit) =>
      limit.target === undefined ? { ...limit, message: `${whose}: ${limit.message}` } : limit,
    );
  });
}

/** `services/api, production`: a limit without a target states a number of targets, but not which. */
function ownerOf(target: NamedTarget | undefined): string {
  const { project, environment } = target?.configuration ?? {};
  return [project ?? [], environment?.name ?? []].flat().join(", ");
}

type Mutable<Value> = {
  [Key in keyof Value]: Value[Key] extends readonly (infer Item)[] ? Item[] : Value[Key];
};

function configuredLimit(configuration: LoadedConfiguration | undefined): MaxChanges | undefined {
  const limit = configuration?.limits.maxChanges;
  if (limit === undefined) return undefined;
  return typeof limit === "number" ? { count: limit } : { percent: Number.parseFloat(limit) };
}
