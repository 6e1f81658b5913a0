import { planTarget, readModule } from "@traffic-policy/api";
import type { Protocol } from "@traffic-policy/policy-language";
import type { Files } from "@traffic-policy/project";
import { behaviourOf } from "../../behaviour/behaviours-of-plan.ts";
import { CommandError } from "../../context.ts";
import { isExpected } from "../../service/connect.ts";
import type { Comparing, TargetComparison } from "./compare-targets.ts";
import { readStoredFile, type StoredInFile } from "./stored-file.ts";

export interface FilesDiff extends TargetComparison {
  readonly files: readonly [before: string, after: string];
}

export async function compareFiles(
  files: readonly [before: string, after: string],
  options: { readonly protocol?: Protocol },
  { comparer, files: disk }: Comparing,
): Promise<FilesDiff> {
  const [before, after] = [
    await readStoredFile(files[0], disk),
    await readStoredFile(files[1], disk),
  ];
  const names = files.map((file) => nameOf(file, disk)) as [string, string];
  const protocol = protocolOfBoth(names, [before, after], options);
  return {
    files: names,
    ...(await comparePolicies(names, [before, after], { protocol, comparer })),
  };
}

/**
 * Compares two policies; one that is missing is compared with none.
 *
 * @param names - as they are shown
 * @throws CommandError when one is not a policy
 */
export async function comparePolicies(
  names: readonly [before: string, after: string],
  [before, after]: readonly [StoredInFile | undefined, StoredInFile | undefined],
  { protocol, comparer }: Pick<Comparing, "comparer"> & { readonly protocol: Protocol },
): Promise<TargetComparison> {
  const enabled = before?.enabled ?? after?.enabled ?? true;
  const [stored, local] = [before, after].map(
    (one) => one && { value: one.value, enabled: one.enabled ?? enabled },
  );
  // A route can be without a policy, as a file can be of an edge that has none.
  const target = { kind: "https-route", edge: "edge", route: "route" } as const;
  try {
    const wanted = { name: names[1], target, local };
    const planned = planTarget(wanted, stored, { anyValue: true });
    const { state, changes } = planned;
    const [note] = [stored, local].flatMap((one, index) =>
      one === undefined ? [] : (readModule(one, names[index]).note ?? []),
    );
    const behaviour = comparer && (await behaviourOf(planned, comparer, protocol));
    return {
      state: after === undefined && before !== undefined ? "absent" : state,
      ...(note && { note }),
      changes,
      ...(behaviour && { behaviour }),
    };
  } catch (error) {
    if (!isExpected(error)) throw error;
    throw new CommandError(`${names.join(" and ")}: ${error.message}`, { cause: error });
  }
}

export function nameOf(file: string, files: Files): string {
  return files.nameOf(files.resolve(file));
}

/** The protocol of both policies, as either states it; HTTP by default. */
export function protocolOfBoth(
  names: readonly [string, string],
  policies: readonly (StoredInFile | undefined)[],
  { protocol }: { readonly protocol?: Protocol },
): Protocol {
  const said = policies.flatMap((policy, index) =>
    policy?.protocol === undefined ? [] : [{ file: names[index], protocol: policy.protocol }],
  );
  const [first] = said;
  const wanted = protocol ?? first?.protocol ?? "http";
  const other = said.find((one) => one.protocol !== wanted);
  if (other === undefined) return wanted;
  const by = protocol === undefined ? `${first?.file} is for` : "--protocol says";
  throw new CommandError(`${other.file} is for ${other.protocol}, but ${by} ${wanted}.`, {
    help: "Compare policies for the same protocol.",
  });
}
