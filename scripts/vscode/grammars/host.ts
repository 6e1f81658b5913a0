import type { Rule } from "./grammar.ts";

/** How CEL is written in the text of another language. */
export interface Host {
  /** The regular expression of one character of CEL, as it is written here. */
  readonly written: (character: string) => string;
  /** The regular expression of an escape of the host. */
  readonly escape?: string;
  /** A line break that is written as an escape, too. */
  readonly lineBreak?: string;
  /** Where the text of the host ends, unless it ends with the line: nothing of CEL goes on behind it. */
  readonly end?: string;
  /** A line break in the host is a space in CEL, so that a string can go on behind it. */
  readonly folds?: boolean;
  /** What stands in place of operands. */
  readonly holes?: readonly Rule[];
}

/** A file of CEL, and a block scalar of YAML. */
export const asItIs: Host = { written: literal };

export const inJson: Host = {
  written: escapable({ '"': String.raw`\\"`, "\\": String.raw`\\\\`, "/": String.raw`\\?/` }),
  escape: String.raw`\\(?:["\\/bfnrt]|u\h{4})`,
  lineBreak: String.raw`\\n`,
  end: '"',
};

export const inYamlDouble: Host = {
  written: escapable({ '"': String.raw`\\"`, "\\": String.raw`\\\\`, "/": String.raw`\\?/` }),
  escape: String.raw`\\(?:[0abtnvfre "/\\N_LP]|x\h{2}|u\h{4}|U\h{8})`,
  lineBreak: String.raw`\\n`,
  end: '"',
  folds: true,
};

export const inYamlSingle: Host = {
  written: (character) => (character === "'" ? "''" : literal(character)),
  // The second of two would else be taken for the end.
  escape: "''",
  end: "'(?!')",
  folds: true,
};

export const inYamlPlain: Host = { written: literal, end: String.raw`[\t ]#`, folds: true };

/** In a list or a mapping with brackets. */
export const inYamlFlow: Host = {
  written: literal,
  end: String.raw`[\t ]#|[,\[\]{}]`,
  folds: true,
};

/** A tagged template, whose raw text is the CEL. */
export function inTemplate(language: string): Host {
  return {
    written: literal,
    escape: String.raw`\\[\`$\\]`,
    end: "`",
    holes: [{ include: `${language}#template-substitution-element` }],
  };
}

function literal(character: string): string {
  return character.replace(/[^\w\s'"&<>=!%:,`]/, String.raw`\$&`);
}

/** Any character but letters and digits may be a `\u` escape: services write `&` as `\u0026`. */
function escapable(special: Readonly<Record<string, string>>): Host["written"] {
  return (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    return String.raw`(?:${special[character] ?? literal(character)}|\\u(?i:${code}))`;
  };
}
