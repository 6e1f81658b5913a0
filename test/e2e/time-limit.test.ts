import { expect, test } from "vitest";
import { project, run } from "./command.ts";

test("the time limit is for the code of a policy, not for the linter after it", async () => {
  const cwd = project({
    "a.yaml": "inbound: []\n",
    "traffic-policy.config.ts": `import { defineConfig, tcpEdge } from "traffic-policy";
export default defineConfig({
  service: "emulator",
  targets: { a: tcpEdge("edge_1", "./a.yaml") },
  lint: {
    customRules: {
      "mine/slow": {
        severity: "warning",
        docs: { what: "Slow.", wrong: "{}", right: "{}", why: "It is slow." },
        visit: {
          document(node, report) {
            const end = Date.now() + 1500;
            while (Date.now() < end);
            report({ path: "", message: "This took long." });
          },
        },
      },
    },
  },
});
`,
  });
  const { status, out } = await run(["lint", "--timeout", "0.5"], { cwd });
  expect(out).toContain("warning: This took long. mine/slow\n");
  expect(status).toBe(0);
});
