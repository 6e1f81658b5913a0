import { basename, dirname, resolve, sep } from "node:path";
import { getOrAdd } from "@traffic-policy/policy-language";
import {
  configurationNames,
  isCode,
  isManifest,
  policyEndings,
} from "@traffic-policy/policy-module";
import { ImportedFiles, quickSpecifiers } from "../changed/imports.ts";
import { assertions, cases, type CheckKind } from "../checks/check-kind.ts";
import { filesBeside, filesOfKindIn, isOfKind, policyFilesOf } from "../checks/select-files.ts";
import { literals, values } from "../checks/written-names.ts";
import { Configurations } from "../configuration/configurations.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { namedTargets } from "../configuration/select-targets.ts";
import type { Context } from "../context.ts";

/**
 * The files that name the same rules as a file: of cases, assertions and configurations, the policies that they are
 * about; of a policy, or a module that its rules are in, what is about it. Texts say so, without running any code.
 *
 * @param file - absolute path, as all paths here
 * @param environments - the configuration of the file as it could be loaded, for each environment
 */
export async function relatedFiles(
  file: string,
  environments: readonly LoadedConfiguration[],
  context: Context,
): Promise<string[]> {
  const found = await new Finder(file, environments, context).found();
  return [...found].filter((one) => one !== file);
}

const kinds = [cases, assertions];

class Finder {
  readonly #file: string;
  readonly #environments: readonly LoadedConfiguration[];
  readonly #context: Context;
  /** That of the file, and what it extends. */
  readonly #configurations: ReadonlySet<string>;
  /** What targets hold. */
  readonly #held: ReadonlySet<string>;
  readonly #imported = new ImportedFiles();
  readonly #imports = new Map<string, readonly string[]>();

  constructor(file: string, environments: readonly LoadedConfiguration[], context: Context) {
    this.#file = file;
    this.#environments = environments;
    this.#context = context;
    const own = new Configurations({}, context).ofFile(file);
    this.#configurations = this.#withExtended(own === undefined ? [] : [own]);
    this.#held = new Set(this.#targets.map(({ policyFile }) => policyFile));
  }

  async found(): Promise<Iterable<string>> {
    const file = this.#file;
    const kind = kinds.find((one) => isOfKind(file, one));
    if (kind !== undefined) return this.#withImports(this.#policiesOf(file, kind));
    if (this.#configurations.has(file) || isConfiguration(file)) {
      return this.#withImports([...this.#held, ...this.#policiesIn(file)]);
    }
    return this.#about(file);
  }

  /** What is about a policy, or about those that import a module. */
  async #about(file: string): Promise<Set<string>> {
    const checks = new Map<string, readonly string[]>();
    for (const kind of kinds) {
      for (const one of await this.#filesOf(kind)) checks.set(one, this.#policiesOf(one, kind));
    }
    const known = new Set([...this.#held, ...[...checks.values()].flat()]);
    const policies = new Set([file]);
    if (isCode(file)) {
      for (const one of known) if (this.#withImports([one]).has(file)) policies.add(one);
    }
    const about = [...checks].flatMap(([one, its]) =>
      its.some((policy) => policies.has(policy)) ? [one] : [],
    );
    const others = this.#withImports([...about, ...this.#configurations]);
    return new Set([
      ...this.#withImports(policies),
      // What compares two policies is about each of them.
      ...[...others].filter((one) => !known.has(one)),
    ]);
  }

  get #targets(): { readonly key: string; readonly policyFile: string }[] {
    return this.#environments.flatMap((one) => namedTargets(one));
  }

  /** The policies that a file of a kind is about. */
  #policiesOf(file: string, kind: CheckKind): readonly string[] {
    const { files } = this.#context;
    const text = files.textIfReadable(file) ?? "";
    const beside = policyFilesOf(file, kind, files);
    const [, target = ""] = inCode.exec(text) ?? [];
    const names = isCode(file) ? literals(text, new Set([target])) : values(text, ["policy"]);
    const named = names.flatMap((name) =>
      /\.\w+$/.test(name) ? this.#existing(file, [name]) : this.#policyOfTarget(name),
    );
    if (!isCode(file)) return named.length > 0 ? named : beside;
    // It may import other modules than the policy, too.
    const said = named.filter((one) => this.#held.has(one) || /\.policy\.\w+$/.test(one));
    return said.length > 0 ? said : [...named, ...beside];
  }

  /** The policy of a target, also where the configuration cannot be loaded. */
  #policyOfTarget(name: string): readonly string[] {
    const loaded = this.#targets.filter(({ key }) => key === name);
    if (this.#environments.length > 0) return loaded.map(({ policyFile }) => policyFile);
    const escaped = name.replaceAll(/\W/g, String.raw`\$&`);
    const key = new RegExp(`(?<![\\w-])${escaped}["']?\\s*:`, "g");
    return [...this.#configurations].flatMap((file) => {
      const text = this.#context.files.textIfReadable(file) ?? "";
      return [...text.matchAll(key)].flatMap(({ index }) =>
        this.#existing(file, namesIn(file, text.slice(index))).slice(0, 1),
      );
    });
  }

  /** The policies that a configuration names. */
  #policiesIn(file: string): string[] {
    const text = this.#context.files.textIfReadable(file) ?? "";
    return this.#existing(file, namesIn(file, text));
  }

