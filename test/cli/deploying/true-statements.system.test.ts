import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiKey } from "../../api/api-key.ts";
import { passing } from "../../api/deploy/passing.ts";
import { seedAndRuns } from "../../seeded.ts";
import { projectOf, type Project } from "../project.ts";
import { FaultyService, type FaultyAnswer, type Held, type WriteFault } from "./faulty-service.ts";

// The command, the service and the sockets between them are the real ones. Only the clock is not.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A policy of a kind that denies with a status; each dialect has its own name for the rules. */
function denying(kind: Kind, status: number): Held {
  const list = kind === "cloud-endpoint" ? "on_http_request" : "inbound";
  const config = kind === "tcp-edge" ? {} : { config: { status_code: status } };
  const rule = { name: `${status}`, actions: [{ type: "deny", ...config }] };
  return { enabled: true, value: JSON.stringify({ [list]: [rule] }) };
}

const ownError = (status: number): FaultyAnswer => ({
  status,
  body: JSON.stringify({ error_code: `ERR_NGROK_${status}`, status_code: status, msg: "No." }),
});
const limit = JSON.stringify({ error_code: "ERR_NGROK_226", status_code: 429, msg: "Too many." });

/** Answers by which the service says that it has not carried out the request. With another moment, it would lie. */
const refusals: readonly FaultyAnswer[] = [
  ...[400, 401, 403, 404, 409, 413, 422].map(ownError),
  { status: 429, body: limit, headers: ["retry-after", "1", "retry-after", "2"] },
];

const anotherEdge = {
  id: "edge_9",
  created_at: "2026-01-01T00:00:00Z",
  uri: "https://service.example/edges/tcp/edge_9",
  hostports: null,
  backend: null,
  ip_restriction: null,
  traffic_policy: denying("tcp-edge", 403),
};

/** Answers that leave it open. */
const open: readonly FaultyAnswer[] = [
  "sound",
  "reset",
  "close",
  "hang",
  "half",
  "not HTTP",
  { status: 200, body: "<html><title>Sign in</title></html>" },
  { status: 200, body: "{}" },
  { status: 200, body: "[1]" },
  { status: 200, body: JSON.stringify(anotherEdge) },
  { status: 202 },
  { status: 204 },
  { status: 301, headers: ["location", "https://a.example/", "location", "https://b.example/"] },
  { status: 307, headers: ["location", "not a url"] },
  ...[400, 403, 404, 405, 408, 418, 429].map((status) => ({ status })),
  ...[408, 429, 500, 501, 502, 503, 504, 505, 599].map(ownError),
  ...[500, 502, 503, 504].map((status) => ({ status })),
  { status: 503, headers: ["retry-after", "1", "retry-after", "Sun, 06 Nov 2033 08:49:37 GMT"] },
  { status: 500, body: '{"error_code": 5, "msg": ["No"]}', headers: ["date", "x", "date", "y"] },
];

const moments = ["never", "before", 1500, 60_000] as const;
const commands = ["deploy", "rollback", "promote"] as const;
const pathOf = {
  "tcp-edge": (index: number) => `/edges/tcp/edge_${index}`,
  "https-route": (index: number) => `/edges/https/e/routes/${index}/traffic_policy`,
  "cloud-endpoint": (index: number) => `/endpoints/ep_${index}`,
} as const;
const placeOf = {
  "tcp-edge": (index: number) => ({ edge: `edge_${index}` }),
  "https-route": (index: number) => ({ edge: "e", route: `${index}` }),
  "cloud-endpoint": (index: number) => ({ endpoint: `ep_${index}` }),
} as const;
type Kind = keyof typeof pathOf;

interface Cell {
  readonly command: (typeof commands)[number];
  readonly kind: Kind;
  readonly onFailure: "stop" | "continue" | "rollback";
  readonly fault: WriteFault;
  /** The write that it happens to: to the first target, to the second, or what restores one of them. */
  readonly at: 0 | 1 | 2;
  /** What one reading is answered with, by its number. */
  readonly reading?: { readonly answer: FaultyAnswer; readonly at: number };
}

