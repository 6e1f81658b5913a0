import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Database } from "@traffic-policy/policy-impact";
import { DatabaseError } from "@traffic-policy/policy-impact/internal";
import { afterAll, beforeEach, expect, test } from "vitest";
import { clickHouse } from "../databases.ts";

/** What a server that is no ClickHouse does with a query. */
let answer: (response: ServerResponse, query: string) => void;
/** The settings that it has, as rows. */
let settings: readonly string[] = [];
/** Whether it takes queries, and says nothing. */
let isHung = false;
/** Whether it says nothing even to what takes no time. */
let isVersionHung = false;
const asked: { readonly query: string; readonly path: string }[] = [];

const server: Server = createServer((request, response) => void answered(request, response));

async function answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let query = "";
  for await (const part of request) query += String(part);
  asked.push({ query, path: request.url ?? "" });
  if (isVersionHung && query.startsWith("SELECT version()")) return;
  if (query.startsWith("SELECT version()")) response.end(answerOf('["26.3.1.1"]'));
  else if (query.includes("system.settings")) response.end(answerOf(...settings));
  else if (query.startsWith("KILL") && isHung) return;
  else if (/^(?:SET|KILL|SELECT 1$)/.test(query)) response.end();
  else answer(response, query);
}

/** Rows as ClickHouse writes them. */
function answerOf(...rows: readonly string[]): string {
  const data = rows.map((row) => `\t\t${row}`).join(",\n");
  return `{\n\t"meta":\n\t[\n\t\t{\n\t\t\t"name": "n",\n\t\t\t"type": "UInt64"\n\t\t}\n\t],\n\n\t"data":\n\t[\n${data}\n\t],\n\n\t"rows": ${rows.length}\n}\n`;
}

const twoRows = answerOf("[1]", "[2]");

const password = "correct-horse";

function open(path = ""): Promise<Database> {
  const { port } = server.address() as AddressInfo;
  return clickHouse({ url: `http://127.0.0.1:${port}${path}`, user: "me", password });
}

beforeEach(async () => {
  asked.length = 0;
  if (!server.listening) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  }
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function allRows(): Promise<unknown[]> {
  const database = await open();
  try {
    const rows: unknown[] = [];
    for await (const row of database.rows("SELECT 1 AS n")) rows.push(row);
    return rows;
  } finally {
    await database.close();
  }
}

test("rows come as they are, with numbers of 64 bits as texts", async () => {
  answer = (response) => response.end(answerOf('["9007199254740993", "a"]', '["1", null]'));
  expect(await allRows()).toEqual([
    ["9007199254740993", "a"],
    ["1", null],
  ]);
});

test("an answer that breaks off is an error", async () => {
  answer = (response) => {
    response.write(twoRows, () => response.destroy());
  };
  await expect(allRows()).rejects.toThrow(DatabaseError);
});

test("an answer that ends anywhere but at its end is an error", async () => {
  for (let length = 0; length < twoRows.trimEnd().length; length += 1) {
    answer = (response) => response.end(twoRows.slice(0, length));
    // oxlint-disable-next-line no-await-in-loop -- The answer of the server is set for each.
    await expect(allRows()).rejects.toThrow(DatabaseError);
  }
  answer = (response) => response.end(twoRows);
  expect(await allRows()).toEqual([[1], [2]]);
});

test("an answer with fewer rows than it says is an error", async () => {
  answer = (response) => response.end(twoRows.replace("\t\t[1],\n", ""));
  await expect(allRows()).rejects.toThrow(DatabaseError);
});

test.each([
  [
    "after the rows, as early versions have it",
    `${twoRows.slice(0, twoRows.indexOf("\t\t[2]"))}Code: 210. DB::NetException: Killed node (NETWORK_ERROR)\n`,
  ],
  [
    "as a member, as later versions have it",
    twoRows.replace(
      '"rows": 2',
      '"rows": 2,\n\n\t"exception": "Code: 395. DB::Exception: Killed node"',
    ),
  ],
])("an exception with status 200 is an error with its text: %s", async (_, text) => {
  answer = (response) => response.end(text);
  await expect(allRows()).rejects.toThrow(/Killed node/);
});

test.each(['[{"n": 1}]', "[1,, 2]"])("a row of another form is an error: %s", async (row) => {
  answer = (response) => response.end(answerOf(row));
  await expect(allRows()).rejects.toThrow(DatabaseError);
});

test.each(["http://192.0.2.1:8123/", "http://db.example:8123/"])(
  "a password does not go to another machine as it is: %s",
  async (url) => {
    const sentence = /^The URL would send the password unencrypted to another machine/;
    await expect(clickHouse({ url, user: "me", password })).rejects.toThrow(sentence);
    const inUrl = url.replace("//", `//me:${password}@`);
    await expect(clickHouse({ url: inUrl })).rejects.toThrow(sentence);
  },
);

test("a server that never answers, or stops to, is given up", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  await expect(clickHouse({ url, silence: 100 })).rejects.toThrow(/has not answered for 0.1 s/);
  silent.closeAllConnections();
  silent.close();
  const { port } = server.address() as AddressInfo;
  const database = await clickHouse({ url: `http://127.0.0.1:${port}`, silence: 500 });
  isVersionHung = true;
  answer = () => undefined;
  try {
    const rows = database.rows("SELECT 1 AS n");
    await expect(rows[Symbol.asyncIterator]().next()).rejects.toThrow(/has not answered for 0.5 s/);
  } finally {
    isVersionHung = false;
    await database.close();
  }
});

