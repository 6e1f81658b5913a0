import type { Span } from "../span.ts";

/** What is wrong with a JSON text. */
export interface JsonError {
  readonly code: "syntax" | "duplicate-key" | "too-deep";
  /** The offending part of the text. */
  readonly span: Span;
  /** The duplicate key, the bound that was exceeded, or the kind of syntax error. */
  readonly detail: string;
  /** JSON Pointer of the duplicate key, otherwise the whole document. */
  readonly pointer: string;
  /** For a duplicate key: where the key stands first. */
  readonly first?: Span;
}

/** Puts an error into words: what is wrong, and what to do. */
export function describeJsonError(error: JsonError): { message: string; help: string } {
  switch (error.code) {
    case "duplicate-key":
      return {
        message: `The key ${JSON.stringify(error.detail)} stands twice in one object.`,
        help: "Remove one of the two; JSON readers disagree about which of them counts.",
      };
    case "too-deep":
      return {
        message: `The document is nested deeper than ${error.detail} levels.`,
        help: "A policy needs a handful of levels; look for brackets that are not closed.",
      };
    case "syntax": {
      const [message, help] = syntaxSentences[error.detail] ?? [
        "This is not valid JSON.",
        "Check the quotes, commas and brackets around here.",
      ];
      return { message, help };
    }
  }
}

const syntaxSentences: Readonly<Record<string, [message: string, help: string]>> = {
  InvalidSymbol: ["This is not a JSON value.", "Text and keys need double quotes."],
  InvalidNumberFormat: ["This is not a JSON number.", "Write it like 12, -3.5 or 1e6."],
  PropertyNameExpected: [
    "A key is missing here.",
    "Write a key in double quotes, or remove the comma before the closing brace.",
  ],
  ValueExpected: ["A value is missing here.", "Write a value, or remove the comma before it."],
  ColonExpected: ["A colon is missing after the key.", 'Write "key": value.'],
  CommaExpected: ["A comma is missing before this.", "Separate members and items by commas."],
  CloseBraceExpected: ["An object is not closed.", "Add the missing }."],
  CloseBracketExpected: ["A list is not closed.", "Add the missing ]."],
  EndOfFileExpected: [
    "There is more text after the end of the document.",
    "Keep one JSON value in the file.",
  ],
  InvalidCommentToken: ["JSON has no comments.", "Remove it, or write the policy in TypeScript."],
  UnexpectedEndOfComment: ["A comment is not closed.", "JSON has no comments: remove it."],
  UnexpectedEndOfString: [
    "A string is not closed on its line.",
    'Add the closing "; a line break inside a string is written \\n.',
  ],
  UnexpectedEndOfNumber: ["A number ends too early.", "Write it like 12, -3.5 or 1e6."],
  InvalidUnicode: ["A \\u escape is wrong.", "It takes four hexadecimal digits: \\u0026."],
  InvalidEscapeCharacter: [
    "This escape does not exist in JSON.",
    'JSON knows \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u0000; write a backslash as \\\\.',
  ],
  InvalidCharacter: [
    "A control character stands in a string.",
    "Write it as an escape, such as \\t or \\u0007.",
  ],
};
