import { policyPath } from "@traffic-policy/project/internal";
import { dirname } from "node:path";
import type { SelectedPolicy } from "@traffic-policy/project/selection";
import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import type { PolicySource } from "@traffic-policy/policy-language";
import { documentOf, findConfiguration, isCode } from "@traffic-policy/project";
import { projectOf } from "../../configuration/project.ts";
import type { ServeOptions } from "./command.ts";
import type { Context } from "../../context.ts";

import { loadedElsewhere } from "./loaded-elsewhere.ts";

export interface PolicyToServe {
  readonly policy: CompiledPolicy;
  readonly source: PolicySource;
  /** Absolute path. */
  readonly file: string;
}

/** Loads a policy repeatedly, each time with everything that it imports. */
export class PolicyLoader {
  readonly #name: string;
  readonly #options: ServeOptions;
  readonly #context: Context;
  readonly #files = new Set<string>();

  /** @param name - a file, or the name of a target */
  constructor(name: string, options: ServeOptions, context: Context) {
    this.#name = name;
    this.#options = options;
    this.#context = context;
  }

  get files(): readonly string[] {
    return [...this.#files];
  }

  async load(): Promise<PolicyToServe> {
    const { loaded, protocol, file } = await this.#find();
    this.#files.add(file);
    const policy = await compilePolicy(documentOf(loaded), { protocol });
    return { policy, source: loaded.source, file };
  }

  #find(): Promise<Pick<SelectedPolicy, "file" | "loaded" | "protocol">> {
    const { files } = this.#context;
    const { config } = this.#options;
    const named = policyPath(this.#name, files).file;
    const isData = /\.(?:json|ya?ml)$/.test(named);
    const folder = isData ? dirname(files.resolve(named)) : files.folder;
    const configuration = config ?? findConfiguration(folder);
    const runsCode = !isData || (configuration !== undefined && isCode(configuration));
    if (!runsCode)
      return projectOf(this.#options, this.#context).policy(this.#name, this.#options.protocol);
    return loadedElsewhere(this.#context, (modules) => {
      for (const module of modules) this.#files.add(module);
    });
  }
}
