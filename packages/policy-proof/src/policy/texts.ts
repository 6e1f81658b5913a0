import {
  checkExpression,
  interpolations,
  isJsonObject,
  parseExpression,
  printExpression,
  type CheckContext,
  type Dialect,
  type Expression,
  type JsonValue,
} from "@traffic-policy/policy-language";
import {
  Condition,
  never,
  type Formula,
  type LogicSession,
  type Test,
} from "@traffic-policy/policy-logic";
import { withNamesOfToday } from "./canonical-config.ts";
import type { ChangedParts, TextValue } from "./changed-parts.ts";
import { drawnIn, isDrawn } from "./steady.ts";
import type { Totals } from "./total.ts";
import { withheldIn } from "./withheld.ts";

export interface Place extends CheckContext {
  readonly dialect: Dialect;
}

export interface Interpolated extends TextValue {
  readonly fails: Formula;
  /** True when the text has a character that no header can contain, provided that it does not fail. */
  readonly isNoHeader: Formula;
}

// As the engine has it: with a line break, the value would go on as another header.
const noHeader = String.raw`[\x00-\x08\x0A-\x1F\x7F]`;

/** Reads config texts with their interpolations. */
export class TextReader {
  readonly #totals: Totals;
  readonly #session: LogicSession;
  readonly #place: Place;
  readonly #collectionsFail: boolean;
  readonly #countOf: (text: string) => number;
  readonly #areThere: ReadonlySet<string>;

  constructor(
    totals: Totals,
    session: LogicSession,
    place: Place,
    {
      collectionsFail,
      countOf,
      areThere,
    }: {
      readonly collectionsFail: boolean;
      readonly countOf: (text: string) => number;
      /** The variables that are known to have a value, because earlier conditions read them. */
      readonly areThere: ReadonlySet<string>;
    },
  ) {
    this.#totals = totals;
    this.#session = session;
    this.#place = place;
    this.#collectionsFail = collectionsFail;
    this.#countOf = countOf;
    this.#areThere = areThere;
  }

