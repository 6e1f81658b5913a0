import type { SourceRange, Span } from "../text/positions.ts";
import { shortened } from "../text/shown.ts";

/**
 * The reason why a text is not a valid policy document. The first three occur in JSON and YAML. `condition-unused`,
 * `operand-dropped` and `escape-useless` occur in code, which builds a document all the same. The others are YAML
 * that has no counterpart in JSON, or that is refused.
 */
export type DocumentErrorCode =
  | "syntax"
  | "duplicate-key"
  | "too-deep"
  | "alias-unknown"
  | "condition-unused"
  | "alias-recursive"
  | "aliases-too-large"
  | "expression-unquoted"
  | "indentation"
  | "key-not-text"
  | "merge-key"
  | "number-not-finite"
  | "operand-dropped"
  | "escape-useless"
  | "several-documents"
  | "template"
  | "text-unquoted"
  | "tag-unknown"
  | "tag-mismatch"
  | "yaml-version";

/** A problem in the text of a document. */
export interface DocumentError {
  readonly code: DocumentErrorCode;
  /** The offending part of the text. */
  readonly span: Span;
  /** The subject of the error: the key, alias, tag, number or bound; for `syntax` the kind of mistake. */
  readonly detail: string;
  /** JSON Pointer of what is wrong, as far as it is known; otherwise the whole document. */
  readonly pointer: string;
  /** For a duplicate key: where the key stands first. */
  readonly first?: Span;
  /** The likely correction, if the text suggests it. */
  readonly correction?: Correction;
  /** Where it is, when the file does not hold the document itself. */
  readonly range?: SourceRange;
}

/** Parts of a text, in their order, with what is meant to stand there. */
export interface Correction {
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
  /** True when no other correction is possible. */
  readonly safe: boolean;
}

const readable: ReadonlySet<DocumentErrorCode> = new Set([
  "duplicate-key",
  "condition-unused",
  "operand-dropped",
  "escape-useless",
]);

/** Checks whether a document was read exactly although there is this error. */
export function isReadable({ code }: DocumentError): boolean {
  return readable.has(code);
}

/** Puts an error into words: what is wrong, and what to do. */
export function describeDocumentError({ code, detail: whole, correction }: DocumentError): {
  message: string;
  help: string;
} {
  const detail = shortened(whole);
  switch (code) {
    case "syntax": {
      const [message, help] = syntaxSentences[detail] ?? syntaxSentences.Unexpected;
      return { message, help };
    }
    case "duplicate-key":
      return {
        message: `The key ${JSON.stringify(detail)} is defined twice in one object.`,
        help: "Remove one of the two; readers disagree about which of them counts.",
      };
    case "too-deep":
      return {
        message: `The document is nested deeper than ${detail} levels.`,
        help: "A policy needs a handful of levels; look for brackets that are not closed.",
      };
    case "alias-unknown":
      return {
        message: `No anchor &${detail} precedes this alias.`,
        help: `Write &${detail} before the value, earlier in the file.`,
      };
    case "alias-recursive":
      return {
        message: `*${detail} is inside the value that it repeats.`,
        help: "A JSON value cannot contain itself: write the value out.",
      };
    case "aliases-too-large":
      return {
        message: `The aliases expand to more than ${detail} values and characters.`,
        help: "Nested aliases multiply: write the values out.",
      };
    case "expression-unquoted":
      return {
        message: misreadings[detail] ?? syntaxSentences.Unexpected[0],
        help: `Put the expression in quotes: ${quotedPart(correction)}.`,
      };
    case "text-unquoted":
      return {
        message: misreadings[detail] ?? `Text without quotes cannot start with ${detail} in YAML.`,
        help: `Put the text in quotes: ${quotedPart(correction)}.`,
      };
    case "indentation":
      return {
        message: `${whole}.`,
        help: "Start all keys of an object in the same column.",
      };
    case "key-not-text":
      return {
        message: `The key ${detail} is not text.`,
        help: 'JSON has only text as keys: write it in quotes, like "1".',
      };
    case "template":
      return {
        message: `${detail} is a template: it has to be filled in before.`,
        help: "Check what the template gives, such as the output of helm template.",
      };
    case "merge-key":
      return {
        message: "A merge key << takes the members of an object with an anchor.",
        help: 'Write <<: *name, or write out the members; if you mean a key of this name, write it in quotes: "<<".',
      };
    case "number-not-finite":
      return {
        message: `JSON has no number ${detail}.`,
        help: "Write a finite number; if you mean the text, write it in quotes.",
      };
    case "condition-unused":
      return {
        message: `${detail === "" ? "This condition" : `The condition ${detail}`} is built and not used.`,
        help: "Give it to when() of a rule, or remove it.",
      };
    case "operand-dropped":
      return {
        message: `JavaScript evaluates ${detail} before the policy runs, and takes the condition for true.`,
        help: operatorHelp[whole] ?? "Write a rule for each case.",
      };
    case "escape-useless":
      return {
        message:
          detail === "\\b"
            ? "In this text of JavaScript \\b is a backspace."
            : `JavaScript drops the backslash of ${detail} in this text.`,
        help: `Write the backslash twice, or String.raw before a template: \\${detail}.`,
      };
    case "several-documents":
      return {
        message: "A second YAML document starts here.",
        help: "Put each document into a file of its own.",
      };
    case "tag-unknown":
      return {
        message: `The tag ${detail} has no meaning in a policy.`,
        help: "Remove it; a policy consists of text, numbers, true, false, null, lists and objects.",
      };
    case "tag-mismatch":
      return {
        message: `This value is not what its tag ${detail} says.`,
        help: "Remove the tag, or write a value of its kind.",
      };
    case "yaml-version":
      return {
        message: `Policies are read as YAML 1.2, not ${detail}.`,
        help: "Remove the line %YAML; in YAML 1.2, yes, no, on and off are text.",
      };
  }
}