/** Every answer at every moment with stale readings, by each command and each `--on-failure`. */
function cells(): Cell[] {
  const kinds = Object.keys(pathOf) as Kind[];
  const faults = [
    ...open.flatMap((answer) => moments.map((moment) => ({ answer, moment }))),
    ...refusals.map((answer) => ({ answer, moment: "never" as const })),
  ];
  const all: Cell[] = [];
  for (const fault of faults)
    for (const staleReads of [0, 1, 2])
      for (const command of commands)
        for (const onFailure of ["stop", "continue", "rollback"] as const)
          for (const at of onFailure === "rollback" ? ([0, 1, 2] as const) : ([0, 1] as const)) {
            const kind = kinds[all.length % kinds.length] ?? "tcp-edge";
            all.push({ command, kind, onFailure, at, fault: { ...fault, staleReads } });
          }
  for (const answer of open)
    for (const command of commands)
      for (const onFailure of ["continue", "rollback"] as const)
        for (let at = 0; at < 8; at += 1) {
          const kind = kinds[all.length % kinds.length] ?? "tcp-edge";
          const fault: WriteFault = { moment: "before", answer: "sound", staleReads: at % 2 };
          all.push({ command, kind, onFailure, at: 1, fault, reading: { answer, at } });
        }
  return all;
}

interface Told {
  readonly target: string;
  readonly outcome: string;
  readonly verified: boolean;
  readonly error?: { readonly message: string };
}

const counts = new Map<string, number>();
afterAll(() => console.log("Outcomes:", Object.fromEntries(counts)));

function projectAt({ baseUrl }: FaultyService, kind: Kind, local: Held): Project {
  const environment = (first: number): object => ({
    service: { baseUrl },
    targets: { a: placeOf[kind](first), b: placeOf[kind](first + 1) },
  });
  return projectOf({
    "traffic-policy.config.json": {
      limits: { concurrency: 1 },
      targets: { a: { kind, policy: "./a.json" }, b: { kind, policy: "./b.json" } },
      environments: { staging: environment(3), production: environment(1) },
      defaultEnvironment: "production",
    },
    "a.json": local.value,
    "b.json": local.value,
  });
}

/** Runs a command to whose targets something happens, and looks for what is told and not true. */
async function untruths(service: FaultyService, cell: Cell): Promise<string[]> {
  const { command, kind, fault, at, onFailure, reading } = cell;
  const [old, wanted] = [denying(kind, 401), denying(kind, 403)];
  const project = projectAt(service, kind, command === "rollback" ? old : wanted);
  const run: Project["run"] = (...args) =>
    passing(project.runIn({ TRAFFIC_POLICY_API_KEY: apiKey }, ...args));
  const [a, b, ...staging] = [1, 2, 3, 4].map((index) => pathOf[kind](index)) as [string, string];
  const before = command === "rollback" ? wanted : old;
  service.reset({
    [a]: before,
    [b]: before,
    ...Object.fromEntries(staging.map((path) => [path, wanted])),
  });
  // What is rolled back is a deploy of the old policy over the wanted one.
  if (command === "rollback") await run("deploy", "--no-lint", "--yes");

  service.begin((index) => (index === at ? fault : undefined));
  service.readFaultOf = (_path, index) => (index === reading?.at ? reading.answer : "sound");
  const args = command === "promote" ? ["promote", "staging", "production"] : [command];
  const { status, out, err } = await run(
    ...args,
    "--yes",
    "--format",
    "json",
    "--on-failure",
    onFailure,
    ...(command === "deploy" ? ["--no-lint"] : []),
  );
  const now = [a, b].map((path) => service.held(path));
  vi.advanceTimersByTime(120_000);
  const later = [a, b].map((path) => service.held(path));

  const found: string[] = [];
  const { targets } = JSON.parse(out) as { targets: readonly Told[] };
  if (targets === undefined) throw new Error(out + err + JSON.stringify(cell));
  for (const one of targets) {
    const index = one.target === "a" ? 0 : 1;
    counts.set(one.outcome, (counts.get(one.outcome) ?? 0) + 1);
    const holds = ({ value }: Held): boolean =>
      now[index]?.value === value && later[index]?.value === value;
    if (!isTrue(one, holds, { old, wanted })) {
      const { target, outcome, error } = one;
      found.push(`${target}: ${outcome} (${error?.message}), and it holds ${later[index]?.value}`);
    }
  }
  if (targets.length !== 2) found.push("Some are missing.");
  const isDone = targets.every(({ verified, outcome }) => verified && outcome !== "rolled-back");
  if ((status === 0) !== isDone) found.push(`The status is ${status}.`);
  if (`${out}${err}`.includes("a bug in traffic-policy")) found.push("It is a bug.");
  const sent = service.writes.map(({ place, wanted: module }) => `${place} ${module?.value}`);
  const isRefused = refusals.includes(fault.answer);
  if (new Set(sent).size < sent.length - (isRefused ? 1 : 0)) found.push("A write is repeated.");
  return found;
}

