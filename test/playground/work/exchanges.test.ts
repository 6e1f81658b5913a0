import { describe, expect, test } from "vitest";
import { ask, at, refusalOf, yaml } from "./ask.ts";

const anyPolicy = yaml("inbound: []");

async function read(format: "exchange" | "curl" | "har", text: string, entry?: number) {
  const exchange = { format, text, ...(entry && { entry }) };
  const answer = await ask("simulate", { policy: anyPolicy, exchange });
  if (answer.kind !== "exchange") throw new Error("It is a recording.");
  return answer.exchange;
}

describe("an exchange is read from", () => {
  test("a document in YAML or JSON", async () => {
    const yamlText =
      "request: { url: https://a.example, method: POST }\nconnection: { clientIp: 192.0.2.1 }";
    const json =
      '{"request": {"url": "https://a.example", "method": "POST"}, "connection": {"clientIp": "192.0.2.1"}}';
    const [first, second] = [await read("exchange", yamlText), await read("exchange", json)];
    expect(first).toEqual(second);
    expect(first).toEqual({
      title: "POST https://a.example/ from 192.0.2.1",
      client: "POST https://a.example/ from 192.0.2.1",
      times: 1,
      document:
        "request:\n  url: https://a.example\n  method: POST\nconnection:\n  clientIp: 192.0.2.1\n",
      curl: "curl -X POST -H 'user-agent:' -H 'accept:' 'https://a.example/'",
    });
  });

  test("YAML that begins like JSON", async () => {
    const { title } = await read("exchange", "{ request: { url: https://a.example/ } }");
    expect(title).toBe("GET https://a.example/");
  });

  test("a command line of curl, which gives the same again", async () => {
    const line =
      "curl 'https://a.example/b?c=1' \\\n  -H 'x-a: b' --data-raw '{\"d\":\"ü\"}' -b e=f";
    const first = await read("curl", line);
    expect(first.title).toContain("POST https://a.example/b?c=1 with user-agent: ");
    const again = await read("curl", first.curl ?? "");
    expect(again.document).toContain('body: \'{"d":"ü"}\'');
    expect((await read("exchange", first.document)).curl).toBe(first.curl);
  });

  test("a HAR file", async () => {
    const entry = (url: string): object => ({
      startedDateTime: "2026-01-01T00:00:00Z",
      request: {
        method: "GET",
        url,
        headers: [
          { name: ":authority", value: "a.example" },
          { name: "X-A", value: "b" },
        ],
        httpVersion: "h2",
      },
      response: { status: 404, headers: [], content: { text: "no" } },
    });
    const har = JSON.stringify({
      log: { entries: [entry("https://a.example/"), entry("blob:a")] },
    });
    expect(await read("har", har, 1)).toEqual({
      client:
        'GET https://a.example/ with time "2026-01-01T00:00:00Z"; the upstream answers 404 with the body "no"',
      title: expect.stringMatching(
        /^GET https:\/\/a\.example\/ with x-a: b, host: a\.example, .*; the upstream answers 404/,
      ),
      times: 1,
      document: expect.stringContaining("version: HTTP/2.0"),
      curl: expect.stringContaining("--http2"),
    });
    const exchange = { format: "har", text: har } as const;
    expect(await ask("simulate", { policy: anyPolicy, exchange })).toMatchObject({
      entries: [
        { entry: 1, asked: "GET https://a.example/" },
        { entry: 2, asked: "GET blob:a", note: "It is not sent over HTTP." },
      ],
    });
  });
});

describe("what is no exchange is one sentence with its place", () => {
  test.each([
    [
      "exchange",
      "request: { url: https://a.example/, method: 'G T' }",
      '"G T" is not an HTTP method.',
      "'G T'",
    ],
    [
      "exchange",
      "request: { url: https://a.example/, bodyFile: b }",
      "Files cannot be read here.",
      "b",
    ],
    ["exchange", "requst: 1", 'Unknown key "requst".', "requst"],
    ["exchange", "- 1", "This must be an object, not a list.", "- 1"],
    ["exchange", "a: *b", "No anchor &b precedes this alias.", "*b"],
    ["exchange", '{"request": {}', "An object is not closed.", ""],
    ["har", '{"log": {"entries": [{}]}}', expect.stringMatching(/ is missing\.$/), "{}"],
    ["har", "a: 1", expect.stringMatching(/\.$/), "a: 1"],
    ["curl", "wget https://a.example/", "The command line does not begin with curl.", undefined],
    ["curl", "curl 'https://a.example/", "A quote in the command line is not closed.", undefined],
    [
      "curl",
      "curl https://a.example/ -d @b",
      'curl would send the file "b", which cannot be read here.',
      undefined,
    ],
  ] as const)("%s: %s", async (format, text, message, part) => {
    const problem = await refusalOf("simulate", {
      policy: anyPolicy,
      exchange: { format, text },
    });
    expect(problem).toMatchObject({ message, input: "exchange" });
    expect(at(text, problem.place)).toBe(part);
  });
});

describe("what is deployed", () => {
  test("is the document in one line, with its size", async () => {
    const { text, pretty, bytes } = await ask("deployed", {
      policy: yaml("inbound: # a\n  - name: ü\n    actions: []\n"),
    });
    expect(text).toBe('{"inbound":[{"name":"ü","actions":[]}]}');
    expect(bytes).toBe(Buffer.byteLength(text));
    expect(pretty).toBe(JSON.stringify(JSON.parse(text), null, 2));
  });

  test("keeps the digits of numbers, and what code has built", async () => {
    const numbers = await ask("deployed", {
      policy: { language: "json", text: '{"inbound": [12345678901234567890, 1.0]}' },
    });
    expect(numbers.text).toBe('{"inbound":[12345678901234567890,1]}');
    const built = { language: "typescript", text: '{"inbound":[]}', places: {} } as const;
    expect((await ask("deployed", { policy: built })).text).toBe(built.text);
  });
});

test("a picture shows the rules, and with a request what becomes of each", async () => {
  const policy = yaml(`inbound:
  - name: No writes
    expressions: ["req.method != 'GET'"]
    actions: [{ type: deny }]
  - name: Rest
    actions: [{ type: log }]
`);
  const { svg } = await ask("draw", { policy });
  expect(svg).toMatch(/data-path="\/inbound\/0"[^]*No writes[^]*data-path="\/inbound\/1"[^]*Rest/);
  expect(svg).not.toContain("data-result");
  const exchange = { format: "curl", text: "curl -X POST https://example.com/" } as const;
  const lit = await ask("draw", { policy, exchange });
  expect(lit.svg).toContain('data-result="matched"');
});

test("lint says what is wrong, where, and what page tells more", async () => {
  const text = `inbound: [{ name: a, expressions: ["req.methd == 'GET'"], actions: [{ type: deny }] }]`;
  const { findings } = await ask("lint", { policy: yaml(text), protocol: "http" });
  expect(findings).toEqual([
    {
      rule: "expression/unknown-name",
      severity: "error",
      message: expect.any(String),
      help: expect.stringContaining("req.method"),
      path: "/inbound/0/expressions/0",
      docs: "docs/rules/expression/unknown-name.md",
      place: expect.anything(),
    },
  ]);
  expect(at(text, findings[0]?.place)).toBe("req.methd");
});
