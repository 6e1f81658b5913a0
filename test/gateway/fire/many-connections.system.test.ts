import { Pool } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { howMany } from "../../seeded.ts";
import { recordingUpstream, serve } from "../world.ts";

const connections = Number(process.env["TEST_CONNECTIONS"] ?? 500);
const requests = Number(process.env["TEST_REQUESTS"] ?? howMany(700, 1500));

const policy = {
  inbound: [
    {
      expressions: ["req.url.path == '/denied'"],
      actions: [{ type: "deny", config: { status_code: 403 } }],
    },
    { actions: [{ type: "add-headers", config: { headers: { "x-path": "${req.url.path}" } } }] },
  ],
  outbound: [{ actions: [{ type: "compress-response", config: { algorithms: ["gzip"] } }] }],
};

test(`${connections} connections at the same time each get their own answers, and memory does not grow`, async () => {
  const { url } = await recordingUpstream((incoming, response) =>
    response.end(`${String(incoming.headers["x-path"])} ${"text ".repeat(1_000)}`),
  );
  const { gateway, exchanges } = await serve(policy, url);
  const pool = new Pool(gateway.url, { connections, pipelining: 1 });
  onTestFinished(() => pool.destroy());

  const asked = async (index: number): Promise<void> => {
    const path = index % 5 === 0 ? "/denied" : `/${index}`;
    const headers = index % 2 === 0 ? { "accept-encoding": "gzip" } : {};
    const { statusCode, headers: got, body } = await pool.request({ path, method: "GET", headers });
    const text = Buffer.from(await body.arrayBuffer());
    const isCompressed = got["content-encoding"] !== undefined;
    const isPlain = path !== "/denied" && !isCompressed;
    expect([path, statusCode]).toEqual([path, path === "/denied" ? 403 : 200]);
    expect(isCompressed).toBe(path !== "/denied" && index % 2 === 0);
    expect(isPlain ? text.toString().split(" ")[0] : path).toBe(path);
    expect(text.length > 0).toBe(path !== "/denied");
  };
  const wave = async (): Promise<number> => {
    let next = 0;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (next < requests) await asked(next++);
      }),
    );
    exchanges.length = 0;
    return process.memoryUsage.rss() / 2 ** 20;
  };

  await wave();
  const before = await wave();
  const after = await wave();
  await expect.poll(() => gateway.open).toBe(0);
  console.log(
    `${3 * requests} requests on ${connections} connections: RSS ${before.toFixed(0)} MiB after two thirds of them, ${after.toFixed(0)} MiB after all`,
  );
  expect(after - before).toBeLessThan(100);
}, 120_000);