  text(text: string, changes: ChangedParts, moment: number): Interpolated {
    if (!text.includes("${")) {
      return { key: JSON.stringify(text), constant: text, fails: never, isNoHeader: never };
    }
    const keys: string[] = [];
    const failures: Formula[] = [];
    const wrong: Formula[] = [];
    const { parts } = interpolations(text);
    let holds: TextValue["holds"];
    const affixes = affixesOf(parts);
    for (const part of parts) {
      if (part.kind === "text") {
        keys.push(JSON.stringify(part.text));
        continue;
      }
      const parsed = parseExpression(withNamesOfToday(part.expression, this.#place.dialect));
      if (!parsed.ok) {
        keys.push(part.text);
        continue;
      }
      const { tree } = parsed;
      const condition = this.#conditionOf(tree);
      const { key: own, draw } = this.#read(tree, condition, changes, moment);
      const seen = (formula: Formula): Formula =>
        this.#totals.isTrue(changes.seen(draw(formula), moment));
      keys.push(`\${${own}}`);
      const needs = condition.reader.needs(tree).map(seen);
      failures.push(this.#totals.not(this.#totals.and(needs)), ...this.#withheld(tree));
      const kind = condition.types.get(tree)?.kind;
      if (affixes !== undefined && (kind === "string" || kind === "dyn")) {
        const { subject, toTest } = condition.reader.term(tree);
        const asked = (test: Test): Formula => seen({ kind: "atom", subject, test: toTest(test) });
        holds = (test) => {
          const ofText = withAffixes(test, affixes);
          if (ofText === undefined || kind === "string") return ofText && asked(ofText);
          // Another value than a text becomes one.
          const other = this.#totals.opaque(`${own} becomes a text as asked for`);
          const isText = asked({ kind: "is", of: "text" });
          return this.#totals.choice(isText, asked(ofText), other);
        };
      }
      // What the catalogue knows the form of has no control characters.
      if (condition.variableAt(tree)?.form !== undefined) continue;
      if (condition.types.get(tree)?.kind === "string") {
        wrong.push(seen(condition.reader.read(matching(tree))));
      } else if (!isPlain(condition.types.get(tree)?.kind)) {
        const what = printExpression(tree);
        wrong.push(this.#totals.opaque(`${what} has control characters`));
        if (this.#collectionsFail) failures.push(this.#totals.opaque(`${what} is no text`));
      }
    }
    const key = keys.join(" + ");
    return {
      key,
      fails: this.#totals.or(failures),
      isNoHeader: this.#totals.or(wrong),
      ...(holds && { holds }),
    };
  }

  value(value: JsonValue, changes: ChangedParts, moment: number): Interpolated {
    if (typeof value === "string") return this.text(value, changes, moment);
    if (!Array.isArray(value) && !isJsonObject(value)) {
      // A number that kept its digits is an object.
      return { key: String(value), fails: never, isNoHeader: never };
    }
    const members = Object.entries(value).map(
      ([name, member]) => [name, this.value(member as JsonValue, changes, moment)] as const,
    );
    // The order of an object's members says nothing.
    const sorted = Array.isArray(value)
      ? members
      : members.toSorted(([one], [other]) => (one < other ? -1 : 1));
    const isList = Array.isArray(value);
    const inner = sorted.map(([name, { key }]) =>
      isList ? key : `${JSON.stringify(name)}: ${key}`,
    );
    return {
      key: isList ? `[${inner.join(", ")}]` : `{${inner.join(", ")}}`,
      fails: this.#totals.or(members.map(([, { fails }]) => fails)),
      isNoHeader: this.#totals.or(members.map(([, { isNoHeader }]) => isNoHeader)),
    };
  }

  expression(
    text: string,
    changes: ChangedParts,
    moment: number,
  ): Pick<Interpolated, "key" | "fails"> {
    const parsed = parseExpression(withNamesOfToday(text, this.#place.dialect));
    if (!parsed.ok) return { key: text, fails: never };
    const { tree } = parsed;
    const condition = this.#conditionOf(tree);
    const { key, draw } = this.#read(tree, condition, changes, moment);
    const needs = condition.reader
      .needs(tree)
      .map((need) => this.#totals.isTrue(changes.seen(draw(need), moment)));
    return { key, fails: this.#totals.not(this.#totals.and(needs)) };
  }

  /** Returns a key for everything that an expression reads; random numbers get distinct keys. */
  #read(
    tree: Expression,
    condition: Condition,
    changes: ChangedParts,
    moment: number,
  ): { readonly key: string; readonly draw: (formula: Formula) => Formula } {
    const { dialect } = this.#place;
    const text = `${condition.canonicalText(tree)}${changes.versionOf(tree, moment)}`;
    if (!isDrawn(tree, dialect)) return { key: text, draw: (formula) => formula };
    const key = `${text} (${this.#countOf(text)})`;
    return { key, draw: drawnIn(key, dialect) };
  }

  #withheld(tree: Expression): Formula[] {
    return withheldIn(tree, this.#place.dialect)
      .filter((name) => !this.#areThere.has(name))
      .map((name) => this.#totals.opaque(`the service has no value for ${name}`));
  }

  #conditionOf(tree: Expression): Condition {
    const checked = checkExpression(tree, this.#place);
    return new Condition(tree, checked, this.#place.dialect, this.#session);
  }
}

interface Affixes {
  readonly prefix: string;
  readonly suffix: string;
}

/** Returns the texts around the only interpolation of a text; undefined when it has several. */
function affixesOf(parts: ReturnType<typeof interpolations>["parts"]): Affixes | undefined {
  const at = parts.findIndex(({ kind }) => kind !== "text");
  const textOf = (some: typeof parts): string =>
    some.map((part) => (part.kind === "text" ? part.text : "")).join("");
  if (at !== parts.findLastIndex(({ kind }) => kind !== "text")) return undefined;
  return { prefix: textOf(parts.slice(0, at)), suffix: textOf(parts.slice(at + 1)) };
}

/** Returns the test of a value that a text with affixes passes if and only if it passes the given one. */
function withAffixes(test: Test, { prefix, suffix }: Affixes): Test | undefined {
  if (prefix === "" && suffix === "") return test;
  if (test.kind === "text") {
    return { kind: "text", test: { kind: "affixed", prefix, suffix, test: test.test } };
  }
  if (test.kind !== "one-of") return undefined;
  const texts = [...test.constants.values()].flatMap((one) =>
    one.kind === "text" ? [one.value] : [],
  );
  return {
    kind: "text",
    test: { kind: "affixed", prefix, suffix, test: { kind: "one-of", texts: new Set(texts) } },
  };
}

function matching(target: Expression): Expression {
  const pattern: Expression = { kind: "literal", type: "string", value: noHeader };
  return { kind: "call", name: "matches", target, arguments: [pattern] };
}

function isPlain(kind: string | undefined): boolean {
  return kind !== undefined && plainKinds.has(kind);
}

const plainKinds: ReadonlySet<string> = new Set(
  "bool int uint double timestamp duration".split(" "),
);
