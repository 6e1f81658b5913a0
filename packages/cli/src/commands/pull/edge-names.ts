interface DescribedEdge {
  readonly id: string;
  readonly description?: string | undefined;
}

/** Letters that a name has at most: of a file, and of a target that is typed. */
const longest = 40;

// Windows keeps these for devices, whatever their ending.
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * A name for each TCP edge, in their order: its description as far as it is fit for a file, or else its
 * identifier. Edges that would be called the same have their identifiers behind it, so that a name does
 * not depend on the order. Names are of lower-case letters, digits and hyphens, and no two are equal.
 */
export function edgeNames(edges: readonly DescribedEdge[]): string[] {
  const described = edges.map(({ description = "" }) => plain(description));
  const counts = new Map<string, number>();
  for (const name of described) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  return edges.map(({ id }, index) => {
    const own = described[index] ?? "";
    const isClear = own !== "" && counts.get(own) === 1 && !devices.test(own);
    const name = isClear ? own : [own, plain(id)].filter((part) => part !== "").join("-");
    return unique(name === "" ? "edge" : name, taken);
  });
}

/** A text in letters that every file system and shell takes as they are. */
function plain(text: string): string {
  const words = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return words.replace(/^-/, "").slice(0, longest).replace(/-$/, "");
}

function unique(name: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const one = number === 1 ? name : `${name}-${number}`;
    if (taken.has(one)) continue;
    taken.add(one);
    return one;
  }
}
