import { realpathSync } from "node:fs";
import type { Diagnostic } from "@traffic-policy/policy-language";
import type { FixedFile, LintFailure, UnfixedFinding } from "@traffic-policy/report";
import { ConfiguredIgnores } from "@traffic-policy/policy-lint/configuration";
import type { FixableFinding, FixedText } from "@traffic-policy/project/edit";
import {
  isCode,
  type LoadedPolicy,
  type Files,
  decode,
  type LoadedConfiguration,
} from "@traffic-policy/project";
import { lintOf } from "../configuration/project.ts";
import { type Context, CommandError } from "../context.ts";
import { type LintedFiles, toFailure } from "../lint/lint-files.ts";
import { withoutRepetition } from "../lint/repetition.ts";
import { inSteps } from "../progress/steps.ts";
import { writeFile } from "../write-file.ts";

export interface FixOptions {
  /** Also applies fixes that may change what the policy does. */
  readonly fixUnsafe?: true;
  /** Writes nothing. */
  readonly fixDryRun?: true;
  /** Fixes errors only. */
  readonly quiet?: true;
  readonly environments: readonly LoadedConfiguration[];
  readonly lint: (files: readonly string[]) => Promise<LintedFiles>;
}

/** Fixes that make others possible are rare, and endless alternation would be a bug. */
const maxRounds = 10;

/**
 * Lints files and applies fixes in rounds, until nothing more can be fixed. Reports the remaining findings.
 *
 * @param names - absolute paths
 * @param context - its files are updated with the fixed texts
 */
export async function fixFiles(
  names: readonly string[],
  options: FixOptions,
  context: Context,
): Promise<LintedFiles> {
  return new Fixing(options, context).fix(new Set(names));
}

interface Progress {
  readonly source: SourceFile;
  readonly fixed: number;
}

class Fixing {
  readonly #options: FixOptions;
  readonly #context: Context;
  readonly #files: Files;
  readonly #ignores: ConfiguredIgnores;
  readonly #sources = new Map<string, SourceFile>();
  readonly #changed = new Map<string, Progress>();
  readonly #left = new Map<string, FixedText["skipped"]>();

  constructor(options: FixOptions, context: Context) {
    this.#options = options;
    this.#context = context;
    this.#files = context.files;
    const [configuration] = options.environments;
    this.#ignores = new ConfiguredIgnores(lintOf(configuration) ?? {}, configuration);
  }

