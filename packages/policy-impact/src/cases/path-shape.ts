import { looksRandom } from "@traffic-policy/policy-lint/secrets";

/** What is known of the segments of paths: which are words of the site, and which are about somebody or something. */
export class PathWords {
  /** For each path before a segment, how often which segment came. */
  readonly #segments = new Map<string, { all: number; readonly counts: Map<string, number> }>();
  readonly #isOfPolicy: (text: string) => boolean;

  /** @param isOfPolicy - whether a text stands in the policy */
  constructor(isOfPolicy: (text: string) => boolean) {
    this.#isOfPolicy = isOfPolicy;
  }

  /** Notes that some requests were for a path. */
  add(path: string, count: number): void {
    let before = "";
    for (const segment of path.split("/").slice(1)) {
      const own = this.#segments.get(before) ?? { all: 0, counts: new Map<string, number>() };
      own.counts.set(segment, (own.counts.get(segment) ?? 0) + count);
      own.all += count;
      this.#segments.set(before, own);
      // What is below an identifier is below all of them.
      before += `/${this.#looksLikeWord(segment, before) ? segment : "{id}"}`;
    }
  }

  /** The segments of a path, each with whether it is a word of the site; all others are identifiers. */
  segmentsOf(path: string): { readonly text: string; readonly isWord: boolean }[] {
    let before = "";
    return path
      .split("/")
      .slice(1)
      .map((text) => {
        const isLikeWord = this.#looksLikeWord(text, before);
        const isWord = isLikeWord && (this.#isOfPolicy(text) || !this.#isRare(text, before));
        before += `/${isLikeWord ? text : "{id}"}`;
        return { text, isWord };
      });
  }

  /** A path with `{id}` in place of its identifiers. */
  shapeOf(path: string): string {
    return this.segmentsOf(path)
      .map(({ text, isWord }) => `/${isWord ? text : "{id}"}`)
      .join("");
  }

  #looksLikeWord(segment: string, before: string): boolean {
    const text = decoded(segment);
    if (text === "" || text === "." || text === "..") return true;
    const last = before.slice(before.lastIndexOf("/") + 1).toLowerCase();
    if (people.has(last)) return wordsBesidePeople.has(text.toLowerCase());
    if (this.#isOfPolicy(text) && !/^\d+$/.test(text)) return true;
    return isVersion.test(text) || isPlainWord(text);
  }

  /** Whether there are many others in its place, and it is not one of those that come often. */
  #isRare(segment: string, before: string): boolean {
    const own = this.#segments.get(before);
    if (own === undefined || own.counts.size <= fewSegments) return false;
    return (own.counts.get(segment) ?? 0) < own.all / 100;
  }
}

const fewSegments = 20;

const isVersion = /^v\d{1,2}$/i;

/** What stands before the name of somebody. */
const people: ReadonlySet<string> = new Set(
  "account accounts applicant applicants artist artists author authors by candidate candidates client clients contact contacts customer customers employee employees friend friends guest guests member members owner owners patient patients people person persons player players profile profiles staff student students teacher teachers tenant tenants u user users".split(
    " ",
  ),
);

const wordsBesidePeople: ReadonlySet<string> = new Set(
  "active all avatar billing confirm delete edit export forgot import invite list login logout me new orders password profile register reset search self settings signin signup verify".split(
    " ",
  ),
);

function isPlainWord(text: string): boolean {
  if (!/^[\p{L}._][\p{L}\p{M}._+ -]*$/u.test(text) || text.length > 40) return false;
  if (looksRandom(text)) return false;
  // A token of letters changes its case often, or is longer than a word.
  const changes = text.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0;
  return changes <= 2 && text.split(/[^\p{L}\p{M}]+/u).every((part) => part.length <= 20);
}

/** The text that percent signs stand for; as it is where they stand for none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
