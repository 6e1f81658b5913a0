import { compilePolicy, PolicyCoverage, type CompiledPolicy } from "@traffic-policy/policy-engine";
import { didYouMean, type PolicySource, type Protocol } from "@traffic-policy/policy-language";
import { CommandError } from "../context.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { namedTargets, type NamedTarget } from "../configuration/select-targets.ts";
import { problemAt } from "../exchange/given-exchange.ts";
import { protocolOf, targetClaim, type ProtocolClaim } from "../lint/protocol-claim.ts";
import { listed } from "../report/text.ts";
import {
  documentOf,
  loadPolicy,
  type LoadedPolicy,
  placeText,
  type Files,
} from "@traffic-policy/policy-module";
import { policyFilesOf } from "./select-case-files.ts";
import { namedPolicyFile, type LoadedCaseFile } from "./load-case-file.ts";

export interface PolicyUnderTest {
  /** The file that it is built or written in, as an absolute path. */
  readonly file: string;
  readonly source: PolicySource;
  readonly protocol: Protocol;
  readonly policy: CompiledPolicy;
  /** What its cases have tried, if that is wanted. */
  readonly coverage: PolicyCoverage | undefined;
}

/** The policies that cases are for: each is loaded and compiled once, however many files are about it. */
export class PoliciesUnderTest {
  readonly #targets: readonly NamedTarget[];
  readonly #provider: Files;
  readonly #timeLimit: number | undefined;
  readonly #coverage: boolean;
  readonly #files = new Map<string, Promise<LoadedPolicy>>();
  readonly #known = new Map<string, Promise<PolicyUnderTest>>();

  constructor(
    configuration: LoadedConfiguration | undefined,
    {
      provider,
      timeLimit,
      coverage,
    }: {
      readonly provider: Files;
      readonly timeLimit?: number | undefined;
      readonly coverage: boolean;
    },
  ) {
    this.#provider = provider;
    this.#targets = configuration === undefined ? [] : namedTargets(configuration);
    this.#timeLimit = timeLimit;
    this.#coverage = coverage;
  }

  /**
   * The policy of a case file.
   *
   * @throws CommandError when there is none, or it is not clear which one or what it is for
   */
  async of(cases: LoadedCaseFile): Promise<PolicyUnderTest> {
    const { policy: given, file, name, protocol } = cases;
    const claims: ProtocolClaim[] =
      protocol === undefined ? [] : [{ protocol, claim: `${name} says ${protocol}` }];
    if (typeof given !== "object") {
      return this.ofFile(
        typeof given === "string" ? this.#named(cases, given) : besides(file, this.#provider),
        claims,
      );
    }
    const { builtPolicy } = await import("@traffic-policy/policy-module/code");
    const place = builtPolicy(file, given, this.#provider).builtAt?.("");
    const home = place?.file ?? file;
    return this.#compiled(home, builtPolicy(home, given, this.#provider), claims);
  }

  /**
   * The policy of a file.
   *
   * @param claims - what else says what it is for
   */
  async ofFile(file: string, claims: readonly ProtocolClaim[] = []): Promise<PolicyUnderTest> {
    let loading = this.#files.get(file);
    if (loading === undefined) {
      loading = loadPolicy(file, this.#provider, this.#timeLimit);
      this.#files.set(file, loading);
    }
    return this.#compiled(file, await loading, claims);
  }

  /** All that were asked for and can be tested, in the order in which they were. */
  async all(): Promise<PolicyUnderTest[]> {
    const known = await Promise.allSettled(this.#known.values());
    return known.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  }

  #compiled(
    file: string,
    loaded: LoadedPolicy,
    claims: readonly ProtocolClaim[],
  ): Promise<PolicyUnderTest> {
    const targets = this.#targets.filter(({ policyFile }) => policyFile === file);
    const said = protocolOf(loaded, undefined, [...claims, ...targets.map(targetClaim)]);
    if (typeof said === "object") {
      throw new CommandError(
        `${loaded.source.file}: The protocol of the policy is ambiguous: targets of several kinds use it.`,
        { help: 'Say it with "protocol" in the file with the cases.' },
      );
    }
    const protocol = said ?? "http";
    // A module may export several policies, and a policy may be loaded as a file and imported.
    const { line = 1, column = 1 } = loaded.builtAt?.("")?.start ?? {};
    const key = `${file}:${line}:${column} ${protocol}`;
    let compiling = this.#known.get(key);
    if (compiling === undefined) {
      const { source } = loaded;
      compiling = compilePolicy(documentOf(loaded), { protocol }).then((policy) => ({
        file,
        source,
        protocol,
        policy,
        coverage: this.#coverage ? new PolicyCoverage(policy) : undefined,
      }));
      this.#known.set(key, compiling);
    }
    return compiling;
  }

  /** A target of the configuration, or a file. */
  #named({ file, name: shown, locate }: LoadedCaseFile, name: string): string {
    const path = namedPolicyFile(file, name);
    if (/\.\w+$/.test(name)) return path;
    const target = this.#targets.find((one) => one.name === name);
    if (target !== undefined) return target.policyFile;
    const names = this.#targets.map((one) => one.name);
    throw problemAt(
      placeText(shown, locate("/policy")?.start),
      `"${name}" is neither a policy file nor a target.`,
      didYouMean(name, names) ??
        "Name a file, relative to this one, or a target of the configuration.",
    );
  }
}

/** The policy file beside a case file. */
function besides(file: string, files: Files): string {
  const [found, ...others] = policyFilesOf(file, files);
  if (found !== undefined && others.length === 0) return found;
  const name = files.nameOf(file);
  if (found === undefined) {
    throw new CommandError(`${name}: There is no policy next to it, and it names none.`, {
      help: 'Call it like its policy (web.cases.yaml for web.policy.ts), or name the policy\'s file as "policy".',
    });
  }
  const names = [found, ...others].map((one) => files.nameOf(one));
  throw new CommandError(`${name}: There are several policies next to it: ${listed(names)}.`, {
    help: 'Name the one that is meant as "policy".',
  });
}
