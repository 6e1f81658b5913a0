import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Database } from "@traffic-policy/policy-impact";
import {
  DatabaseError,
  formatNamed,
  unreadableLines,
  type LogFormat,
} from "@traffic-policy/policy-impact/internal";
import { duckDb } from "../databases.ts";
import { readLog, withFiles } from "./reading.ts";
import { requests } from "./requests.ts";
import * as writers from "./writers.ts";

let database: Database;
beforeEach(async () => {
  database = await duckDb();
});
afterEach(() => database.close());

const long = "x".repeat(3_000_000);
const formats = {
  events: writers.events,
  caddy: writers.caddy,
  envoy: writers.envoy,
  combined: writers.nginx,
  otel: writers.otel,
} as const;

/** Lines that no format has. */
const wrong: readonly (string | Uint8Array)[] = [
  "not a line of a log",
  "{",
  '{"event_type":"http_request_complete.v0","object":{"conn":',
  "[1, 2]",
  "42",
  '"text"',
  "null",
  "{}",
  '{"another": "format"}',
  "a\0b",
  Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d),
  Uint8Array.of(0xc3),
  '192.0.2.1 - - [99/Oct/2026:13:55:36 +0200] "GET / HTTP/1.1" 200 1 "-" "-"',
  '192.0.2.1 - - [10/Oct/2026:13:55:36 +0200] "GET / HTTP/1.1',
  long,
];

function joined(lines: readonly (string | Uint8Array)[], end = "\n"): Buffer {
  return Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from(end)]));
}

describe.each(Object.entries(formats))("a log of %s", (name, write) => {
  const format = formatNamed(name) as LogFormat;
  const good = write(requests).trimEnd().split("\n");

  test("counts each line that it cannot read, and shows how it begins", async () => {
    const lines = good
      .flatMap((line, index) => [line, wrong[index] ?? "wrong"])
      .concat(wrong.slice(good.length) as string[]);
    const wrongs = lines.length - good.length;
    await withFiles({ log: joined(lines) }, async (folder) => {
      const files = `['${join(folder, "log")}']`;
      const { rows, unreadable, rejected } = await readLog(database, format, files);
      expect(rows.length).toBe(requests.length);
      expect(unreadable + rejected).toBe(wrongs);
      const shown = await unreadableLines(database, format, files, 100);
      // One of the requests is for the whole server.
      const forServer = shown.filter(({ reason }) => reason === "It is a request for no path: *");
      expect(forServer.length).toBe(1);
      expect(shown.length).toBe(wrongs + 1);
      expect(shown).toContainEqual({
        text: "not a line of a log",
        reason: `It is not in the format ${name}.`,
      });
      expect(shown.every(({ text }) => [...text].length <= 200)).toBe(true);
      expect((await unreadableLines(database, format, files, 2)).length).toBe(2);
    });
  });

  test("may have empty lines, lines that end as those of Windows, and no end", async () => {
    const text = `\n${good.join("\r\n\r\n")}`;
    await withFiles({ log: text }, async (folder) => {
      const read = await readLog(database, format, `['${join(folder, "log")}']`);
      expect(read).toMatchObject({ unreadable: 0, rejected: 0 });
      expect(read.rows.length).toBe(requests.length);
    });
  });

  test("may begin with a byte order mark", async () => {
    await withFiles({ log: `\uFEFF${good.join("\n")}\n` }, async (folder) => {
      const read = await readLog(database, format, `['${join(folder, "log")}']`);
      expect(read).toMatchObject({ unreadable: 0, rejected: 0 });
      expect(read.rows.length).toBe(requests.length);
    });
  });

  test("is read compressed, and from several files", async () => {
    await withFiles(
      { "a.log.gz": gzipSync(write(requests)), "b.log": write(requests) },
      async (folder) => {
        const { rows } = await readLog(
          database,
          format,
          `['${join(folder, "a.log.gz")}', '${join(folder, "b.log")}']`,
        );
        expect(rows.length).toBe(2 * requests.length);
      },
    );
  });

  test("is read compressed with zstd", async () => {
    await withFiles({ log: write(requests) }, async (folder) => {
      const packed = join(folder, "log.zst");
      const plain = "quote = chr(1), delim = chr(2), header = false";
      const line = `read_csv('${join(folder, "log")}', columns = {line: 'VARCHAR'}, ${plain}, escape = '', auto_detect = false)`;
      const copy = `COPY (SELECT line FROM ${line}) TO '${packed}' (FORMAT csv, COMPRESSION zstd, HEADER false, QUOTE '\u0001', DELIMITER '\u0002')`;
      for await (const row of database.rows(copy)) expect(row).toHaveLength(1);
      const { rows } = await readLog(database, format, `['${packed}']`);
      expect(rows.length).toBe(requests.length);
    });
  });

  test("with no line has no rows", async () => {
    await withFiles({ log: "" }, async (folder) => {
      const read = await readLog(database, format, `['${join(folder, "log")}']`);
      expect(read).toEqual({ rows: [], unreadable: 0, rejected: 0 });
    });
  });
});

