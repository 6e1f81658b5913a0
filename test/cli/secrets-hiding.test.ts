import { expect, test } from "vitest";
import { type Project, projectOf } from "./project.ts";

// Made up for these tests, and nowhere in use.
const secretsOf = (time: string) => ({
  password: `${time}-pw-71`,
  signing: `${time}-sign-72`,
  token: `${time}-bearer-73`,
  cookie: `${time}-cookie-74`,
  client: `${time}-client-75`,
});

function policyWith({ password, signing, token, cookie, client }: ReturnType<typeof secretsOf>) {
  const headers = { authorization: `Bearer ${token}`, cookie: `a=${cookie}`, "x-plain": "seen" };
  return {
    on_http_request: [
      { name: "Marked", actions: [{ type: "add-headers", config: { headers } }] },
      {
        name: "Who",
        actions: [
          { type: "basic-auth", config: { credentials: [`ana:${password}`] } },
          { type: "verify-webhook", config: { provider: "github", secret: signing } },
          { type: "oauth", config: { provider: "github", client_id: "id", client_secret: client } },
        ],
      },
      { name: "End", actions: [{ type: "deny" }] },
    ],
  };
}

const [before, after] = [secretsOf("early"), secretsOf("later")];
const all = [...Object.values(before), ...Object.values(after)];

function project(): Project {
  return projectOf({
    "before.json": policyWith(before),
    "web.json": policyWith(after),
    "none.json": {},
    "web.cases.json": {
      policy: "./web.json",
      protocol: "http",
      cases: [
        {
          name: "Header",
          request: { url: "https://a.example/" },
          stubs: { "basic-auth": "next", "verify-webhook": "next", oauth: "next" },
          expect: { upstream: { headers: { authorization: "Bearer other" } } },
        },
      ],
    },
    "traffic-policy.config.json": {
      service: "emulator",
      targets: { web: { kind: "cloud-endpoint", endpoint: "ep_1", policy: "./web.json" } },
    },
  });
}

const request = ["--request", "https://a.example/", "--stub", "basic-auth=next"];

test.each([
  ["diff", "before.json", "web.json"],
  ["diff", "before.json", "web.json", "--verbose"],
  ["diff", "before.json", "web.json", "--semantic", "--verbose"],
  ["diff", "before.json", "web.json", "--semantic", "--format", "json"],
  ["diff", "before.json", "web.json", "--semantic", "--format", "markdown"],
  ["diff", "none.json", "web.json", "--verbose"],
  ["diff", "web.json", "none.json", "--format", "markdown"],
  ["simulate", "web.json", ...request],
  ["simulate", "web.json", ...request, "--trace"],
  ["simulate", "web.json", ...request, "--trace", "--format", "json"],
  ["draw", "web.json"],
  ["draw", "web.json", "--format", "mermaid"],
  ["draw", "web.json", ...request],
  ["lint", "web.json"],
  ["lint", "web.json", "--format", "json"],
  ["test", "web.cases.json"],
  ["test", "web.cases.json", "--format", "json"],
  ["test", "web.cases.json", "--format", "junit"],
  ["test", "web.cases.json", "--format", "gitlab"],
  ["lint", "web.json", "--format", "gitlab"],
  ["prove", "--ask", "web.json"],
  ["prove", "--reach", "web.json", "--format", "json"],
])("prints no secret: %s %s %s %s %s %s", async (...args) => {
  const { status, out, err } = await project().run(...args);
  expect({ status, err }).toMatchObject({ err: "" });
  expect(out).not.toBe("");
  expect(all.filter((secret) => (out + err).includes(secret))).toEqual([]);
});

test("plans, deploys, the history and rollbacks print no secret", async () => {
  const { run, write } = project();
  const printed: string[] = [];
  const ok = async (...args: string[]): Promise<string> => {
    const { status, out, err } = await run(...args);
    expect({ args, status, err }).toMatchObject({ status: 0 });
    printed.push(out, err);
    return out;
  };
  await ok("deploy", "--yes", "--no-lint", "--verbose");
  write("web.json", policyWith(before));
  await ok("diff", "--exit-zero", "--verbose");
  await ok("plan", "--verbose", "--no-lint", "--out", "saved.json");
  await ok("plan", "saved.json");
  await ok("plan", "--no-lint", "--format", "json");
  await ok("plan", "--no-lint", "--format", "markdown");
  await ok("deploy", "--yes", "--no-lint");
  const list = await ok("history", "--format", "json");
  const [{ entry = "" } = {}] = (JSON.parse(list) as { entries: { entry: string }[] }).entries;
  await ok("history", "show", entry);
  await ok("rollback", "web", "--yes");
  expect(all.filter((secret) => printed.join("").includes(secret))).toEqual([]);
});
