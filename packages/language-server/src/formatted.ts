import { parseJson, type ParsedDocument } from "@traffic-policy/policy-language";

/** The text of a JSON or YAML file as prettier formats it; nothing when it cannot, for a syntax error say. */
export async function formatted(file: string, text: string): Promise<string | undefined> {
  try {
    if (/\.jsonc?$/.test(file)) return await jsonFormatted(text);
    return /\.ya?ml$/.test(file) ? await yamlFormatted(text) : undefined;
  } catch {
    // An extension of an editor may come without it.
    return undefined;
  }
}

const printWidth = 100;

/** Whether nobody reads a text, for its nesting: the formatter takes all memory for some of those. */
function isTooDeep({ errors }: ParsedDocument): boolean {
  return errors.some(({ code }) => code === "too-deep");
}

async function jsonFormatted(text: string): Promise<string | undefined> {
  if (isTooDeep(parseJson(text))) return undefined;
  const [prettier, ...plugins] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/babel"),
    import("prettier/plugins/estree"),
  ]);
  return prettier.format(text, { parser: "json", plugins, printWidth });
}

async function yamlFormatted(text: string): Promise<string | undefined> {
  const { parseYaml } = await import("@traffic-policy/policy-language/yaml");
  if (isTooDeep(parseYaml(text))) return undefined;
  const [prettier, { meaningOfYaml }, ...plugins] = await Promise.all([
    import("prettier/standalone"),
    import("./documents/yaml-meaning.ts"),
    import("prettier/plugins/yaml"),
  ]);
  const after = await prettier.format(text, { parser: "yaml", plugins, printWidth });
  // It takes blank lines before a comment for those of the text, for one, where that keeps its own.
  return meaningOfYaml(after) === meaningOfYaml(text) ? after : undefined;
}
