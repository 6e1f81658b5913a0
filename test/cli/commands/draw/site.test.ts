import { expect, test } from "vitest";
import { projectOf } from "../../project.ts";

const forward = (path: string): object => ({
  name: `Rule of ${path}`,
  expressions: [`req.url.path == '${path}'`],
  actions: [{ type: "forward-internal", config: { url: "https://b.internal" } }],
});

const site = {
  version: 3,
  endpoints: [
    {
      name: "a",
      url: "https://a.example",
      upstream: { url: "http://localhost:1" },
      traffic_policy: { on_http_request: [forward("/one"), forward("/two")] },
    },
    { name: "b", url: "https://b.internal", upstream: { url: "http://localhost:2" } },
  ],
};

test("of two rules that forward to one endpoint, the one that the request takes is lit", async () => {
  const project = projectOf({ "ngrok.yml": site });
  const request = "GET https://a.example/two";
  const { out } = await project.run(
    "draw",
    "--site",
    "ngrok.yml",
    "--format",
    "mermaid",
    "--request",
    request,
  );
  const [one, two] = out.split("\n").filter((line) => line.includes(" -->"));

  expect(one).toContain("/one");
  expect(two).toContain("/two");
  expect(out).toContain("linkStyle 1,3 ");
});
