/** What a URL says of the endpoint that serves it. */
export interface EndpointUrl {
  /** `http`, `https`, `tcp` or `tls`. */
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
}

const usualPorts: Readonly<Record<string, number>> = { http: 80, https: 443, tls: 443 };

/** Reads the URL of an endpoint; nothing when it is not one of a known scheme with a host. */
export function parseEndpointUrl(url: string): EndpointUrl | undefined {
  const [, written = "", host = "", given] =
    /^(https?|tls|tcp):\/\/(\[[\da-f:.]+\]|[^\s/:?#@[\]]+)(?::(\d{1,5}))?$/i.exec(url) ?? [];
  const scheme = written.toLowerCase();
  const port = given === undefined ? usualPorts[scheme] : Number(given);
  return host === "" || port === undefined || port > 65_535 ? undefined : { scheme, host, port };
}

/** The host and the port that it serves. */
export function hostportOf({ host, port }: EndpointUrl): string {
  return `${host}:${port}`;
}
