/** TypeScript, and the names that it needs from this package. */
export interface Code {
  readonly text: string;
  readonly imports: readonly string[];
}

/** A tag: code with other code in it. A string is put in as it is. */
export function code(texts: TemplateStringsArray, ...parts: readonly (Code | string)[]): Code {
  const pieces = texts.flatMap((text, index) => [text, parts[index] ?? ""]);
  return joined(pieces, "");
}

/** Parts of a list, as of arguments. */
export function listed(parts: readonly Code[]): Code {
  return joined(parts, ", ");
}

/** A name that has to be imported. */
export function imported(name: string): Code {
  return { text: name, imports: [name] };
}

/** Parts one after another. */
export function joined(parts: readonly (Code | string)[], separator: string): Code {
  const imports = new Set<string>();
  const texts: string[] = [];
  for (const part of parts) {
    if (typeof part === "string") {
      texts.push(part);
    } else {
      texts.push(part.text);
      for (const name of part.imports) imports.add(name);
    }
  }
  return { text: texts.join(separator), imports: [...imports] };
}

/** Code, and the value that it gives. */
export interface Built<T> {
  readonly code: Code;
  readonly value: T;
}
