/** What an option of curl does to the request. */
type CurlEffect =
  | "method"
  | "header"
  | "data"
  | "data-raw"
  | "data-binary"
  | "data-urlencode"
  | "json"
  | "user"
  | "bearer"
  | "cookie"
  | "user-agent"
  | "referer"
  | "range"
  | "head"
  | "get"
  | "url"
  | "compressed"
  | "version"
  | "path-as-is"
  | "no-glob"
  /** It changes nothing that a policy sees. */
  | "none"
  /** What it does is not worked out. */
  | "unsupported";

/** An option of curl. */
export interface CurlOption {
  /** Without the dashes. */
  readonly name: string;
  readonly letter?: string;
  readonly takesValue: boolean;
  readonly effect: CurlEffect;
}

/**
 * The options of curl that are known. Any other one is an error: it could change the request.
 *
 * Source: the manual of curl 8.
 */
export const curlOptions: readonly CurlOption[] = [
  ...options("method", true, ["X request"]),
  ...options("header", true, ["H header"]),
  ...options("data", true, ["d data", "data-ascii"]),
  ...options("data-raw", true, ["data-raw"]),
  ...options("data-binary", true, ["data-binary"]),
  ...options("data-urlencode", true, ["data-urlencode"]),
  ...options("json", true, ["json"]),
  ...options("user", true, ["u user"]),
  ...options("bearer", true, ["oauth2-bearer"]),
  ...options("cookie", true, ["b cookie"]),
  ...options("user-agent", true, ["A user-agent"]),
  ...options("referer", true, ["e referer"]),
  ...options("range", true, ["r range"]),
  ...options("head", false, ["I head"]),
  ...options("get", false, ["G get"]),
  ...options("url", true, ["url"]),
  ...options("compressed", false, ["compressed"]),
  ...options("version", false, [
    "0 http1.0",
    "http1.1",
    "http2",
    "http2-prior-knowledge",
    "http3",
    "http3-only",
  ]),
  ...options("path-as-is", false, ["path-as-is"]),
  ...options("no-glob", false, ["g globoff"]),
  ...options("none", false, [
    "# progress-bar",
    "4 ipv4",
    "6 ipv6",
    "J remote-header-name",
    "L location",
    "N no-buffer",
    "O remote-name",
    "S show-error",
    "Z parallel",
    "basic",
    "create-dirs",
    "f fail",
    "fail-early",
    "fail-with-body",
    "i include",
    "k insecure",
    "no-keepalive",
    "no-progress-meter",
    "remote-name-all",
    "retry-all-errors",
    "retry-connrefused",
    "s silent",
    "tcp-nodelay",
    "tlsv1",
    "tlsv1.0",
    "tlsv1.1",
    "tlsv1.2",
    "tlsv1.3",
    "v verbose",
  ]),
  ...options("none", true, [
    "D dump-header",
    "c cookie-jar",
    "cacert",
    "capath",
    "connect-timeout",
    "connect-to",
    "dns-servers",
    "keepalive-time",
    "limit-rate",
    "m max-time",
    "max-filesize",
    "max-redirs",
    "o output",
    "output-dir",
    "resolve",
    "retry",
    "retry-delay",
    "retry-max-time",
    "stderr",
    "trace",
    "trace-ascii",
    "w write-out",
    "y speed-time",
    "Y speed-limit",
  ]),
  ...options("unsupported", true, [
    "C continue-at",
    "E cert",
    "F form",
    "K config",
    "Q quote",
    "T upload-file",
    "aws-sigv4",
    "form-string",
    "interface",
    "key",
    "pass",
    "proxy-header",
    "proxy-user",
    "request-target",
    "socks5",
    "socks5-hostname",
    "t telnet-option",
    "unix-socket",
    "url-query",
    "x proxy",
    "z time-cond",
  ]),
  ...options("unsupported", false, [
    ": next",
    "anyauth",
    "digest",
    "n netrc",
    "negotiate",
    "ntlm",
    "p proxytunnel",
    "tr-encoding",
  ]),
];

/** @param names - each with its letter before it, if it has one */
function options(effect: CurlEffect, takesValue: boolean, names: readonly string[]): CurlOption[] {
  return names.map((text) => {
    const [first = "", second] = text.split(" ");
    return second === undefined
      ? { name: first, takesValue, effect }
      : { name: second, letter: first, takesValue, effect };
  });
}
