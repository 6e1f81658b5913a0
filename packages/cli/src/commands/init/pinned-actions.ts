/** A public action, pinned to the commit of a version: a tag can be moved to other code. */
export interface PinnedAction {
  readonly action: string;
  readonly commit: string;
  readonly version: string;
}

/** The actions of the workflow that a project gets. The project's own workflows have the same pins. */
export const pinnedActions = {
  checkout: {
    action: "actions/checkout",
    commit: "3d3c42e5aac5ba805825da76410c181273ba90b1",
    version: "v7.0.1",
  },
  node: {
    action: "actions/setup-node",
    commit: "820762786026740c76f36085b0efc47a31fe5020",
    version: "v7.0.0",
  },
  bun: {
    action: "oven-sh/setup-bun",
    commit: "0c5077e51419868618aeaa5fe8019c62421857d6",
    version: "v2.2.0",
  },
} as const satisfies Readonly<Record<string, PinnedAction>>;
