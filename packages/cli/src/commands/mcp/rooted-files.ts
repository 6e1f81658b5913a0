import type { Stats } from "node:fs";
import { ExplainedError, Files } from "@traffic-policy/project";
import { destination, isIn, isManifest } from "@traffic-policy/project/internal";

/** Files below some folders; whatever leads out of them, such as a symbolic link, is refused. */
export class RootedFiles extends Files {
  readonly #roots: readonly string[];

  /** @param roots - absolute paths */
  constructor(folder: string, roots: readonly string[], runsCode: boolean) {
    super(folder, undefined, { runsCode });
    this.#roots = roots.map((root) => destination(root));
  }

  // Everything that reads a path asks this first.
  override statIfAny(file: string): Stats | undefined {
    const isAllowed =
      this.given(file) !== undefined ||
      // Code is read as its package says, which may be above the roots.
      (this.runsCode && isManifest(file));
    if (!isAllowed) this.check(file);
    return super.statIfAny(file);
  }

  /**
   * @param file - absolute path
   * @throws ExplainedError when it is outside
   */
  check(file: string): void {
    const path = destination(file);
    if (this.#roots.some((root) => isIn(root, path))) return;
    throw new ExplainedError(`${this.nameOf(file)}: It is outside of the roots of this server.`);
  }
}
