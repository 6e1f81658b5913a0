import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { planTarget, toSavedPlan } from "@traffic-policy/api";
import { checkFaultScript, InvalidFaultScript } from "@traffic-policy/emulator";
import { join } from "node:path";
import { isSentOverHttp } from "@traffic-policy/policy-engine/formats";
import { serialize } from "@traffic-policy/policy-language";
import { documentOf, placeIn, loadPolicy, Files } from "@traffic-policy/project";
import { readJson } from "@traffic-policy/project/internal";
import { loadAssertionFile } from "../../../packages/cli/src/assertions/load-assertion-file.ts";
import { loadCaseFile } from "../../../packages/cli/src/cases/load-case-file.ts";
import { CommandError } from "../../../packages/cli/src/context.ts";
import { projectOf } from "../../../packages/cli/src/configuration/project.ts";
import { readSaved } from "../../../packages/cli/src/deploying/plan-file.ts";
import { curlExchange } from "../../../packages/cli/src/exchange/curl.ts";
import {
  readExchanges,
  checkGiven,
  exchangeOf,
} from "../../../packages/cli/src/exchange/given-exchange.ts";
import { entryText, History } from "../../../packages/cli/src/history/history.ts";
import { readBaseline } from "../../../packages/cli/src/lint/baseline.ts";
import { LintCache } from "../../../packages/cli/src/lint/lint-cache.ts";
import { historyLine } from "../../../packages/cli/src/commands/history/report.ts";
import { readState } from "../../../packages/emulator/src/state/saved-state.ts";
import { testContext } from "../context.ts";

/** Something that reads what others wrote. */
export interface Reader {
  readonly name: string;
  /** The file that it reads, relative to the working directory; a text of its own when left out. */
  readonly file?: string;
  /** Texts that it takes. */
  readonly seeds: readonly string[];
  /** Reads the text, or the file with the text. */
  read(text: string): unknown;
}

const policy =
  '{"inbound": [{"name": "a", "expressions": ["req.method == \'GET\'"], "actions": [{"type": "deny", "config": {"status_code": 403}}]}]}';

const exchange = {
  request: {
    method: "POST",
    url: "https://example.com/a?b=c",
    headers: { "x-a": ["b", "c"], accept: "text/html" },
    cookies: { d: "e" },
    body: "f",
    version: "HTTP/2.0",
  },
  response: { status: 200, headers: { "content-type": "text/plain" }, body: "g" },
  connection: { clientIp: "192.0.2.1", clientPort: 5, geo: { countryCode: "DE" } },
  endpoint: { url: "https://example.com" },
  variables: { "conn.client_port": 22, "req.cookies": { a: [{ name: "b" }] } },
  time: "2024-01-01T00:00:00Z",
};

const entry = {
  target: "web",
  kind: "https-route",
  edge: "edge_1",
  route: "route_1",
  service: "https://api.example.com",
  time: "2026-01-01T00:00:00.000Z",
  run: "2026-01-01T00:00:00.000Z",
  stored: { enabled: true, value: policy },
} as const;

const headers = [{ name: "Accept", value: "text/html" }];
const har = {
  log: {
    version: "1.2",
    entries: [
      {
        startedDateTime: "2024-01-01T00:00:00Z",
        serverIPAddress: "[2001:db8::1]",
        request: {
          method: "POST",
          url: "https://example.com/a",
          httpVersion: "h2",
          headers: [...headers, { name: ":authority", value: "example.com" }],
          postData: { text: "a" },
          bodySize: 1,
        },
        response: {
          status: 200,
          headers: [{ name: "content-encoding", value: "gzip" }],
          content: { size: 5, text: "b", encoding: "base64" },
          bodySize: 3,
        },
      },
      {
        request: { method: "GET", url: "wss://example.com/", headers: [] },
        response: { status: 0, headers: [] },
      },
    ],
  },
};

const cases = {
  policy: "./policy.json",
  protocol: "http",
  cases: [
    { name: "a", request: { url: "https://example.com/" }, expect: { outcome: "denied" } },
    {
      name: "b",
      each: [{ name: "c" }, { request: { url: "https://example.com/d" } }],
      request: { url: "https://example.com/", headers: { "x-a": "b" } },
      expect: { status: 403, matched: ["a"], headers: { "x-b": "c" } },
    },
  ],
};

