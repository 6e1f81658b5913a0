import { BracketedCode } from "./bracketed-code.ts";
import { isText, quotedText } from "./code-tokens.ts";

/** What a module of cases or assertions is about. */
export type CodePolicy =
  | { readonly kind: "beside" }
  /** A target or a file. */
  | { readonly kind: "named"; readonly name: string }
  /** What another module exports. */
  | { readonly kind: "imported"; readonly name: string };

/** Which policy a module of cases or assertions is about; nothing when that is not written as it is. */
export function policyOfCode(text: string): CodePolicy | undefined {
  return new Finder(new BracketedCode(text)).found();
}

class Finder {
  readonly #code: BracketedCode;

  constructor(code: BracketedCode) {
    this.#code = code;
  }

  found(): CodePolicy | undefined {
    const code = this.#code;
    const said = code.tokens.flatMap(({ value }, index) => {
      if (/^define(?:Cases|Assertions)$/.test(value) && code.value(index + 1) === "(") {
        return [this.#ofCall(index + 1)];
      }
      // What is inside of something else is no policy of the module.
      const isOwn = code.value(index + 1) === ":" && code.around(index).length === 1;
      return isOwn && code.keyAt(index) === "policy" ? [this.#ofValue(index + 2)] : [];
    });
    if (said.length === 0) return this.#isBeside() ? { kind: "beside" } : undefined;
    return said.length === 1 ? said[0] : undefined;
  }

  #ofCall(open: number): CodePolicy | undefined {
    const [first, ...others] = this.#code.parts(open);
    const [start = open] = first ?? [];
    if (this.#code.value(start) === "...") return undefined;
    return others.length === 0 ? { kind: "beside" } : this.#ofValue(start);
  }

  #ofValue(index: number): CodePolicy | undefined {
    const code = this.#code;
    if (!/^[,)}]$/.test(code.value(index + 1))) return undefined;
    const token = code.tokens[index];
    if (isText(token)) return { kind: "named", name: quotedText(token).value };
    const name = code.nameAt(index)?.value;
    return name === undefined ? undefined : this.#imported(name);
  }

  #imported(name: string): CodePolicy | undefined {
    const code = this.#code;
    for (const [index, { value }] of code.tokens.entries()) {
      if (value !== "import" || /^[.(]$/.test(code.value(index + 1))) continue;
      let at = index + 1;
      let isThere = false;
      for (; at < code.tokens.length && code.textAt(at) === undefined; at++) {
        if (code.value(at) === name && code.value(at + 1) !== "as") isThere = true;
      }
      const from = code.textAt(at);
      if (isThere && from !== undefined) return { kind: "imported", name: quotedText(from).value };
    }
    return undefined;
  }

  /** Whether the module exports a list, or an object that names no policy. */
  #isBeside(): boolean {
    const code = this.#code;
    const at = code.tokens.findIndex(
      ({ value }, index) => value === "default" && code.value(index - 1) === "export",
    );
    if (code.value(at + 1) === "[") return at >= 0;
    return (
      at >= 0 &&
      code.value(at + 1) === "{" &&
      code.members(at + 1).every(({ key }) => key !== undefined && code.keyAt(key) !== "policy")
    );
  }
}
