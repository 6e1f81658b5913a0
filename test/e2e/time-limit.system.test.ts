import { expect, test } from "vitest";
import { project, run, runAlone } from "./command.ts";

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
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
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

test("--timeout is proposed only where it is an option", async () => {
  const cwd = project({ "a.ts": "await new Promise(() => {});\n" });
  const told = await Promise.all(
    [
      ["convert", "a.ts"],
      ["lint", "--timeout", "0.5", "a.ts"],
    ].map((args) => run(args, { cwd })),
  );
  expect(told.map(({ err }) => err)).toEqual([
    "error: a.ts: It did not finish within 5 seconds.\n  help: Look for an endless loop or await.\n",
    "error: a.ts: It did not finish within 0.5 seconds.\n  help: Look for an endless loop or await; --timeout allows more time.\n",
  ]);
});

test("proofs about a policy of thousands of rules end as unknown before the memory does", async () => {
  const rules = Array.from({ length: 5000 }, (_one, index) => ({
    expressions: [`req.url.path.startsWith('/a${index}/')`],
    actions: [{ type: "deny" }],
  }));
  const cwd = project({ "many.json": JSON.stringify({ on_http_request: rules }) });
  const env = { NODE_OPTIONS: "--max-old-space-size=256" };
  const { status, out } = await runAlone(["prove", "--reach", "many.json"], { cwd, env });
  expect(out).toMatch(/^\d+ unknown, \d+ reached in 1 policy\.$/m);
  expect(status).toBe(2);
});
