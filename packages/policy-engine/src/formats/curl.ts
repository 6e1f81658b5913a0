import {
  decodeUtf8,
  encodeUtf8,
  nearest,
  parseAddress,
} from "@traffic-policy/policy-language/internal";
import { parse } from "shell-quote";
import { toBase64 } from "../expression/base64.ts";
import { FormatError } from "./exchange-file.ts";
import type { ExchangeFile } from "./exchange-schema.ts";
import { addHeader, type HeaderLists } from "./har.ts";

// Browsers and Node alike have it; types for either would bring all else of theirs.
declare const URL: {
  canParse(url: string): boolean;
  new (url: string): { readonly host: string; readonly pathname: string };
};

/** Reads a file that a command line names, as text. */
export type ReadText = (path: string) => string;

/**
 * The request that a command line of curl sends: the first one, when it would follow redirects.
 *
 * @param read - reads a file that is named in it; without it, there are no files
 * @throws FormatError when it is not known what it would send; its path is empty
 */
export function curlRequest(line: string, read?: ReadText): NonNullable<ExchangeFile["request"]> {
  // A prompt is often copied with it.
  const [program = "", ...words] = shellWords(line.replace(/^\s*[$%#>]\s+(?=curl\b)/, ""));
  if (!/(?:^|[/\\])curl(?:\.exe)?$/.test(program)) {
    throw problem(
      "The command line does not begin with curl.",
      "Copy the whole command from the browser.",
    );
  }
  const command = new CurlCommand(read);
  for (const { known, value } of optionsOf(words)) command.take(known, value);
  return command.request();
}

function problem(message: string, help: string): FormatError {
  return new FormatError({ path: "", message, help });
}

const address: CurlOption = { name: "url", takesValue: true, effect: "url" };

function* optionsOf(
  words: readonly string[],
): Generator<{ readonly known: CurlOption; readonly value: string }> {
  // Not taken from the front of a list, which copies a long one each time.
  let position = 0;
  const next = (name: string): string => {
    const value = words[position++];
    if (value !== undefined) return value;
    throw problem(`${name} has no value after it.`, "Copy the whole command from the browser.");
  };
  let word = words[position++];
  for (let isOnlyUrls = false; word !== undefined; word = words[position++]) {
    if (isOnlyUrls || !word.startsWith("-") || word === "-") {
      yield { known: address, value: word };
    } else if (word === "--") {
      isOnlyUrls = true;
    } else if (word.startsWith("--")) {
      const known = named(word);
      yield { known, value: known.takesValue ? next(word) : "" };
    } else {
      // Letters can stand together, and a value right after its letter.
      for (let at = 1; at < word.length; at++) {
        const known = lettered(word.charAt(at));
        const attached = word.slice(at + 1);
        if (!known.takesValue) yield { known, value: "" };
        else {
          yield { known, value: attached === "" ? next(`-${word.charAt(at)}`) : attached };
          break;
        }
      }
    }
  }
}

function named(word: string): CurlOption {
  const name = word.slice(2);
  const known = curlOptions.find((one) => one.name === name);
  if (known !== undefined) return known;
  const off = curlOptions.find((one) => `no-${one.name}` === name && one.effect === "none");
  if (off !== undefined) return { ...off, takesValue: false };
  const meant = nearest(
    name,
    curlOptions.map((one) => one.name),
  );
  throw unknown(word, meant === undefined ? undefined : `Did you mean --${meant}?`);
}

function lettered(letter: string): CurlOption {
  const known = curlOptions.find((one) => one.letter === letter);
  if (known === undefined) throw unknown(`-${letter}`);
  return known;
}

function unknown(word: string, help?: string): FormatError {
  return problem(
    `The curl option ${word} is unknown.`,
    help ??
      "Remove it if it does not change the request; otherwise write the request as an exchange file.",
  );
}

class CurlCommand {
  readonly #read: ReadText | undefined;
  readonly #headers: { readonly name: string; readonly value: string | undefined }[] = [];
  readonly #data: string[] = [];
  #isJson = false;
  #method: string | undefined;
  #url: string | undefined;
  #isHead = false;
  #isGet = false;
  #keepsPath = false;
  #keepsBrackets = false;
  #version: string | undefined;
  readonly #cookies: string[] = [];
  /** Headers that curl sends by default, unless the command sets them. */
  readonly #own = new Map<string, string>([
    // The version differs from machine to machine.
    ["user-agent", "curl/8.0.0"],
    ["accept", "*/*"],
  ]);

  constructor(read: ReadText | undefined) {
    this.#read = read;
  }

  take({ name, effect }: CurlOption, value: string): void {
    switch (effect) {
      case "none":
        return;
      case "unsupported":
        throw problem(
          `--${name} is not supported.`,
          `Write it as an exchange file, like {"request": {"method": "GET", "url": "https://example.com/"}}.`,
        );
      case "method":
        this.#method = value;
        return;
      case "header":
        this.#header(value);
        return;
      case "data":
        // As curl does it with files, but not with text.
        this.#add(this.#fromFile(value, (text) => text.replaceAll(lineBreaks, "")));
        return;
      case "data-raw":
        this.#add(value);
        return;
      case "data-binary":
        this.#add(this.#fromFile(value));
        return;
      case "data-urlencode":
        this.#add(this.#urlEncoded(value));
        return;
      case "json":
        this.#isJson = true;
        // Several are one after the other, with nothing between them.
        this.#data.push((this.#data.pop() ?? "") + this.#fromFile(value));
        return;
      case "user":
        if (!value.includes(":")) {
          throw problem(`curl would ask for the password of --user.`, "Write it as name:password.");
        }
        this.#own.set("authorization", basic(value));
        return;
      case "bearer":
        this.#own.set("authorization", `Bearer ${value}`);
        return;
      case "cookie":
        if (!value.includes("=")) {
          throw problem(`The cookies of --cookie are in a file.`, "Write them as name=value.");
        }
        // With nothing but a semicolon between several, as curl does it.
        this.#cookies.push(value);
        return;
      case "user-agent":
        this.#set("user-agent", value);
        return;
      case "referer":
        this.#set("referer", value.replace(/;auto$/, ""));
        return;
      case "range":
        this.#set("range", `bytes=${value}`);
        return;
      case "head":
        this.#isHead = true;
        return;
      case "get":
        this.#isGet = true;
        return;
      case "url":
        if (this.#url !== undefined) throw severalRequests();
        this.#url = value;
        return;
      case "compressed":
        this.#own.set("accept-encoding", "deflate, gzip, br, zstd");
        return;
      case "version":
        this.#version = versions[name] ?? "HTTP/1.1";
        return;
      case "path-as-is":
        this.#keepsPath = true;
        return;
      case "no-glob":
        this.#keepsBrackets = true;
    }
  }

  request(): NonNullable<ExchangeFile["request"]> {
    const body = this.#data.length === 0 ? undefined : this.#data.join("").toWellFormed();
    const url = this.#wholeUrl(body);
    const isSent = body !== undefined && !this.#isGet;
    if (isSent) this.#describeData();
    return {
      method: this.#method ?? (this.#isHead ? "HEAD" : isSent ? "POST" : "GET"),
      url,
      headers: this.#allHeaders(),
      ...(isSent && { body }),
      ...(this.#version && { version: this.#version }),
    };
  }

  #describeData(): void {
    if (!this.#isJson) {
      this.#own.set("content-type", "application/x-www-form-urlencoded");
      return;
    }
    this.#own.set("content-type", "application/json");
    this.#own.set("accept", "application/json");
  }

  #header(line: string): void {
    if (line.startsWith("@")) {
      throw problem(`The headers of --header are in a file.`, "Write each of them as --header.");
    }
    const [, name = "", colon, value = ""] = /^([^:;]*)([:;])(.*)$/s.exec(line) ?? [];
    if (name.trim() === "" || (colon === ";" && value !== "")) {
      throw problem(
        `"${line}" is not a header.`,
        'Write name and value with a colon between them, like "accept: text/html".',
      );
    }
    // A name with nothing after the colon takes away a header that curl would send.
    const isRemoval = colon === ":" && value.trim() === "";
    this.#headers.push({
      name: name.trim().toLowerCase(),
      value: isRemoval ? undefined : value.trim(),
    });
  }

  #set(name: string, value: string): void {
    if (value === "") this.#own.delete(name);
    else this.#own.set(name, value);
  }

  #add(data: string): void {
    this.#data.push(...(this.#data.length === 0 ? [data] : ["&", data]));
  }

  #allHeaders(): HeaderLists {
    const given = new Set(this.#headers.map(({ name }) => name));
    const headers: HeaderLists = {};
    if (this.#cookies.length > 0) this.#own.set("cookie", this.#cookies.join(";"));
    for (const [name, value] of this.#own) if (!given.has(name)) addHeader(headers, name, value);
    for (const { name, value } of this.#headers) {
      if (value !== undefined) addHeader(headers, name, value);
    }
    return headers;
  }

  #wholeUrl(data: string | undefined): string {
    const given = this.#url;
    if (given === undefined) {
      throw problem(`The command line has no URL.`, "Copy the whole command from the browser.");
    }
    const single = this.#keepsBrackets ? given : withoutGlobs(given);
    const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(single) ? single : `http://${single}`;
    const withData = this.#isGet && data ? withQuery(url, data) : url;
    const [, scheme = "", login, rest = ""] =
      /^(\w+:\/\/)(?:([^/?#]*)@)?(.*)$/s.exec(withData) ?? [];
    if (login !== undefined && !this.#own.has("authorization")) {
      this.#own.set("authorization", basic(decoded(login)));
    }
    const sent = inAscii(scheme + rest);
    return this.#keepsPath ? sent : withoutDots(sent);
  }

  /** Returns a text, or the content of a file for a value that begins with `@`. */
  #fromFile(value: string, taken: (text: string) => string = String): string {
    if (!value.startsWith("@")) return value;
    const file = value.slice(1);
    if (file === "-") {
      throw problem(
        "curl would send its standard input.",
        "Write it to a file, and name the file after the @.",
      );
    }
    if (this.#read === undefined) {
      throw problem(
        `curl would send the file ${JSON.stringify(file)}, which cannot be read here.`,
        "Write its content in place of the @ and the name.",
      );
    }
    return taken(this.#read(file));
  }

  #urlEncoded(value: string): string {
    const [, name = "", sign, content = ""] = /^([^=@]*)([=@])(.*)$/s.exec(value) ?? [];
    if (sign === "@") {
      throw problem(`The data of --data-urlencode are in a file.`, "Write them as name=content.");
    }
    if (sign === undefined) return encoded(value);
    return name === "" ? encoded(content) : `${name}=${encoded(content)}`;
  }
}

const versions: Readonly<Record<string, string>> = {
  "http1.0": "HTTP/1.0",
  http2: "HTTP/2.0",
  "http2-prior-knowledge": "HTTP/2.0",
  http3: "HTTP/3.0",
  "http3-only": "HTTP/3.0",
};

function severalRequests(): FormatError {
  return problem(
    `curl would send several requests.`,
    "Give a command line with one URL; with --globoff, brackets in it are literal.",
  );
}

/**
 * Resolves braces and brackets in a URL.
 *
 * Source: measured with curl 7.88.
 *
 * @throws FormatError unless they stand for exactly one URL
 */
function withoutGlobs(url: string): string {
  const glob =
    /\\([{}[\]])|\{((?:\\.|[^\\{}[\]])+)\}|\[((?:\d+-\d+|[a-z]-[a-z])(?::\d+)?|[0-9a-f:.]*)\]|[{}[\]]/gi;
  return url.replace(glob, (whole, literal?: string, words?: string, range?: string) => {
    if (literal !== undefined) return literal;
    if (words !== undefined) {
      if (/(?<!\\),/.test(words)) throw severalRequests();
      return words.replace(/\\(.)/gs, "$1");
    }
    if (range === "" || (range?.includes(":") && parseAddress(range) !== undefined)) return whole;
    if (range?.includes("-")) throw severalRequests();
    throw problem(
      `curl refuses the ${whole.charAt(0)} in the URL.`,
      "Write a backslash before it, or add --globoff: then it is literal.",
    );
  });
}

function basic(login: string): string {
  const text = login.includes(":") ? login : `${login}:`;
  return `Basic ${toBase64(Uint8Array.from(encodeUtf8(text.toWellFormed())))}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// oxlint-disable-next-line no-control-regex
const lineBreaks = /[\u0000\n\r]/g;

/** Percent-encodes everything except letters, digits, `-`, `.`, `_` and `~`; a space becomes `+`. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}

function withQuery(url: string, data: string): string {
  const [before = "", fragment] = url.split("#", 2);
  const query = `${before.includes("?") ? "&" : "?"}${data}`;
  return `${before}${query}${fragment === undefined ? "" : `#${fragment}`}`;
}

/** Converts host and path to ASCII; a query string is sent as it is. */
function inAscii(url: string): string {
  const [, scheme = "", host = "", path = "", rest = ""] =
    /^(\w+:\/\/)([^/?#]*)([^?#]*)(.*)$/s.exec(url) ?? [];
  const isAscii = /^[\0-\x7f]*$/.test(host) || !URL.canParse(url);
  return scheme + (isAscii ? host : new URL(url).host) + percentEncoded(path) + rest;
}

function percentEncoded(path: string): string {
  return path.replace(/[^\0-\x7f]+/g, (text) =>
    [...encodeUtf8(text.toWellFormed())].map((byte) => `%${byte.toString(16)}`).join(""),
  );
}

/** Resolves `.` and `..` in the path, as curl does before it sends a URL. */
function withoutDots(url: string): string {
  const [, origin = "", path = "", rest = ""] = /^(\w+:\/\/[^/?#]*)([^?#]*)(.*)$/s.exec(url) ?? [];
  const hasDots = /\/\.{1,2}(?:\/|$)/.test(path) && URL.canParse(url);
  return hasDots ? `${origin}${new URL(url).pathname}${rest}` : url;
}

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
  /** No effect that a policy sees. */
  | "none"
  /** The effect is not implemented. */
  | "unsupported";

interface CurlOption {
  readonly name: string;
  readonly letter?: string;
  readonly takesValue: boolean;
  readonly effect: CurlEffect;
}

/**
 * The known options of curl. Any other option is an error, because it could change the request.
 *
 * Source: the manual of curl 8.
 */
const curlOptions: readonly CurlOption[] = [
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
    "1 tlsv1",
    "2 sslv2",
    "3 sslv3",
    "4 ipv4",
    "6 ipv6",
    "B use-ascii",
    "J remote-header-name",
    "L location",
    "N no-buffer",
    "O remote-name",
    "R remote-time",
    "S show-error",
    "Z parallel",
    "a append",
    "basic",
    "cert-status",
    "compressed-ssh",
    "create-dirs",
    "disallow-username-in-url",
    "doh-cert-status",
    "doh-insecure",
    "f fail",
    "fail-early",
    "fail-with-body",
    "false-start",
    "http0.9",
    "i include",
    "ignore-content-length",
    "j junk-session-cookies",
    "k insecure",
    "l list-only",
    "location-trusted",
    "no-alpn",
    "no-clobber",
    "no-keepalive",
    "no-npn",
    "no-progress-meter",
    "no-sessionid",
    "parallel-immediate",
    "post301",
    "post302",
    "post303",
    "q disable",
    "raw",
    "remote-name-all",
    "remove-on-error",
    "retry-all-errors",
    "retry-connrefused",
    "s silent",
    "ssl",
    "ssl-allow-beast",
    "ssl-auto-client-cert",
    "ssl-no-revoke",
    "ssl-reqd",
    "ssl-revoke-best-effort",
    "styled-output",
    "suppress-connect-headers",
    "tcp-fastopen",
    "tcp-nodelay",
    "tlsv1.0",
    "tlsv1.1",
    "tlsv1.2",
    "tlsv1.3",
    "trace-time",
    "v verbose",
    "xattr",
  ]),
  ...options("none", true, [
    "D dump-header",
    "c cookie-jar",
    "cacert",
    "capath",
    "ciphers",
    "connect-timeout",
    "connect-to",
    "create-file-mode",
    "crlfile",
    "curves",
    "dns-interface",
    "dns-ipv4-addr",
    "dns-ipv6-addr",
    "dns-servers",
    "doh-url",
    "engine",
    "etag-save",
    "expect100-timeout",
    "happy-eyeballs-timeout-ms",
    "keepalive-time",
    "libcurl",
    "limit-rate",
    "local-port",
    "m max-time",
    "max-filesize",
    "max-redirs",
    "noproxy",
    "o output",
    "output-dir",
    "parallel-max",
    "pinnedpubkey",
    "proto",
    "proto-redir",
    "rate",
    "resolve",
    "retry",
    "retry-delay",
    "retry-max-time",
    "stderr",
    "tls-max",
    "tls13-ciphers",
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
    "U proxy-user",
    "abstract-unix-socket",
    "alt-svc",
    "aws-sigv4",
    "cert-type",
    "etag-compare",
    "form-string",
    "hsts",
    "interface",
    "key",
    "key-type",
    "netrc-file",
    "pass",
    "preproxy",
    "proto-default",
    "proxy-header",
    "proxy1.0",
    "request-target",
    "socks4",
    "socks4a",
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
    "crlf",
    "digest",
    "form-escape",
    "haproxy-protocol",
    "n netrc",
    "negotiate",
    "netrc-optional",
    "ntlm",
    "p proxytunnel",
    "tr-encoding",
  ]),
];

/** @param names - each preceded by its short form, if it has one */
function options(effect: CurlEffect, takesValue: boolean, names: readonly string[]): CurlOption[] {
  return names.map((text) => {
    const [first = "", second] = text.split(" ");
    return second === undefined
      ? { name: first, takesValue, effect }
      : { name: second, letter: first, takesValue, effect };
  });
}

// A part in quotes, an escaped line break, or any other escaped character.
const quoted = /\$'(?:\\.|[^'\\])*'|'[^']*'|"(?:\\.|[^"\\])*"|\\\r?\n|\\./gs;

// A # in the middle of a word is none that begins a comment, which the library takes it for.
const quotedOrComment = new RegExp(`${quoted.source}|(?<=[^\\s;&|()<>{$])#`, "gs");

/**
 * Splits a command line into words, as a POSIX shell or bash does.
 *
 * @throws FormatError for a word that only the shell could expand
 */
function shellWords(line: string): string[] {
  if (/\^(?:"|\r?\n)/.test(line.replace(/'[^']*'/g, ""))) {
    throw problem(
      "The command line is written for the command prompt of Windows.",
      "In the browser, copy it as cURL (bash).",
    );
  }
  if (/['"]/.test(line.replace(quoted, ""))) {
    throw problem(
      `A quote in the command line is not closed.`,
      "Copy the whole command; on Windows, the form for bash.",
    );
  }
  // The library takes it for a letter.
  if (line.replace(quoted, (part) => (/^\$?'/.test(part) ? "" : part)).includes("`")) {
    throw notAWord("$`");
  }
  const joined = line.replace(quotedOrComment, (part) => {
    if (part === "#") return String.raw`\#`;
    if (part.startsWith("$")) return part.replace(escapedBytes, textOfBytes);
    return /^\\\r?\n$/.test(part) ? "" : part;
  });
  return parsed(joined).map((word) => {
    if (typeof word === "string") return word;
    // What looks like a pattern is a word like any other where no file has such a name.
    if ("pattern" in word) return word.pattern;
    if ("comment" in word) throw notAWord("#");
    throw notAWord(word.op);
  });
}

// In $'…': bytes beyond ASCII, in hexadecimal or octal digits. The library takes each for a character.
const escapedBytes = /(?<!\\)(?:\\\\)*(?:\\x[89a-f][0-9a-f]|\\[23][0-7]{2})+/gi;

function textOfBytes(escapes: string): string {
  const [, backslashes = "", rest = ""] = /^((?:\\\\)*)(.*)$/s.exec(escapes) ?? [];
  const bytes = [...rest.matchAll(/\\(?:x(..)|(...))/g)].map(([, hex, octal = ""]) =>
    hex === undefined ? Number.parseInt(octal, 8) : Number.parseInt(hex, 16),
  );
  // Firefox writes é, which is not one byte, as \xe9.
  const text = decodeUtf8(Uint8Array.from(bytes)) ?? String.fromCharCode(...bytes);
  return backslashes + text;
}

function parsed(line: string): ReturnType<typeof parse<{ op: string }>> {
  try {
    return parse<{ op: string }>(line, (name) => ({ op: `$${name}` }));
  } catch (error) {
    // The library throws for nothing else.
    throw Object.assign(notAWord("${"), { cause: error });
  }
}

function notAWord(operator: string): FormatError {
  if (operator.startsWith("$")) {
    const shown = operator === "$`" ? "`" : operator;
    return problem(
      `Only a shell can expand ${shown}.`,
      "Write the value instead, or put it in single quotes if it is literal.",
    );
  }
  return problem(
    `The command line has a ${operator} outside of quotes.`,
    `Give only the curl command; a URL with ${operator} in it needs quotes.`,
  );
}
