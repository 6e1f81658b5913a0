import { existsSync, realpathSync } from "node:fs";
import {
  applyToDocument,
  serialize,
  type Diagnostic,
  type Edit,
  type JsonValue,
} from "@traffic-policy/policy-language";
import { valueAt } from "@traffic-policy/policy-language/internal";
import type { Environment } from "../configuration/environments.ts";
import { ExplainedError, type Files } from "../files/files.ts";
import { loadPolicies } from "../policies/load-policy.ts";
import type { BuiltPart, LoadedPolicy } from "../policies/loaded-policy.ts";
import { SourceCode } from "../source/source-code.ts";
import { partChanges } from "./part-changes.ts";
import { CannotChange, changed, notSupported, notWritten, type TextChange } from "./text-change.ts";
import { valueChanges } from "./value-changes.ts";

/** A finding of one of a file's policies that is to be fixed. */
export interface FixableFinding {
  /** Which of the policies of the file it was found in. */
  readonly policy: number;
  readonly diagnostic: Diagnostic & { readonly fix: NonNullable<Diagnostic["fix"]> };
}

/** The result of applying fixes to the text of a file. */
export interface FixedText {
  readonly text: string;
  readonly applied: readonly FixableFinding[];
  readonly skipped: readonly {
    readonly finding: FixableFinding;
    /** Why, as the end of a sentence. */
    readonly reason: string;
  }[];
}

/** A file whose policies were linted. */
export interface LintedFile {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  readonly policies: readonly LoadedPolicy[];
  /** The files that modules are read from. */
  readonly files: Files;
  /** The environments that its policies were loaded for. */
  readonly environments: readonly Environment[];
}

/**
 * Applies the fixes of findings to the text of a module, where the changed text is certainly written in the call that
 * a finding points at. The module runs with the new text, and a fix is applied only if the policies then equal the
 * documents that the edits yield.
 */
export async function fixCode(
  module: LintedFile,
  findings: readonly FixableFinding[],
): Promise<FixedText> {
  const attempts = new Attempts(module);
  const code = SourceCode.parse(module.file, module.text);
  const candidates = new Map<string, Candidate>();
  for (const finding of findings) {
    try {
      const changes = code === undefined ? [] : changesOf(module, code, finding);
      // What is built once can be found in several places of several policies.
      const key = JSON.stringify(changes);
      const same = candidates.get(key);
      if (same === undefined) candidates.set(key, { changes, findings: [finding] });
      else same.findings.push(finding);
    } catch (error) {
      if (!(error instanceof CannotChange)) throw error;
      attempts.skip([finding], error.reason);
    }
  }
  await attempts.extend([...candidates.values()]);
  return attempts.result();
}

interface Candidate {
  readonly changes: readonly TextChange[];
  readonly findings: FixableFinding[];
}

function changesOf(
  module: LintedFile,
  code: SourceCode,
  { policy, diagnostic }: FixableFinding,
): TextChange[] {
  const loaded = module.policies[policy];
  if (loaded === undefined) return [];
  const changes = fixChanges(module, code, loaded, diagnostic.fix.edits);
  const inOrder = changes.toSorted((one, other) => one.start - other.start || one.end - other.end);
  if (inOrder.some(({ start }, index) => start < (inOrder[index - 1]?.end ?? 0))) {
    throw notSupported();
  }
  return inOrder;
}

// Each one runs the module; it is for finding a few fixes that go wrong among many.
const maxAttempts = 30;

class Attempts {
  readonly #module: LintedFile;
  readonly #skipped: { finding: FixableFinding; reason: string }[] = [];
  #accepted: readonly Candidate[] = [];
  #text: string;
  #count = 0;

  constructor(module: LintedFile) {
    this.#module = module;
    this.#text = module.text;
  }

  skip(findings: readonly FixableFinding[], reason: string): void {
    for (const finding of findings) this.#skipped.push({ finding, reason });
  }

  result(): FixedText {
    return {
      text: this.#text,
      applied: this.#accepted.flatMap(({ findings }) => findings),
      skipped: this.#skipped,
    };
  }

