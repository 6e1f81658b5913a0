import {
  CannotEdit,
  changeText,
  collide,
  type Edit,
  edited,
  EditNode,
  resolveEdits,
  type SkipReason,
  type TextChange,
  touches,
} from "./edit-tree.ts";
import type { JsonValue } from "../../json-value.ts";
import { heldPolicies, type HeldPolicy } from "../holders/held-policies.ts";
import type { ParsedDocument } from "../policy-source.ts";
import { serialize } from "../serialize.ts";

/** The result of applying fixes to a text. */
export interface FixedText<Fix> {
  readonly text: string;
  /** The fixes whose edits all were made, in their order. */
  readonly applied: readonly Fix[];
  /** The fixes of which nothing was done, in their order. */
  readonly skipped: readonly { readonly fix: Fix; readonly reason: SkipReason }[];
}

export interface EditableText {
  readonly parsed: ParsedDocument;
  /**
   * Returns the text changes that make the edits.
   *
   * @throws CannotEdit when they cannot be made exactly
   */
  changes(edits: EditNode): readonly TextChange[];
}

/** The policy of a text that fixes change, where the text holds more than it. */
interface EditedPolicy {
  /** The position of its document among the YAML documents of the text. */
  readonly index?: number | undefined;
  readonly held?: Pick<HeldPolicy, "root" | "isText"> | undefined;
}

export interface WithEdits {
  readonly edits: readonly Edit[];
  /** The policy that is edited; the only one of the text by default. */
  readonly policy?: EditedPolicy | undefined;
}

/**
 * Applies fixes to the text of a document. Each is applied completely or not at all. All paths and spans refer to the
 * original text; when two fixes change the same part, the first wins. The result is parsed again, and a fix that does
 * not give exactly the intended document is not applied.
 *
 * @param open - parses a text in its syntax
 */
export function applyFixes<Fix extends WithEdits>(
  text: string,
  fixes: readonly Fix[],
  open: (text: string) => EditableText,
): FixedText<Fix> {
  const source = open(text);
  const { value, errors } = source.parsed;
  const rootOf = rootsIn(value, fixes);
  const reasons = new Map<Fix, SkipReason>();
  const skip = (fix: Fix, reason: SkipReason): void => void reasons.set(fix, reason);
  let result = { text, applied: [] as readonly Fix[] };
  if (value === undefined || errors.length > 0) {
    result = rewritten(text, fixes, source, open);
    for (const fix of fixes) if (!result.applied.includes(fix)) skip(fix, "unreadable");
  } else {
    const possible = fixes.flatMap((fix): Candidate<Fix>[] => {
      try {
        const root = rootOf(fix);
        const rooted = { edits: fix.edits.map((edit) => ({ ...edit, path: root + edit.path })) };
        return [{ fix, edits: resolve(rooted, text, value, source) }];
      } catch (error) {
        skip(fix, reasonOf(error));
        return [];
      }
    });
    result = new Attempts<Fix>({ text, document: value, source, open, skip }).apply(possible);
  }
  const skipped = fixes.flatMap((fix) => {
    const reason = reasons.get(fix);
    return reason === undefined ? [] : [{ fix, reason }];
  });
  return { ...result, skipped };
}

/** Returns the function that tells where the policy of a fix stands; it throws CannotEdit when that is not known. */
function rootsIn(
  document: JsonValue | undefined,
  fixes: readonly WithEdits[],
): (fix: WithEdits) => string {
  const areNamed = fixes.every(({ policy }) => policy !== undefined);
  const [first, second] = areNamed ? [] : heldPolicies(document);
  return ({ policy }) => {
    if (policy === undefined && second !== undefined) throw new CannotEdit("several-policies");
    const held = policy === undefined ? first : policy.held;
    if (held?.isText === true) throw new CannotEdit("generated");
    return held?.root ?? "";
  };
}

