import { printExpression } from "@traffic-policy/policy-language";
import { compileRegularExpression } from "@traffic-policy/policy-language/internal";
import {
  Intervals,
  type Atom,
  type Constant,
  type Formula,
  type ListTest,
  type Relation,
  type Side,
  type Subject,
  type Test,
  type TextTest,
} from "@traffic-policy/policy-logic";
import { ip4Beginnings } from "./address-patterns.ts";
import { untranslated } from "./untranslated.ts";
import { whenKnown, type ListValue, type SqlValue, type SqlValues } from "./values.ts";
import type { Sql, SqlWriter } from "./writer.ts";

type Items = ReadonlyMap<string, Sql>;

const noItems: Items = new Map();

/** Writes the questions of formulas as SQL that is true, false, or null for an unknown answer. */
export class Questions {
  readonly #values: SqlValues;
  readonly #writer: SqlWriter;
  /** True inside a condition on each item of a list. That condition must not be null. */
  #isInList = false;

  constructor(values: SqlValues) {
    this.#values = values;
    this.#writer = values.writer;
  }

  /** @throws NotInSql */
  atom(atom: Atom): Sql {
    return this.#atom(atom, noItems);
  }

  /** @throws NotInSql */
  relation({ operator, left, right }: Relation): Sql {
    const [one, other] = [this.#side(left), this.#side(right)];
    if (one.kind !== other.kind) throw untranslated("a comparison of different types");
    const sign = operator === "==" ? "=" : operator;
    return `(${one.sql} ${sign} ${other.sql})`;
  }

  #side({ subject, shift, item }: Side): SqlValue {
    if (item !== undefined || shift !== undefined || subject.isPresence) {
      throw untranslated(`a comparison with ${printExpression(subject.node)}`);
    }
    const value = this.#values.of(subject);
    if (value.kind === "list") throw untranslated(`a comparison of lists`);
    return value;
  }