test("what a server repeats of a password is not shown", async () => {
  answer = (response) => {
    response.statusCode = 500;
    response.end(`Code: 1. DB::Exception: SELECT '${password}' is wrong (UNKNOWN)`);
  };
  const error: unknown = await allRows().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DatabaseError);
  expect(String(error)).toContain("is wrong");
  expect(String(error)).not.toContain(password);
  expect(asked.map(({ path }) => path).join(" ")).not.toContain(password);
});

test.each([[[], false] as const, [['["query_plan_merge_expressions"]'], true] as const])(
  "settings for speed are asked for where the server has them: %j",
  async (known, isAsked) => {
    settings = known;
    answer = (response) => response.end(twoRows);
    await allRows();
    settings = [];
    const path = asked.find(({ query }) => query.startsWith("SELECT 1 AS n"))?.path ?? "";
    expect(path.includes("query_plan_merge_expressions=0")).toBe(isAsked);
    const set = asked.find(({ query }) => query.startsWith("SET"));
    expect(set?.query.includes("query_plan_merge_expressions = 0")).toBe(isAsked);
  },
);

test("a redirect is not followed", async () => {
  answer = (response) => {
    response.writeHead(307, { Location: "http://127.0.0.1:9/" });
    response.end();
  };
  await expect(allRows()).rejects.toThrow(DatabaseError);
});

test("the rest of an answer that nobody reads is stopped on the server", async () => {
  answer = (response) => {
    response.write(twoRows.slice(0, twoRows.indexOf("\t\t[2]")));
  };
  const database = await open();
  for await (const row of database.rows("SELECT 1 AS n")) {
    expect(row).toEqual([1]);
    break;
  }
  const path = asked.find(({ query }) => query.startsWith("SELECT 1"))?.path ?? "";
  const id = new URL(path, "http://server").searchParams.get("query_id");
  expect(asked.at(-1)?.query).toBe(`KILL QUERY WHERE query_id = '${id}'`);
  await database.close();
});

test("a query that is stopped before it is asked is not asked", async () => {
  const database = await open();
  const rows = database.rows("SELECT 2 AS n", { signal: AbortSignal.abort() });
  await expect(rows[Symbol.asyncIterator]().next()).rejects.toThrow("The query was stopped.");
  await database.close();
  expect(asked.filter(({ query }) => query.startsWith("SELECT 2"))).toEqual([]);
});

test("a server that is not there is an error without its password", async () => {
  const opened = clickHouse({ url: `http://me:${password}@127.0.0.1:9/` });
  const error: unknown = await opened.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DatabaseError);
  expect(String(error)).not.toContain(password);
});

test("a server that says nothing any more is not waited for when a query is stopped", async () => {
  const database = await open();
  const stopping = new AbortController();
  answer = () => stopping.abort();
  isHung = true;
  try {
    const rows = database.rows("SELECT 1 AS n", { signal: stopping.signal });
    const next = rows[Symbol.asyncIterator]().next();
    await expect(next).rejects.toThrow("The query was stopped.");
  } finally {
    isHung = false;
    await database.close();
  }
});

test.each([
  ["Code: 497. DB::Exception: me: Not enough privileges. (ACCESS_DENIED)"],
  ["Code: 164, e.displayText() = DB::Exception: Cannot create table in readonly mode"],
])("who may keep nothing asks again: %s", async (text) => {
  answer = (response) => {
    response.statusCode = 500;
    response.end(text);
  };
  const database = await open();
  expect(await database.keep("SELECT 1 AS n")).toBe("(SELECT 1 AS n)");
  await database.close();
});
