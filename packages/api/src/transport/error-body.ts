/** What the body of an error says. */
export interface ErrorBody {
  readonly code: string | undefined;
  /** One line of at most 300 characters. */
  readonly message: string | undefined;
}

/**
 * Reads the body of an error: the JSON `{error_code, msg}` that a service with this interface
 * sends, the HTML page of something in between, or any text.
 */
export function readErrorBody(text: string): ErrorBody {
  const told = jsonObject(text);
  if (typeof told?.["msg"] === "string") {
    const code = told["error_code"];
    return {
      code: typeof code === "string" ? oneLine(code) : undefined,
      message: oneLine(told["msg"]),
    };
  }
  const beginning = text.slice(0, 20_000);
  return { code: undefined, message: oneLine(htmlText(beginning) ?? beginning) };
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object"
      ? ((value ?? undefined) as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function htmlText(text: string): string | undefined {
  if (!/^\s*(<!doctype html|<html|<head|<body)/i.test(text)) return undefined;
  const title = /<title[^>]*>([^<]+)</i.exec(text)?.[1];
  return title ?? text.replace(/<(style|script)\b[^]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
}

function oneLine(text: string): string | undefined {
  // Control characters too: what the service says ends up in terminals.
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  if (line === "") return undefined;
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
