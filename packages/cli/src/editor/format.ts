/** The text of a file as prettier formats it; nothing when it cannot, for a syntax error say. */
export async function formatted(file: string, text: string): Promise<string | undefined> {
  const parser = parserOf(file);
  if (parser === undefined) return undefined;
  try {
    // An extension of an editor may come without it.
    const [prettier, ...plugins] = await Promise.all([
      import("prettier/standalone"),
      import("prettier/plugins/babel"),
      import("prettier/plugins/estree"),
      import("prettier/plugins/yaml"),
    ]);
    return await prettier.format(text, { parser, plugins, printWidth: 100 });
  } catch {
    return undefined;
  }
}

function parserOf(file: string): string | undefined {
  if (/\.jsonc?$/.test(file)) return "json";
  return /\.ya?ml$/.test(file) ? "yaml" : undefined;
}
