import type {
  ConnectionInput,
  Exchange,
  RequestInput,
  ResponseInput,
} from "../exchange/exchange.ts";
import { defaults } from "../exchange/defaults.ts";
import { formatUrl, parseUrl, type UrlParts } from "../exchange/url.ts";
import type { PlainValue } from "../expression/values.ts";

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** An exchange in the making; it only has what somebody has put into it. */
export class Draft {
  url: UrlParts;
  method: string | undefined;
  bodySize: number | undefined;
  version: string | undefined;
  responseStatus: number | undefined;
  responseBodySize: number | undefined;
  time: string | undefined;
  readonly connection: Mutable<ConnectionInput> & {
    geo?: Record<string, string>;
    tls?: Record<string, string>;
  } = {};
  readonly endpoint: Record<string, string> = {};
  readonly params = new Map<string, string>();
  readonly headers = { request: new Map<string, string>(), response: new Map<string, string>() };
  readonly cookies = { request: new Map<string, string>(), response: new Map<string, string>() };
  readonly variables = new Map<string, PlainValue>();

  /** @param base - the URL that it begins with */
  constructor(base: string) {
    const { scheme, host } = defaults.request;
    this.url = parseUrl(base) ?? { scheme, host, path: "/" };
  }

  /** @param has - which messages it has, also when nothing was put into them */
  toExchange(has: { readonly request: boolean; readonly response: boolean }): Exchange {
    return {
      ...(Object.keys(this.connection).length > 0 && { connection: { ...this.connection } }),
      ...(Object.keys(this.endpoint).length > 0 && { endpoint: { ...this.endpoint } }),
      ...(has.request && { request: this.#request() }),
      ...(has.response && { response: this.#response() }),
      ...(this.time !== undefined && { time: this.time }),
      ...(this.variables.size > 0 && { variables: Object.fromEntries(this.variables) }),
    };
  }

  #request(): RequestInput {
    const params = [...this.params].map((pair) => pair.map(encodeURIComponent).join("="));
    const query = [...(this.url.query ? [this.url.query] : []), ...params].join("&");
    const url = query === "" ? this.url : { ...this.url, query };
    return {
      ...(this.method !== undefined && { method: this.method }),
      url: formatUrl(url),
      ...this.#fields("request"),
      ...(this.bodySize !== undefined && { bodySize: this.bodySize }),
      ...(this.version !== undefined && { version: this.version }),
    };
  }

  #response(): ResponseInput {
    return {
      status: this.responseStatus ?? defaults.response.status,
      ...this.#fields("response"),
      ...(this.responseBodySize !== undefined && { bodySize: this.responseBodySize }),
    };
  }

  #fields(of: "request" | "response"): Pick<RequestInput, "headers" | "cookies"> {
    const [headers, cookies] = [this.headers[of], this.cookies[of]];
    return {
      ...(headers.size > 0 && { headers: Object.fromEntries(headers) as Record<string, string> }),
      ...(cookies.size > 0 && { cookies: Object.fromEntries(cookies) as Record<string, string> }),
    };
  }
}
