import { compilePolicy, PolicyCoverage, type CompiledPolicy } from "@traffic-policy/policy-engine";
import type { CaseEnvironments } from "@traffic-policy/policy-engine/formats";
import type { Protocol } from "@traffic-policy/policy-language";
import {
  didYouMean,
  getOrAdd,
  listed,
  type HeldSource,
} from "@traffic-policy/policy-language/internal";
import {
  type Files,
  defaultPolicy,
  documentOf,
  loadPolicies,
  type LoadedPolicy,
  type LoadedConfiguration,
  type ProjectTarget,
} from "@traffic-policy/project";
import {
  PolicyUses,
  namedTargets,
  type NamedTarget,
  protocolOf,
  type ProtocolClaim,
} from "@traffic-policy/project/selection";
import { policyFilesOf } from "@traffic-policy/project/checks";
import { pathOfPolicy, policyPath } from "@traffic-policy/project/internal";
import { CommandError } from "../context.ts";

import { namedPolicyFile, problemIn, type LoadedFile } from "./load-file.ts";

export interface PolicyUnderTest {
  /** The source file, as an absolute path. */
  readonly file: string;
  readonly source: HeldSource;
  readonly protocol: Protocol;
  /** The environment of the policy; undefined when it is the same in all. */
  readonly environment: string | undefined;
  readonly policy: CompiledPolicy;
  readonly coverage: PolicyCoverage | undefined;
}

type Policies = readonly [PolicyUnderTest, ...PolicyUnderTest[]];

/** The policies under test. Each is loaded and compiled once, however many files are about it. */
export class PoliciesUnderTest {
  readonly #environments: readonly LoadedConfiguration[];
  readonly #targets: readonly NamedTarget<ProjectTarget>[];
  readonly #uses: PolicyUses;
  readonly #files: Files;
  readonly #coverage: boolean;
  readonly #loaded = new Map<string, Promise<readonly LoadedPolicy[]>>();
  readonly #known = new Map<string, Promise<PolicyUnderTest>>();

  constructor(
    environments: readonly LoadedConfiguration[],
    files: Files,
    { coverage = false }: { readonly coverage?: boolean } = {},
  ) {
    this.#files = files;
    this.#environments = environments;
    this.#targets = environments.flatMap((one) => namedTargets(one));
    this.#uses = new PolicyUses(environments, this.#targets);
    this.#coverage = coverage;
  }

