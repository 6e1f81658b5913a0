import type { PlaygroundState } from "../link/state.ts";

/** An example of the menu; the build generates them from `docs/examples`. */
export interface Example {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** The heading above it in the menu. */
  readonly group: string;
  readonly state: PlaygroundState;
}

/** The state of the page with an example. */
export function stateOf({ name, state }: Example): PlaygroundState {
  return { ...state, example: name };
}

let loading: Promise<readonly Example[]> | undefined;

export function loadExamples(base: URL): Promise<readonly Example[]> {
  loading ??= fetch(new URL("examples.json", base)).then((answer) => answer.json());
  // Who comes back with a connection asks again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
