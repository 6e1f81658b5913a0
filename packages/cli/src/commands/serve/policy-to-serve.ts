import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import type { PolicySource, Protocol } from "@traffic-policy/policy-language";
import { documentOf, findConfiguration, isCode, type Files } from "@traffic-policy/policy-module";
import { policyToSimulate, type PolicyToSimulate } from "../../simulation/policy-to-simulate.ts";
import { loadedElsewhere } from "./loaded-elsewhere.ts";

export interface PolicyToServe {
  readonly policy: CompiledPolicy;
  readonly source: PolicySource;
  /** Absolute path. */
  readonly file: string;
}

/** A policy that is loaded again and again, each time with all that it imports. */
export class PolicyLoader {
  readonly #name: string;
  readonly #provider: Files;
  readonly #protocol: Protocol | undefined;
  readonly #files = new Set<string>();

  /**
   * @param name - a file, or the name of a target
   * @param protocol - what `--protocol` says
   */
  constructor(name: string, protocol: Protocol | undefined, provider: Files) {
    this.#name = name;
    this.#provider = provider;
    this.#protocol = protocol;
  }

  /** Absolute paths of all files that the policy has come from so far. */
  get files(): readonly string[] {
    return [...this.#files];
  }

  /** @throws CommandError when there is none, or it is not clear what it is for */
  async load(): Promise<PolicyToServe> {
    const { loaded, protocol, file } = await this.#find();
    this.#files.add(file);
    const policy = await compilePolicy(documentOf(loaded), { protocol });
    return { policy, source: loaded.source, file };
  }

  #find(): Promise<PolicyToSimulate> {
    const configuration = findConfiguration(this.#provider.folder);
    const isData = /\.(?:json|ya?ml)$/.test(this.#name);
    const runsCode = !isData || (configuration !== undefined && isCode(configuration));
    if (!runsCode) return policyToSimulate(this.#name, this.#protocol, this.#provider);
    return loadedElsewhere(this.#provider, (modules) => {
      for (const module of modules) this.#files.add(module);
    });
  }
}
