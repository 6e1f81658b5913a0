import { expect, test } from "vitest";
import { project, run } from "./command.ts";

test("the time limit is for the code of one policy, and for lint rules that look at one, not for the whole run", async () => {
  const cwd = project({
    "a.yaml": "inbound: []\n",
    "b.yaml": "inbound: []\n",
    "c.yaml": "inbound: []\n",
    "traffic-policy.config.ts": `import { defineConfig, tcpEdge } from "traffic-policy";
export default defineConfig({
  service: "emulator",
  targets: {
    a: tcpEdge("edge_1", "./a.yaml"),
    b: tcpEdge("edge_2", "./b.yaml"),
    c: tcpEdge("edge_3", "./c.yaml"),
  },
  lint: {
    customRules: {
      "mine/slow": {
        severity: "warning",
        docs: { what: "Slow.", wrong: "{}", right: "{}", why: "It is slow." },
        visit: {
          document(node, report) {
            const end = Date.now() + 700;
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
  const { status, out } = await run(["lint", "--timeout", "1.5"], { cwd });
  expect(out.match(/warning: This took long\. mine\/slow\n/g)).toHaveLength(3);
  expect(status).toBe(0);
});
