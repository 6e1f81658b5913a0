import { describe, expect, test } from "vitest";
import { configuration, project, run } from "../command.ts";
import { shop } from "./policy.ts";

const deny = { inbound: [{ name: "All", actions: [{ type: "deny" }] }] };

const guarded = {
  inbound: [
    {
      name: "Bots",
      expressions: ["'user-agent' in req.headers", "req.user_agent.contains('Bot')"],
      actions: [{ type: "deny" }],
    },
    {
      name: "Limit",
      actions: [
        {
          type: "rate-limit",
          config: {
            name: "a",
            algorithm: "sliding_window",
            capacity: 1,
            rate: "60s",
            bucket_key: ["conn.client_ip"],
          },
        },
      ],
    },
  ],
};

const entry = (url: string, agent: string, second: number) => ({
  startedDateTime: `2024-01-01T00:00:0${second}.000Z`,
  request: {
    method: "GET",
    url,
    httpVersion: "HTTP/1.1",
    headers: [{ name: "User-Agent", value: agent }],
  },
  response: { status: 200, headers: [], content: { size: 2, text: "hi" } },
});

const recording = {
  log: {
    entries: [
      entry("https://example.com/a", "Bot", 0),
      entry("data:text/plain,a", "Browser", 1),
      entry("https://example.com/b", "Browser", 2),
      entry("https://example.com/c", "Browser", 3),
    ],
  },
};

const files = {
  "traffic-policy.config.json": configuration(),
  "ssh.json": JSON.stringify(deny),
  "web.json": JSON.stringify(guarded),
  "shop.yaml": shop,
  "wrong.json":
    '{\n  "inbound": [{ "expressions": ["1 +"], "actions": [{ "type": "deny" }] }]\n}\n',
  "exchange.yaml":
    "request:\n  method: POST\n  url: https://example.com/\n  headers: { User-Agent: Bot }\n  bodyFile: body\n",
  "mistaken.yaml": "request:\n  url: https://example.com/\n  heders: {}\n",
  body: new Uint8Array([0xff, 0xfe]),
  "recording.har": JSON.stringify(recording),
};

const web = ["simulate", "web", "--request", "GET https://example.com/"];

describe("exit status", () => {
  test.each([
    ["simulated: 0", web, 0],
    ["an expression fails: 1", ["simulate", "shop.yaml", ...web.slice(2)], 1],
    ["no such target: 2", ["simulate", "wep", ...web.slice(2)], 2],
  ])("%s", async (_what, args, status) => {
    expect((await run(args, { cwd: project(files) })).status).toBe(status);
  });
});

describe("what cannot be simulated is told in a sentence", () => {
  const sentences: readonly (readonly [args: readonly string[], sentence: string])[] = [
    [["simulate"], "There is no policy to simulate."],
    [["simulate", "wep"], 'The configuration has no target "wep".'],
    [["simulate", "gone.json"], "gone.json: There is no such file."],
    [["simulate", "web"], "There is no request, but the policy is for http."],
    [["simulate", "ssh", ...web.slice(2)], "There is a request, but the policy is for tcp"],
    [["simulate", "ssh.json", ...web.slice(2)], "There is a request, but the policy is for tcp"],
    [["simulate", "web", "--header", "a: b"], "There are request options, but no request."],
    [[...web, "--curl", "curl https://a/"], "--curl and --request cannot be used together."],
    [[...web, "--entry", "1"], "--entry selects an exchange of a HAR file, but none is given."],
    [["simulate", "web", "--exchange", "recording.har", "--entry", "9"], "There is no entry 9."],
    [["simulate", "web", "--exchange", "mistaken.yaml"], 'mistaken.yaml:3:3: Unknown key "heders"'],
    [["simulate", "web", "--request", "example.com"], '--request: "example.com" is not the URL'],
    [[...web, "--header", "a"], '--header: "a" is not a header.'],
    [[...web, "--client-ip", "1.2.3"], '--client-ip: "1.2.3" is not an IP address.'],
    [[...web, "--country", "uk"], '--country: "uk" is not a country code.'],
    [[...web, "--time", "soon"], '--time: "soon" is not a time.'],
    [
      [...web, "--variable", "conn.client_port=a"],
      "--variable conn.client_port: This is not a value of",
    ],
    [[...web, "--option", "denyStatus=x"], '--option: "x" is not a valid answer for denyStatus.'],
    [[...web, "--stub", "jwt-validation=next"], 'The policy has no action "jwt-validation".'],
    [[...web, "--body-file", "gone"], "gone: There is no such file."],
  ];

  test("with the option or the place that it is about", async () => {
    const cwd = project(files);
    for (const [args, sentence] of sentences) {
      const { status, out, err } = await run(args, { cwd });
      expect([status, out], args.join(" ")).toEqual([2, ""]);
      expect(err.split("\n")[0]).toContain(sentence);
      expect(err.match(/^error: /gm), err).toHaveLength(1);
    }
  });
});