function isTrue(
  told: Told,
  holds: (policy: Held) => boolean,
  { old, wanted }: { readonly old: Held; readonly wanted: Held },
): boolean {
  switch (told.outcome) {
    case "applied":
      return told.verified ? holds(wanted) : told.error !== undefined;
    case "unchanged":
      return holds(wanted);
    case "failed":
    case "skipped":
      return holds(old);
    case "rolled-back":
      return told.verified ? holds(old) : told.error !== undefined;
    default:
      return told.outcome === "unknown";
  }
}

test("whatever a service answers, when it writes and how late it shows it, what is told is true", async () => {
  const service = await FaultyService.start();
  const all = cells();
  const [seed, runs] = seedAndRuns(120, all.length);
  const some = fc.sample(fc.shuffledSubarray(all, { minLength: runs, maxLength: runs }), {
    seed,
    numRuns: 1,
  });
  const wrong: string[] = [];
  for (const cell of some.flat()) {
    const found = await untruths(service, cell);
    if (found.length > 0) wrong.push(`${JSON.stringify(cell)}\n  ${found.join("\n  ")}`);
  }
  console.log(`${runs} of ${all.length} runs`);
  expect(wrong).toEqual([]);
}, 3_600_000);

const single = {
  "edges update": { kind: "tcp-edge", args: ["edges", "update", "edge_1", "--policy", "a.json"] },
  "edges delete": { kind: "tcp-edge", args: ["edges", "delete", "edge_1"] },
  "routes policy set": {
    kind: "https-route",
    args: ["routes", "policy", "set", "e", "1", "--policy", "a.json"],
  },
  "routes policy delete": { kind: "https-route", args: ["routes", "policy", "delete", "e", "1"] },
} as const;

interface SingleCell {
  readonly command: keyof typeof single;
  readonly fault: WriteFault;
  /** What all readings after the write are answered with. */
  readonly reading: FaultyAnswer;
}

function singleCells(): SingleCell[] {
  const all: SingleCell[] = [];
  for (const command of Object.keys(single) as (keyof typeof single)[]) {
    // What these commands are told has been done is not read back.
    const isTaken = (answer: FaultyAnswer): boolean =>
      answer === "sound" ||
      (command.endsWith("delete") && typeof answer === "object" && answer.status === 204);
    const faults = [
      ...open.flatMap((answer) => moments.map((moment) => ({ answer, moment }))),
      ...refusals.map((answer) => ({ answer, moment: "never" as const })),
    ].filter(({ answer, moment }) => moment === "before" || !isTaken(answer));
    for (const fault of faults)
      for (const staleReads of [0, 1, 2])
        all.push({ command, fault: { ...fault, staleReads }, reading: "sound" });
    for (const reading of open)
      all.push({
        command,
        fault: { moment: "before", answer: { status: 500 }, staleReads: 0 },
        reading,
      });
  }
  return all;
}

