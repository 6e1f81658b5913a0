import {
  defaults,
  formatUrl,
  parseUrl,
  type Exchange,
  type RequestInput,
  type UrlParts,
} from "@traffic-policy/policy-engine";

/** An exchange in the making; it only has what has been put into it. */
export class Draft {
  url: UrlParts;
  readonly #params: string[] = [];
  readonly #fields: Fields = new Map();

  /** @param base - the URL that it begins with */
  constructor(base: string) {
    const { scheme, host } = defaults.request;
    this.url = parseUrl(base) ?? { scheme, host, path: "/" };
  }

  /** @param path - the keys of an exchange that lead to the value: `request`, `headers`, `x-id` */
  set(path: readonly string[], value: unknown): void {
    let fields = this.#fields;
    for (const key of path.slice(0, -1)) {
      const inner = (fields.get(key) ?? new Map()) as Fields;
      fields.set(key, inner);
      fields = inner;
    }
    fields.set(path.at(-1) ?? "", value);
  }

  addParam(name: string, value: string): void {
    this.#params.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  }

  /** @param has - which messages it has, also when nothing was put into them */
  toExchange(has: { readonly request: boolean; readonly response: boolean }): Exchange {
    const { connection, endpoint, request, response, time, variables } = objectOf(
      this.#fields,
    ) as Exchange;
    return {
      ...(connection && { connection }),
      ...(endpoint && { endpoint }),
      ...(has.request && { request: this.#request(request) }),
      ...(has.response && { response: { ...defaults.response, ...response } }),
      ...(time !== undefined && { time }),
      ...(variables && { variables }),
    };
  }

  #request({ method, ...fields }: Partial<RequestInput> = {}): RequestInput {
    const query = [...(this.url.query ? [this.url.query] : []), ...this.#params].join("&");
    const url = formatUrl(query === "" ? this.url : { ...this.url, query });
    return { ...(method !== undefined && { method }), url, ...fields };
  }
}

type Fields = Map<string, unknown>;

function objectOf(fields: Fields): unknown {
  return Object.fromEntries(
    [...fields].map(([key, value]) => [key, value instanceof Map ? objectOf(value) : value]),
  );
}