describe("where an exchange comes from", () => {
  const matched = /^ {2}matched +(\S+)/m;

  test.each([
    ["a file, with a body beside it", ["--exchange", "exchange.yaml"], undefined, "Bots"],
    [
      "a file, and an option over it",
      ["--exchange", "exchange.yaml", "--header", "user-agent: x"],
      undefined,
      "Limit",
    ],
    [
      "standard input",
      ["--exchange", "-"],
      '{"request": {"url": "https://a/", "headers": {"user-agent": "Bot"}}}',
      "Bots",
    ],
    ["standard input as YAML", ["--exchange", "-"], "request: { url: /a }", "Limit"],
    ["curl", ["--curl", "curl -A 'A Bot' https://example.com/"], undefined, "Bots"],
    [
      "curl on standard input",
      ["--curl", "-"],
      "curl 'https://example.com/' \\\n  -H 'user-agent: Bot'\n",
      "Bots",
    ],
    ["an entry of a HAR file", ["--exchange", "recording.har", "--entry", "3"], undefined, "Limit"],
    [
      "variables",
      ["--request", "https://a/", "--header", "user-agent: x", "--variable", "req.user_agent=Bot"],
      undefined,
      "Bots",
    ],
  ])("%s", async (_what, args, input, rule) => {
    const { out, err } = await run(["simulate", "web", ...args], {
      cwd: project(files),
      ...(input !== undefined && { input }),
    });
    expect(err).toBe("");
    expect(matched.exec(out)?.[1]).toBe(rule);
  });

  test("a HAR file, a line an entry; limits count all of them", async () => {
    const cwd = project(files);
    const { out, err, status } = await run(["simulate", "web", "--exchange", "recording.har"], {
      cwd,
    });
    expect([err, status]).toEqual(["", 0]);
    expect(out).toBe(`1  answered with 403  GET https://example.com/a  Bots
2  not simulated      GET data:text/plain,a      It is not sent over HTTP.
3  forwarded          GET https://example.com/b  Limit
4  answered with 429  GET https://example.com/c  Limit
`);
  });
});

test("what the service probably refuses is told, and simulated all the same", async () => {
  const { out, err, status } = await run(["simulate", "wrong.json", ...web.slice(2)], {
    cwd: project(files),
  });
  expect(err).toMatch(
    /^warning: wrong\.json:2:36: The expression ends too early, after \+\.\n {2}help: /,
  );
  expect(out).toContain("failed with 500 by inbound rule 1");
  expect(status).toBe(1);
});

test("answers to open questions are told, and what others would change", async () => {
  const cwd = project(files);
  const args = ["simulate", "shop.yaml", ...web.slice(2), "--option", "onExpressionError=no-match"];
  const { out } = await run(args, { cwd });
  expect(out).toContain(
    "Simulated with onExpressionError=no-match; the default is fail-request.\n",
  );
  expect(out).toContain("  onExpressionError=no-match   with fail-request: failed with 500\n");
});

test("a stub stands for what is not simulated", async () => {
  const cwd = project(files);
  const args = ["simulate", "shop.yaml", ...web.slice(2), "--header", "authorization: Bearer a"];
  const { out } = await run([...args, "--stub", "jwt-validation=401"], { cwd });
  expect(out).toContain('answered with 401 by jwt-validation of inbound rule "Needs a token"\n');
});

test("all open questions are listed, with defaults and reasons", async () => {
  const cwd = project({});
  const [{ out }, json] = await Promise.all([
    run(["simulate", "--options"], { cwd }),
    run(["simulate", "--options", "--format", "json"], { cwd }),
  ]);
  const { options } = JSON.parse(json.out) as { options: { name: string; why: string }[] };
  expect(options.length).toBeGreaterThan(15);
  for (const { name, why } of options) {
    expect(out).toContain(`${name}=`);
    expect(out).toContain(why);
  }
});

test("a method and a URL are one request, with and without quotes, before and after the policy", async () => {
  const cwd = project(files);
  const url = "https://example.com/";
  const quoted = await run(["simulate", "web.json", "--request", `POST ${url}`], { cwd });
  expect(quoted.out).toContain(`POST ${url}\n`);
  for (const args of [
    ["web.json", "--request", "POST", url],
    ["--request", "POST", url, "web.json"],
    ["web.json", "--request=POST", url],
    ["web.json", "--request", "POST", url, "--header", "a: b", "--time", "2024-01-01T00:00:00Z"],
  ]) {
    const { out, err } = await run(["simulate", ...args], { cwd });
    expect(out + err).toContain(`POST ${url}\n`);
  }
  const { err } = await run(["simulate", "web.json", "--request", url, url], { cwd });
  expect(err).toContain("takes one argument; remove ");
  const bare = await run(["simulate", "web.json", "GET", url], { cwd });
  expect(bare.err).toContain(`help: Write the request as an option: --request 'GET ${url}'.`);
});