  /**
   * Returns the policy that a file is about, once for each distinct environment.
   *
   * @throws CommandError when there is none, or the policy or its protocol is ambiguous
   */
  async of(about: LoadedFile & { readonly protocol: Protocol | undefined }): Promise<Policies> {
    const { policy: given, file, name, protocol } = about;
    const claims: ProtocolClaim[] =
      protocol === undefined ? [] : [{ protocol, claim: `${name} says ${protocol}` }];
    if (typeof given === "string" || given === undefined) {
      const found = given === undefined ? beside(about, this.#files) : this.#named(about, given);
      return this.ofFile(found, claims);
    }
    const { loadGivenPolicies } = await import("@traffic-policy/project/code");
    const made = await loadGivenPolicies(file, given, this.#files, this.#uses.environmentsOf(file));
    // It may be the policy of a file that is loaded as well.
    return this.#compiled(made[0]?.builtAt?.("")?.file ?? file, made, claims);
  }

  async ofFile(file: string, claims: readonly ProtocolClaim[] = []): Promise<Policies> {
    return this.#compiled(file, await this.#policiesOf(file), claims);
  }

  /** Returns a path for each policy of a file: the file itself, or one for each of several holders. */
  async pathsIn(file: string): Promise<readonly string[]> {
    const all = await this.#policiesOf(file);
    const loaded = all.filter(({ source }) => source.held?.isElsewhere !== true);
    const held = loaded.flatMap(({ source }) => source.held ?? []);
    // What is wrong beside them is told of the file.
    if (held.length < 2 || held.length < loaded.length) return [file];
    return held.map(({ holder: { name } }) => pathOfPolicy({ file, holder: name }));
  }

  async all(): Promise<PolicyUnderTest[]> {
    const known = await Promise.allSettled(this.#known.values());
    return known.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  }

  /**
   * Returns the environments for an entry of a file, by name; a single unnamed environment when there are none.
   *
   * @throws CommandError when the entry names an unknown environment
   */
  environmentsOf(
    { environments: said }: { readonly environments?: CaseEnvironments },
    file: LoadedFile,
  ): readonly string[] {
    const names = this.#environments.map(({ environment }) => environment?.name ?? "");
    if (said === undefined) return names.length === 0 ? [""] : names;
    const all = this.#environments[0]?.environmentNames ?? [];
    const unknown = said.names.findIndex((name) => !all.includes(name));
    if (unknown === -1) return names.filter((name) => said.names.includes(name));
    const name = said.names[unknown] ?? "";
    throw problemIn(file, {
      path: `${said.pointer}/${unknown}`,
      message: `There is no environment "${name}".`,
      help:
        didYouMean(name, all) ??
        (all.length === 0
          ? "The configuration has no environments."
          : `The environments are: ${listed(all)}.`),
    });
  }

  #policiesOf(file: string): Promise<readonly LoadedPolicy[]> {
    return getOrAdd(this.#loaded, file, () =>
      loadPolicies(file, this.#files, this.#uses.environmentsOf(file)),
    );
  }

  async #compiled(
    file: string,
    loaded: readonly LoadedPolicy[],
    claims: readonly ProtocolClaim[],
  ): Promise<Policies> {
    const main = loaded.filter(({ isDefault }) => isDefault);
    // Says why there is none.
    const first = main[0] ?? defaultPolicy(this.#files.nameOf(file), loaded);
    return Promise.all([
      this.#compiledOne(file, first, claims),
      ...main.slice(1).map((one) => this.#compiledOne(file, one, claims)),
    ]);
  }

  #compiledOne(
    file: string,
    loaded: LoadedPolicy,
    claims: readonly ProtocolClaim[],
  ): Promise<PolicyUnderTest> {
    const { environment } = loaded;
    const said = protocolOf(loaded, undefined, [...claims, ...this.#uses.claimsOn(file, loaded)]);
    if (typeof said === "object") {
      throw new CommandError(
        `${loaded.source.file}: The protocol of the policy is ambiguous: targets of several kinds use it.`,
        { help: 'Say it with "protocol" in the file that is about it.' },
      );
    }
    const protocol = said ?? "http";
    // A module may export several policies, and a policy may be loaded as a file and imported.
    const { line = 1, column = 1 } = loaded.builtAt?.("")?.start ?? {};
    const key = JSON.stringify([file, line, column, protocol, environment]);
    return getOrAdd(this.#known, key, async () => {
      const policy = await compilePolicy(documentOf(loaded), { protocol });
      const coverage = this.#coverage ? new PolicyCoverage(policy) : undefined;
      return { file, source: loaded.source, protocol, environment, policy, coverage };
    });
  }

  #named(about: LoadedFile, name: string): string {
    const path = namedPolicyFile(about.file, name);
    if (/\.\w+$/.test(policyPath(name, this.#files).file)) {
      const { file } = policyPath(path, this.#files);
      if (this.#files.exists(file)) return path;
      throw problemIn(about, {
        path: "/policy",
        message: `There is no file ${this.#files.nameOf(file)}.`,
        help: "Name a file, relative to this one, or a target of the configuration.",
      });
    }
    const target = this.#targets.find((one) => one.name === name);
    if (target !== undefined) return target.policyFile;
    const names = this.#targets.map((one) => one.name);
    throw problemIn(about, {
      path: "/policy",
      message: `"${name}" is neither a policy file nor a target.`,
      help:
        didYouMean(name, names) ??
        "Name a file, relative to this one, or a target of the configuration.",
    });
  }
}

function beside({ file, name, kind }: LoadedFile, files: Files): string {
  const [found, ...others] = policyFilesOf(file, kind, files);
  if (found !== undefined && others.length === 0) return found;
  if (found === undefined) {
    throw new CommandError(`${name}: There is no policy next to it, and it names none.`, {
      help: `Call it like its policy (web.${kind.key}.yaml for web.policy.ts), or name the policy's file as "policy".`,
    });
  }
  const names = [found, ...others].map((one) => files.nameOf(one));
  throw new CommandError(`${name}: There are several policies next to it: ${listed(names)}.`, {
    help: 'Name the one that is meant as "policy".',
  });
}
