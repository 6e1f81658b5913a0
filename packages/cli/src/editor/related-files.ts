import { basename, dirname, resolve } from "node:path";
import { policyOfCode } from "@traffic-policy/language-server";
import { getOrAdd, isJsonObject } from "@traffic-policy/policy-language";
import {
  configurationNames,
  isCode,
  isManifest,
  policyEndings,
} from "@traffic-policy/policy-module";
import { ImportedFiles, quickSpecifiers } from "../changed/imports.ts";
import { assertions, cases, type CheckKind } from "../checks/check-kind.ts";
import { dataSource } from "../checks/data-source.ts";
import { filesBeside, isOfKind, policyFilesOf } from "../checks/select-files.ts";
import { literals, values } from "../checks/written-names.ts";
import { Configurations } from "../configuration/configurations.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import { namedTargets } from "../configuration/select-targets.ts";
import type { Context } from "../context.ts";
import { isIn } from "../link-out.ts";

/** What {@link relatedFiles} are asked for. */
export interface RelatedQuestion {
  /** Absolute path, as all paths here. */
  readonly file: string;
  /** What the names of rules are that a file has to have one of; all files when left out. */
  readonly names?: readonly string[];
  /** The configuration of a file as it could be loaded, for each environment. */
  readonly environmentsOf: (file: string) => Promise<readonly LoadedConfiguration[]>;
}

export interface RelatedFiles {
  readonly files: readonly string[];
  /** Files with one of the names of which it is not known for sure which policy they are about. */
  readonly unsure: readonly string[];
}

/**
 * The files that name the same rules as a file: of cases, assertions and configurations, the policies that they are
 * about; of a policy, or a module that its rules are in, what is about it. Texts say so, without running any code.
 */
export async function relatedFiles(
  question: RelatedQuestion,
  context: Context,
): Promise<RelatedFiles> {
  const { file } = question;
  const { files, unsure } = await new Finder(question, context).found();
  return {
    files: [...files].filter((one) => one !== file),
    unsure: [...unsure].filter((one) => one !== file),
  };
}

const kinds = [cases, assertions];

/** What a file of a kind is about. */
interface Subject {
  readonly policies: readonly string[];
  /** Whether these are a guess. */
  readonly isUnsure?: boolean;
  /** Whether they are one policy for each environment. */
  readonly isOne?: boolean;
}

/** A configuration, with what it extends. */
interface Scope {
  readonly environments: readonly LoadedConfiguration[];
  readonly files: ReadonlySet<string>;
}

class Finder {
  readonly #file: string;
  readonly #names: readonly string[];
  readonly #environmentsOf: RelatedQuestion["environmentsOf"];
  readonly #context: Context;
  readonly #configurations: Configurations;
  readonly #scopes = new Map<string | undefined, Promise<Scope>>();
  readonly #imported = new ImportedFiles();
  readonly #imports = new Map<string, readonly string[]>();

  constructor({ file, names = [], environmentsOf }: RelatedQuestion, context: Context) {
    this.#file = file;
    this.#names = names;
    this.#environmentsOf = environmentsOf;
    this.#context = context;
    this.#configurations = new Configurations({}, context);
  }

