import { embedded, groups, type Grammar, type Rule } from "./grammar.ts";
import { inJson } from "./host.ts";
import { celRules } from "./rules.ts";

/** CEL in strings of JSON: the items of `expressions`, and `${…}` in any other string. */
export const jsonGrammars: Readonly<Record<string, Grammar>> = {
  "cel-in-json": {
    scopeName: "source.cel.json",
    patterns: [{ include: "#expression" }],
    repository: celRules(inJson),
  },
  "json-expressions": expressions("json"),
  "jsonc-expressions": expressions("json.comments"),
  "json-interpolations": {
    scopeName: "cel.injection.json.interpolation",
    injectionSelector: `L:string.quoted.double.json - ${embedded}`,
    injectTo: ["source.json", "source.json.comments"],
    patterns: [interpolation("source.cel.json", '"')],
  },
};

/**
 * `${…}` in a string.
 *
 * Workflows of GitHub and others have `${{ … }}`, which is no CEL of ours.
 *
 * @param end - of the string
 */
export function interpolation(cel: string, end?: string): Rule {
  return {
    begin: String.raw`\$\{(?!\{)`,
    beginCaptures: { 0: { name: "punctuation.section.interpolation.begin.cel" } },
    end: `(\\})${end === undefined ? "" : `|(?=${end})`}`,
    endCaptures: groups("punctuation.section.interpolation.end.cel"),
    contentName: embedded,
    patterns: [{ include: cel }],
  };
}

/** The list behind the key `expressions`. */
function expressions(kind: "json" | "json.comments"): Grammar {
  return {
    scopeName: `cel.injection.${kind}.expressions`,
    // The scopes of comments are those of the other kind with more behind them.
    injectionSelector: `L:source.${kind}${kind === "json" ? " - source.json.comments" : ""} - string - comment`,
    injectTo: [`source.${kind}`],
    patterns: [
      {
        name: `meta.structure.dictionary.value.${kind}`,
        begin: String.raw`(?<="expressions"|"expressions" ):`,
        beginCaptures: { 0: { name: `punctuation.separator.dictionary.key-value.${kind}` } },
        end: String.raw`(,)|(?=\})`,
        endCaptures: groups(`punctuation.separator.dictionary.pair.${kind}`),
        patterns: [
          {
            name: `meta.structure.array.${kind}`,
            begin: String.raw`\[`,
            beginCaptures: { 0: { name: `punctuation.definition.array.begin.${kind}` } },
            end: String.raw`\]`,
            endCaptures: { 0: { name: `punctuation.definition.array.end.${kind}` } },
            patterns: [
              {
                name: `string.quoted.double.${kind}`,
                contentName: embedded,
                begin: '"',
                beginCaptures: { 0: { name: `punctuation.definition.string.begin.${kind}` } },
                end: '"',
                endCaptures: { 0: { name: `punctuation.definition.string.end.${kind}` } },
                patterns: [{ include: "source.cel.json" }],
              },
              { name: `punctuation.separator.array.${kind}`, match: "," },
              { include: `source.${kind}#value` },
            ],
          },
          { include: `source.${kind}#value` },
        ],
      },
    ],
  };
}
