import { expect, test } from "vitest";
import { ask, recordingUpstream } from "../../gateway/world.ts";
import { project, run } from "../command.ts";
import { Serving } from "./serving.ts";

const forwardTo = (url: string): object => ({
  on_http_request: [{ name: "On", actions: [{ type: "forward-internal", config: { url } }] }],
});

function agent(upstream: string | undefined): string {
  return JSON.stringify({
    version: 3,
    endpoints: [
      {
        name: "front",
        url: "https://shop.example",
        traffic_policy: forwardTo("https://api.internal"),
        upstream: { url: 1 },
      },
      {
        name: "api",
        url: "https://api.internal",
        ...(upstream && { upstream: { url: upstream } }),
      },
    ],
  });
}

test("the endpoints of files are served, each that clients reach at a place of its own", async () => {
  const { url, received } = await recordingUpstream((_request, response) => response.end("text"));
  const serving = await Serving.start([".", "--site"], {
    cwd: project({ "agent.json": agent(url) }),
  });

  const answer = await ask(`${serving.url}/x`);

  expect(answer.status).toBe(200);
  expect(received).toHaveLength(1);
  expect(
    await serving.printed("https://shop.example  200  GET /x   On: forward-internal"),
  ).toContain("https://api.internal  200  GET /x");
});

test("a server that is written as a host and a port is one for HTTP", async () => {
  const { url, received } = await recordingUpstream((_request, response) => response.end("text"));
  const serving = await Serving.start([".", "--site"], {
    cwd: project({ "agent.json": agent(url.replace("http://", "")) }),
  });

  expect((await ask(`${serving.url}/x`)).status).toBe(200);
  expect(received).toHaveLength(1);
});

test("a server that is not on this machine gets nothing", async () => {
  const folder = project({ "agent.json": agent("http://198.51.100.1:80") });
  const serving = await Serving.start([".", "--site"], { cwd: folder });

  expect((await ask(`${serving.url}/x`)).status).toBe(500);
});

test("without --site, a server is needed", async () => {
  const { status, err } = await run(["serve", "agent.json"], {
    cwd: project({ "agent.json": agent(undefined) }),
  });

  expect(status).toBe(2);
  expect(err).toContain("needs --upstream <url>");
});
