import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { onSources } from "../configuration.ts";

/** The tests that take a database, which `npm test` does without. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  ...onSources,
  test: {
    include: ["test/databases/**/*.test.ts"],
    testTimeout: 300_000,
    // Before the first test, Debian's packages are downloaded.
    hookTimeout: 300_000,
  },
});
