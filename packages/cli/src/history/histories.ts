import type { LoadedConfiguration } from "@traffic-policy/project";
import type { NamedTarget } from "@traffic-policy/project/selection";
import { stateFolder } from "@traffic-policy/project/files";
import type { Context } from "../context.ts";
import { History } from "./history.ts";

export class Histories {
  readonly #byFolder = new Map<string, History>();

  constructor(
    targets: readonly Pick<NamedTarget, "configuration">[],
    context: Pick<Context, "files" | "terminal">,
  ) {
    for (const { configuration } of targets) {
      const folder = stateFolder(configuration);
      if (!this.#byFolder.has(folder)) {
        this.#byFolder.set(folder, new History(configuration, context));
      }
    }
  }

  of({ configuration }: { readonly configuration: LoadedConfiguration }): History {
    const history = this.#byFolder.get(stateFolder(configuration));
    if (history === undefined) throw new Error("A target of another run has no history here.");
    return history;
  }

  /**
   * Runs work while no other run writes to targets of the same projects and environments.
   *
   * @throws CommandError when another run does not finish in time
   */
  alone<T>(work: () => Promise<T>): Promise<T> {
    // Every run takes them in the same order, so that no two wait for each other.
    const inOrder = [...this.#byFolder].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const next = (index: number): Promise<T> => {
      const [, history] = inOrder[index] ?? [];
      return history === undefined ? work() : history.alone(() => next(index + 1));
    };
    return next(0);
  }
}
