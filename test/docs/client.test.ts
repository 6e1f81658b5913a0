import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { Service } from "../api/server.ts";

const page = readFileSync(new URL("../../docs/client.md", import.meta.url), "utf8");
const examples = new URL("../../docs/examples/client/", import.meta.url);

/** What an example says that it prints, in the comments after `console.log`: lines, ` | ` between. */
function printed(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*; \/\/ (.+)$/gm)].flatMap(([, text = ""]) =>
    text.split(" | "),
  );
}

async function run(name: string, service: Service): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@traffic-policy/source", "--import=tsx", fileURLToPath(new URL(name, examples))],
    {
      env: {
        ...process.env,
        TRAFFIC_POLICY_BASE_URL: service.baseUrl,
        TRAFFIC_POLICY_API_KEY: "any",
      },
    },
  );
  return stdout.trim().split("\n");
}

test.each([
  ["first.ts", () => undefined],
  ["policies.ts", () => undefined],
  ["deploy.ts", () => undefined],
  ["many.ts", (service: Service) => service.addEdges({ id: "edge_1" })],
  ["pages.ts", (service: Service) => service.addEndpoints("a", "b", "c")],
  ["errors.ts", () => undefined],
  ["proxy.ts", () => undefined],
  [
    "patience.ts",
    (service: Service) => {
      service.addEdges({ id: "edge_1" });
      service.faultOf = (index) => (index === 0 ? { kind: "status", status: 503 } : undefined);
    },
  ],
])("the example %s prints what it says, and is on the page", async (name, prepare) => {
  const service = await Service.start({ pageSize: 2 });
  prepare(service);
  const code = readFileSync(new URL(name, examples), "utf8");
  expect(await run(name, service)).toEqual(printed(code));
  expect(page).toContain(`file=docs/examples/client/${name}\n${code}`);
});
