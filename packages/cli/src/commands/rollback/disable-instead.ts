import {
  CannotRemove,
  planTarget,
  type Plan,
  type PlannedTarget,
  type UnreadTarget,
  type WantedPolicy,
} from "@traffic-policy/api";
import type { NamedTarget } from "@traffic-policy/project/selection";
import { printable, listed } from "@traffic-policy/policy-language/internal";
import { CommandError, type Terminal } from "../../context.ts";
import { confirm } from "../../confirm.ts";
import type { RollbackOptions } from "./command.ts";
import { isExpected, type Connection } from "../../service/connect.ts";
import type { Connections } from "../../service/connections.ts";

/**
 * Plans to disable policies that cannot be removed, with the user's consent.
 *
 * @param nothing - the message without consent: `Nothing was rolled back`
 * @throws CommandError when the user declines, or cannot be asked
 */
export async function disableInstead(
  plan: Plan,
  connections: Connections,
  {
    wanted,
    targets: named,
    options,
    terminal,
    nothing,
  }: {
    readonly wanted: readonly WantedPolicy[];
    readonly targets: ReadonlyMap<string, NamedTarget>;
    readonly options: RollbackOptions;
    readonly terminal: Terminal;
    readonly nothing: string;
  },
): Promise<{
  readonly plan: Plan;
  readonly disabled: ReadonlySet<string>;
}> {
  const stuck = plan.unread.filter(
    ({ error }) => error instanceof CannotRemove && error.canDisable,
  );
  const names = stuck.map(({ name }) => name);
  if (stuck.length === 0) return { plan, disabled: new Set() };
  const problem = problemText(names);
  if (options.disable !== true) {
    if (!terminal.interactive || options.format !== "pretty" || options.yes) {
      throw new CommandError(`${nothing}: ${problem}`, {
        help: "Use --disable to disable what cannot be removed, which has the same effect on traffic.",
      });
    }
    terminal.err(`${printable(problem)}\n`);
    if (
      !(await confirm("Disable instead, which has the same effect on traffic?", nothing, terminal))
    ) {
      throw new CommandError(`${nothing}: you answered no.`);
    }
  }
  const planned: PlannedTarget[] = [];
  const unread = plan.unread.filter((target) => !stuck.includes(target));
  for (const target of stuck) {
    const of = named.get(target.name);
    if (of === undefined) continue;
    const result = await planDisabled(connections.of(of), target);
    if ("error" in result) unread.push(result);
    else planned.push(result);
  }
  const order = new Map(wanted.map(({ name }, index) => [name, index]));
  const targets = [...plan.targets, ...planned].toSorted(
    (one, other) => (order.get(one.name) ?? 0) - (order.get(other.name) ?? 0),
  );
  return { plan: { targets, unread }, disabled: new Set(names) };
}

function problemText(names: readonly string[]): string {
  return `${listed(names, 5)} had no policy before, and the service cannot remove a policy from a TCP edge.`;
}

async function planDisabled(
  { client }: Connection,
  wanted: WantedPolicy,
): Promise<PlannedTarget | UnreadTarget> {
  try {
    const stored = await client.readPolicy(wanted.target);
    const local = stored && { enabled: false, value: stored.value };
    return planTarget({ ...wanted, local }, stored, { anyValue: true });
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { ...wanted, error: error as UnreadTarget["error"] };
  }
}
