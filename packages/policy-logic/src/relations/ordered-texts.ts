import type { Texts } from "../values/texts.ts";
import type { OrderedSet } from "./order.ts";

/** Texts in code-point order. A set need not have a first text: `b`, `ab`, `aab` and so on. */
export class OrderedTexts implements OrderedSet<OrderedTexts, string> {
  readonly isWellOrdered = false;
  readonly #texts: Texts;

  constructor(texts: Texts) {
    this.#texts = texts;
  }

  get isEmpty(): boolean {
    return this.#texts.isEmpty;
  }

  get member(): string | undefined {
    const { witness } = this.#texts;
    return typeof witness === "object" ? witness.text : undefined;
  }

  and(other: OrderedTexts): OrderedTexts {
    return new OrderedTexts(this.#texts.and(other.#texts));
  }

  after(other: OrderedTexts, distance: bigint): OrderedTexts {
    const { text = "", isReached = false } = other.#texts.bounds?.least ?? {};
    if (text === "" && !(isReached && distance > 0n)) return this;
    return this.#where(isReached && distance > 0n ? ">" : ">=", text);
  }

  before(value: string, distance: bigint): OrderedTexts {
    return this.#where(distance > 0n ? "<" : "<=", value);
  }

  without(value: string): OrderedTexts {
    return new OrderedTexts(this.#texts.where({ kind: "one-of", texts: new Set([value]) }, false));
  }

  moved(value: string): string {
    return value;
  }

  #where(operator: "<" | "<=" | ">" | ">=", text: string): OrderedTexts {
    return new OrderedTexts(this.#texts.where({ kind: "order", operator, text }, true));
  }
}
