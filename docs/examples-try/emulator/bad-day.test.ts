import { createClient } from "@traffic-policy/api";
import { createEmulator } from "@traffic-policy/emulator";
import { expect, test } from "vitest";

test("one failure of the service is not seen", async () => {
  let requests = 0;
  const emulator = await createEmulator({ tcpEdges: ["edge_1"], onRequest: () => requests++ });
  const client = createClient({ baseUrl: emulator.baseUrl, apiKey: "any" });

  emulator.setFaults({ faults: [{ fault: "failure", status: 503, times: 1 }] });
  expect((await client.tcpEdges.get("edge_1")).id).toBe("edge_1");
  expect(requests).toBe(2);

  await client.close();
  await emulator.close();
});
