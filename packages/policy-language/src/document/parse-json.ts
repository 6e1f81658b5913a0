import { printParseErrorCode, visit } from "jsonc-parser";
import { isSafeNumber, LosslessNumber } from "lossless-json";
import type { JsonValue } from "../json-value.ts";
import { toPointer } from "../json-pointer.ts";
import type { Span } from "../span.ts";
import type { JsonError } from "./json-error.ts";
import { JsonPositions, type JsonNode } from "./json-positions.ts";

/** What {@link parseJson} found in a text. */
export interface ParsedJson {
  /** The value, when the text is JSON; with a duplicate key the last one counts. */
  readonly value: JsonValue | undefined;
  /** What is wrong, in the order of the text; a text with errors should not be used. */
  readonly errors: readonly JsonError[];
  /** Where in the text each value stands. */
  readonly positions: JsonPositions;
}

/** Levels of lists and objects that a document may have. */
const maxNesting = 500;

/**
 * Parses JSON exactly: duplicate keys are errors, a number that a double cannot hold keeps its
 * digits, `__proto__` is a key like any other, and every value has its place in the text.
 * A byte order mark at the start is passed over. Never throws.
 */
export function parseJson(text: string): ParsedJson {
  const errors: JsonError[] = [];
  const open: Container[] = [];
  let root: JsonNode | undefined;

  const place = (node: JsonNode): void => {
    const parent = open.at(-1);
    if (parent === undefined) {
      root ??= node;
      return;
    }
    if (parent.items !== undefined) {
      parent.items.push(node);
      (parent.value as JsonValue[]).push(node.value);
    } else if (parent.key !== undefined) {
      const { name, span } = parent.key;
      const earlier = parent.members.get(name);
      if (earlier !== undefined) {
        errors.push({
          code: "duplicate-key",
          span,
          detail: name,
          pointer: toPointer(open.flatMap((container) => lastKey(container))),
          first: earlier.key,
        });
      }
      parent.members.set(name, { key: span, node });
      (parent.value as Record<string, JsonValue>)[name] = node.value;
    }
  };
  const begin = (offset: number, container: Container): void => {
    if (open.length >= maxNesting) {
      const span = { start: offset, end: offset + 1 };
      throw new NestedTooDeep({ code: "too-deep", span, detail: String(maxNesting), pointer: "" });
    }
    place(container);
    open.push(container);
  };
  const end = (offset: number, length: number): void => {
    const container = open.pop();
    if (container !== undefined) container.end = offset + length;
  };

  try {
    visit(
      text,
      {
        onObjectBegin: (start) =>
          begin(start, {
            start,
            end: text.length,
            value: Object.create(null) as JsonValue,
            members: new Map(),
          }),
        onObjectEnd: end,
        onArrayBegin: (start) => begin(start, { start, end: text.length, value: [], items: [] }),
        onArrayEnd: end,
        onObjectProperty: (name, start, length) => {
          const parent = open.at(-1);
          if (parent?.members !== undefined)
            parent.key = { name, span: { start, end: start + length } };
        },
        onLiteralValue: (value: string | number | boolean | null, start, length) => {
          const digits = text.slice(start, start + length);
          place({
            start,
            end: start + length,
            value:
              typeof value === "number" && !isSafeNumber(digits)
                ? new LosslessNumber(digits)
                : value,
          });
        },
        onError: (error, start, length) => {
          const detail = printParseErrorCode(error);
          if (detail === "InvalidSymbol" && start === 0 && text[0] === byteOrderMark) return;
          // After the first, the parser guesses what was meant: its further errors mislead.
          if (errors.some(({ code }) => code === "syntax")) return;
          errors.push({
            code: "syntax",
            span: { start, end: Math.min(text.length, start + length) },
            detail,
            pointer: "",
          });
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (!(error instanceof NestedTooDeep)) throw error;
    errors.push(error.error);
  }
  return { value: root?.value, errors, positions: new JsonPositions(text, root) };
}

const byteOrderMark = "\ufeff";

type Container = JsonNode & { end: number } & (
    | { members: Map<string, { key: Span; node: JsonNode }>; items?: never; key?: Key }
    | { items: JsonNode[]; members?: never; key?: never }
  );

interface Key {
  readonly name: string;
  readonly span: Span;
}

function lastKey(container: Container): (string | number)[] {
  if (container.items !== undefined) return [container.items.length - 1];
  return container.key === undefined ? [] : [container.key.name];
}

class NestedTooDeep extends Error {
  readonly error: JsonError;

  constructor(error: JsonError) {
    super(error.code);
    this.error = error;
  }
}