  async found(): Promise<{ readonly files: Iterable<string>; readonly unsure: Iterable<string> }> {
    const file = this.#file;
    const kind = kinds.find((one) => isOfKind(file, one));
    if (kind !== undefined) {
      const { policies } = await this.#subjectOf(file, kind);
      return { files: this.#withImports(policies), unsure: [] };
    }
    const scope = await this.#scopeOf(file);
    if (scope.files.has(file) || isConfiguration(file)) {
      const files = this.#withImports([...heldBy(scope), ...this.#policiesIn(file)]);
      return { files, unsure: [] };
    }
    return this.#about(scope);
  }

  /** What is about a policy, or about those that import a module. */
  async #about(
    scope: Scope,
  ): Promise<{ readonly files: Iterable<string>; readonly unsure: Iterable<string> }> {
    const file = this.#file;
    const found = await this.#filesAround(scope);
    const checks = new Map<string, Subject>();
    for (const one of found) {
      const kind = kinds.find((other) => isOfKind(one, other));
      if (kind === undefined || !(isCode(one) || this.#mayName(one))) continue;
      checks.set(one, await this.#subjectOf(one, kind));
    }
    const held = heldBy(scope);
    const named = [...checks.values()].flatMap(({ policies }) => policies);
    const modules = found.filter((one) => /\.policy\.\w+$/.test(one) && isCode(one));
    const known = new Set([...held, ...named, ...modules]);
    const policies = new Set([file]);
    for (const one of known) if (this.#withImports([one]).has(file)) policies.add(one);
    const about = new Set<string>();
    // A set that grows while it is visited: cases may be about another policy in each environment.
    for (const policy of policies) {
      for (const [one, subject] of checks) {
        if (!subject.policies.includes(policy)) continue;
        about.add(one);
        if (subject.isOne === true) for (const other of subject.policies) policies.add(other);
      }
    }
    const others = this.#withImports([
      ...about,
      ...scope.files,
      ...this.#withExtended(found.filter((one) => this.#mayIgnore(one))),
    ]);
    return {
      files: new Set([
        ...this.#withImports(policies),
        // What compares two policies is about each of them.
        ...[...others].filter((one) => !known.has(one)),
      ]),
      unsure: [...checks].flatMap(([one, { isUnsure }]) =>
        isUnsure === true && this.#mayName(one) ? [one] : [],
      ),
    };
  }

  /** Whether a text may have one of the names, as far as that is seen without reading it. */
  #mayName(file: string): boolean {
    const text = this.#textOf(file);
    // Spaces may be line breaks, and quotes may be doubled.
    const isThere = (name: string): boolean => text.includes(longest(name.split(/[\s'"]+/)));
    return this.#names.length === 0 || text.includes("\\") || this.#names.some(isThere);
  }

  /** Whether a configuration may ignore findings of the rule. */
  #mayIgnore(file: string): boolean {
    const mayIgnore = isConfiguration(file) && /policyRule|\\/.test(this.#textOf(file));
    return mayIgnore && (isCode(file) || this.#mayName(file));
  }

  #textOf(file: string): string {
    return this.#context.files.textIfReadable(file) ?? "";
  }

  async #subjectOf(file: string, kind: CheckKind): Promise<Subject> {
    const text = this.#textOf(file);
    const beside = policyFilesOf(file, kind, this.#context.files);
    if (isCode(file)) {
      const said = policyOfCode(text);
      switch (said?.kind) {
        case undefined:
          return { policies: beside, isUnsure: true };
        case "beside":
          return { policies: beside };
        case "named":
          return this.#named(file, said.name);
        case "imported": {
          const policies = this.#existingImports(file, [said.name]);
          return { policies, isUnsure: policies.length === 0 };
        }
      }
    }
    if (!/policy|\\/.test(text)) return { policies: beside };
    const { document, errors } = await dataSource(
      file,
      text,
      file.endsWith(".json") ? "json" : "yaml",
    );
    if (document === undefined || errors.length > 0) {
      const guesses = await Promise.all(
        values(text, ["policy"]).map((name) => this.#named(file, name)),
      );
      const policies = guesses.flatMap((one) => one.policies);
      return { policies: policies.length > 0 ? policies : beside, isUnsure: true };
    }
    const policy = isJsonObject(document) ? document["policy"] : undefined;
    if (policy === undefined) return { policies: beside };
    return typeof policy === "string"
      ? this.#named(file, policy)
      : { policies: beside, isUnsure: true };
  }

  /** A file, or what a target holds. */
  async #named(file: string, name: string): Promise<Subject> {
    if (/\.\w+$/.test(name)) return { policies: this.#existing(file, [name]) };
    const scope = await this.#scopeOf(file);
    const policies = scope.environments
      .flatMap((one) => namedTargets(one))
      .flatMap(({ key, policyFile }) => (key === name ? [policyFile] : []));
    if (scope.environments.length > 0) return { policies, isOne: true };
    return { policies: this.#guessedPolicies(name, scope), isUnsure: scope.files.size > 0 };
  }

  /** The policy of a target where the configuration cannot be loaded, or is code that is not run. */
  #guessedPolicies(name: string, { files }: Scope): readonly string[] {
    const escaped = name.replaceAll(/\W/g, String.raw`\$&`);
    const key = new RegExp(`(?<![\\w-])${escaped}["']?\\s*:`, "g");
    return [...files].flatMap((file) => {
      const text = this.#textOf(file);
      return [...text.matchAll(key)].flatMap(({ index }) =>
        this.#existing(file, namesIn(file, text.slice(index))).slice(0, 1),
      );
    });
  }

  /** The policies that a configuration names. */
  #policiesIn(file: string): string[] {
    return this.#existing(file, namesIn(file, this.#textOf(file)));
  }

  #existing(file: string, names: readonly string[]): string[] {
    return names
      .filter((name) => policyEndings.some((ending) => name.endsWith(`.${ending}`)))
      .map((name) => resolve(dirname(file), name))
      .filter((one) => this.#context.files.exists(one));
  }

  /** What may be about the file: what the project has, what is open, and what is beside it. */
  async #filesAround(scope: Scope): Promise<string[]> {
    const { files } = this.#context;
    const folder = this.#folder(scope);
    const { filesNamed } = await import("../lint/expand-paths.ts");
    const found = folder === undefined ? [] : filesNamed(folder, names, files).files;
    const open = files.changes.map((one) => one.file);
    const beside = kinds.flatMap((kind) => filesBeside(this.#file, kind, files));
    return [...new Set([...found, ...open, ...beside])];
  }

  /** Where others may be about the file. */
  #folder(scope: Scope): string | undefined {
    const [configuration] = scope.files;
    const own = configuration === undefined ? undefined : dirname(configuration);
    const { files, env } = this.#context;
    const home = env["HOME"] ?? env["USERPROFILE"];
    // Whoever opens a single file starts the server in any folder.
    const isAll = dirname(files.folder) === files.folder;
    const isHome = home !== undefined && isIn(files.folder, home);
    const isServed = !isAll && !isHome && isIn(files.folder, this.#file);
    // Projects of a workspace may be about the policies of others.
    return isServed && (own === undefined || isIn(files.folder, own)) ? files.folder : own;
  }

  #scopeOf(file: string): Promise<Scope> {
    const configuration = this.#configurations.ofFile(file);
    return getOrAdd(this.#scopes, configuration, async () => {
      const environments = await this.#environmentsOf(file);
      const own = configuration === undefined ? [] : [configuration];
      const files = this.#withExtended([...own, ...environments.flatMap((one) => one.sources)]);
      return { environments, files };
    });
  }

  #withExtended(configurations: readonly string[]): Set<string> {
    const all = new Set(configurations);
    // A set that grows while it is visited.
    for (const file of all) {
      for (const one of this.#existing(file, values(this.#textOf(file), ["extends"]))) all.add(one);
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
    return getOrAdd(this.#imports, file, () => {
      const text = this.#textOf(file);
      const imported = this.#existingImports(file, quickSpecifiers(text).names);
      // It may read files with rules or cases itself.
      const mayRead = /\.(?:cases|assertions|policy)\.\w+$/.test(file);
      const data = (mayRead ? literals(text, new Set()) : []).filter((name) => isData.test(name));
      return [...imported, ...this.#existing(file, data)];
    });
  }

  #existingImports(file: string, names: readonly string[]): readonly string[] {
    return this.#imported
      .of({ names, isOpen: false }, file)
      .files.filter((one) => this.#context.files.exists(one));
  }
}

/** The name of a file that holds no module, and no policy by its name. */
const isData = /(?<!\.policy)\.(?:json|ya?ml)$/;

/** The files that may be about a policy, or import it. */
const names = `**/{*.{cases,assertions,policy}.{${policyEndings.join(",")}},${configurationNames.join(",")},package.json}`;

/** What targets hold. */
function heldBy({ environments }: Scope): string[] {
  return environments.flatMap((one) => namedTargets(one)).map(({ policyFile }) => policyFile);
}

function longest(words: readonly string[]): string {
  return words.reduce((one, other) => (other.length > one.length ? other : one));
}

/** What the text of a configuration may name as policies. */
function namesIn(file: string, text: string): string[] {
  return isCode(file) ? literals(text, new Set()) : values(text, ["policy", "file"]);
}

function isConfiguration(file: string): boolean {
  return configurationNames.includes(basename(file)) || isManifest(file);
}
