import { availableParallelism } from "node:os";
import { testConfiguration } from "./configuration.ts";

/**
 * `npm run test:system`: what takes a browser, an editor, a shell, a terminal, a process that is watched or killed, a
 * full disk, packed packages or more time than `npm test` has.
 */
export default testConfiguration({
  include: ["test/**/*.system.test.ts"],
  ownClock: ["test/cli/deploying/true-statements.system.test.ts"],
  // Second implementations, brute force, and simulations of what is proved.
  oracles: [
    "test/api/deploy/faults.test.ts",
    "test/gateway/agreement.test.ts",
    "test/language-server/{edits,equal-to-lint}.test.ts",
    "test/policy-engine/expression/differential.test.ts",
    "test/policy-engine/guarded-access.test.ts",
    "test/policy-impact/engine-decisions.test.ts",
    "test/policy-logic/{claims,theory,related-variables}.test.ts",
    "test/policy-logic/values/**/*.test.ts",
    "test/policy-proof/{phases,soundness,questions-soundness}.test.ts",
  ],
  // Beside others, Neovim now and then waits for a key that nobody presses.
  alone: ["test/e2e/language-server/neovim.system.test.ts"],
  // What depends on processes of others; a test that was run again is marked in the output.
  retry: 1,
  workers: Math.max(3, availableParallelism()),
  budget: 90,
  usual: 300,
});
