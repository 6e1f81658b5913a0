/** One part of what is measured; each runs in a process of its own. */
export interface Bench {
  readonly title: string;
  /** Measures, and tells by `printTable` or `printRows`. */
  readonly run: () => Promise<void> | void;
}

/**
 * All parts, in the order of the page. One more is a file beside this one with a function that measures,
 * and an entry here: its name is that of `pnpm bench NAME`.
 */
export const benches: Readonly<Record<string, Bench>> = {
  start: {
    title: "Start-up",
    run: async () => (await import("./processes.ts")).benchProcesses(),
  },
  executable: {
    title: "The single executable",
    run: async () => (await import("./executable.ts")).benchExecutable(),
  },
  lint: {
    title: "Linting many files",
    run: async () => (await import("./lint-many.ts")).benchManyPolicies(),
  },
  "lint-folder": {
    title: "Finding policies in a folder",
    run: async () => (await import("./lint-folder.ts")).benchLintFolder(),
  },
  "lint-changed": {
    title: "Linting what changed",
    run: async () => (await import("./lint-changed.ts")).benchLintChanged(),
  },
  "lint-steps": {
    title: "The steps of linting",
    run: async () => (await import("./lint-steps.ts")).benchLintSteps(),
  },
  "lint-linear": {
    title: "Linting one large file",
    run: async () => (await import("./lint-linear.ts")).benchLintLinear(),
  },
  "user-code": {
    title: "Code of users",
    run: async () => (await import("./user-code.ts")).benchUserCode(),
  },
  types: {
    title: "Type-checking",
    run: async () => (await import("./type-check.ts")).benchTypeCheck(),
  },
  expressions: {
    title: "Expressions",
    run: async () => (await import("./expressions.ts")).benchExpressions(),
  },
  simulate: {
    title: "Simulating",
    run: async () => (await import("./engine.ts")).benchEngine(),
  },
  test: {
    title: "Testing policies",
    run: async () => (await import("./cases.ts")).benchCases(),
  },
  prove: {
    title: "Proving",
    run: async () => (await import("./prove.ts")).benchProve(),
  },
  site: {
    title: "Auditing a site",
    run: async () => (await import("./site.ts")).benchSite(),
  },
  "language-server": {
    title: "The language server",
    run: async () => (await import("./language-server.ts")).benchLanguageServer(),
  },
  playground: {
    title: "The playground",
    run: async () => (await import("./playground.ts")).benchPlayground(),
  },
  serve: {
    title: "Serving",
    run: async () => (await import("./serve.ts")).benchServe(),
  },
  compare: {
    title: "Comparing",
    run: async () => (await import("./compare.ts")).benchCompare(),
  },
  builder: {
    title: "Building",
    run: async () => (await import("./builder.ts")).benchBuilder(),
  },
  client: {
    title: "The client",
    run: async () => (await import("./client.ts")).benchClient(),
  },
  emulator: {
    title: "The emulator",
    run: async () => (await import("./emulator.ts")).benchEmulator(),
  },
  deploy: {
    title: "Deploying",
    run: async () => (await import("./deploy.ts")).benchDeploy(),
  },
  fleet: {
    title: "Fleets",
    run: async () => (await import("./fleet.ts")).benchFleet(),
  },
};
