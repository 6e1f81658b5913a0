import type { RawFields } from "./fields.ts";
import { listOf } from "./hop-by-hop.ts";

/** Fields about the bytes before they are compressed. Source: RFC 9530, and RFC 9110, section 14.3. */
const aboutOtherBytes = new Set([
  "accept-ranges",
  "content-digest",
  "content-md5",
  "digest",
  "repr-digest",
]);

/**
 * Makes the head or the trailers of a response fit a body that the gateway compresses: digests and the
 * offer of ranges go, and entity tags become weak, because the bytes are others.
 * Source: RFC 9110, section 8.8.3.3.
 */
export function fitToCompression(raw: RawFields): string[] {
  const fields: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? "";
    const value = fitting(name.toLowerCase(), raw[index + 1] ?? "");
    if (value !== undefined) fields.push(name, value);
  }
  return fields;
}

function fitting(name: string, value: string): string | undefined {
  if (aboutOtherBytes.has(name)) return undefined;
  if (name === "etag") return weak(value);
  if (name !== "trailer") return value;
  const announced = listOf([value]).filter((trailer) => !aboutOtherBytes.has(trailer));
  return announced.length === 0 ? undefined : announced.join(", ");
}

/** What is no entity tag cannot become a weak one, and would be taken for a strong one. */
function weak(tag: string): string | undefined {
  if (tag.startsWith("W/")) return tag;
  return tag.startsWith('"') ? `W/${tag}` : undefined;
}