const { combined: _, ...quickFormats } = formats;

describe.each(Object.entries(quickFormats))("a log of %s", (name, write) => {
  const format = formatNamed(name) as LogFormat;
  const good = write(requests).trimEnd().split("\n");

  test("has the same rows when it is read quickly, or the query ends", async () => {
    const { quickRows = format.rows } = format;
    const quick = { ...format, rows: quickRows };
    await withFiles({ log: joined(good) }, async (folder) => {
      const files = `['${join(folder, "log")}']`;
      const sorted = async (one: LogFormat): Promise<string[]> =>
        (await readLog(database, one, files)).rows.map((row) => JSON.stringify(row)).toSorted();
      expect(await sorted(quick)).toEqual(await sorted(format));
    });
    for (const line of wrong) {
      await withFiles({ log: joined([...good, line, ...good]) }, async (folder) => {
        const files = `['${join(folder, "log")}']`;
        await expect(readLog(database, quick, files), String(line).slice(0, 40)).rejects.toThrow(
          DatabaseError,
        );
      });
    }
  });
});

test("values of other types than a member has are not known, and the rest of the event is", async () => {
  const event = {
    event_type: "http_request_complete.v0",
    event_timestamp: 5,
    object: {
      conn: "text",
      http: {
        request: { headers: { Accept: "text/html" }, method: "GET", body_length: "many", url: [] },
        response: { status_code: 1e300 },
      },
    },
  };
  await withFiles({ log: JSON.stringify(event) }, async (folder) => {
    const { rows } = await readLog(
      database,
      formatNamed("events") as LogFormat,
      `['${join(folder, "log")}']`,
    );
    const known = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null);
    expect(known).toEqual([["method", "GET"]]);
  });
});

test("what is not selected of an event is not known", async () => {
  const event = (object: object): string =>
    `${JSON.stringify({ event_type: "http_request_complete.v0", event_timestamp: "2026-02-23T23:44:16Z", object })}\n`;
  const withUrl = (url: object): string => event({ http: { request: { url } } });
  const log = [
    withUrl({ path: "/only" }),
    withUrl({ query: "a=b" }),
    withUrl({ raw: "https://user@example.com:8443/a/b?c=d#e" }),
    withUrl({ raw: "https://example.com" }),
    event({}),
    event({ http: { request: { headers: { "X-A": ["1"], "x-a": ["2"], "X-B": [] } } } }),
  ].join("");
  await withFiles({ log }, async (folder) => {
    const { rows } = await readLog(
      database,
      formatNamed("events") as LogFormat,
      `['${join(folder, "log")}']`,
    );
    const merged = rows.map((row) => row["request_headers"]).filter((headers) => headers !== null);
    expect(merged).toEqual([{ "x-a": ["1", "2"], "x-b": [] }]);
    const told = rows.map((row) =>
      JSON.stringify([row["host"], row["scheme"], row["uri"], row["request_header_user-agent"]]),
    );
    expect(told.toSorted()).toEqual(
      [
        [null, null, null, null],
        [null, null, null, null],
        [null, null, null, null],
        [null, null, null, []],
        ["example.com", "https", "/", null],
        ["example.com:8443", "https", "/a/b?c=d", null],
      ]
        .map((one) => JSON.stringify(one))
        .toSorted(),
    );
  });
});

test("events of connections tell when they began and ended, and events of other kinds are left out", async () => {
  const log = [
    {
      event_type: "tcp_connection_closed.v0",
      event_timestamp: "2026-02-23T23:51:15Z",
      object: {
        conn: {
          bytes_in: 3437,
          bytes_out: 90256,
          client_ip: "2001:db8::7",
          start_ts: "2026-02-23T23:44:16.5289Z",
          end_ts: "2026-02-23T23:51:14.005372199Z",
        },
      },
    },
    {
      event_type: "ip_policy_created.v0",
      event_timestamp: "2026-02-23T23:29:29Z",
      object: { id: "ipp_1" },
    },
  ].map((event) => JSON.stringify(event));
  await withFiles({ log: log.join("\n") }, async (folder) => {
    const { rows } = await readLog(
      database,
      formatNamed("events") as LogFormat,
      `['${join(folder, "log")}']`,
    );
    expect(rows.length).toBe(1);
    expect(
      Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null)),
    ).toEqual({
      time: "1771890256528000000",
      connection_start: "1771890256528000000",
      connection_end: "1771890674005000000",
      client_ip: "2001:db8::7",
      bytes_in: "3437",
      bytes_out: "90256",
    });
  });
});

