import { dirname, relative, sep } from "node:path";
import {
  compare,
  isJsonObject,
  toPointer,
  type JsonValue,
  type Position,
} from "@traffic-policy/policy-language";
import { LiteralText } from "../edit/literal-text.ts";
import { UserCodeError, type UserPlace } from "../code/user-code-error.ts";
import { ExplainedError } from "../files/files.ts";
import { loadPolicies } from "../policies/load-policy.ts";
import type { LoadedPolicy } from "../policies/loaded-policy.ts";
import { positionIn } from "../source/source-code.ts";
import type { CodeFinding, MigratedCode } from "./code-migration.ts";
import type { MigrationWork } from "./migration-work.ts";
import { importedNames, type PolicyModule } from "./modules.ts";

/**
 * Runs changed modules at their new location, and compares the policies that they build with the expected policies.
 */
export class BuiltModules {
  readonly #work: MigrationWork;

  constructor(work: MigrationWork) {
    this.#work = work;
  }

  /** Returns the resulting modules; nothing is written. */
  async result(): Promise<MigratedCode> {
    const { given, modules, changes, options } = this.#work;
    const { files, placeOf = (file: string) => file } = options;
    const places = new Map([...this.#changing()].map((one) => [one, placeOf(one.file)]));
    for (const [module, place] of places) this.#rebase(module, place, places);
    const texts = new Map([...places].map(([one, place]) => [place, changes.textOf(one)]));
    const entries = new Set(given.map(({ file }) => modules.at(file)));
    const shared = [...places].flatMap(([one, place]) => (entries.has(one) ? [] : [place]));
    const stored = [...places].flatMap(([{ file, code }, place]) =>
      place === file ? [[file, code.text] as const] : [],
    );
    for (const [file, text] of texts) files.give(file, text);
    try {
      return { ...(await this.#build(places)), texts, shared };
    } catch (error) {
      if (!(error instanceof ExplainedError)) throw error;
      const findings = distinct([...changes.findings, this.#failure(error, places)]);
      return { state: "failed", texts, shared, built: [], findings };
    } finally {
      for (const [file, text] of stored) files.give(file, text);
    }
  }

  async #build(
    places: ReadonlyMap<PolicyModule, string>,
  ): Promise<Pick<MigratedCode, "state" | "built" | "findings">> {
    const { given, modules, changes, options } = this.#work;
    const policiesOf: LoadedPolicy[][] = [];
    const findings = [...changes.findings];
    const all: Difference[] = [];
    for (const { file, policies, environments } of given) {
      const module = modules.at(file);
      const place = (module && places.get(module)) ?? file;
      const loaded = await loadPolicies(place, options.files, environments);
      policiesOf.push(loaded);
      for (const [index, { document }] of policies.entries()) {
        const built = loaded[index];
        const now = built?.source.document;
        if (compare(document, now ?? null, options.to).state === "different") {
          const found = differing(now, document, []);
          all.push(...(found.length > 0 ? found : [{ path: [], now, meant: document }]));
          findings.push(...found.map((one) => this.#finding(one, built, { file, places })));
        }
      }
    }
    const state = all.length === 0 ? "exact" : all.every(isOfTexts) ? "different" : "failed";
    return { state, built: policiesOf, findings: distinct(findings) };
  }

  #finding(
    difference: Difference,
    built: LoadedPolicy | undefined,
    { file, places }: { readonly file: string; readonly places: ReadonlyMap<PolicyModule, string> },
  ): CodeFinding {
    const part = built?.builtAt?.(toPointer(difference.path));
    const place = part && { ...part.start, file: part.file };
    return { ...this.#placeBefore(place, file, places), message: differenceText(difference) };
  }

  /** Returns the changed modules, and those that move because of a changed module. */
  #changing(): ReadonlySet<PolicyModule> {
    const changing = new Set(this.#work.changes.modules);
    for (const { file } of this.#work.given) {
      const module = this.#work.modules.at(file);
      if (module !== undefined) changing.add(module);
    }
    const { placeOf } = this.#work.options;
    if (placeOf === undefined) return changing;
    const files = [...changing].map(({ file }) => file);
    for (const module of this.#work.modules.all) {
      const reached = this.#work.modules.reachedFrom(module.file);
      if (files.some((file) => reached.has(file))) changing.add(module);
    }
    return changing;
  }

  #rebase(module: PolicyModule, place: string, places: ReadonlyMap<PolicyModule, string>): void {
    for (const { value, node } of importedNames(module.code)) {
      const file = this.#work.modules.fileOf(value, module.file);
      const name = LiteralText.of(module.code, node);
      if (file === undefined || name === undefined) continue;
      const imported = this.#work.modules.at(file);
      const meant = (imported && places.get(imported)) ?? file;
      if (meant === file && place === module.file) continue;
      const path = relative(dirname(place), meant).replaceAll(sep, "/");
      const dotted = path.startsWith(".") ? path : `./${path}`;
      const ending = /\.m?js$/.exec(value)?.[0];
      this.#work.changes.add(module, [
        name.replace(ending === undefined ? dotted : dotted.replace(/\.m?ts$/, ending)),
      ]);
    }
  }

  #failure(error: ExplainedError, places: ReadonlyMap<PolicyModule, string>): CodeFinding {
    const { place, reason } = error instanceof UserCodeError ? error : { reason: error.message };
    const [entry] = this.#work.given;
    return {
      ...this.#placeBefore(place, entry?.file ?? "", places),
      message: `The migrated module does not build the policy: ${reason}`,
    };
  }

  /** Maps a location in the changed text of a module to the original; the start of a file when it is in no module. */
  #placeBefore(
    place: UserPlace | undefined,
    otherwise: string,
    places: ReadonlyMap<PolicyModule, string>,
  ): Pick<CodeFinding, "file" | "start"> {
    const { changes, modules } = this.#work;
    const [module] = [...places].find(([, file]) => modules.isSame(file, place?.file)) ?? [];
    if (place === undefined || module === undefined) {
      return { file: otherwise, start: { line: 1, column: 1 } };
    }
    const offset = changes.offsetBefore(module, offsetIn(changes.textOf(module), place));
    return { file: module.file, start: positionIn(module.code.text, offset) };
  }
}

function offsetIn(text: string, { line, column }: Position): number {
  const lines = text.split("\n").slice(0, line - 1);
  return lines.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

interface Difference {
  readonly path: readonly (string | number)[];
  readonly now: JsonValue | undefined;
  readonly meant: JsonValue | undefined;
}

function isOfTexts({ now, meant }: Difference): boolean {
  return typeof now === "string" && typeof meant === "string";
}

function differenceText({ path, now, meant }: Difference): string {
  return typeof now === "string" && typeof meant === "string"
    ? `"${now}" should be "${meant}".`
    : `${toPointer(path)} would not be what the migration of the document makes of it.`;
}

function differing(
  now: JsonValue | undefined,
  meant: JsonValue | undefined,
  path: readonly (string | number)[],
): Difference[] {
  const isBoth = (test: (value: JsonValue | undefined) => boolean): boolean =>
    test(now) && test(meant);
  if (isBoth(Array.isArray)) {
    const [some, others] = [now, meant] as [readonly JsonValue[], readonly JsonValue[]];
    if (some.length !== others.length) return [{ path, now, meant }];
    return some.flatMap((item, index) => differing(item, others[index], [...path, index]));
  }
  if (isJsonObject(now) && isJsonObject(meant)) {
    const keys = new Set([...Object.keys(now), ...Object.keys(meant)]);
    return [...keys].flatMap((key) => differing(now[key], meant[key], [...path, key]));
  }
  return JSON.stringify(now) === JSON.stringify(meant) ? [] : [{ path, now, meant }];
}

function distinct(findings: readonly CodeFinding[]): CodeFinding[] {
  return [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()];
}
