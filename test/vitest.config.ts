import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Tests run on the packages' sources; only test/e2e runs the built command.
const conditions = ["@traffic-policy/source", "node", "import", "module", "default"];

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts", "docs/examples/**/*.test.ts"],
    testTimeout: 30_000,
    // More than Vitest takes by itself: tests of commands and sockets wait much.
    maxWorkers: Math.max(3, availableParallelism()),
    reporters: ["default", fileURLToPath(new URL("key-reporter.ts", import.meta.url))],
  },
});
