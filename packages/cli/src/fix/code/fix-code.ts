import { applyToDocument, serialize, type Edit } from "@traffic-policy/policy-language";
import { CommandError } from "../../command-error.ts";
import { giveText } from "../../file-text.ts";
import { loadPolicies } from "../../policy-file/load-policy.ts";
import type { LoadedPolicy } from "../../policy-file/loaded-policy.ts";
import type { FixableFinding, FixedText } from "../fixed-text.ts";
import { CannotChange, notSupported } from "./cannot-change.ts";
import { fixChanges } from "./fix-changes.ts";
import { SourceCode } from "./source-code.ts";
import { changed, type TextChange } from "./text-change.ts";

/** A module whose policies were linted. */
export interface LintedModule {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  readonly policies: readonly LoadedPolicy[];
  /** How long its code may run, in milliseconds. */
  readonly timeLimit: number | undefined;
}

/**
 * Applies the fixes of findings to the text of a module, where what they change is surely written
 * in the call that a finding points at. The module is run with the new text: a fix is applied only
 * if its policies are then exactly the documents that the edits give.
 */
export async function fixCode(
  module: LintedModule,
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
  { file, policies }: LintedModule,
  code: SourceCode,
  { policy, diagnostic }: FixableFinding,
): TextChange[] {
  const loaded = policies[policy];
  if (loaded === undefined) return [];
  const changes = fixChanges(file, code, loaded, diagnostic.fix.edits);
  const inOrder = changes.toSorted((one, other) => one.start - other.start || one.end - other.end);
  if (inOrder.some(({ start }, index) => start < (inOrder[index - 1]?.end ?? 0))) {
    throw notSupported();
  }
  return inOrder;
}

// Each one runs the module; it is for finding a few fixes that go wrong among many.
const maxAttempts = 30;

class Attempts {
  readonly #module: LintedModule;
  readonly #skipped: { finding: FixableFinding; reason: string }[] = [];
  #accepted: readonly Candidate[] = [];
  #text: string;
  #count = 0;

  constructor(module: LintedModule) {
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

  /** Accepts candidates all at once; if that goes wrong, one half of them after the other. */
  async extend(candidates: readonly Candidate[]): Promise<void> {
    const chosen: Candidate[] = [];
    const overlapping: Candidate[] = [];
    for (const candidate of candidates) {
      const isFree = [...this.#accepted, ...chosen].every((other) => !touch(candidate, other));
      (isFree ? chosen : overlapping).push(candidate);
    }
    if (chosen.length === 0 || (await this.#attempt([...this.#accepted, ...chosen]))) {
      for (const { findings } of overlapping) this.skip(findings, "another fix changes the same");
    } else if (candidates.length === 1 || this.#count >= maxAttempts) {
      const reason = "the module would not build exactly what is meant";
      for (const { findings } of candidates) this.skip(findings, reason);
    } else {
      const half = Math.ceil(candidates.length / 2);
      await this.extend(candidates.slice(0, half));
      await this.extend(candidates.slice(half));
    }
  }

  async #attempt(candidates: readonly Candidate[]): Promise<boolean> {
    const { file, text } = this.#module;
    this.#count += 1;
    const made = changed(
      text,
      candidates.flatMap(({ changes }) => changes),
    );
    // Half of a surrogate pair would be lost as soon as it is saved.
    if (!made.isWellFormed()) return false;
    giveText(file, made);
    const isMeant = await this.#builds(candidates);
    if (isMeant) {
      this.#text = made;
      this.#accepted = candidates;
    } else {
      giveText(file, this.#text);
    }
    return isMeant;
  }

  /** Whether the module, as its text is given now, builds the policies with all edits made. */
  async #builds(candidates: readonly Candidate[]): Promise<boolean> {
    const { file, policies, timeLimit } = this.#module;
    const findings = candidates.flatMap((candidate) => candidate.findings);
    try {
      const built = await loadPolicies(file, timeLimit);
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
      if (error instanceof CommandError) return false;
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
    after.isDefault === before.isDefault
  );
}

/** Two findings can have the same fix. */
function distinct(edits: readonly Edit[]): Edit[] {
  const known = new Map(edits.map((edit) => [JSON.stringify(edit), edit]));
  return [...known.values()];
}

function touch(one: Candidate, other: Candidate): boolean {
  return one.changes.some((a) => other.changes.some((b) => a.start <= b.end && b.start <= a.end));
}
