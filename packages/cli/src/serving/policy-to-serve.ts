import { existsSync } from "node:fs";
import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import type { PolicySource, Protocol } from "@traffic-policy/policy-language";
import { forgetTexts, giveText, textOf } from "../file-text.ts";
import { isCode } from "../policy-file/load-policy.ts";
import { documentOf } from "../policy-file/local-policy.ts";
import { policyToSimulate } from "../simulation/policy-to-simulate.ts";
import { loadedFiles, rememberLoadedModules } from "../user-code/loaded-modules.ts";

/** A policy as it is served. */
export interface PolicyToServe {
  readonly policy: CompiledPolicy;
  readonly source: PolicySource;
  /** Absolute path. */
  readonly file: string;
}

/** A policy that is loaded again and again, each time with all that it imports. */
export class PolicyLoader {
  readonly #name: string;
  readonly #protocol: Protocol | undefined;
  readonly #files = new Set<string>();
  #file: string | undefined;

  /**
   * @param name - a file, or the name of a target
   * @param protocol - what `--protocol` says
   */
  constructor(name: string, protocol: Protocol | undefined) {
    this.#name = name;
    this.#protocol = protocol;
    rememberLoadedModules();
  }

  /** Absolute paths of all files that the policy has come from so far. */
  get files(): readonly string[] {
    return [...this.#files];
  }

  /** @throws CommandError when there is none, or it is not clear what it is for */
  async load(): Promise<PolicyToServe> {
    if (this.#file !== undefined && isCode(this.#file)) this.#renew(this.#file);
    try {
      const { loaded, protocol, file } = await policyToSimulate(this.#name, this.#protocol);
      this.#file = file;
      this.#files.add(file);
      const policy = await compilePolicy(documentOf(loaded), { protocol });
      return { policy, source: loaded.source, file };
    } finally {
      for (const file of loadedFiles()) this.#files.add(file);
    }
  }

  // Modules are run anew, with what they import, when texts are given for files.
  #renew(file: string): void {
    forgetTexts();
    if (existsSync(file)) giveText(file, textOf(file));
  }
}
