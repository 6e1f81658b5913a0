import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compilePolicy, simulateSync } from "@traffic-policy/policy-engine";
import { seenBy } from "@traffic-policy/policy-impact";
import type { JsonValue } from "@traffic-policy/policy-language";
import { expect, onTestFinished, test } from "vitest";
import { eventsOfWeek, writeEvents } from "../../docs/examples/impact/make-events.js";
import { run } from "../../packages/cli/src/program.ts";
import { testContext } from "../cli/context.ts";
import { duckDb } from "./databases.ts";
import { allColumns, duckDbRows } from "./truth/duckdb-rows.ts";

const examples = fileURLToPath(new URL("../../docs/examples/impact/", import.meta.url));
const packages = fileURLToPath(new URL("node_modules", import.meta.url));

const requests = 4000;

interface Event {
  readonly object: {
    readonly conn: { readonly client_ip: string };
    readonly http: {
      readonly request: {
        readonly method: string;
        readonly user_agent: string;
        readonly url: { readonly host: string; readonly path: string; readonly query: string };
      };
    };
  };
}

/** A project with the policies of the made-up week, and the beginning of it or another log. */
function project(log?: string): {
  readonly folder: string;
  readonly test: (
    ...args: readonly string[]
  ) => Promise<{ status: number; out: string; err: string }>;
} {
  const folder = mkdtempSync(join(tmpdir(), "cases-from-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["after", "countries"]) {
    copyFileSync(join(examples, `${name}.policy.json`), join(folder, `${name}.policy.json`));
  }
  symlinkSync(packages, join(folder, "node_modules"));
  if (log === undefined) writeEvents(join(folder, "events.ndjson"), { requests });
  else writeFileSync(join(folder, "events.ndjson"), log);
  return {
    folder,
    test: async (...args) => {
      const context = await testContext(folder);
      const status = await run(["test", ...args, "--from-log", "events.ndjson"], context);
      await context.terminal.flushed();
      return { status, ...context.printed };
    },
  };
}

interface Output {
  readonly summary: { readonly passed: number; readonly failed: number };
  readonly fromLog: readonly {
    readonly cases: readonly { readonly case: { readonly name: string }; readonly count: number }[];
    readonly known: number;
    readonly unknown: number;
    readonly reasons: readonly { readonly kind: string; readonly what: string }[];
    readonly exchanges: number;
    readonly others: number;
    readonly skipped: number;
    readonly rows: number;
    readonly ways: number;
  }[];
}

const jsonOf = (text: string): Output => JSON.parse(text) as Output;

const events = [...eventsOfWeek({ requests })].map((line) => JSON.parse(line) as Event);

test("cases of a week are written, pass, hold no address that was seen, and are not suggested again", async () => {
  const { folder, test: from } = project();
  const first = await from("after.policy.json", "--format", "json");
  expect(first).toMatchObject({ status: 0, err: "" });
  const again = await from("after.policy.json", "--format", "json");
  expect(again.out).toBe(first.out);
  const { cases, exchanges } = jsonOf(first.out).fromLog[0] ?? { cases: [] };
  expect(exchanges).toBe(events.length);
  expect(cases.length).toBeGreaterThan(9);

  const written = await from("after.policy.json", "--write", "--format", "json");
  expect(written).toMatchObject({
    status: 0,
    err: `after.cases.yaml was created, with ${cases.length} cases.\n`,
  });
  expect(jsonOf(written.out)).toMatchObject({
    summary: { passed: cases.length, failed: 0 },
    fromLog: [{ cases: [] }],
  });
  const text = readFileSync(join(folder, "after.cases.yaml"), "utf8");
  const seen = events.flatMap(({ object: { conn, http } }) => [
    // Clients have addresses for documentation there, which are those that are made up.
    ...(/^(?:198\.51\.100|203\.0\.113)\./.test(conn.client_ip) ? [] : [conn.client_ip]),
    ...(/\/orders\/(\d+)/.exec(http.request.url.path)?.slice(1) ?? []),
    ...(http.request.user_agent.includes("partner") ? ["partner.example"] : []),
  ]);
  expect([...new Set(seen)].filter((value) => text.includes(value))).toEqual([]);
});

test("the numbers in names are those of the engine, request by request", async () => {
  const { folder, test: from } = project();
  const document = JSON.parse(readFileSync(join(folder, "after.policy.json"), "utf8")) as JsonValue;
  const policy = await compilePolicy(document);
  const counts = new Map<string, number>();
  for (const { object } of events) {
    const { method, url, user_agent: agent } = object.http.request;
    const { response, result } = simulateSync(policy, {
      connection: { clientIp: object.conn.client_ip },
      request: {
        method,
        url: `https://${url.host}${url.path}${url.query === "" ? "" : `?${url.query}`}`,
        headers: agent === "" ? {} : { "user-agent": agent },
      },
    });
    const ending = result === "forwarded" ? result : `denied with ${response?.status}`;
    const path = url.path.replace(/\/\d+$/, "/{id}");
    const key = `${method} ${path} is ${ending}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const { out } = await from("after.policy.json", "--format", "json");
  const [{ cases } = { cases: [] }] = jsonOf(out).fromLog;
  const total = events.length.toLocaleString("en-GB");
  for (const { case: one, count } of cases) {
    const [, kind = "", own = ""] = /^(.*) \((\S+) of /.exec(one.name) ?? [];
    expect(one.name).toContain(`${own} of ${total} requests)`);
    expect(counts.get(kind), one.name).toBe(count);
    expect(Number(own.replaceAll(",", ""))).toBe(count);
  }
});

test("what depends on what the log lacks, or on the service, gives no case, and is told", async () => {
  const { test: from } = project();
  const { status, out, err } = await from("countries.policy.json");
  expect({ status, err }).toEqual({ status: 0, err: "" });
  expect(out).not.toMatch(/name: \S+ \/search|name: POST \/orders/);
  expect(out).toMatch(/What becomes of [\d,]+ requests is not known, so they give no case\./);
  expect(out).toContain("the log does not have conn.geo.country_code.");
  expect(out).toContain("only the service knows whether rate-limit refuses the request.");
  const json = jsonOf((await from("countries.policy.json", "--format", "json")).out);
  const [told] = json.fromLog;
  expect(told?.unknown).toBeGreaterThan(0);
  expect(told?.cases.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(
    (told?.exchanges ?? 0) - (told?.unknown ?? 0),
  );
});

const event = (type: string, object: object): string =>
  `${JSON.stringify({ event_type: type, event_timestamp: "2026-11-02T00:00:00Z", object })}\n`;

const connection = event("tcp_connection_closed.v0", { conn: { client_ip: "100.64.1.2" } });
const request = event("http_request_complete.v0", {
  conn: { client_ip: "100.64.1.2" },
  http: {
    request: {
      method: "GET",
      user_agent: "x",
      url: { scheme: "https", host: "a.example", path: "/wp-1", query: "" },
    },
  },
});

test.each([
  ["is empty", "", "events.ndjson: Nothing tells the format of the log."],
  [
    "has connections only",
    connection,
    "The log tells of connections without requests, and after.policy.json is for http.",
  ],
])("a log that %s is refused", async (_, log, message) => {
  const { test: from } = project(log);
  const { status, out, err } = await from("after.policy.json");
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toContain(message);
});

test("connections beside requests, and lines that cannot be read, are counted and told", async () => {
  const { test: from } = project(`${request}${connection}{"event_type"\n${request}`);
  const { status, out } = await from("after.policy.json");
  expect(status).toBe(0);
  expect(out).toContain("name: GET /{id} is denied with 404 (2 of 2 requests)");
  expect(out).toContain(
    "1 row is about connections without a request, and the policy is for http.",
  );
  expect(out).toContain("1 row of 4 could not be read.");
});

test("connections give cases of a policy for TCP, and requests give none", async () => {
  const { folder, test: from } = project(
    `${connection.repeat(3)}${event("tcp_connection_closed.v0", { conn: { client_ip: "10.1.2.3" } })}${request}`,
  );
  const policy = {
    inbound: [
      {
        name: "Office",
        expressions: ["!inCidrRange(conn.client_ip, '10.0.0.0/8')"],
        actions: [{ type: "deny" }],
      },
    ],
  };
  writeFileSync(join(folder, "ssh.policy.json"), JSON.stringify(policy));
  writeFileSync(
    join(folder, "traffic-policy.config.json"),
    JSON.stringify({
      service: "emulator",
      targets: { ssh: { kind: "tcp-edge", edge: "e", policy: "ssh.policy.json" } },
    }),
  );
  const { status, out, err } = await from("--format", "json");
  expect({ status, err }).toEqual({
    status: 0,
    err: "note: There are no cases for the policy of ssh.\n",
  });
  const [found] = jsonOf(out).fromLog;
  expect(found?.cases).toMatchObject([
    {
      count: 3,
      case: {
        name: "A connection is closed (3 of 4 connections)",
        connection: { clientIp: "203.0.113.7" },
        expect: { outcome: "denied", by: { action: "deny", rule: "Office" } },
      },
    },
    {
      count: 1,
      case: {
        name: "A connection is forwarded (1 of 4 connections)",
        connection: { clientIp: "10.0.0.7" },
      },
    },
  ]);
  expect(found).toMatchObject({ exchanges: 4, others: 1 });
});

test("a rule of which it is not known whether it matched gives no case either", async () => {
  const database = await duckDb();
  onTestFinished(() => database.close());
  const policy = await compilePolicy({
    inbound: [
      {
        name: "Marked",
        expressions: ["conn.geo.country_code == 'NO'"],
        actions: [{ type: "add-headers", config: { headers: { "x-a": "1" } } }],
      },
    ],
  } as unknown as JsonValue);
  const record = (country: string | null) => ({
    fields: { method: "GET", host: "a.example", uri: "/", scheme: "https", country_code: country },
    headers: {},
  });
  const records = [record("NO"), record("SE"), record("SE"), record(null)];
  const seen = await seenBy(policy, {
    database,
    from: duckDbRows(records),
    columns: allColumns,
  });
  expect(seen).toMatchObject({ exchanges: 4, unknown: 1 });
  expect(seen.ways.map(({ count, matched }) => [count, matched])).toEqual([
    [2, []],
    [1, ["/inbound/0"]],
  ]);
  expect(seen.reasons).toEqual([{ cause: { kind: "missing", name: "country_code" }, count: 1 }]);
});