  #existing(file: string, names: readonly string[]): string[] {
    return names
      .filter((name) => policyEndings.some((ending) => name.endsWith(`.${ending}`)))
      .map((name) => resolve(dirname(file), name))
      .filter((one) => this.#context.files.exists(one));
  }

  /** The files of a kind in the project; without a project, those beside the file. */
  async #filesOf(kind: CheckKind): Promise<string[]> {
    const { files } = this.#context;
    const folder = this.#folder();
    const found = folder === undefined ? [] : (await filesOfKindIn(folder, kind, files)).files;
    const open = files.changes.map((one) => one.file).filter((one) => isOfKind(one, kind));
    return [...new Set([...found, ...open, ...filesBeside(this.#file, kind, files)])];
  }

  #folder(): string | undefined {
    const [configuration] = this.#configurations;
    if (configuration !== undefined) return dirname(configuration);
    const { files, env } = this.#context;
    const home = env["HOME"] ?? env["USERPROFILE"];
    const isIn = (file: string): boolean => `${file}${sep}`.startsWith(`${files.folder}${sep}`);
    // Whoever opens a single file starts the server in any folder.
    return isIn(this.#file) && !(home !== undefined && isIn(home)) ? files.folder : undefined;
  }

  #withExtended(configurations: readonly string[]): Set<string> {
    const all = new Set(configurations);
    // A set that grows while it is visited.
    for (const file of all) {
      const text = this.#context.files.textIfReadable(file) ?? "";
      for (const one of this.#existing(file, values(text, ["extends"]))) all.add(one);
    }
    return all;
  }

  /** Files with those of the user's that they import. */
  #withImports(files: Iterable<string>): Set<string> {
    const all = new Set(files);
    for (const file of all) for (const one of this.#importsOf(file)) all.add(one);
    return all;
  }

  #importsOf(file: string): readonly string[] {
    if (!isCode(file)) return [];
    const { files } = this.#context;
    return getOrAdd(this.#imports, file, () => {
      const text = files.textIfReadable(file) ?? "";
      return this.#imported
        .of(quickSpecifiers(text), file)
        .files.filter((one) => files.exists(one));
    });
  }
}

/** The name of a target, where code says which policy is meant. */
const inCode = /\b(?:policy["']?\s*:|define\w+\()\s*["'`]([^"'`\n]+)["'`]/;

/** What the text of a configuration may name as policies. */
function namesIn(file: string, text: string): string[] {
  return isCode(file) ? literals(text, new Set()) : values(text, ["policy", "file"]);
}

function isConfiguration(file: string): boolean {
  return configurationNames.includes(basename(file)) || isManifest(file);
}
