import type { PlaygroundState } from "../link/state.ts";

/** An example of the menu; the build makes them of `docs/examples`. */
export interface Example {
  readonly name: string;
  readonly title: string;
  /** What it shows, in a phrase. */
  readonly about: string;
  readonly state: PlaygroundState;
}

let loading: Promise<readonly Example[]> | undefined;

/** The examples; they are asked for once. */
export function loadExamples(base: URL): Promise<readonly Example[]> {
  loading ??= fetch(new URL("examples.json", base)).then((answer) => answer.json());
  // Who comes back with a connection asks again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
