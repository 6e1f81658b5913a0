import type { Protocol } from "@traffic-policy/policy-language";
import type { FileChanges } from "./changed/file-changes.ts";
import type { CheckKind } from "./checks/check-kind.ts";
import { filesToCheck, type SelectedChecks } from "./checks/find-checks.ts";
import { selectChecks } from "./checks/select-checks.ts";
import type { ConfigurationOptions, ProjectContext } from "./context.ts";
import type { SiteReading } from "./site/read-site.ts";
import { Configurations, noConfiguration } from "./selection/configurations.ts";
import type { UnreadFile } from "./selection/find-files.ts";
import { namedFiles, type SelectedPolicies } from "./selection/named-files.ts";
import { namedPaths } from "./selection/named-paths.ts";
import { namedTargets, noTargets } from "./selection/select-targets.ts";
import {
  selectedPolicies,
  selectedPolicy,
  type SelectedPolicy,
} from "./selection/selected-policy.ts";

/** The targets and files of a run; all targets by default. */
export interface Selection {
  /** Files, folders, globs and names of targets; with changes, the files that changed. */
  readonly paths?: readonly string[] | undefined;
  readonly changes?: FileChanges | undefined;
}

/**
 * The files around a working directory, and the selection among them: the commands, the hook and the editor use it to
 * find configurations, targets, policies, cases and assertions.
 */
export class Project {
  readonly configurations: Configurations;
  readonly #context: ProjectContext;

  /** @throws ExplainedError when the options name a file that is missing or cannot be a configuration */
  constructor(options: ConfigurationOptions, context: ProjectContext) {
    this.#context = context;
    this.configurations = new Configurations(options, context);
  }

  /**
   * The files with the policies that are selected, and what is left out.
   *
   * @throws ExplainedError when nothing is selected, and there are no targets
   */
  async policies({ paths = [], changes }: Selection): Promise<SelectedPolicies> {
    const workspace = await this.configurations.workspace();
    const { configurations, broken } = workspace;
    if (changes !== undefined) {
      const { changedFiles } = await import("./selection/changed-files.ts");
      return changedFiles(changes, workspace, this.configurations, this.#context);
    }
    const targets = configurations.flatMap((one) => namedTargets(one));
    if (paths.length > 0) return { ...(await namedFiles(paths, targets, this.#context)), broken };
    if (configurations.length + broken.length === 0) {
      throw noConfiguration(
        "`traffic-policy init` writes one; or name policy files, or . for all in this folder.",
      );
    }
    const files = targets.map(({ policyFile }) => policyFile);
    // What is wrong with a project is reported instead.
    if (files.length + broken.length === 0) throw noTargets();
    return { files, failures: [], unread: [], unnamed: new Set(files), broken };
  }

  /** The files with a policy in the folder of the projects that none of their targets uses, or that are not read. */
  async unusedPolicies(): Promise<UnreadFile[]> {
    const { usedByNoTarget } = await import("./selection/unused-files.ts");
    const workspace = await this.configurations.workspace();
    return usedByNoTarget(workspace, this.configurations, this.#context);
  }

  /**
   * The site that files, folders and globs tell of, and what is left out; by default, those of the folder of the own
   * configuration, or of the working directory.
   */
  async site(paths: readonly string[]): Promise<SiteReading> {
    const { readSite } = await import("./site/read-site.ts");
    return readSite(paths, this.configurations, this.#context);
  }

  /**
   * One policy, loaded in the environment that is meant.
   *
   * @param name - a file, or the name of a target
   * @param protocol - what it is for
   * @throws ExplainedError when there is none, or it is not clear what it is for
   */
  policy(name: string, protocol?: Protocol): Promise<SelectedPolicy> {
    return selectedPolicy(name, this.#question(protocol));
  }

  /**
   * The same for several names; the policies of all targets when there are none.
   *
   * @throws ExplainedError when there are none, or one cannot be loaded
   */
  policiesOf(names: readonly string[], protocol?: Protocol): Promise<SelectedPolicy[]> {
    return selectedPolicies(names, this.#question(protocol));
  }

  /**
   * The files of cases or assertions that are selected.
   *
   * @param enoughTargets - whether there need not be any file where there are targets
   * @throws ExplainedError when there are none, or a path names none
   */
  async checks(
    kind: CheckKind,
    { paths = [], changes }: Selection,
    { enoughTargets = false }: { readonly enoughTargets?: boolean } = {},
  ): Promise<SelectedChecks> {
    const { files } = this.#context;
    // With changes, paths are files that changed.
    if (changes === undefined && paths.length > 0) {
      const found = await selectChecks(await this.paths(paths), kind, files);
      return { ...found, targets: [] };
    }
    return filesToCheck(kind, this.configurations, changes, { files, enoughTargets });
  }

  /**
   * The paths that names stand for: files, folders and globs themselves, and a name of a target the file of its
   * policy.
   *
   * @throws ExplainedError for a name that is nothing of this
   */
  paths(names: readonly string[]): Promise<string[]> {
    return namedPaths(names, this.configurations, this.#context.files);
  }

  #question(protocol: Protocol | undefined) {
    return { protocol, configurations: this.configurations, files: this.#context.files };
  }
}