/** Runs a command for one place, to whose write something happens, and looks for what is told and not true. */
async function untruthsOfSingle(service: FaultyService, cell: SingleCell): Promise<string[]> {
  const { command, fault, reading } = cell;
  const { kind, args } = single[command];
  const [old, wanted] = [denying(kind, 401), denying(kind, 403)];
  const project = projectAt(service, kind, wanted);
  const place = pathOf[kind](1);
  service.reset({ [place]: old });
  service.begin((index) => {
    service.readFaultOf = () => reading;
    return index === 0 ? fault : undefined;
  });
  const { status, out, err } = await passing(
    project.runIn(
      { TRAFFIC_POLICY_API_KEY: apiKey },
      ...args,
      "--yes",
      ...(command.endsWith("delete") ? [] : ["--no-lint"]),
    ),
  );
  const seen = (): string | undefined =>
    service.isGone(place) ? "gone" : service.held(place)?.value;
  const now = seen();
  vi.advanceTimersByTime(120_000);
  const later = seen();
  const after =
    command === "edges delete" ? "gone" : command.endsWith("delete") ? undefined : wanted.value;
  const outcome =
    status === 0 ? "done" : err.includes("It is unknown whether") ? "unknown" : "failed";
  counts.set(`${command}: ${outcome}`, (counts.get(`${command}: ${outcome}`) ?? 0) + 1);
  const found: string[] = [];
  const expected = outcome === "done" ? after : old.value;
  if (outcome !== "unknown" && (now !== expected || later !== expected))
    found.push(`${outcome}, and it holds ${now} and ${later}: ${err}`);
  if (`${out}${err}`.includes("a bug in traffic-policy")) found.push("It is a bug.");
  if (service.writes.length > (refusals.includes(fault.answer) ? 2 : 1))
    found.push("The write is repeated.");
  return found;
}

test("whatever a service answers to a command for one edge or route, what is told is true", async () => {
  const service = await FaultyService.start();
  const all = singleCells();
  const [seed, runs] = seedAndRuns(80, all.length);
  const some = fc.sample(fc.shuffledSubarray(all, { minLength: runs, maxLength: runs }), {
    seed,
    numRuns: 1,
  });
  const wrong: string[] = [];
  for (const cell of some.flat()) {
    const found = await untruthsOfSingle(service, cell);
    if (found.length > 0) wrong.push(`${JSON.stringify(cell)}\n  ${found.join("\n  ")}`);
  }
  console.log(`${runs} of ${all.length} runs`);
  expect(wrong).toEqual([]);
}, 3_600_000);

interface Reading {
  readonly kind: Kind;
  readonly answer: FaultyAnswer;
  /** The reading that it is the answer to. */
  readonly at: 0 | 1;
}

/** Pulls two targets of which one cannot be read, and looks for what is told and not true. */
async function untruthsOfPull(service: FaultyService, reading: Reading): Promise<string[]> {
  const { kind, answer, at } = reading;
  const [old, wanted] = [denying(kind, 401), denying(kind, 403)];
  const project = projectAt(service, kind, old);
  service.reset({ [pathOf[kind](1)]: wanted, [pathOf[kind](2)]: wanted });
  service.begin();
  // Whatever is repeated gets the same answer.
  const isFirst = (path: string): boolean => path === pathOf[kind](1);
  service.readFaultOf = (path) => (isFirst(path) === (at === 0) ? answer : "sound");
  const { status, out, err } = await passing(
    project.runIn({ TRAFFIC_POLICY_API_KEY: apiKey }, "pull", "--format", "json", "--force"),
  );
  const found: string[] = [];
  const { targets } = JSON.parse(out) as {
    targets: readonly { target: string; outcome: string }[];
  };
  for (const { target, outcome } of targets) {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    const file: unknown = JSON.parse(readFileSync(join(project.folder, `${target}.json`), "utf8"));
    const expected = JSON.parse((outcome === "written" ? wanted : old).value) as unknown;
    if (!isDeepStrictEqual(file, expected))
      found.push(`${target}: ${outcome}, and the file is another`);
    if (outcome === "absent" || outcome === "unchanged") found.push(`${target}: ${outcome}`);
  }
  if (targets.length !== 2) found.push("Some are missing.");
  const isDone = targets.every(({ outcome }) => outcome === "written");
  if ((status === 0) !== isDone) found.push(`The status is ${status}.`);
  if (`${out}${err}`.includes("a bug in traffic-policy")) found.push("It is a bug.");
  return found;
}

test("whatever a service answers to pull, a file is what is told of it", async () => {
  const service = await FaultyService.start();
  const wrong: string[] = [];
  for (const kind of Object.keys(pathOf) as Kind[])
    for (const answer of open)
      for (const at of [0, 1] as const) {
        const reading = { kind, answer, at };
        const found = await untruthsOfPull(service, reading);
        if (found.length > 0) wrong.push(`${JSON.stringify(reading)}\n  ${found.join("\n  ")}`);
      }
  expect(wrong).toEqual([]);
}, 3_600_000);
