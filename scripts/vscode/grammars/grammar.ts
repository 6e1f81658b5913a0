/** A rule of a TextMate grammar. */
export interface Rule {
  readonly name?: string;
  readonly contentName?: string;
  readonly include?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly while?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly patterns?: readonly Rule[];
}

/** The scopes of what the groups of a regular expression capture, by their numbers. */
export type Captures = Readonly<Record<string, { readonly name: string }>>;

/** A TextMate grammar; with a selector, one that is injected into others. */
export interface Grammar {
  readonly scopeName: string;
  readonly injectionSelector?: string;
  /** The scopes of these others. */
  readonly injectTo?: readonly string[];
  readonly patterns: readonly Rule[];
  readonly repository?: Readonly<Record<string, Rule>>;
}

/** Captures from scopes in the order of the groups, the first of which is group 1. */
export function groups(...names: readonly string[]): Captures {
  return Object.fromEntries(names.map((name, index) => [index + 1, { name }]));
}

/** The scope of CEL inside of something else: themes give it the colour of code, and editors treat it as such. */
export const embedded = "meta.embedded.inline.cel";
