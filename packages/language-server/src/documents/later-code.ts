import type { CodeReader } from "./code-reader.ts";
import { Later } from "./later.ts";

/** The reader of modules, loaded with the first of them. */
export class LaterCode extends Later<CodeReader> {
  constructor() {
    super(async () => (await import("./code.ts")).code);
  }
}
