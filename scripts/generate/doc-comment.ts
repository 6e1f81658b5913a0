/** A doc comment of these lines; an empty line separates paragraphs. */
export function docComment(...lines: string[]): string {
  if (lines.length === 1) return `/** ${lines[0]} */`;
  return ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"].join("\n");
}

/** Where something may be used, in words: "HTTP inbound and outbound; TCP inbound". */
export function availability(directions: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directions)
    .filter(([, names]) => names.length > 0)
    .map(([protocol, names]) => `${protocol.toUpperCase()} ${names.join(" and ")}`)
    .join("; ");
}
