/** Formats TypeScript. Prettier is loaded by the first call. */
export async function format(source: string): Promise<string> {
  const [prettier, typescript, estree] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/typescript"),
    import("prettier/plugins/estree"),
  ]);
  return prettier.format(source, {
    parser: "typescript",
    plugins: [typescript, estree],
    printWidth: 100,
  });
}