  async fix(files: ReadonlySet<string>): Promise<LintedFiles> {
    this.#read(files);
    const { lint, fixDryRun } = this.#options;
    const first = await lint([...files]);
    await inSteps("Fixing", first.found.size, this.#context, async (step) => {
      for (const file of first.found.keys()) {
        await this.#fixFile(file, first);
        await step();
      }
    });
    const fixed = fixDryRun ? await this.#preview() : await this.#written();
    const last = this.#changed.size === 0 ? first : await lint([...files]);
    const { report } = last;
    return {
      ...last,
      report: {
        ...report,
        failures: [...report.failures, ...fixed.failures],
        fixes: {
          fixed: fixed.files.reduce((sum, file) => sum + file.fixed, 0),
          files: fixed.files,
          left: this.#unfixed(report.diagnostics),
        },
      },
    };
  }

  /** Keeps the linted texts, so that a file that changes meanwhile is not fixed from stale findings. */
  #read(files: ReadonlySet<string>): void {
    const known = new Set<string>();
    for (const file of files) {
      const given = this.#files.given(file);
      const source =
        given === undefined
          ? SourceFile.readIfPossible(file, this.#files)
          : SourceFile.given(file, given);
      if (source === undefined) continue;
      this.#files.give(file, source.text);
      // Of several links to a file, one is enough.
      const target = source.isStored ? realpathSync(file) : file;
      if (!known.has(target)) this.#sources.set(file, source);
      known.add(target);
    }
  }

  async #fixFile(file: string, first: LintedFiles): Promise<void> {
    const source = this.#sources.get(file);
    if (source === undefined) return;
    // A module may import one that was fixed before.
    let linted = isCode(file) && this.#changed.size > 0 ? await this.#options.lint([file]) : first;
    for (let round = 0; round < maxRounds; round += 1) {
      const findings = this.#fixable(linted.found.get(file) ?? []);
      if (findings.length === 0) {
        this.#left.delete(file);
        return;
      }
      const result = await this.#apply(file, linted.policies.get(file) ?? [], findings);
      this.#left.set(file, result.skipped);
      if (result.applied.length === 0) return;
      this.#files.give(file, result.text);
      const applied = result.applied.map(({ diagnostic }) => diagnostic);
      const { fixed = 0 } = this.#changed.get(file) ?? {};
      this.#changed.set(file, { source, fixed: fixed + withoutRepetition([applied]).length });
      // What is to be ignored at a place could be taken for something else now.
      if (this.#ignores.namesPlaces(file) && applied.some(movesItems)) return;
      linted = await this.#options.lint([file]);
    }
  }

  #fixable(found: readonly (readonly Diagnostic[])[]): FixableFinding[] {
    const { fixUnsafe, quiet } = this.#options;
    const findings = found.flatMap((diagnostics, policy) =>
      diagnostics.flatMap((diagnostic): FixableFinding[] => {
        const { fix, severity } = diagnostic;
        if (fix === undefined || (quiet && severity !== "error")) return [];
        return fix.safe || fixUnsafe ? [{ policy, diagnostic: { ...diagnostic, fix } }] : [];
      }),
    );
    // Where two change the same, the first one is applied.
    return findings.toSorted((one, other) => rank(one) - rank(other));
  }

  async #apply(
    file: string,
    policies: readonly LoadedPolicy[],
    findings: readonly FixableFinding[],
  ): Promise<FixedText> {
    const { fixText } = await import("@traffic-policy/project/edit");
    const text = this.#files.given(file) ?? "";
    const environments = this.#options.environments
      .flatMap(({ environment }) => environment ?? [])
      .filter(({ name }) => policies.some(({ environment }) => environment === name));
    return fixText({ file, text, policies, files: this.#files, environments }, findings);
  }

  async #preview(): Promise<FixedFiles> {
    const files: FixedFile[] = [];
    for (const [file, { source, fixed }] of this.#changes()) {
      const { unifiedDiff } = await import("@traffic-policy/report/changes");
      const name = this.#files.nameOf(file);
      const diff = unifiedDiff(name, source.text, this.#files.given(file) ?? "");
      files.push({ file: name, fixed, diff, ...this.#textOf(file) });
    }
    return { files, failures: [] };
  }

  async #written(): Promise<FixedFiles> {
    const files: FixedFile[] = [];
    const failures: LintFailure[] = [];
    for (const [file, { source, fixed }] of this.#changes()) {
      try {
        if (source.isStored) await source.write(this.#files.given(file) ?? "", this.#files);
        files.push({ file: this.#files.nameOf(file), fixed, ...this.#textOf(file) });
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        failures.push(toFailure(file, error, this.#files));
      }
    }
    // From here on the files speak for themselves.
    const sources = [...this.#sources.values()];
    if (sources.every(({ isStored }) => isStored)) this.#files.forget();
    return { files, failures };
  }

  #changes(): [string, Progress][] {
    return [...this.#changed].filter(
      ([file, { source }]) => this.#files.given(file) !== source.text,
    );
  }

  #textOf(file: string): { text?: string } {
    const text = this.#files.given(file);
    return this.#sources.get(file)?.isStored === false && text !== undefined ? { text } : {};
  }

  #unfixed(diagnostics: readonly Diagnostic[]): UnfixedFinding[] {
    const isLeft = new Set(diagnostics.map(keyOf));
    const reported = new Set<string>();
    return [...this.#left.values()].flat().flatMap(({ finding, reason }): UnfixedFinding[] => {
      const { rule, message, path, location } = finding.diagnostic;
      const key = keyOf(finding.diagnostic);
      if (!isLeft.has(key) || reported.has(key)) return [];
      reported.add(key);
      return [{ rule, message, path, ...(location && { location }), reason }];
    });
  }
}

interface FixedFiles {
  readonly files: readonly FixedFile[];
  readonly failures: readonly LintFailure[];
}

function movesItems({ fix }: Diagnostic): boolean {
  return fix?.edits.some((edit) => "remove" in edit && /\/\d+$/.test(edit.path)) === true;
}

function rank({ diagnostic }: FixableFinding): number {
  return diagnostic.fix.safe ? 0 : 1;
}

function keyOf({ rule, message, path, location }: Diagnostic): string {
  return JSON.stringify([rule, message, path, location]);
}

class SourceFile {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  readonly #bytes: Buffer | undefined;

  private constructor(file: string, text: string, bytes: Buffer | undefined) {
    this.file = file;
    this.text = text;
    this.#bytes = bytes;
  }

  static given(file: string, text: string): SourceFile {
    return new SourceFile(file, text, undefined);
  }

  /** Undefined when it cannot be read, which the linter reports. */
  static readIfPossible(file: string, files: Files): SourceFile | undefined {
    try {
      const bytes = files.bytes(file);
      return new SourceFile(file, decode(bytes, file), bytes);
    } catch {
      return undefined;
    }
  }

  get isStored(): boolean {
    return this.#bytes !== undefined;
  }

  /**
   * Replaces the text.
   *
   * @throws CommandError when it cannot be written, or has changed since it was read
   */
  async write(text: string, files: Files): Promise<void> {
    await writeFile(this.file, text, this.#bytes ?? Buffer.of(), files);
  }
}
