import { printable, type Holder } from "@traffic-policy/policy-language/internal";
import { loadPolicies, type Files, type LoadedPolicy } from "@traffic-policy/project";
import { pathOfPolicy, policyPath, refuseUnread } from "@traffic-policy/project/internal";
import { notCheckedText, type NotChecked } from "@traffic-policy/report";
import { CommandError } from "../../context.ts";
import type { Progress } from "../../progress/phase.ts";
import type { OneService } from "../../progress/with-progress.ts";
import { cloudEndpointsByUrl, endpointUrl } from "../../service/endpoint-url.ts";
import {
  compareLocal,
  loadLocalModule,
  type Comparing,
  type LocalPolicy,
  type TargetDiff,
} from "./compare-targets.ts";
import { policyDocumentOf } from "./stored-file.ts";

/** The policies of a file whose holders name their targets, and the others. */
export interface PoliciesInFile {
  readonly file: string;
  readonly held: readonly PolicyInFile[];
  readonly notCompared: readonly NotChecked[];
}

interface PolicyInFile {
  readonly name: string;
  readonly holder: Holder;
  readonly policy: LoadedPolicy;
}

/**
 * Finds the policies of a file, or the one that is named after `#`, whose holders name their targets. Undefined for a
 * file that is a policy itself.
 *
 * @throws CommandError when the file cannot be read, or none of its holders names a target
 */
export async function policiesToCompare(
  path: string,
  files: Files,
): Promise<PoliciesInFile | undefined> {
  const { file, holder } = policyPath(files.resolve(path), files);
  const all = await loadPolicies(file, files);
  const policies = holder === undefined ? all : await loadPolicies(files.resolve(path), files);
  for (const policy of policies) {
    if (holder !== undefined) refuseUnread(policy.source);
    if (policy.source.held === undefined) policyDocumentOf(policy);
  }
  if (policies.every(({ source }) => source.held === undefined)) return undefined;
  const names = distinctNames(policies, files.nameOf(file));
  const held: PolicyInFile[] = [];
  const notCompared: NotChecked[] = [];
  for (const [index, policy] of policies.entries()) {
    const name = names[index] ?? "";
    const reason = reasonAgainst(policy, all);
    const own = policy.source.held?.holder;
    if (reason === undefined && own !== undefined) held.push({ name, holder: own, policy });
    else if (reason !== undefined) notCompared.push({ file: name, reason });
  }
  const found = { file: files.nameOf(file), held, notCompared };
  if (held.length === 0) throw nothingToCompare(found);
  return found;
}

function distinctNames(policies: readonly LoadedPolicy[], file: string): readonly string[] {
  const names = policies.map(({ source }) => source.held?.holder.name ?? "");
  return names.map((name, index) => {
    const isFirst = name !== "" && names.indexOf(name) === index;
    return pathOfPolicy({ file, holder: isFirst ? name : String(index + 1) });
  });
}

/** Returns the reason why a policy has no target to compare it with, in a few words; undefined when it has one. */
function reasonAgainst(
  { source: { held } }: LoadedPolicy,
  all: readonly LoadedPolicy[],
): string | undefined {
  if (held === undefined) return "it has no holder";
  if (held.unread !== undefined) return held.unread;
  const { target, url } = held.holder;
  if (target !== undefined) return undefined;
  if (url === undefined) return "its holder names no target";
  const known = endpointUrl(url);
  if (known === undefined) return "its URL is not like https://shop.example.com";
  const alike = all.filter((one) => endpointUrl(one.source.held?.holder.url ?? "") === known);
  return alike.length > 1 ? `${alike.length} policies of the file are for its URL` : undefined;
}

function nothingToCompare({
  file,
  notCompared,
}: Pick<PoliciesInFile, "file" | "notCompared">): CommandError {
  const left = notCheckedText({ notChecked: notCompared }, printable, "compared");
  const told =
    "A CloudEndpoint manifest names its target by its URL, a resource of Terraform by its id or its URL.";
  return new CommandError(`${file}: No policy in this file can be compared with the service.`, {
    help: [...left, told].join(" "),
  });
}

/** The policies of a file compared with the stored ones, and those that were not. */
export interface HeldDiff {
  readonly diffs: readonly TargetDiff[];
  readonly notCompared: readonly NotChecked[];
}

/**
 * Compares the policies of a file with those that the service has in their places.
 *
 * @throws CommandError when the service does not list its endpoints, or nothing can be compared
 */
export async function compareHeld(
  { file, held, notCompared }: PoliciesInFile,
  service: OneService,
  progress: Progress,
  comparing: Comparing,
): Promise<HeldDiff> {
  const isAsked = held.some(({ holder }) => holder.target === undefined);
  const endpoints = isAsked ? await cloudEndpointsByUrl(service.clients) : new Map<string, []>();
  const policies: LocalPolicy[] = [];
  const left = [...notCompared];
  for (const one of held) {
    const ids = endpoints.get(endpointUrl(one.holder.url ?? "") ?? "") ?? [];
    if (ids.length < 2) policies.push(await localPolicy(one, ids[0]));
    else
      left.push({ file: one.name, reason: `${ids.length} endpoints of the service have its URL` });
  }
  const diffs = await compareLocal(policies, service, progress, comparing);
  if (diffs.length === 0) throw nothingToCompare({ file, notCompared: left });
  return { diffs, notCompared: left };
}

/** @param endpoint - the identifier of the cloud endpoint with the URL of the holder, if there is one */
async function localPolicy(
  { name, holder, policy }: PolicyInFile,
  endpoint: string | undefined,
): Promise<LocalPolicy> {
  const { target, url = "", protocol, isDisabled } = holder;
  const isNew = target === undefined && endpoint === undefined;
  const loaded = await loadLocalModule(() => ({
    document: policyDocumentOf(policy),
    enabled: isDisabled !== true,
  }));
  return {
    name,
    // The URL stands for the identifier that an endpoint does not have yet.
    target: target ?? { kind: "cloud-endpoint", endpoint: endpoint ?? url },
    protocol,
    ...(isNew && { missing: "The service lists no cloud endpoint with this URL." }),
    ...loaded,
  };
}
