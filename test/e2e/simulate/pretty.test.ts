import { describe, expect, test } from "vitest";
import { project, run, terminal } from "../command.ts";
import { shop } from "./policy.ts";

const get = ["--request", "GET https://example.com/v1/a?b=c"];
const token = ["--header", "authorization: Bearer abc"];
const passes = ["--stub", "jwt-validation=next"];
const accept = ["--header", "accept-encoding: gzip, br"];

/** What is asked, by the name of the file that holds what is shown. */
const cases: Readonly<Record<string, readonly string[]>> = {
  forwarded: [...get, ...token, ...passes, ...accept, "--country", "NO", "--header", "cookie: a=b"],
  answered: [
    ...get,
    ...token,
    ...passes,
    "--country",
    "SE",
    "--client-ip",
    "203.0.113.7",
    "--response",
    "200",
  ],
  failed: [...get, "--country", "DE"],
  compressed: [
    ...get,
    ...token,
    ...passes,
    ...accept,
    "--country",
    "DE",
    "--response",
    "200",
    "--response-body",
    "hello",
  ],
  depends: [...get, ...token, "--country", "NO"],
};

const view = { "": [], ".trace": ["--trace"] };

function simulate(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const cwd = project({ "shop.yaml": shop });
  return run(["simulate", "shop.yaml", ...args], { cwd, env });
}

describe.each(Object.entries(cases))("%s", (name, args) => {
  test.each(Object.entries(view))("is shown as golden/*%s.txt", async (ending, more) => {
    const { out, err } = await simulate([...args, ...more]);
    expect(err).toBe("");
    await expect(out).toMatchFileSnapshot(`golden/${name}${ending}.txt`);
  });
});

test("in colour", async () => {
  const { out } = await simulate([...(cases["forwarded"] ?? []), "--trace"], { FORCE_COLOR: "1" });
  // Written so that the file can be read.
  const readable = out.replaceAll("\u001b[", "‹").replaceAll(/(?<=‹\d+)m/g, "›");
  await expect(readable).toMatchFileSnapshot("golden/forwarded.trace.color.txt");
});

test("on a terminal the same text but for the colours", async () => {
  const cwd = project({ "shop.yaml": shop });
  const args = ["simulate", "shop.yaml", ...(cases["compressed"] ?? [])];
  const [colored, { out }] = await Promise.all([terminal(args, { cwd }), run(args, { cwd })]);
  expect(colored).toContain("\u001b[");
  // oxlint-disable-next-line no-control-regex -- the colours
  expect(colored.replaceAll("\r\n", "\n").replaceAll(/\u001b\[\d+m/g, "")).toBe(out);
});

test("a TCP policy sees a connection only", async () => {
  const policy = {
    inbound: [
      {
        name: "Only from Norway",
        expressions: ["conn.geo.country_code != 'NO'"],
        actions: [{ type: "deny" }],
      },
    ],
  };
  const cwd = project({ "ssh.json": JSON.stringify(policy) });
  const args = ["simulate", "ssh.json", "--protocol", "tcp", "--country", "BR"];
  expect((await run(args, { cwd })).out).toBe(`a connection from BR

inbound
  matched      Only from Norway  ssh.json:1
               ✓ conn.geo.country_code != 'NO'   conn.geo.country_code is "BR"
               → deny ends processing

closed by deny of inbound rule "Only from Norway"
`);
});

describe("what a terminal would obey, and what is long", () => {
  const name = "a\u001b]0;x\u0007\u202e";
  const policy = JSON.stringify({
    inbound: [
      {
        name,
        expressions: [`req.headers['x'][0] != '\u001b[2J\u009b${"y".repeat(300)}'`],
        actions: [
          { type: "add-headers", config: { headers: { "x-copy": "${req.headers['x'][0]}" } } },
          { type: "log", config: { metadata: { m: "${req.headers['x'][0]}\u001b[1m" } } },
          { type: "custom-response", config: { status_code: 200, content: "\u001b[2J\u2066" } },
        ],
      },
    ],
  });

  const long = JSON.stringify({
    request: { url: "https://example.com/", headers: { x: `\u202e\u0085${"é🎉".repeat(50_000)}` } },
  });

  function traced(format: string) {
    const cwd = project({ "a.json": policy, "e.json": long });
    const args = ["simulate", "a.json", "--exchange", "e.json", "--format", format, "--trace"];
    return run(args, { cwd });
  }

  test("for people", async () => {
    const { out, err, status } = await traced("pretty");
    expect([err, status]).toEqual(["", 0]);
    // oxlint-disable-next-line no-control-regex -- these are not to come through
    expect(out).not.toMatch(/[\u0007\u001b\u0080-\u009f\u202e\u2066]/);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThan(5000);
  });

  test("for programs, whole", async () => {
    const { out, err, status } = await traced("json");
    expect([err, status]).toEqual(["", 0]);
    expect(out).toContain("é🎉".repeat(50_000));
    // oxlint-disable-next-line no-control-regex -- these are not to come through
    expect(out).not.toMatch(/[\u0007\u001b]/);
  });
});
