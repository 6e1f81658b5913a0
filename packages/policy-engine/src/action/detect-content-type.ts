/**
 * The content type of a text, as Go's `http.DetectContentType` finds it: by how it begins.
 *
 * Source: the MIME Sniffing Standard, sections 7.1 and 7.2, of which Go has the part that needs no
 * scripting. A text of a policy is never an image or a font, so their signatures are left out.
 */
export function detectContentType(text: string): string {
  const head = text.slice(0, 512);
  if (head.startsWith("\uFEFF")) return "text/plain; charset=utf-8";
  const trimmed = head.replace(/^[\t\n\f\r ]+/, "");
  if (startsWithTag(trimmed)) return "text/html; charset=utf-8";
  if (trimmed.startsWith("<?xml")) return "text/xml; charset=utf-8";
  if (head.startsWith("%PDF-")) return "application/pdf";
  if (head.startsWith("%!PS-Adobe-")) return "application/postscript";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  // Control characters that no text has.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000B\u000E-\u001A\u001C-\u001F]/.test(head))
    return "application/octet-stream";
  return "text/plain; charset=utf-8";
}

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
  const upper = text.slice(0, 20).toUpperCase();
  return tags.some((tag) => {
    if (!upper.startsWith(tag)) return false;
    return /^[ >]/.test(text.slice(tag.length));
  });
}
