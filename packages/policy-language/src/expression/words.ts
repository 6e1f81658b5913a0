/** Words of the grammar; they are no names anywhere. */
export const keywords: ReadonlySet<string> = new Set(["false", "in", "null", "true"]);

/** Words that CEL keeps for later: no variable or function has such a name, but a field may. */
export const reservedWords: ReadonlySet<string> = new Set([
  "as",
  "break",
  "const",
  "continue",
  "else",
  "for",
  "function",
  "if",
  "import",
  "let",
  "loop",
  "namespace",
  "package",
  "return",
  "var",
  "void",
  "while",
]);
