export default {
  testRunner: "sampled-vitest",
  vitest: { configFile: "scripts/mutants/vitest.config.ts", related: false },
  plugins: [
    import.meta.resolve("./sampled-vitest.js"),
    import.meta.resolve("./ignore-documentation.js"),
  ],
  ignorers: ["documentation"],
  // Only the tests that reach a mutant are run for it.
  coverageAnalysis: "perTest",
  // What is made when a module is loaded (tables, patterns) needs a new process for each mutant.
  ignoreStatic: process.env["MUTANTS_STATIC"] !== "1",
  concurrency: Number(process.env["MUTANTS_AT_ONCE"] ?? 1),
  // What esbuild takes out of TypeScript needs no directive against its compiler.
  disableTypeChecks: false,
  ignorePatterns: ["dist", "docs"],
  tempDirName: "node_modules/.cache/mutants",
  reporters: ["progress-append-only"],
  // Loops that a mutant makes endless are ended by a count; on a busy machine, time says little.
  timeoutMS: 60_000,
  logLevel: "warn",
  allowConsoleColors: false,
};
