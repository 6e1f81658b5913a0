import { embedded, groups, type Grammar } from "./grammar.ts";
import { inTemplate } from "./host.ts";
import { celRules } from "./rules.ts";

/** CEL in the templates `` cel`…` `` and `` cel.as("string")`…` `` of TypeScript and JavaScript. */
export const templateGrammars: Readonly<Record<string, Grammar>> = Object.fromEntries(
  ["ts", "tsx", "js", "js.jsx"].map((language) => [
    `${language.replace(".", "-")}-templates`,
    templates(language),
  ]),
);

function templates(language: string): Grammar {
  const scopes = (...names: readonly string[]): string =>
    names.map((name) => `${name}.${language}`).join(" ");
  const template = scopes("string.template");
  const quote = (place: "begin" | "end"): string =>
    `${template} ${scopes(`punctuation.definition.string.template.${place}`)}`;
  return {
    scopeName: `cel.injection.${language}.template`,
    injectionSelector: `L:source.${language} - string - comment - ${embedded}, L:source.${language} meta.template.expression - string.quoted - comment`,
    injectTo: [`source.${language}`],
    patterns: [
      {
        begin: String.raw`(?<![\w$])(cel)(?:(\.)(as)(\()("[^"]*"|'[^']*')(\)))?(${"`"})`,
        beginCaptures: groups(
          scopes("entity.name.function.tagged-template"),
          scopes("punctuation.accessor"),
          scopes("entity.name.function"),
          scopes("meta.brace.round"),
          scopes("string.quoted"),
          scopes("meta.brace.round"),
          quote("begin"),
        ),
        end: "`",
        endCaptures: { 0: { name: quote("end") } },
        contentName: embedded,
        patterns: [{ include: "#expression" }],
      },
    ],
    repository: celRules(inTemplate(`source.${language}`)),
  };
}
