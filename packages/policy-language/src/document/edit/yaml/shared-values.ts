import type { CST } from "yaml";
import { CannotEdit } from "../cannot-edit.ts";
import type { Slot } from "./slot.ts";
import { leaves, sourceOf } from "./tokens.ts";

/** Which values of a text aliases stand for. */
export class SharedValues {
  readonly #names = new Set<string>();

  constructor(root: CST.Token) {
    for (const token of leaves(root)) {
      if (token.type === "alias") this.#names.add(token.source.slice(1));
    }
  }

  /** @throws CannotEdit when a change below the place would change other places, too */
  refuseUnder({ token, before }: Slot): void {
    this.refuseInside(before);
    if (token?.type === "alias") throw new CannotEdit("shared");
  }

  /** @throws CannotEdit when an alias stands for one of the tokens, or for a part of it */
  refuseInside(tokens: readonly CST.Token[]): void {
    if (this.#names.size === 0) return;
    for (const token of tokens) {
      for (const leaf of leaves(token)) {
        const isShared = leaf.type === "anchor" && this.#names.has(sourceOf(leaf).slice(1));
        if (isShared) throw new CannotEdit("shared");
      }
    }
  }
}
