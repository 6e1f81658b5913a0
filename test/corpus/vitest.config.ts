import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const conditions = ["@traffic-policy/source", "node", "import", "module", "default"];

/** The tests that compare with policies and facts collected from public sources, which are not in this repository. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/corpus/**/*.test.ts"],
    // They share what they import, which takes longer than most of them do.
    isolate: false,
    maxWorkers: 1,
    testTimeout: 120_000,
  },
});