  #atom({ subject, test }: Atom, items: Items): Sql {
    const item = subject.node.kind === "identifier" ? items.get(subject.node.name) : undefined;
    if (item === undefined && subject.node.kind === "identifier" && isOpaque(subject)) {
      throw untranslated(subject.node.name);
    }
    const value: SqlValue =
      item === undefined ? this.#values.of(subject) : { kind: "text", sql: item };
    if (item === undefined && this.#isInList) {
      throw untranslated(`a condition on each item that asks for ${printExpression(subject.node)}`);
    }
    switch (value.kind) {
      case "text":
        return this.#text(value.sql, this.#textTest(test));
      case "list":
        if (test.kind !== "list") throw untranslated("a question about a list");
        return this.#list(value, test.test, items);
      case "decision":
        return isOnlyTrue(test) ? `(${value.sql})` : this.#never();
      case "number":
        return this.#number(value.sql, test);
      case "nanoseconds":
        return this.#time(value.sql, test);
    }
  }

  #never(): never {
    throw untranslated("a question about a value of another type");
  }

  #textTest(test: Test): TextTest {
    switch (test.kind) {
      case "text":
        return test.test;
      case "one-of":
        return { kind: "one-of", texts: new Set([...test.constants.values()].flatMap(textOf)) };
      case "order":
        if (test.constant.kind !== "text") return this.#never();
        return { kind: "order", operator: test.operator, text: test.constant.value };
      default:
        return this.#never();
    }
  }

  #text(value: Sql, test: TextTest): Sql {
    const writer = this.#writer;
    switch (test.kind) {
      case "one-of":
        return test.texts.size === 0
          ? this.#constant(value, false)
          : `(${writer.isIn(value, [...test.texts].toSorted())})`;
      case "order":
        return `(${value} ${test.operator} ${writer.text(test.text)})`;
      case "startsWith":
      case "endsWith":
      case "contains":
        return test.text === "" ? this.#constant(value, true) : writer[test.kind](value, test.text);
      case "size":
        return within(writer.size(value), test.sizes.whole(), writer);
      case "matches":
        if (!isAlike(test.pattern)) throw untranslated(`the pattern ${test.pattern}`);
        return writer.matches(value, test.pattern);
      case "lower":
      case "upper":
        return this.#text(writer[test.kind](value), test.test);
      case "affixed": {
        const { prefix, suffix } = test;
        const parts = [prefix && writer.text(prefix), value, suffix && writer.text(suffix)];
        return this.#text(writer.concat(...parts.filter((part) => part !== "")), test.test);
      }
      case "country-code":
        return writer.matches(value, "^(?:[A-Z]{2})?$");
      case "in-ranges":
        return this.#address(value, test.addresses);
      case "number":
        return this.#numberIn(value, test);
      case "url-part":
        throw untranslated("a part of a URL in a text");
    }
  }

  #constant(value: Sql, holds: boolean): Sql {
    return constantOf(value, holds, this.#writer);
  }

  #address(value: Sql, addresses: Intervals): Sql {
    if (this.#isInList) throw untranslated("ranges of addresses for each item of a list");
    const writer = this.#writer;
    const { isFour, isSix, six } = this.#values.address(value);
    const fours = beginsAs(
      value,
      ip4Beginnings(addresses.and(Intervals.between(0n, sixes - 1n))),
      writer,
    );
    const ranges = addresses.and(Intervals.between(sixes, sixes + 2n ** 128n - 1n)).list;
    const parts = ranges.map(({ low, high }) => {
      const number = six();
      const [first, last] = [low, high].map((point) => writer.ip6Constant(BigInt(point) - sixes));
      return first === last ? `${number} = ${first}` : `${number} BETWEEN ${first} AND ${last}`;
    });
    const isOne = parts.length === 0 ? writer.boolean(false) : parts.join(" OR ");
    return `CASE WHEN ${isFour} THEN ${fours} WHEN ${isSix} THEN (${isOne}) END`;
  }

  #numberIn(value: Sql, { type, numbers }: TextTest & { kind: "number" }): Sql {
    if (this.#isInList) throw untranslated("numbers in each item of a list");
    if (type !== "int" && type !== "uint") throw untranslated(`${type}() of a text`);
    const { boolean, matches, wholeOf } = this.#writer;
    const sign = type === "int" ? "-?" : "";
    const isNumber = matches(value, `^${sign}[0-9]{1,18}$`);
    const isNone = `NOT ${matches(value, "[0-9]")}`;
    return `CASE WHEN ${isNumber} THEN ${within(wholeOf(value), numbers.whole(), this.#writer)} WHEN ${isNone} THEN ${boolean(false)} END`;
  }

  #number(value: Sql, test: Test): Sql {
    switch (test.kind) {
      case "one-of":
        return within(
          value,
          Intervals.points([...test.constants.values()].flatMap(pointOf)).whole(),
          this.#writer,
        );
      case "order":
        return within(
          value,
          Intervals.comparedWith(test.operator, this.#point(test.constant)).whole(),
          this.#writer,
        );
      case "points":
        return within(value, test.points.whole(), this.#writer);
      case "remainder":
        return within(
          this.#writer.remainder(value, BigInt(test.divisor)),
          test.numbers.whole(),
          this.#writer,
        );
      case "is":
        return test.of === "number" ? this.#constant(value, true) : this.#never();
      default:
        return this.#never();
    }
  }

  #point(constant: Constant): bigint | number {
    const [point] = pointOf(constant);
    return point ?? this.#never();
  }

  #time(value: Sql, test: Test): Sql {
    if (test.kind === "time-part") return this.#timePart(value, test.name, test.numbers);
    return this.#number(value, test);
  }

  #timePart(value: Sql, name: string, numbers: Intervals): Sql {
    const { quotient, remainder, ofDay, whole } = this.#writer;
    const day = 86_400_000_000_000n;
    const ofTheDay = remainder(`(${remainder(value, day)} + ${whole(day)})`, day);
    // Days are counted down, and what is left of a division is cut off.
    const days = `(${quotient(value, day)} - CASE WHEN ${remainder(value, day)} < 0 THEN 1 ELSE 0 END)`;
    const part = ((): Sql => {
      switch (name) {
        case "getHours":
          return quotient(ofTheDay, 3_600_000_000_000n);
        case "getMinutes":
          return remainder(quotient(ofTheDay, 60_000_000_000n), 60n);
        case "getSeconds":
          return remainder(quotient(ofTheDay, 1_000_000_000n), 60n);
        case "getMilliseconds":
          return remainder(quotient(ofTheDay, 1_000_000n), 1000n);
        case "getDayOfWeek":
          return remainder(`(${remainder(days, 7n)} + 11)`, 7n);
        case "getFullYear":
          return ofDay(days, "year");
        case "getMonth":
          return `(${ofDay(days, "month")} - 1)`;
        case "getDate":
          return ofDay(days, "date");
        case "getDayOfMonth":
          return `(${ofDay(days, "date")} - 1)`;
        case "getDayOfYear":
          return `(${ofDay(days, "day of year")} - 1)`;
        default:
          throw untranslated(`${name}()`);
      }
    })();
    return within(part, numbers.whole(), this.#writer);
  }

  #list(list: ListValue, test: ListTest, items: Items): Sql {
    const writer = this.#writer;
    const { sql, known, first } = list;
    switch (test.kind) {
      case "size":
        return whenKnown(within(writer.sizeOfList(sql), test.sizes.whole(), writer), known);
      case "item": {
        const otherwise =
          test.otherwise === undefined ? writer.unknown : writer.boolean(test.otherwise);
        const size = writer.sizeOfList(sql);
        if (test.index === 0 && first !== undefined) {
          const inner = this.#ofItem(test.formula, first(), items);
          const isNone = [known, `${size} = 0`].filter(Boolean).join(" AND ");
          return `CASE WHEN ${first()} IS NOT NULL THEN ${inner} WHEN ${isNone} THEN ${otherwise} END`;
        }
        const inner = this.#ofItem(test.formula, writer.itemAt(sql, test.index), items);
        return whenKnown(
          `CASE WHEN ${size} > ${test.index} THEN ${inner} ELSE ${otherwise} END`,
          known,
        );
      }
      case "count": {
        const before = this.#isInList;
        this.#isInList = true;
        try {
          const name = `item${items.size}`;
          const count = writer.countIn(sql, name, (item) =>
            this.#ofItem(test.formula, item, items),
          );
          return whenKnown(within(count, test.numbers.whole(), writer), known);
        } finally {
          this.#isInList = before;
        }
      }
    }
  }

  #ofItem(formula: Formula, item: Sql, items: Items): Sql {
    const name = itemNameIn(formula);
    const known = name === undefined ? items : new Map([...items, [name, item]]);
    const write = (part: Formula): Sql => {
      switch (part.kind) {
        case "constant":
          return this.#writer.boolean(part.value);
        case "atom":
          return this.#atom(part, known);
        case "not":
          return `(NOT ${write(part.of)})`;
        case "all":
        case "any":
          return `(${part.parts.map(write).join(part.kind === "all" ? " AND " : " OR ")})`;
        default:
          throw untranslated("a condition on each item of a list");
      }
    };
    return write(formula);
  }
}