const configuration = {
  service: { baseUrl: "https://api.example.com", versionHeader: { name: "V", value: "2" } },
  targets: {
    ssh: { kind: "tcp-edge", edge: "edge_1", policy: "./ssh.json", tags: ["a"] },
    web: {
      kind: "https-route",
      edge: "edge_2",
      route: "route_1",
      policy: "./web.json",
      enabled: false,
    },
  },
  lint: { extends: "recommended", rules: { "document/rule-name": "error" }, ignore: ["**/old/**"] },
};

const target = { kind: "https-route", edge: "edge_2", route: "route_1" } as const;
const service = "https://api.example.com";
const plan = toSavedPlan(
  {
    targets: [
      planTarget({ name: "web", target, local: { enabled: true, value: policy } }, undefined),
    ],
  },
  { service, time: "2024-01-01T00:00:00Z" },
);

const edge = { id: "e", created_at: "t", updated_at: "t", hostports: ["a:1"], backend: null };
const module = { enabled: true, value: policy };
const state = {
  version: 2,
  last_tcp_edge: 1,
  last_endpoint: 1,
  tcp_edges: [{ ...edge, ip_restriction: null, traffic_policy: module }],
  endpoints: [{ id: "ep_1", created_at: "t", hostport: "a:1", edge: "e" }],
  https_routes: [{ edge: "e", route: "r", traffic_policy: module }],
};

const lines = [
  `curl 'https://example.com/a?b=c' -X POST -H 'accept: text/html' -H "x-a;" --data-raw '{"a":1}' --compressed -u a:b`,
  String.raw`curl $'https://example.com/\u0041\x42' -b 'a=b; c=d' -G -d a=1 --data-urlencode 'q=a b' -k -sS \
  --http2 --user-agent x -e https://referer.example/`,
  `curl --json '{"a":1}' https://[::1]:8080/../a -I -r 0-5`,
];

const json = (value: unknown): string => JSON.stringify(value);

// Not the working directory, which code that another test has loaded keeps this process from changing.
let folder = process.cwd();

/** Lets readers read in a folder from now on; absolute path. */
export function readIn(path: string): void {
  folder = path;
}

const here = (): Files => new Files(folder);

async function readExchangeFile(file: string): Promise<void> {
  const content = await readExchanges(file, await testContext(folder));
  const given =
    content.kind === "har"
      ? content.entries.filter(({ exchange: one }) => isSentOverHttp(one))
      : [content.given];
  for (const one of given) {
    checkGiven(one);
    exchangeOf(one);
  }
}

