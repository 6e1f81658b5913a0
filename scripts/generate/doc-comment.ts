/** A doc comment of these lines; an empty line separates paragraphs. */
export function docComment(...lines: string[]): string {
  if (lines.length === 1) return `/** ${lines[0]} */`;
  return ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"].join("\n");
}
