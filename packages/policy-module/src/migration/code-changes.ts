import type { Span } from "@traffic-policy/policy-language";
import { changed, type TextChange } from "../edit/text-change.ts";
import type { PolicyModule } from "./modules.ts";

/** The changes of the texts of modules: each once, however many parts of policies ask for it. */
export class CodeChanges {
  readonly #of = new Map<PolicyModule, TextChange[]>();

  /** The modules that change. */
  get modules(): Iterable<PolicyModule> {
    return this.#of.keys();
  }

  /** @returns whether it can be made beside the others: two that are not the same cannot be made at one place */
  add(module: PolicyModule, change: TextChange): boolean {
    const all = this.#of.get(module) ?? [];
    const isRemoval = change.text === "";
    const others: TextChange[] = [];
    for (const other of all) {
      if (isSame(change, other)) return true;
      if (!overlap(change, other)) others.push(other);
      else if (isRemoval && contains(change, other)) continue;
      else return other.text === "" && contains(other, change);
    }
    this.#of.set(module, [...others, change]);
    return true;
  }

  /** The changes inside a part of a module. */
  within(module: PolicyModule, span: Span): readonly TextChange[] {
    return (this.#of.get(module) ?? []).filter((change) => contains(span, change));
  }

  /** Whether something in a part of a module changes. */
  isChanged(module: PolicyModule, span: Span): boolean {
    return (this.#of.get(module) ?? []).some((change) => overlap(span, change));
  }

  /** Whether a part of a module goes away, or goes elsewhere. */
  isRemoved(module: PolicyModule, span: Span): boolean {
    return (this.#of.get(module) ?? []).some(
      (change) => change.text === "" && contains(change, span),
    );
  }

  /** The text of a part of a module with its changes made, which are made nowhere else then. */
  take(module: PolicyModule, span: Span): string {
    const inside = this.within(module, span);
    this.#of.set(
      module,
      (this.#of.get(module) ?? []).filter((change) => !inside.includes(change)),
    );
    return textOf(module, span, inside);
  }

  /** The whole text of a module, with its changes made. */
  textOf(module: PolicyModule): string {
    return changed(module.code.text, this.#of.get(module) ?? []);
  }

  /** The offset in a module of a place in its changed text. */
  offsetBefore(module: PolicyModule, offset: number): number {
    const changes = (this.#of.get(module) ?? []).toSorted((a, b) => a.start - b.start);
    let by = 0;
    for (const { start, end, text } of changes) {
      if (offset < start + by) break;
      if (offset < start + by + text.length) return start;
      by += text.length - (end - start);
    }
    return offset - by;
  }
}

/** A part of the text of a module, with some changes in it made. */
export function textOf(
  { code }: PolicyModule,
  { start, end }: Span,
  changes: readonly TextChange[],
): string {
  return changed(
    code.text.slice(start, end),
    changes.map((change) => ({
      ...change,
      start: change.start - start,
      end: change.end - start,
    })),
  );
}

function isSame(one: TextChange, other: TextChange): boolean {
  return one.start === other.start && one.end === other.end && one.text === other.text;
}

function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
