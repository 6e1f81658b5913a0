import type { Span } from "@traffic-policy/policy-language";

const label = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const dot = String.raw`(?:\\.|\[\.\]|\.)`;

// What can stand before and after a name, so that it is not a part of something else.
const before = String.raw`(?<=^|\^|\/|\||\(|\(\?:|\.\*|\.\+|${dot}|\?|\(\?i\))`;
const after = String.raw`(?=$|\$|\/|:|\||\)|\(|\\)`;

/** A name with an ending that hardly anything but the name of a domain has. */
const nameWithEnding = new RegExp(
  `${before}(?:${label}${dot})+(?:com|edu|gov|io|net|org)${after}`,
  "g",
);

/** A dot after something else than a backslash, so that it matches any character. */
const plainDotBefore = /(?:^|[^\\])(?:\\\\)*\.$/;

/** A pattern that is a name up to the end of the text, and nothing else. */
const nothingButName = new RegExp(
  String.raw`^((?:\(\?i\))?\^?(?:https\?:\/\/)?)((?:${label}${dot})+${label})(?::\d+)?\$$`,
);

/** No pattern that a person writes is longer, and searching takes the square of it. */
const longest = 1000;

/**
 * The places of dots in a pattern that match any character and stand in the name of a domain.
 *
 * @param isHost - whether the pattern is matched with the name of a host: then a pattern that is
 *   nothing but a name is one, whatever it ends with
 */
export function domainDots(pattern: string, isHost: boolean): Span[] {
  if (pattern.length > longest) return [];
  const [, prefix = "", whole] = (isHost && nothingButName.exec(pattern)) || [];
  const names =
    whole === undefined
      ? [...pattern.matchAll(nameWithEnding)].map(({ 0: name, index: at }) =>
          // What stands for the first part of the name, as in `(www|api).example.com`, ends here.
          plainDotBefore.test(pattern.slice(0, at))
            ? { name: `.${name}`, at: at - 1 }
            : { name, at },
        )
      : [{ name: whole, at: prefix.length }];
  return names.flatMap(({ name, at }) =>
    [...name.matchAll(/\\\.|\[\.\]|\./g)]
      .filter(([found]) => found === ".")
      .map((match) => ({ start: at + match.index, end: at + match.index + 1 })),
  );
}