export const readers: readonly Reader[] = [
  {
    name: "an exchange as JSON",
    file: "exchange.json",
    seeds: [json(exchange)],
    read: () => readExchangeFile("exchange.json"),
  },
  {
    name: "an exchange as YAML",
    file: "exchange.yaml",
    seeds: [
      "request:\n  url: https://example.com/\n  headers: {a: [b, 'c']}\n  body: |\n    x\ntime: 2024-01-01T00:00:00Z\n",
    ],
    read: () => readExchangeFile("exchange.yaml"),
  },
  {
    name: "a HAR file",
    file: "a.har",
    seeds: [json(har)],
    read: () => readExchangeFile("a.har"),
  },
  {
    name: "a command line of curl",
    seeds: lines,
    read(text) {
      const given = curlExchange(text, here());
      checkGiven(given);
      exchangeOf(given);
    },
  },
  {
    name: "cases as JSON",
    file: "a.cases.json",
    seeds: [json(cases)],
    read: () => loadCaseFile(`${folder}/a.cases.json`, here()),
  },
  {
    name: "cases as YAML",
    file: "a.cases.yaml",
    seeds: [
      "policy: ./policy.json\ncases:\n  - name: a\n    request: {url: 'https://example.com/'}\n    expect: &e {status: 403}\n  - name: b\n    each: [{name: c}]\n    request: {url: https://example.com/}\n    expect: *e\n",
    ],
    read: () => loadCaseFile(`${folder}/a.cases.yaml`, here()),
  },
  {
    name: "assertions as YAML",
    file: "a.assertions.yaml",
    seeds: [
      "policy: ./policy.json\noptions: {denyStatus: 403}\nassertions:\n  - name: a\n    when: req.method == 'GET'\n    always: &a {status: 403, matched: [b]}\n  - name: b\n    when: [{request: {path: [/a, {matches: ^/b}], headers: {x: null}}}, '!(1 < 2)']\n    never: *a\n",
    ],
    read: () => loadAssertionFile(`${folder}/a.assertions.yaml`, here()),
  },
  {
    name: "a configuration",
    file: "traffic-policy.config.json",
    seeds: [json(configuration)],
    read: async () => projectOf({}, await testContext(folder)).configurations.ifAny(),
  },
  {
    name: "a policy as JSON",
    file: "policy.json",
    seeds: [policy],
    read: async () => documentOf(await loadPolicy(`${folder}/policy.json`, here())),
  },
  {
    name: "a policy as YAML",
    file: "policy.yaml",
    seeds: [
      "inbound:\n  - name: a\n    expressions:\n      - >-\n        req.method\n        == 'GET'\n    actions: [{type: deny}]\n",
    ],
    read: async () => documentOf(await loadPolicy(`${folder}/policy.yaml`, here())),
  },
  {
    name: "a saved plan",
    file: "plan.json",
    seeds: [serialize(plan)],
    read: () => readSaved(here().resolve("plan.json"), here()),
  },
  {
    name: "a baseline",
    file: "baseline.json",
    seeds: [
      json({
        version: 1,
        findings: [{ file: "a.json", rule: "document/size", path: "/a", message: "A.", count: 2 }],
      }),
    ],
    read: () => readBaseline(`${folder}/baseline.json`, here()).report(),
  },
  {
    name: "faults for the emulator",
    file: "faults.json",
    seeds: [
      json({
        seed: 1,
        faults: [
          { fault: "rate-limit", seconds: 2, as: "date", after: 100, times: 3 },
          { fault: "delay", milliseconds: 5, on: ["POST /edges/tcp"], afterWork: true },
          { fault: "failure", status: 503, probability: 0.5 },
        ],
      }),
    ],
    read() {
      // As the command reads them.
      const source = readJson(`${folder}/faults.json`, here());
      try {
        checkFaultScript(source.document);
      } catch (error) {
        if (!(error instanceof InvalidFaultScript)) throw error;
        throw new CommandError(`${placeIn(source, error.path)}: ${error.sentence}`);
      }
    },
  },
  {
    name: "the state of an emulator",
    seeds: [json(state)],
    read(text) {
      try {
        readState(text);
      } catch (error) {
        // A clause, which the data file puts into a sentence.
        if (!(error instanceof Error) || error.constructor !== Error) throw error;
        throw new CommandError(`${error.message}.`);
      }
    },
  },
  {
    name: "an entry of the history",
    file: ".traffic-policy/history/web/2026-01-01T00-00-00.000Z-000001.json",
    // Without a checksum, as an earlier version wrote it, so that a change is not refused for that alone.
    seeds: [
      entryText(entry),
      json({ version: 1, ...entry }),
      json({ version: 1, ...entry, stored: null }),
    ],
    async read() {
      for await (const one of new History(
        { folder: folder },
        await testContext(folder),
      ).entries()) {
        if (one instanceof CommandError) throw one;
        historyLine(one, here());
      }
    },
  },
  {
    name: "the cache of findings",
    file: ".traffic-policy/lint-cache.json",
    seeds: [cacheText(json({ "/a.json": { key: "a", found: [] } }))],
    read: () => new LintCache(folder, here()).get("/a.json", "a"),
  },
];

/** The text of a cache, as the command writes it. */
function cacheText(text: string): string {
  return `["${createHash("sha256").update(text).digest("hex")}",\n${text}]\n`;
}

/** Lets a reader read a text. */
export async function readText({ file, read }: Reader, text: string): Promise<void> {
  if (file !== undefined) writeFileSync(join(folder, file), text);
  await read(text);
}
