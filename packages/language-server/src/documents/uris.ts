/** How many segments stand for the root in `file:///`. */
const rootLength = 3;

/** The URI of a file that is named relative to another one. */
export function uriBeside(uri: string, path: string): string {
  const segments = path.startsWith("/")
    ? [uri.slice(0, uri.indexOf("/", "file://".length))]
    : uri.split("/").slice(0, -1);
  for (const segment of path.split("/")) {
    if (segment === "..") segments.splice(Math.max(segments.length - 1, rootLength));
    else if (segment !== "." && segment !== "") segments.push(encodeURIComponent(segment));
  }
  return segments.join("/");
}
