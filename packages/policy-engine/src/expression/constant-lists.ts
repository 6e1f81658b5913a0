import type { CelInput, CelList } from "@bufbuild/cel";
import type { Expression, List, Literal } from "@traffic-policy/policy-language";
import type { CelLibrary } from "./cel.ts";

// Plans refer to them, so that none can be forgotten; more lists than these are made anew each time.
const mostLists = 10_000;

/**
 * Lists of literals, such as the one in `country in ['NO', 'SE']`, as variables: the evaluator would
 * make a new list each time that it comes to one.
 */
export class ConstantLists {
  readonly #library: CelLibrary;
  readonly #define: (name: string, list: CelList) => void;
  readonly #names = new Map<string, string>();

  /** @param define - makes a list the value of a name */
  constructor(library: CelLibrary, define: (name: string, list: CelList) => void) {
    this.#library = library;
    this.#define = define;
  }

  /** The name of a list; nothing when it is not made of literals only. */
  nameOf({ elements }: List): string | undefined {
    if (elements.length === 0 || !elements.every(isLiteral)) return undefined;
    const key = JSON.stringify(elements.map(({ type, value }) => [type, keyOf(value)]));
    let name = this.#names.get(key);
    if (name === undefined && this.#names.size < mostLists) {
      name = `@list ${this.#names.size}`;
      this.#names.set(key, name);
      this.#define(name, this.#library.cel.celList(elements.map((one) => this.#valueOf(one))));
    }
    return name;
  }

  #valueOf({ type, value }: Literal): CelInput {
    return type === "uint" ? this.#library.cel.celUint(value) : value;
  }
}

// `String` writes zero without its sign.
function keyOf(value: Literal["value"]): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function isLiteral(node: Expression): node is Literal {
  return node.kind === "literal" && node.type !== "bytes";
}