  /** Accepts all candidates together; if that fails, bisects them. */
  async extend(candidates: readonly Candidate[]): Promise<void> {
    const chosen: Candidate[] = [];
    const overlapping: Candidate[] = [];
    for (const candidate of candidates) {
      const isFree = [...this.#accepted, ...chosen].every((other) => !touch(candidate, other));
      (isFree ? chosen : overlapping).push(candidate);
    }
    if (chosen.length === 0 || (await this.#attempt([...this.#accepted, ...chosen]))) {
      for (const { findings } of overlapping) this.skip(findings, "another fix changes it");
    } else if (candidates.length === 1 || this.#count >= maxAttempts) {
      const reason = "the module would not build exactly what is intended";
      for (const { findings } of candidates) this.skip(findings, reason);
    } else {
      const half = Math.ceil(candidates.length / 2);
      await this.extend(candidates.slice(0, half));
      await this.extend(candidates.slice(half));
    }
  }

  async #attempt(candidates: readonly Candidate[]): Promise<boolean> {
    const { file, text, files } = this.#module;
    this.#count += 1;
    const made = changed(
      text,
      candidates.flatMap(({ changes }) => changes),
    );
    // Half of a surrogate pair would be lost as soon as it is saved.
    if (!made.isWellFormed()) return false;
    files.give(file, made);
    const isMeant = await this.#builds(candidates);
    if (isMeant) {
      this.#text = made;
      this.#accepted = candidates;
    } else {
      files.give(file, this.#text);
    }
    return isMeant;
  }

  async #builds(candidates: readonly Candidate[]): Promise<boolean> {
    const { file, files, policies, environments } = this.#module;
    const findings = candidates.flatMap((candidate) => candidate.findings);
    try {
      const built = await loadPolicies(file, files, environments);
      return (
        built.length === policies.length &&
        built.every((policy, index) => {
          const before = policies[index];
          const edits = findings
            .filter((finding) => finding.policy === index)
            .flatMap(({ diagnostic }) => diagnostic.fix.edits);
          return before !== undefined && isEdited(policy, before, edits);
        })
      );
    } catch (error) {
      if (error instanceof ExplainedError) return false;
      throw error;
    }
  }
}

function isEdited(after: LoadedPolicy, before: LoadedPolicy, edits: readonly Edit[]): boolean {
  const expected = applyToDocument(before.source.document ?? null, distinct(edits));
  return (
    expected !== undefined &&
    serialize(after.source.document ?? null) === serialize(expected) &&
    after.protocol === before.protocol &&
    after.isDefault === before.isDefault &&
    after.environment === before.environment
  );
}

/** Removes duplicates: two findings can have the same fix. */
function distinct(edits: readonly Edit[]): Edit[] {
  const known = new Map(edits.map((edit) => [JSON.stringify(edit), edit]));
  return [...known.values()];
}

function touch(one: Candidate, other: Candidate): boolean {
  return one.changes.some((a) => other.changes.some((b) => a.start <= b.end && b.start <= a.end));
}

/**
 * Returns the code changes that make edits of a policy exported by a module.
 *
 * @throws CannotChange when the location of an edit is uncertain
 */
function fixChanges(
  { file, files }: LintedFile,
  code: SourceCode,
  policy: LoadedPolicy,
  edits: readonly Edit[],
): TextChange[] {
  const valueOf = (path: string): JsonValue | undefined =>
    valueAt(policy.source.document ?? null, path);
  return byPart(edits, policy).flatMap(({ part, edits: own }) => {
    if (part === undefined) {
      const node = policy.isDefault ? code.defaultExport : undefined;
      if (node === undefined) throw notWritten();
      return valueChanges(code, { node, path: "", isBuilders: false }, own, valueOf);
    }
    if (part.file !== (existsSync(file) ? realpathSync(file) : file)) {
      const name = files.nameOf(part.file);
      throw new CannotChange(`the call is in ${name}, which other policies may use`);
    }
    const call = code.callAt(part.start);
    if (call === undefined) throw notWritten();
    return partChanges(code, call, part.path, own, valueOf);
  });
}

interface PartEdits {
  readonly part: BuiltPart | undefined;
  readonly edits: Edit[];
}

function byPart(edits: readonly Edit[], { builtAt }: LoadedPolicy): PartEdits[] {
  const parts = new Map<string | undefined, PartEdits>();
  for (const edit of edits) {
    const part = builtAt?.(edit.path);
    const known = parts.get(part?.path);
    if (known === undefined) parts.set(part?.path, { part, edits: [edit] });
    else known.edits.push(edit);
  }
  return [...parts.values()];
}
