import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { onSources } from "../configuration.ts";

/** The tests that compare with policies and facts collected from public sources, which are not in this repository. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  ...onSources,
  test: {
    include: ["test/corpus/**/*.test.ts"],
    // They share what they import, which takes longer than most of them do.
    isolate: false,
    maxWorkers: 1,
    testTimeout: 120_000,
  },
});
