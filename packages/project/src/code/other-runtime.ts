const { deno, bun } = process.versions;

/** The name of the runtime, when it is not Node.js but one that has its interfaces; undefined for Node.js. */
export const otherRuntime = deno === undefined ? (bun === undefined ? undefined : "Bun") : "Deno";
