import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** When a write takes place: not at all, before it is answered, or some milliseconds after that. */
type Moment = "never" | "before" | number;

/** How a request is answered: below HTTP, or by a status, a body and headers that may be there twice. */
export type FaultyAnswer =
  | "sound"
  | "reset"
  | "close"
  | "hang"
  | "half"
  | "not HTTP"
  | {
      readonly status: number;
      readonly body?: string;
      readonly headers?: readonly string[];
    };

/** What happens to one write. */
export interface WriteFault {
  readonly moment: Moment;
  readonly answer: FaultyAnswer;
  /** How many readings after it took place still see what was there before. */
  readonly staleReads: number;
}

/** A policy as the service holds it. */
export interface Held {
  readonly enabled: boolean;
  readonly value: string;
}

/** A write as it arrived; which one it is counts from 0. */
export interface ReceivedWrite {
  readonly place: string;
  readonly index: number;
  readonly wanted: Held | undefined;
}

/**
 * The policies of TCP edges, routes and cloud endpoints, written by hand from the service's description and apart
 * from the emulator. It knows what it really holds, whatever it answers.
 */
export class FaultyService {
  readonly writes: ReceivedWrite[] = [];
  readonly #held = new Map<string, Held>();
  /** The paths of edges that were deleted. */
  readonly #gone = new Set<string>();
  readonly #stale = new Map<string, { reads: number; held: Held | undefined }>();
  /** The fault of a write, by its number from 0. */
  faultOf: (index: number) => WriteFault | undefined = () => undefined;
  /** The answer to a reading, by its path and its number from 0. */
  readFaultOf: (path: string, index: number) => FaultyAnswer = () => "sound";
  baseUrl = "";
  #reads = 0;

  static async start(): Promise<FaultyService> {
    const service = new FaultyService();
    const server = createServer((request, response) => void service.#receive(request, response));
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    service.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return service;
  }

  /** What it holds at a path, whatever readings see. */
  held(path: string): Held | undefined {
    return this.#held.get(path);
  }

  /** Counts requests anew, with these faults of writes. */
  begin(faultOf: FaultyService["faultOf"] = () => undefined): void {
    this.writes.length = 0;
    this.#reads = 0;
    this.faultOf = faultOf;
    this.readFaultOf = () => "sound";
  }

  /** Begins anew with these policies, and nothing that goes wrong. */
  reset(held: Readonly<Record<string, Held | undefined>>): void {
    this.#held.clear();
    this.#stale.clear();
    this.#gone.clear();
    this.begin();
    for (const [path, one] of Object.entries(held)) if (one) this.#held.set(path, one);
  }

  /** Lets it hold a policy from now on, without a request. */
  hold(path: string, held: Held): void {
    this.#held.set(path, held);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "" } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname } = new URL(url, this.baseUrl);
    if (method === "GET") {
      send(this.readFaultOf(pathname, this.#reads++), this.#read(pathname), response);
      return;
    }
    const body = chunks.length === 0 ? undefined : parseBody(Buffer.concat(chunks).toString());
    const wanted = method === "DELETE" ? undefined : moduleIn(pathname, body);
    const index = this.writes.length;
    this.writes.push({ place: pathname, index, wanted });
    const { moment, answer, staleReads } = this.faultOf(index) ?? sound;
    const work = (): void => this.#write(pathname, wanted, staleReads);
    if (moment === "before") work();
    else if (moment !== "never") setTimeout(work, moment);
    const after = method === "DELETE" ? { status: 204, body: "" } : found(pathname, wanted);
    send(answer, after, response);
  }

  #write(path: string, wanted: Held | undefined, staleReads: number): void {
    this.#stale.set(path, { reads: staleReads, held: this.#held.get(path) });
    if (wanted === undefined) {
      this.#held.delete(path);
      if (path.startsWith("/edges/tcp/")) this.#gone.add(path);
    } else this.#held.set(path, wanted);
  }

  /** Whether there is an edge that was deleted. */
  isGone(path: string): boolean {
    return this.#gone.has(path);
  }

  #sound(path: string): Sound {
    return this.#gone.has(path) ? missing : found(path, this.#held.get(path));
  }

  #read(path: string): Sound {
    const stale = this.#stale.get(path);
    if (stale === undefined || stale.reads === 0) return this.#sound(path);
    stale.reads -= 1;
    return found(path, stale.held);
  }
}

const sound: WriteFault = { moment: "before", answer: "sound", staleReads: 0 };

interface Sound {
  readonly status: number;
  readonly body: string;
}

const missing: Sound = {
  status: 404,
  body: JSON.stringify({ error_code: "ERR_404", status_code: 404, msg: "There is none." }),
};

function parseBody(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

function moduleIn(path: string, body: Record<string, unknown> = {}): Held {
  const module = path.startsWith("/edges/https/") ? body : body["traffic_policy"];
  if (typeof module === "string") return { enabled: true, value: module };
  return { enabled: true, ...(module as { value: string }) };
}

function found(path: string, held: Held | undefined): Sound {
  const time = "2026-01-01T00:00:00Z";
  const [, group, , id = "", routes] = path.split("/");
  if (routes !== undefined) {
    return held ? { status: 200, body: JSON.stringify(held) } : missing;
  }
  const uri = `https://service.example${path}`;
  const edge = { id, created_at: time, uri, hostports: null, backend: null, ip_restriction: null };
  const endpoint = {
    id: path.split("/").at(-1),
    region: "eu",
    created_at: time,
    updated_at: time,
    public_url: "https://a.example",
    proto: "https",
    hostport: "a.example:443",
    type: "cloud",
    uri,
  };
  const policy = held ?? null;
  const body =
    group === "endpoints"
      ? { ...endpoint, ...(held && { traffic_policy: held.value }) }
      : { ...edge, traffic_policy: policy };
  return { status: 200, body: JSON.stringify(body) };
}

const json = ["content-type", "application/json"];

function send(answer: FaultyAnswer, ok: Sound, response: ServerResponse): void {
  const { socket } = response;
  switch (answer) {
    case "sound":
      response.writeHead(ok.status, json).end(ok.body);
      return;
    case "reset":
      (socket as Socket).resetAndDestroy();
      return;
    case "close":
      socket?.end();
      return;
    case "hang":
      return;
    case "half":
      socket?.end(
        `HTTP/1.1 ${ok.status} Some\r\ncontent-length: ${ok.body.length + 9}\r\n\r\n{"id`,
      );
      return;
    case "not HTTP":
      socket?.end("SSH-2.0-x\r\n");
      return;
    default: {
      const { status, body = "", headers = json } = answer;
      response.writeHead(status, [...headers]).end(body);
    }
  }
}
