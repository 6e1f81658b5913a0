import { readFileSync } from "node:fs";
import { format } from "node:util";
import { expect, test, vi } from "vitest";
import { Service } from "../api/server.ts";

const page = readFileSync(new URL("../../docs/client.md", import.meta.url), "utf8");
const examples = new URL("../../docs/examples/client/", import.meta.url);

/** What an example says that it prints, in the comments after `console.log`: lines, ` | ` between. */
function printed(code: string): string[] {
  return [...code.matchAll(/console\.log\(.*; \/\/ (.+)$/gm)].flatMap(([, text = ""]) =>
    text.split(" | "),
  );
}

/** What a program prints, in this process. */
async function run(name: string, service: Service): Promise<string[]> {
  const lines: string[] = [];
  vi.stubEnv("TRAFFIC_POLICY_BASE_URL", service.baseUrl);
  vi.stubEnv("TRAFFIC_POLICY_API_KEY", "any");
  const log = vi.spyOn(console, "log").mockImplementation((...values) => {
    lines.push(format(...values));
  });
  try {
    await import(new URL(name, examples).href);
  } finally {
    log.mockRestore();
    vi.unstubAllEnvs();
  }
  return lines.flatMap((text) => text.split("\n"));
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
