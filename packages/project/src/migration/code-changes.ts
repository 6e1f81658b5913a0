import type { Span } from "@traffic-policy/policy-language";
import { CannotChange, changed, type TextChange } from "../edit/text-change.ts";
import { positionIn } from "../source/source-code.ts";
import type { CodeFinding } from "./code-migration.ts";
import type { PolicyModule, Written } from "./modules.ts";

/** Collects the changes of module texts: each change once, however many parts of policies ask for it. */
export class CodeChanges {
  readonly findings: CodeFinding[] = [];
  readonly #of = new Map<PolicyModule, TextChange[]>();

  get modules(): Iterable<PolicyModule> {
    return this.#of.keys();
  }

  /** Adds changes; a conflicting change at the same place becomes a finding. */
  add(module: PolicyModule, changes: readonly TextChange[]): void {
    for (const change of changes) {
      if (this.#add(module, change)) continue;
      this.find({ module, at: change.start }, "It would have to change in two ways at once.");
    }
  }

  attempt({ module, node }: Written, make: () => readonly TextChange[]): void {
    try {
      this.add(module, make());
    } catch (error) {
      if (!(error instanceof CannotChange)) throw error;
      this.find({ module, at: node.start }, `It is not changed: ${error.reason}.`);
    }
  }

  /** @param place.at - an offset in the text of the module */
  find(
    { module, at }: { readonly module: PolicyModule; readonly at: number },
    message: string,
  ): void {
    this.findings.push({ file: module.file, start: positionIn(module.code.text, at), message });
  }

  #add(module: PolicyModule, wanted: TextChange): boolean {
    const isWindows = module.code.text.includes("\r\n");
    const text = isWindows ? wanted.text.replace(/\r?\n/g, "\r\n") : wanted.text;
    const change = { ...wanted, text };
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

  within(module: PolicyModule, span: Span): readonly TextChange[] {
    return (this.#of.get(module) ?? []).filter((change) => contains(span, change));
  }

  isChanged(module: PolicyModule, span: Span): boolean {
    return (this.#of.get(module) ?? []).some((change) => overlap(span, change));
  }

  isRemoved(module: PolicyModule, span: Span): boolean {
    return (this.#of.get(module) ?? []).some(
      (change) => change.text === "" && contains(change, span),
    );
  }

  /** Returns the changed text of a part of a module, and drops these changes from their original place. */
  take(module: PolicyModule, span: Span): string {
    const inside = this.within(module, span);
    this.#of.set(
      module,
      (this.#of.get(module) ?? []).filter((change) => !inside.includes(change)),
    );
    return textOf(module, span, inside);
  }

  textOf(module: PolicyModule): string {
    return changed(module.code.text, this.#of.get(module) ?? []);
  }

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
