// File systems allow 255 bytes, and a part of it is for whoever adds an ending.
const longest = 200;

/**
 * The name of the folder that holds the history of a target: its name, percent-encoded. On file
 * systems that do not tell apart upper and lower case, two targets may share a folder.
 */
export function folderName(target: string): string {
  const name = encodeURIComponent(target.toWellFormed())
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    // Not `.`, `..`, or hidden.
    .replace(/^\./, "%2E")
    // A sign that no other name becomes.
    .replace(/^$/, "%");
  if (name.length <= longest) return name;
  // Not imported: loading it takes two milliseconds, and few names are that long.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const digest = createHash("sha256").update(target).digest("hex").slice(0, 16);
  return `${name.slice(0, longest)}-${digest}`;
}
