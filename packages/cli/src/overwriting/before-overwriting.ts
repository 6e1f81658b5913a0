import {
  checksum,
  planTarget,
  type StoredPolicy,
  type Target,
  type TrafficPolicyModule,
} from "@traffic-policy/api";
import type { LoadedConfiguration } from "@traffic-policy/project";
import { namedPlaces } from "@traffic-policy/project/selection";
import type { StateOwner } from "@traffic-policy/project/files";
import { type Context, isoTime, CommandError, toErr, type ExitStatus } from "../context.ts";
import { askFirst } from "../confirm.ts";
import { History } from "../history/history.ts";
import type { UnknownWrite, WrittenPlace } from "../history/unknown-writes.ts";
import { originOf } from "../git/origin.ts";
import type { AskingOptions, LintFirstOptions } from "../program/options.ts";
import { printLateWrites } from "../deploying/late-writes.ts";
import { planTitle } from "../deploying/plan-details.ts";
import { printPlan } from "../deploying/report.ts";
import { describeTarget, placeName } from "../service/target-words.ts";
import { shellWord } from "@traffic-policy/policy-language/internal";
import { visible } from "@traffic-policy/report";
import type { Connection } from "../service/connect.ts";
import { stoppedByLint } from "../lint/report.ts";
import { loadLocalPolicies } from "../policy-file/load-local-policies.ts";

export interface Overwriting {
  readonly connection: Connection;
  readonly configuration: LoadedConfiguration | undefined;
  readonly options: AskingOptions;
  readonly context: Context;
}

/**
 * Shows what overwriting a stored policy would change, asks, and saves the stored policy. If nothing is stored, or
 * the behaviour stays the same, does not ask.
 *
 * @throws CommandError when it must not be overwritten
 */
export async function beforeOverwriting(
  target: Target,
  {
    stored,
    next,
  }: { readonly stored: StoredPolicy | undefined; readonly next: TrafficPolicyModule },
  how: Overwriting,
): Promise<void> {
  const wanted = { name: nameOf(target, how), target, local: next };
  const planned = planTarget(wanted, stored, { anyValue: true });
  printLateWrites(planned, pendingWrites(target, how), how.context.terminal);
  if (stored === undefined || planned.action === "unchanged") return;
  const { connection, configuration, options, context } = how;
  const { terminal } = context;
  if (options.format === "pretty") {
    const { description } = connection;
    const environment = configuration?.environment?.name;
    const title = planTitle({ description, ...(environment !== undefined && { environment }) });
    printPlan({ targets: [planned], unread: [] }, { title }, toErr(context).terminal);
  }
  await askFirst({ question: "Write this?", nothing: "Nothing was written" }, options, terminal);
  await keepStored("update", target, stored, how);
  hintRollback(target, how);
}

/**
 * Asks before deleting something that holds a policy, and saves the policy.
 *
 * @param what - the deleted thing: `the TCP edge edge_1`
 * @returns the policy
 * @throws CommandError when it must not be deleted
 */
export async function beforeDeleting(
  target: Target,
  what: string,
  how: Overwriting,
): Promise<StoredPolicy | undefined> {
  const words = { question: `Delete ${what}?`, nothing: "Nothing was deleted" };
  await askFirst(words, how.options, how.context.terminal);
  const stored = await how.connection.client.readPolicy(target);
  const wanted = {
    name: nameOf(target, how),
    action: "remove",
    checksum: stored && checksum(stored),
  } as const;
  printLateWrites(wanted, pendingWrites(target, how), how.context.terminal);
  if (stored === undefined) return undefined;
  await keepStored("delete", target, stored, how);
  // An edge that is deleted does not come back.
  if (target.kind === "https-route") hintRollback(target, how);
  return stored;
}

export function pendingWrites(target: Target, how: Overwriting): readonly UnknownWrite[] {
  const history = new History(ownerOf(how), how.context);
  return history.unknownWrites(how.context.clock.now()).to(placeOf(target, how));
}

export function placeOf(target: Target, { connection }: Overwriting): WrittenPlace {
  return { service: connection.service, place: placeName(target) };
}

export function ownerOf({ configuration, context }: Overwriting): StateOwner {
  return configuration ?? { folder: context.cwd };
}

async function keepStored(
  action: "update" | "delete",
  target: Target,
  stored: TrafficPolicyModule,
  how: Overwriting,
): Promise<void> {
  const { connection, context } = how;
  const { files, terminal } = context;
  const owner = ownerOf(how);
  const history = new History(owner, context);
  const time = isoTime(context.clock);
  const entry = {
    target: nameOf(target, how),
    ...target,
    service: connection.service,
    time,
    run: time,
    stored: { enabled: stored.enabled, value: stored.value },
    action,
    ...(await originOf(owner.folder, context)),
  };
  const file = await history.alone(async () => {
    // Whoever answers may take long, and so may another run that had to end before this one.
    const now = await connection.client.readPolicy(target);
    if (now?.value === stored.value && now.enabled === stored.enabled) return history.keep(entry);
    const nothing = action === "update" ? "written" : "deleted";
    throw new CommandError(`Nothing was ${nothing}: the stored policy has changed meanwhile.`, {
      help: "Run the command again to see the current policy.",
    });
  });
  terminal.err(`The previous policy is saved in ${visible(files.nameOf(file))}.\n`);
}

function hintRollback(target: Target, { configuration, context: { terminal } }: Overwriting): void {
  const name = targetNameOf(target, configuration);
  if (name === undefined) return;
  const { environment } = configuration ?? {};
  const where = environment === undefined ? "" : ` --environment ${environment.name}`;
  terminal.err(`\`traffic-policy rollback ${visible(shellWord(name))}${where}\` restores it.\n`);
}

export function nameOf(target: Target, { configuration }: Overwriting): string {
  return targetNameOf(target, configuration) ?? placeName(target);
}

function targetNameOf(
  target: Target,
  configuration: LoadedConfiguration | undefined,
): string | undefined {
  if (configuration === undefined) return undefined;
  const place = describeTarget(target);
  return namedPlaces(configuration).find((one) => describeTarget(one.target) === place)?.name;
}

/**
 * Reads a file's policy in the form the service accepts, and lints it for its target.
 *
 * @param target - a TCP edge that does not exist yet has no identifier
 * @returns the exit status when lint stops it, after reporting
 * @throws CommandError when the file does not hold a policy, or its protocol does not fit
 */
export async function policyToWrite(
  file: string,
  target: Target,
  {
    configuration,
    options,
    context,
  }: {
    readonly configuration: LoadedConfiguration | undefined;
    readonly options: LintFirstOptions;
    readonly context: Context;
  },
): Promise<{ readonly value: string } | { readonly stopped: ExitStatus }> {
  const local = { target, policyFile: context.files.resolve(file), enabled: true, configuration };
  const policies = await loadLocalPolicies([local], options, context);
  const [part] = policies.parts;
  const stopped = part && (await stoppedByLint(part, options, context));
  if (stopped !== undefined) {
    context.terminal.err("Nothing was written: the policy did not pass lint.\n");
    return { stopped };
  }
  return { value: policies.textOf(local) };
}