/** Rewrites the parts that keep the text from being parsed, if the next error is then further on. */
function rewritten<Fix extends WithEdits>(
  text: string,
  fixes: readonly Fix[],
  { parsed }: EditableText,
  open: (text: string) => EditableText,
): { text: string; applied: readonly Fix[] } {
  const applied: Fix[] = [];
  const changes: TextChange[] = [];
  for (const fix of fixes) {
    const own = fix.edits.flatMap((edit) =>
      "source" in edit ? [{ ...edit.source, text: edit.text }] : [],
    );
    const isFree = own.every((one) => !changes.some((other) => touches(one, other)));
    if (own.length === 0 || !isFree) continue;
    applied.push(fix);
    changes.push(...own);
  }
  const result = changeText(text, changes);
  const [before] = parsed.errors;
  const [after] = open(result).parsed.errors;
  const isBetter = after === undefined || (before && after.span.start > before.span.start);
  return isBetter ? { text: result, applied } : { text, applied: [] };
}

interface Candidate<Fix> {
  readonly fix: Fix;
  readonly edits: EditNode;
}

/** @throws CannotEdit when the fix cannot be applied even on its own */
function resolve(
  fix: WithEdits,
  text: string,
  document: JsonValue,
  source: EditableText,
): EditNode {
  const edits = resolveEdits(document, fix.edits);
  const isChange = source
    .changes(edits)
    .some(({ start, end, text: replacement }) => text.slice(start, end) !== replacement);
  if (!isChange) throw new CannotEdit("no-change");
  return edits;
}

// Enough to find a few fixes that go wrong among thousands; more would take too long.
const maxAttempts = 100;

interface Given<Fix> {
  readonly text: string;
  readonly document: JsonValue;
  readonly source: EditableText;
  readonly open: (text: string) => EditableText;
  readonly skip: (fix: Fix, reason: SkipReason) => void;
}

class Attempts<Fix> {
  readonly #given: Given<Fix>;
  #count = 0;
  #accepted: readonly Candidate<Fix>[] = [];
  #text: string;

  constructor(given: Given<Fix>) {
    this.#given = given;
    this.#text = given.text;
  }

  apply(candidates: readonly Candidate<Fix>[]): { text: string; applied: readonly Fix[] } {
    this.#extend(candidates);
    return { text: this.#text, applied: this.#accepted.map(({ fix }) => fix) };
  }

  /** Accepts all candidates at once; if that fails, tries each half in turn. */
  #extend(candidates: readonly Candidate<Fix>[]): void {
    const { chosen, overlapping, edits } = this.#choose(candidates);
    const text = chosen.length === 0 ? this.#text : this.#attempt(edits);
    if (text !== undefined) {
      this.#text = text;
      this.#accepted = [...this.#accepted, ...chosen];
      for (const { fix } of overlapping) this.#given.skip(fix, "overlap");
    } else if (candidates.length === 1 || this.#count >= maxAttempts) {
      for (const { fix } of candidates) this.#given.skip(fix, "unverified");
    } else {
      const half = Math.ceil(candidates.length / 2);
      this.#extend(candidates.slice(0, half));
      this.#extend(candidates.slice(half));
    }
  }

  #choose(candidates: readonly Candidate<Fix>[]): {
    chosen: readonly Candidate<Fix>[];
    overlapping: readonly Candidate<Fix>[];
    edits: EditNode;
  } {
    const edits = new EditNode();
    for (const accepted of this.#accepted) edits.merge(accepted.edits);
    const chosen: Candidate<Fix>[] = [];
    const overlapping: Candidate<Fix>[] = [];
    for (const candidate of candidates) {
      if (collide(edits, candidate.edits, touches)) {
        overlapping.push(candidate);
      } else {
        edits.merge(candidate.edits);
        chosen.push(candidate);
      }
    }
    return { chosen, overlapping, edits };
  }

  #attempt(edits: EditNode): string | undefined {
    const { text, document, source, open } = this.#given;
    this.#count += 1;
    try {
      const made = changeText(text, source.changes(edits));
      // UTF-8 has no lone surrogates: half of a pair would be lost as soon as it is saved.
      if (!made.isWellFormed() && text.isWellFormed()) return undefined;
      const { value, errors } = open(made).parsed;
      const isMeant =
        errors.length === 0 && serialize(value) === serialize(edited(document, edits));
      return isMeant ? made : undefined;
    } catch (error) {
      reasonOf(error);
      return undefined;
    }
  }
}

function reasonOf(error: unknown): SkipReason {
  if (error instanceof CannotEdit) return error.reason;
  throw error;
}
