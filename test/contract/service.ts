import { createEmulator } from "@traffic-policy/emulator";
import { onTestFinished } from "vitest";

/**
 * Which service the suite is for: the emulator, or the one that the environment names. Of a service
 * where resources have to exist, it names those that the suite may use, too.
 */
const {
  CONTRACT_BASE_URL: givenBaseUrl,
  CONTRACT_API_KEY: apiKey = "any-key",
  CONTRACT_VERSION_HEADER: versionHeader = "Service-Version: 2",
  CONTRACT_HOSTPORT: hostport = "contract.example:22",
  CONTRACT_BACKEND: backendId = "backend_1",
  CONTRACT_IP_POLICIES: ipPolicies = "ip_policy_1,ip_policy_2",
  CONTRACT_ROUTES: routes = "edge_1/route_1,edge_1/route_2",
} = process.env;

export type JsonObject = Readonly<Record<string, unknown>>;

/** An answer: the body as JSON when there is one. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: JsonObject;
}

/** A service as the contract describes it, spoken to without any client of ours. */
export class Service {
  /** Resources that the suite may use. */
  readonly hostport = hostport;
  readonly backendId = backendId;
  readonly ipPolicyIds = ipPolicies.split(",");
  readonly isEmulator = givenBaseUrl === undefined;
  readonly #baseUrl: string;
  /** Ends the emulator. */
  readonly close: () => Promise<void>;

  private constructor(baseUrl: string, close: () => Promise<void>) {
    this.#baseUrl = baseUrl;
    this.close = close;
  }

  static async start(): Promise<Service> {
    if (givenBaseUrl !== undefined) return new Service(givenBaseUrl, async () => undefined);
    const emulator = await createEmulator({ tunnels: ["https://contract.example"], pageSize: 5 });
    return new Service(emulator.baseUrl, emulator.close);
  }

  /** The headers that every request carries. */
  get headers(): Readonly<Record<string, string>> {
    const [name = "", value = ""] = versionHeader.split(/: */);
    return { authorization: `Bearer ${apiKey}`, [name]: value };
  }

  /** The path of the policy of the first route, or another one. */
  routePath(index = 0): string {
    const [edge = "", route = ""] = (routes.split(",")[index] ?? "").split("/");
    return `/edges/https/${encodeURIComponent(edge)}/routes/${encodeURIComponent(route)}/traffic_policy`;
  }

  /** @param path - relative to the base URL, or a whole URI */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = this.headers,
  ): Promise<Answer> {
    const response = await fetch(/^https?:/.test(path) ? path : this.#baseUrl + path, {
      method,
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
    });
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
    const json = (text !== "" && isJson ? JSON.parse(text) : {}) as JsonObject;
    return { status: response.status, headers: response.headers, text, json };
  }

  /** Creates a TCP edge, which is deleted with the test. */
  async create(input: JsonObject = {}): Promise<JsonObject & { readonly id: string }> {
    const { status, json, text } = await this.send("POST", "/edges/tcp", input);
    const { id } = json;
    if (status !== 201 || typeof id !== "string") throw new Error(`create: ${status} ${text}`);
    onTestFinished(async () => void (await this.send("DELETE", edgePath(id))));
    return { ...json, id };
  }

  /** The policy of a route, set to something; it is deleted with the test. */
  async replacePolicy(input: JsonObject, index = 0): Promise<Answer> {
    const path = this.routePath(index);
    onTestFinished(async () => void (await this.send("DELETE", path)));
    return this.send("PUT", path, input);
  }

  /** The items of all pages of a list. */
  async list(path: string, key: string): Promise<readonly JsonObject[]> {
    const items: JsonObject[] = [];
    for (let next: unknown = path; typeof next === "string";) {
      const { json }: Answer = await this.send("GET", next);
      items.push(...(json[key] as JsonObject[]));
      next = json["next_page_uri"];
    }
    return items;
  }
}

/** The path of a TCP edge. */
export function edgePath(id: string): string {
  return `/edges/tcp/${encodeURIComponent(id)}`;
}
