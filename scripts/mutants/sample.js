import { createHash } from "node:crypto";

/** Of how many mutants one is tried: all of them without `MUTANTS_ONE_IN`. */
export const oneIn = Number(process.env["MUTANTS_ONE_IN"] ?? 1);

/** What chooses them: the same mutants each time, and others with another `MUTANTS_SEED`. */
export const seed = process.env["MUTANTS_SEED"] ?? "1";

/**
 * Whether a mutant is tried.
 *
 * @param {string} id
 */
export function isInSample(id) {
  // Mutants of one kind follow each other in turns: every n-th would favour some.
  const digest = createHash("sha256").update(`${seed} ${id}`).digest();
  return digest.readUInt32BE() % oneIn === 0;
}
