/**
 * Returns what a part of a reference page says that another one does not, as Markdown: paragraphs, examples, rows and
 * items, below the heading or the words that introduce them; and the names whose rows only the other one has.
 */
export function differenceTo(other: string, text: string): Difference {
  const known = blocksOf(other);
  const said = new Set(known);
  const rows = new Set(known.flatMap((block) => block.split("\n")));
  const shown: string[] = [];
  let introduction: string | undefined;
  for (const block of blocksOf(text)) {
    if (block.endsWith(":")) {
      introduction = block;
      continue;
    }
    const left = said.has(block) ? "" : leftOf(block, rows);
    if (left !== "") shown.push(...(introduction === undefined ? [] : [introduction]), left);
    introduction = undefined;
  }
  const own = new Set(namesIn(text));
  return {
    text: shown.join("\n\n"),
    lacks: namesIn(other).filter((name) => !own.has(name)),
  };
}

interface Difference {
  readonly text: string;
  /** Such as `enforce`, in the order of their rows. */
  readonly lacks: readonly string[];
}

/** The parts between empty lines; an example is one. */
function blocksOf(text: string): string[] {
  return text.match(/^```[^]*?^```$|^\S[^]*?(?=\n\n|$(?![^]))/gm) ?? [];
}

/** The rows of a table, below its headings, or the items of a list that are not known; a block of anything else as it is. */
function leftOf(block: string, known: ReadonlySet<string>): string {
  const lines = block.split("\n");
  const isTable = block.startsWith("|");
  if (!isTable && !block.startsWith("- ")) return block;
  const heads = isTable ? lines.slice(0, 2) : [];
  const left = lines.slice(heads.length).filter((line) => !known.has(line));
  return left.length === 0 ? "" : [...heads, ...left].join("\n");
}

/** The names in the first cells of rows. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = ""]) => name);
}
