import { type ActionEffect, headerValues } from "../action/effect.ts";
import { ResponseState } from "../exchange/response-state.ts";
import { sizeOf } from "../exchange/message.ts";

const customResponse: ActionEffect = (config) => {
  const status = config.numberOrDefault("status_code");
  const content = config.template(config.definition.answer?.content ?? "content");
  const headers = config.headers("headers");
  if (status === undefined) config.missing("status_code");
  return (run) => {
    const body = content?.toText(run) ?? "";
    const fields = headerValues(headers, run);
    const response = new ResponseState({
      ...(status !== undefined && { status }),
      headers: fields,
      body,
    });
    const isInferred = run.options.contentTypeOfAnswer === "inferred" && body !== "";
    if (isInferred && !response.headers.has("content-type")) {
      response.headers.set("content-type", detectContentType(body));
    }
    return { kind: "answer", response };
  };
};

export default customResponse;

/**
 * Detects the content type of a text from its first 512 bytes, as Go's `http.DetectContentType` does.
 *
 * Source: the MIME Sniffing Standard, sections 7.1 and 7.2, of which Go has the part that needs no scripting;
 * `net/http/sniff.go`. Omitted are beginnings that no UTF-8 text has, and MP4, which begins with its own size.
 */
function detectContentType(text: string): string {
  const head = firstBytes(text, 512);
  if (head.startsWith("\uFEFF")) return "text/plain; charset=utf-8";
  const trimmed = head.replace(/^[\t\n\f\r ]+/, "");
  if (startsWithTag(trimmed)) return "text/html; charset=utf-8";
  if (trimmed.startsWith("<?xml")) return "text/xml; charset=utf-8";
  const known = beginnings.find(
    ([beginning, _type, later = ""]) =>
      head.startsWith(beginning) && (later === "" || head.startsWith(later, beginning.length + 4)),
  );
  if (known !== undefined) return known[1];
  // Control characters that no text has.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000B\u000E-\u001A\u001C-\u001F]/.test(head))
    return "application/octet-stream";
  return "text/plain; charset=utf-8";
}

/** Returns a text up to the character with which it reaches a number of bytes. */
function firstBytes(text: string, most: number): string {
  const start = text.slice(0, most);
  // Nearly always, a character is one byte.
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007F]*$/.test(start)) return start;
  let head = "";
  let size = 0;
  for (const character of start) {
    size += sizeOf(character);
    if (size > most) break;
    head += character;
  }
  return head;
}

/** Beginnings of texts with their types; `later` is the text that follows after four more characters. */
const beginnings: readonly (readonly [beginning: string, type: string, later?: string])[] = [
  ["%PDF-", "application/pdf"],
  ["%!PS-Adobe-", "application/postscript"],
  ["\0\0\u0001\0", "image/x-icon"],
  ["\0\0\u0002\0", "image/x-icon"],
  ["BM", "image/bmp"],
  ["GIF87a", "image/gif"],
  ["GIF89a", "image/gif"],
  ["RIFF", "image/webp", "WEBPVP"],
  ["FORM", "audio/aiff", "AIFF"],
  ["ID3", "audio/mpeg"],
  ["OggS\0", "application/ogg"],
  ["MThd\0\0\0\u0006", "audio/midi"],
  ["RIFF", "video/avi", "AVI "],
  ["RIFF", "audio/wave", "WAVE"],
  ["\0\u0001\0\0", "font/ttf"],
  ["OTTO", "font/otf"],
  ["ttcf", "font/collection"],
  ["wOFF", "font/woff"],
  ["wOF2", "font/woff2"],
  ["PK\u0003\u0004", "application/zip"],
  ["Rar!\u001A\u0007\0", "application/x-rar-compressed"],
  ["Rar!\u001A\u0007\u0001\0", "application/x-rar-compressed"],
  ["\0asm", "application/wasm"],
];

const tags = [
  "<!DOCTYPE HTML",
  "<HTML",
  "<HEAD",
  "<SCRIPT",
  "<IFRAME",
  "<H1",
  "<DIV",
  "<FONT",
  "<TABLE",
  "<A",
  "<STYLE",
  "<TITLE",
  "<B",
  "<BODY",
  "<BR",
  "<P",
  "<!--",
];

function startsWithTag(text: string): boolean {
  // In ASCII only: elsewhere, other letters have the same capitals.
  const upper = text.slice(0, 20).replace(/[a-z]+/g, (letters) => letters.toUpperCase());
  return tags.some((tag) => {
    if (!upper.startsWith(tag)) return false;
    return /^[ >]/.test(text.slice(tag.length));
  });
}