const misreadings: Readonly<Record<string, string>> = {
  "!": "YAML reads the ! at the beginning as a tag.",
  '"': "YAML takes the string at the beginning for the whole value.",
  "'": "YAML takes the string at the beginning for the whole value.",
  "[": "YAML takes the brackets at the beginning for the whole value.",
  "{": "YAML takes the braces at the beginning for the whole value.",
  "*": "YAML reads the * at the beginning as an alias.",
  ":": "YAML reads the text before a colon and a space as a key.",
  "#": "YAML reads a # after a space as the beginning of a comment.",
  ",": "Inside brackets, YAML ends a text at a comma, a bracket or a brace.",
};

function quotedPart(correction: Correction | undefined): string {
  return shortened(correction?.edits[0]?.text.replaceAll(/\s*\n\s*/g, " ") ?? "''");
}

const operatorHelp: Readonly<Record<string, string>> = {
  "&&": "Write allOf(…), or give when() both conditions.",
  "||": "Write anyOf(…).",
  "!": "Write not(…).",
};

type Sentences = readonly [message: string, help: string];

const json = {
  InvalidSymbol: ["This is not a JSON value.", "Text and keys need double quotes."],
  InvalidNumberFormat: ["This is not a JSON number.", "Write it like 12, -3.5 or 1e6."],
  PropertyNameExpected: [
    "A key is missing here.",
    "Write a key in double quotes, or remove the comma before the closing brace.",
  ],
  ValueExpected: ["A value is missing here.", "Write a value."],
  ValueExpectedAfterComma: [
    "A value is missing here.",
    "Write a value, or remove the comma before it.",
  ],
  ValueExpectedBeforeComma: ["A value is missing here.", "Write a value, or remove this comma."],
  ColonExpected: ["A colon is missing after the key.", 'Write "key": value.'],
  CommaExpected: ["A comma is missing before this.", "Separate members and items by commas."],
  CloseBraceExpected: ["An object is not closed.", "Add the missing }."],
  CloseBracketExpected: ["A list is not closed.", "Add the missing ]."],
  EndOfFileExpected: [
    "There is more text after the end of the document.",
    "Keep one JSON value in the file.",
  ],
  InvalidCommentToken: [
    "JSON has no comments.",
    "Remove it, or write the policy in YAML or TypeScript.",
  ],
  UnexpectedEndOfComment: ["A comment is not closed.", "JSON has no comments: remove it."],
  UnexpectedEndOfString: [
    "A string is not closed on its line.",
    'Add the closing "; a line break inside a string is written \\n.',
  ],
  UnexpectedEndOfNumber: ["A number ends too early.", "Write it like 12, -3.5 or 1e6."],
  InvalidUnicode: ["A \\u escape is invalid.", "It takes four hexadecimal digits: \\u0026."],
  InvalidEscapeCharacter: [
    "This escape does not exist in JSON.",
    'JSON knows \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u0000; write a backslash as \\\\.',
  ],
  InvalidCharacter: [
    "A string contains a control character.",
    "Write it as an escape, such as \\t or \\u0007.",
  ],
} as const satisfies Record<string, Sentences>;

