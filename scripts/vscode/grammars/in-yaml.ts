import { embedded, type Grammar, type Rule } from "./grammar.ts";
import { asItIs, inYamlDouble, inYamlFlow, inYamlPlain, inYamlSingle, type Host } from "./host.ts";
import { interpolation } from "./in-json.ts";
import { celRules } from "./rules.ts";

/** A style of scalars. */
interface Style {
  readonly scope: string;
  readonly host: Host;
  /** A character that the text of such a scalar can begin with. */
  readonly first: string;
}

const styles: Readonly<Record<string, Style>> = {
  double: { scope: "string.quoted.double.yaml", host: inYamlDouble, first: String.raw`[^\s"]` },
  single: { scope: "string.quoted.single.yaml", host: inYamlSingle, first: String.raw`[^\s']|''` },
  plain: { scope: "string.unquoted.plain.out.yaml", host: inYamlPlain, first: String.raw`\S` },
  flow: {
    scope: "string.unquoted.plain.in.yaml",
    host: inYamlFlow,
    first: String.raw`[^\s,\[\]{}]`,
  },
  block: { scope: "string.unquoted.block.yaml", host: asItIs, first: String.raw`\S` },
};

const marked = "meta.expressions.yaml";

const value: Rule = {
  name: `meta.map.value.yaml ${marked}`,
  begin: String.raw`(?<=^expressions|[\s,{]expressions|"expressions"|'expressions'):(?=[\s\[])`,
  beginCaptures: { 0: { name: "punctuation.separator.map.value.yaml" } },
};

/**
 * CEL in scalars of YAML: the items of `expressions`, and `${…}` in any other. YAML's own grammar finds the
 * scalars in what is marked as the value of `expressions`, so that they end where YAML says.
 */
export const yamlGrammars: Readonly<Record<string, Grammar>> = {
  "yaml-expressions": {
    scopeName: "cel.injection.yaml.expressions",
    injectionSelector: "L:source.yaml - string - comment - meta.flow",
    injectTo: ["source.yaml"],
    patterns: [
      {
        ...value,
        // A line of the mapping that is neither deeper nor an item is its next key.
        while: String.raw`\G(?=[\t ]|-\s|#|$)`,
        patterns: [{ include: "source.yaml.1.2#block-node" }],
      },
    ],
  },
  "yaml-flow-expressions": {
    scopeName: "cel.injection.yaml.flow-expressions",
    injectionSelector: "L:source.yaml meta.flow.mapping.yaml - string - comment",
    injectTo: ["source.yaml"],
    patterns: [
      {
        ...value,
        end: String.raw`(?=[,\]}])`,
        patterns: [{ include: "source.yaml.1.2#flow-node" }],
      },
    ],
  },
  ...Object.assign({}, ...Object.entries(styles).map(ofStyle)),
};

function ofStyle([name, { scope, host, first }]: readonly [string, Style]): Record<
  string,
  Grammar
> {
  const isAsItIs = host === asItIs;
  const cel = isAsItIs ? "source.cel" : `source.cel.yaml.${name}`;
  const selector = `L:source.yaml ${scope} - entity.name.tag.yaml - ${embedded}`;
  return {
    ...(!isAsItIs && {
      [`cel-in-yaml-${name}`]: {
        scopeName: cel,
        patterns: [{ include: "#expression" }],
        repository: celRules(host),
      },
    }),
    [`yaml-${name}-scalars`]: {
      scopeName: `cel.injection.yaml.${name}`,
      injectionSelector: selector.replace("source.yaml", `source.yaml ${marked}`),
      injectTo: ["source.yaml"],
      patterns: [
        {
          name: embedded,
          begin: `(?=${first})`,
          // Without an end, it ends with the scalar.
          end: host.end === undefined ? "(?!)" : `(?=${host.end})`,
          patterns: [{ include: cel }],
        },
      ],
    },
    // Braces cannot stand in a plain scalar of a flow collection.
    ...(name !== "flow" && {
      [`yaml-${name}-interpolations`]: {
        scopeName: `cel.injection.yaml.${name}.interpolation`,
        injectionSelector: `${selector} - ${marked}`,
        injectTo: ["source.yaml"],
        patterns: [interpolation(cel, host.end)],
      },
    }),
  };
}
