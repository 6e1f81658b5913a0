import { sizeOf } from "./body.ts";
import type { Body } from "./exchange.ts";
import type { HeaderFields } from "./header-fields.ts";

/**
 * The size of a message's body in bytes; nothing when it is not known before the body ends.
 *
 * @param otherwise - the size when nothing tells of a body
 */
export function bodySizeOf(
  input: { readonly body?: Body; readonly bodySize?: number | null },
  headers: HeaderFields,
  otherwise: number | undefined,
): number | undefined {
  if (input.bodySize === null) return undefined;
  if (input.bodySize !== undefined) return input.bodySize;
  if (input.body !== undefined) return sizeOf(input.body);
  const length = headers.first("content-length");
  if (length !== undefined && /^\d+$/.test(length)) return Number(length);
  return headers.has("transfer-encoding") ? undefined : otherwise;
}