const yaml = {
  AliasWithProperties: [
    "An alias cannot have its own tag or anchor.",
    "Remove the text before the *.",
  ],
  AnchorName: ["The name of an anchor or alias is missing.", "Write it like &name and *name."],
  AnchorTwice: ["A value has two anchors.", "Keep one of the names."],
  BlockInFlow: [
    "An indented list or object is inside brackets.",
    "Inside [ ] and { }, write lists and objects with brackets too.",
  ],
  CarriageReturn: [
    "This carriage return has no line feed.",
    "End lines with LF or CRLF; inside double quotes the character is written \\r.",
  ],
  ColonMissing: ["A colon is missing after this key.", "Write key: value."],
  CommaMissing: ["A comma is missing before this.", "Separate members and items by commas."],
  CommentSpace: [
    "A comment needs a space before its #.",
    "Add the space, or put the text in quotes if the # belongs to it.",
  ],
  ControlCharacter: [
    "A control character is not allowed here.",
    'Remove it, or write it as an escape in double quotes, such as "\\u0007".',
  ],
  Directive: ["This directive is invalid.", "Remove the line that starts with %."],
  DirectiveEnd: ["The line --- is missing after the directives.", "Add it before the policy."],
  EmptyDocument: [
    "The document is empty.",
    "Write a rule, such as on_http_request: [{ actions: [{ type: deny }] }].",
  ],
  EscapeUnknown: [
    "This escape does not exist in YAML.",
    "Write a backslash as \\\\, or put the text in single quotes.",
  ],
  FlowUnclosed: ["A bracket is not closed.", "Add the missing ] or }."],
  Indentation: [
    "The indentation does not match the lines before.",
    "Start all keys of an object, and all dashes of a list, in the same column.",
  ],
  IndentationOfText: [
    "This line is indented less than its text block.",
    "Indent it like the first line, or write the indentation after the | or >, such as |2.",
  ],
  ItemDash: [
    "This line is in a list, but begins no item.",
    "Indent a key like the others of its item, and begin a new item with - and a space.",
  ],
  KeyLong: ["A key is longer than 1024 characters.", "Write ? before it, or shorten it."],
  KeyNotOneLine: [
    "A key does not end on its line.",
    "Look for a missing colon or quote on the lines before, or put the text in quotes.",
  ],
  KeyTwoColons: [
    "A second colon on one line starts an object where none is allowed.",
    "Put text that contains a colon and a space in quotes, or begin a new line.",
  ],
  PlainStart: ["Text without quotes cannot start with this character.", "Put the text in quotes."],
  PropertyOrder: [
    "An anchor or a tag is in the wrong place.",
    "Write it directly before its value, with a space between.",
  ],
  QuoteUnclosed: [
    "A string is not closed.",
    "Add the closing quote; further lines of the string must be indented.",
  ],
  SpaceAfterColon: ["A space is missing after the colon.", "Write key: value."],
  TabAsIndentation: ["The indentation contains a tab.", "YAML allows only spaces there."],
  Tag: ["This tag is invalid.", "Remove it."],
  Unexpected: [
    "This is not allowed here.",
    "Check the quotes, brackets, commas and the indentation around here.",
  ],
} as const satisfies Record<string, Sentences>;

const syntaxSentences: Readonly<Record<string, Sentences>> & {
  readonly Unexpected: Sentences;
} = { ...json, ...yaml };

export type YamlSyntaxKind = keyof typeof yaml;