test("addresses of IPv4 that are mapped, servers, and URLs in absolute form", async () => {
  const rest = '[10/Oct/2026:13:55:36 +0200] "GET';
  const log = [
    `::ffff:192.0.2.7 - - ${rest} /mapped HTTP/1.1" 200 1 "-" "x"`,
    `::1 - - ${rest} /local HTTP/1.1" 200 1 "-" "x"`,
    `a.example:443 192.0.2.8 - - ${rest} /server HTTP/1.1" 200 1 "-" "x"`,
    `a.example:8080 2001:db8::8 - - ${rest} /port HTTP/1.1" 200 1 "-" "x"`,
    `192.0.2.9 - - ${rest} http://b.example:81/proxy?a HTTP/1.1" 200 1 "-" "x"`,
    `192.0.2.9 - - ${rest} /query?u=http://b.example/ HTTP/1.1" 200 1 "-" "x"`,
  ];
  await withFiles({ log: log.join("\n") }, async (folder) => {
    const { rows } = await readLog(
      database,
      formatNamed("combined") as LogFormat,
      `['${join(folder, "log")}']`,
    );
    const told = rows.map(({ uri, client_ip: client, host }) =>
      JSON.stringify([uri, client, host]),
    );
    expect(told.toSorted()).toEqual([
      '["/local","::1",null]',
      '["/mapped","192.0.2.7",null]',
      '["/port","2001:db8::8","a.example:8080"]',
      '["/proxy?a","192.0.2.9","b.example:81"]',
      '["/query?u=http://b.example/","192.0.2.9",null]',
      '["/server","192.0.2.8","a.example"]',
    ]);
  });
});

test("the default format of Envoy, in which a quote makes a line unreadable", async () => {
  const line = (request: string, agent: string): string =>
    `[2026-02-23T23:44:16.310Z] "${request}" 204 - 154 0 226 100 "192.0.2.7" "${agent}" "cc21d9b0" "a.example:8443" "192.0.2.1:80"`;
  const log = [line("POST /a?b HTTP/2", "x y"), line("- - -", "-"), line("GET / HTTP/1.1", 'a"b')];
  await withFiles({ log: log.join("\n") }, async (folder) => {
    const { rows, unreadable } = await readLog(
      database,
      formatNamed("envoy-text") as LogFormat,
      `['${join(folder, "log")}']`,
    );
    expect(unreadable).toBe(1);
    expect(rows).toContainEqual({
      time: "1771890256310000000",
      method: "POST",
      version: "HTTP/2.0",
      host: "a.example:8443",
      uri: "/a?b",
      content_length: "154",
      status: "204",
      "request_header_x-forwarded-for": ["192.0.2.7"],
      "request_header_user-agent": ["x y"],
      "request_header_x-request-id": ["cc21d9b0"],
      unreadable: null,
    });
    expect(rows).toContainEqual(expect.objectContaining({ method: null, uri: null }));
  });
});

test("escapes that stand for no text are not known", async () => {
  const line = (request: string, agent: string): string =>
    `host.example.com - me\\"[x] [10/Oct/2026:13:55:36 +0200] "${request}" 200 - "-" "${agent}" "more"\n`;
  const log =
    line("GET /\\xFF HTTP/1.1", "\\xE2\\x82\\xAC") + line("\\x16\\x03\\x01", "\\q") + line("-", "");
  await withFiles({ log }, async (folder) => {
    const { rows, unreadable } = await readLog(
      database,
      formatNamed("combined") as LogFormat,
      `['${join(folder, "log")}']`,
    );
    expect(unreadable).toBe(0);
    const told = rows.map((row) => [
      row["method"],
      row["uri"],
      row["request_header_user-agent"],
      row["client_ip"],
    ]);
    expect(told.map((one) => JSON.stringify(one)).toSorted()).toEqual([
      '["GET",null,["€"],null]',
      "[null,null,[],null]",
      "[null,null,null,null]",
    ]);
  });
});
