/** Compresses bytes with raw deflate, without a header. */
export async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/**
 * Decompresses bytes, up to a limit.
 *
 * @returns `too-large` above the limit, and undefined for invalid data
 */
export async function inflated(
  bytes: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<Uint8Array | "too-large" | undefined> {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        await reader.cancel();
        return "too-large";
      }
      pieces.push(value);
    }
  } catch {
    return undefined;
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
