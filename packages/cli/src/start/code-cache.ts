import { basename } from "node:path";
import { shortHash } from "../short-hash.ts";
import { UserCache } from "../user-cache.ts";

/** Which text of the command this is: a part of the digest of it, put in when it is built. */
declare const BUILD: string;

const fewArguments = 10;

/** Keeps the machine code of a file of the command. */
export class CodeCache {
  readonly #cache = new UserCache();
  readonly #name: string;

  /**
   * @param file - its absolute path, which is in the machine code: stack traces name it
   * @param args - what is run: each command compiles other parts, some policies are code, and of what
   *   many files need one needs little, but would have to read it
   */
  constructor(file: string, [command = "", ...args]: readonly string[]) {
    const part = /^[a-z]{1,20}$/.test(command) ? command : "other";
    const isData = args.some((arg) => /\.(?:json|ya?ml)$/.test(arg));
    const isMany = args.some((arg) => /[*?[{]/.test(arg)) || args.length > fewArguments;
    const kind = `${isData ? "-data" : ""}${isMany ? "-many" : ""}`;
    const name = `${basename(file, ".cjs")}-${shortHash(file)}`;
    this.#name = `${BUILD}-${process.version}-${process.arch}-${name}-${part}${kind}`;
  }

  read(): Buffer | undefined {
    return this.#cache.read(this.#name);
  }

  write(code: Buffer): void {
    this.#cache.write(this.#name, code);
  }
}
