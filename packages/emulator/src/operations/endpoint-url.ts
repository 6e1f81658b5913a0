export interface EndpointUrl {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
}

const usualPorts: Readonly<Record<string, number>> = { http: 80, https: 443, tls: 443 };

/** Parses the URL of an endpoint; undefined unless it has a known scheme and a host. */
export function parseEndpointUrl(url: string): EndpointUrl | undefined {
  const [, written = "", host = "", given] =
    /^(https?|tls|tcp):\/\/(\[[\da-f:.]+\]|[^\s/:?#@[\]]+)(?::(\d{1,5}))?$/i.exec(url) ?? [];
  const scheme = written.toLowerCase();
  const port = given === undefined ? usualPorts[scheme] : Number(given);
  return host === "" || port === undefined || port > 65_535 ? undefined : { scheme, host, port };
}

export function hostportOf({ host, port }: EndpointUrl): string {
  return `${host}:${port}`;
}