const sixes = 2n ** 32n;

function beginsAs(value: Sql, beginnings: readonly string[] | undefined, writer: SqlWriter): Sql {
  if (beginnings === undefined) return writer.boolean(true);
  const whole = beginnings.filter((text) => !text.endsWith("."));
  const parts = beginnings.filter((text) => text.endsWith("."));
  const tests = whole.length > 0 ? [writer.isIn(value, whole)] : [];
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) tests.push(writer.startsWith(value, only));
  else if (parts.length > 0) {
    const pattern = parts.map((text) => text.replaceAll(".", String.raw`\.`)).join("|");
    tests.push(writer.matches(value, `^(?:${pattern})`));
  }
  return tests.length === 0 ? writer.boolean(false) : `(${tests.join(" OR ")})`;
}

function within(value: Sql, numbers: Intervals, writer: SqlWriter): Sql {
  const { whole } = writer;
  const parts = numbers.list.map(({ low, high }) => {
    const [from, to] = [
      low === -Infinity ? undefined : BigInt(low),
      high === Infinity ? undefined : BigInt(high),
    ];
    if (from === undefined)
      return to === undefined ? constantOf(value, true, writer) : `${value} <= ${whole(to)}`;
    if (to === undefined) return `${value} >= ${whole(from)}`;
    return from === to
      ? `${value} = ${whole(from)}`
      : `${value} BETWEEN ${whole(from)} AND ${whole(to)}`;
  });
  if (parts.length === 0) return constantOf(value, false, writer);
  return parts.length === 1 && parts[0] !== undefined ? `(${parts[0]})` : writer.or(...parts);
}

function constantOf(value: Sql, holds: boolean, { boolean }: SqlWriter): Sql {
  return `CASE WHEN ${value} IS NOT NULL THEN ${boolean(holds)} END`;
}

function textOf(constant: Constant): string[] {
  return constant.kind === "text" ? [constant.value] : [];
}

function pointOf(constant: Constant): (bigint | number)[] {
  return constant.kind === "text" || constant.kind === "bool" ? [] : [constant.value];
}

function isOnlyTrue(test: Test): boolean {
  if (test.kind !== "one-of" || test.constants.size !== 1) return false;
  const [first] = test.constants.values();
  return first?.kind === "bool" && first.value;
}

export function isOpaque({ node, values }: Subject): boolean {
  return node.kind === "identifier" && values.bool !== undefined && values.text === undefined;
}

function itemNameIn(formula: Formula): string | undefined {
  switch (formula.kind) {
    case "atom": {
      const { node } = formula.subject;
      return node.kind === "identifier" && node.name.startsWith("item__") ? node.name : undefined;
    }
    case "not":
      return itemNameIn(formula.of);
    case "all":
    case "any":
      for (const part of formula.parts) {
        const name = itemNameIn(part);
        if (name !== undefined) return name;
      }
      return undefined;
    default:
      return undefined;
  }
}

/** True when every RE2 version gives the same result for a pattern: the versions differ in their Unicode data. */
function isAlike(pattern: string): boolean {
  return (
    (compileRegularExpression(pattern).ok &&
      !/\\[pPC]|\\Q|[^\0-\x7f]|\(\?[a-zA-Z]*i/.test(pattern)) ||
    isPlainFold(pattern)
  );
}

/** True when a pattern ignores case only for letters with exactly two forms, which excludes `k` and `s`. */
function isPlainFold(pattern: string): boolean {
  return (
    compileRegularExpression(pattern).ok &&
    /^[\0-\x7f]*$/.test(pattern) &&
    !/\\[pPCQ]/.test(pattern)
  );
}
