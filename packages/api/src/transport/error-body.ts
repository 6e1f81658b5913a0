/** What the body of an error says. */
export interface ErrorBody {
  readonly code: string | undefined;
  /** One line of at most 300 characters. */
  readonly message: string | undefined;
  /** The texts in the body's `details`, likewise. */
  readonly details: Readonly<Record<string, string>> | undefined;
}

/**
 * Reads the body of an error: the JSON `{error_code, status_code, msg, details}` that a service with
 * this interface sends, the HTML page of something in between, or any text. The service's own
 * description does not show the body of an error, so whatever it is, it is only shown.
 *
 * @param hide - takes out of a text what nobody may see
 */
export function readErrorBody(text: string, hide: (text: string) => string): ErrorBody {
  // Hidden before anything is cut off: of a key that is cut, the rest would not be recognised.
  const line = (part: string): string | undefined => shortened(hide(oneLine(part)));
  const told = parse(text);
  if (isObject(told) && typeof told["msg"] === "string") {
    const code = told["error_code"];
    return {
      code: typeof code === "string" ? line(code) : undefined,
      message: line(told["msg"]),
      details: texts(told["details"], line),
    };
  }
  const beginning = hide(text).slice(0, 20_000);
  const message = line(htmlText(beginning) ?? beginning);
  return { code: undefined, message, details: undefined };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function texts(
  details: unknown,
  line: (text: string) => string | undefined,
): Readonly<Record<string, string>> | undefined {
  if (!isObject(details)) return undefined;
  const entries = Object.entries(details).flatMap(([key, value]): [string, string][] => {
    const text = typeof value === "string" ? line(value) : undefined;
    const name = line(key);
    return text === undefined || name === undefined ? [] : [[name, text]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function htmlText(text: string): string | undefined {
  if (!/^\s*(<!doctype html|<html|<head|<body)/i.test(text)) return undefined;
  const title = /<title[^>]*>([^<]+)</i.exec(text)?.[1];
  return title ?? text.replace(/<(style|script)\b[^]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
}

// What the service says ends up in terminals, so nothing that one would obey is left of it: neither
// control characters nor those that are not seen and turn or join what stands around them.
function oneLine(text: string): string {
  return text
    .replace(/\p{Cf}+/gu, "")
    .replace(/[\p{Cc}\p{Z}\s]+/gu, " ")
    .trim();
}

function shortened(line: string): string | undefined {
  if (line === "") return undefined;
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
