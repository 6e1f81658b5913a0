import {
  parseExpression,
  printExpression,
  type Expression,
  type LiteralValue,
} from "@traffic-policy/policy-language";

/** A type of CEL as far as generated expressions go. */
type Type =
  | "bool"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "timestamp"
  | "duration"
  | "null"
  | "type"
  | { readonly list: Type }
  | { readonly map: Type; readonly key: Type };

const scalars = ["bool", "int", "uint", "double", "string", "bytes"] as const;
const keys = ["string", "int", "uint", "bool"] as const;

/** Texts of each type, most of them at an edge. */
const values: Readonly<Record<Exclude<Type, object>, readonly string[]>> = {
  bool: ["true", "false"],
  int: [
    ..."0 1 -1 2 3 7 -5 10 60 255 1000000".split(" "),
    ..."9223372036854775807 -9223372036854775808 9007199254740993 -9007199254740992".split(" "),
    ..."2147483648 4294967296 253402300799 -62135596800 0x1F".split(" "),
  ],
  uint: [
    ..."0u 1u 2u 3u 7u 10u 255u 18446744073709551615u".split(" "),
    ..."9223372036854775807u 9223372036854775808u 9007199254740993u".split(" "),
  ],
  double: [
    ..."0.0 -0.0 1.0 -1.0 1.5 -2.5 0.1 0.2 3.0 1e3 123456.0 1234567.0 1e21 1e-5 1e-7".split(" "),
    ..."1e308 -1.7976931348623157e308 5e-324 9007199254740993.0 9223372036854775807.0".split(" "),
    ..."18446744073709551615.0 0.0/0.0 1.0/0.0 -1.0/0.0".split(" "),
  ],
  string: (
    "|a|b|ab|abc|ABC| |a b|it's|\n|\u0000|a\\b|é|e\u0301|ß|😀|a😀b|\uFFFD|\uFB03|日本|" +
    "\u202Eabc|\uFEFFa|0|12|-7|1.5|true"
  )
    .split("|")
    .map((text) => JSON.stringify(text).replaceAll("\\u0000", "\\x00")),
  bytes: [
    "b''",
    "b'a'",
    "b'ab'",
    "b'abc'",
    "b'\\xff'",
    "b'\\x00'",
    "b'\\xc3\\xa9'",
    "b'\\xef\\xbb\\xbfa'",
    "b'é'",
    "b'12'",
  ],
  timestamp: (
    "0001-01-01T00:00:00Z 9999-12-31T23:59:59Z 1970-01-01T00:00:00Z " +
    "2024-02-29T12:34:56.789Z 2023-12-31T23:59:59.999Z 2024-12-31T00:00:00Z " +
    "2024-03-10T02:30:00Z 2024-03-31T01:00:00Z 1969-12-31T23:59:59.5Z " +
    "2024-01-01T00:00:00+05:30 2024-01-01T00:00:00-08:00 0099-06-01T00:00:00Z " +
    "2024-01-01T00:00:00.123456789Z 1600-02-29T00:00:00Z"
  )
    .split(" ")
    .map((text) => `timestamp('${text}')`),
  duration: [
    ..."0s 1s -1s 1h 1h30m -1h30m 90m 24h 1.5s -1.5s 250ms 1ms 1us 1ns -1ns 0.1s".split(" "),
    ..."2562047h -2562047h 0.000001s 100000h 1m0.5s 1h0.25s".split(" "),
    "1\u00b5s",
    "1\u03bcs",
    "+5s",
    "0",
    ".5s",
    "1.s",
  ].map((text) => `duration('${text}')`),
  null: ["null"],
  type: [
    ..."int uint double bool string bytes list map null_type type".split(" "),
    "google.protobuf.Timestamp",
    "google.protobuf.Duration",
  ],
};

const numerals = (
  "0|12|-7|+7|1.5|1e3|0x10|1e400|9223372036854775807| 1|007|9223372036854775808|" +
  "18446744073709551615|-1|NaN|inf|-Infinity|.5|5.|1_000|1,5||a|-|0b1|1e-400|１|" +
  "+Inf|-nan"
)
  .split("|")
  .map((text) => `'${text}'`);

/** Texts that a conversion reads, or does not. */
const readTexts: Readonly<Record<string, readonly string[]>> = {
  duration: [
    "'1h'",
    "''",
    "'+'",
    "'-'",
    "'1d'",
    "'90'",
    "'1h-1m'",
    "' 1s'",
    "'1e3s'",
    "'9999999h'",
  ],
  timestamp: [
    "'2024-01-01T00:00:00Z'",
    "'2024-01-01'",
    "'2024-02-30T00:00:00Z'",
    "'2024-01-01T24:00:00Z'",
    "'2024-01-01t00:00:00z'",
    "'0000-01-01T00:00:00Z'",
    "'2024-01-01T00:00:60Z'",
    "''",
  ],
};

/** How many of the values of a type are plain. */
const plain = 6;

const keyTexts = {
  string: ["'a'", "'a'", "'b'", "'c'", "''", "'é'"],
  int: ["0", "1", "2", "-1"],
  uint: ["0u", "1u", "2u"],
  bool: ["true", "false"],
} as const;

const patterns = [
  ..."^a b$ [a-c]+ a|b . a{2} ^$ \\d+ \\w+$ (a)(b)? [^a] é ^.{1}$ \\s x*".split(" "),
  "",
  "(?i)AB",
  "(?s).",
  "\\pL",
  "[[:alpha:]]",
  "(",
  "a(?=b)",
  "\\bа",
];

const zones = [
  "UTC",
  "UTC",
  "Europe/Oslo",
  "Europe/Oslo",
  "America/New_York",
  "Asia/Kathmandu",
  "-08:00",
  "+05:30",
  "europe/oslo",
  "Nowhere",
];

const parts = (
  "getFullYear getMonth getDate getDayOfMonth getDayOfWeek getDayOfYear getHours " +
  "getMinutes getSeconds getMilliseconds"
).split(" ");
const lengths = "getHours getMinutes getSeconds getMilliseconds".split(" ");

/** Random expressions, the same for the same seed; most of them are well-typed. */
export class ExpressionGenerator {
  #state: number;
  #bound: { readonly name: string; readonly type: Type }[] = [];

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An expression of any type. */
  next(): Expression {
    this.#bound = [];
    const type = this.#maybe(0.4) ? "bool" : this.#type(2);
    return this.#of(type, 2 + this.#below(3));
  }

  #type(depth: number): Type {
    const simple = this.#pick([
      ...scalars,
      ...scalars,
      "timestamp",
      "duration",
      "null",
      "type",
    ] as const);
    if (depth === 0 || this.#maybe(0.7)) return simple;
    if (this.#maybe(0.6)) return { list: this.#type(depth - 1) };
    return { map: this.#type(depth - 1), key: this.#pick(keys) };
  }

  #of(wanted: Type, depth: number): Expression {
    // Now and then another type than the one that belongs there.
    const type = this.#maybe(0.006) ? this.#type(1) : wanted;
    const bound = this.#bound.filter((one) => JSON.stringify(one.type) === JSON.stringify(type));
    if (bound.length > 0 && this.#maybe(0.5)) return named(this.#pick(bound).name);
    if (depth <= 0) return this.#value(type, depth);
    if (this.#maybe(0.08)) return this.#conditional(type, depth);
    if (this.#maybe(0.06)) return call("dyn", [this.#of(type, depth - 1)]);
    if (this.#maybe(0.05)) return this.#element(type, depth);
    if (typeof type === "object")
      return "list" in type ? this.#list(type, depth) : this.#value(type, depth);
    switch (type) {
      case "bool":
        return this.#bool(depth);
      case "int":
        return this.#int(depth);
      case "uint":
        return this.#maybe(0.7)
          ? binary(
              this.#pick(["+", "-", "*", "/", "%"]),
              this.#of("uint", depth - 1),
              this.#of("uint", depth - 1),
            )
          : call("uint", [
              this.#maybe(0.6)
                ? this.#of(this.#pick(["uint", "int", "double"]), depth - 1)
                : this.#numeral(),
            ]);
      case "double":
        return this.#double(depth);
      case "string":
        return this.#maybe(0.5)
          ? binary("+", this.#of("string", depth - 1), this.#of("string", depth - 1))
          : call("string", [
              this.#of(this.#pick(["string", "bool", "int", "uint", "double", "bytes"]), depth - 1),
            ]);
      case "bytes":
        return this.#maybe(0.5)
          ? binary("+", this.#of("bytes", depth - 1), this.#of("bytes", depth - 1))
          : call("bytes", [this.#of(this.#pick(["string", "bytes"]), depth - 1)]);
      case "timestamp":
        return this.#timestamp(depth);
      case "duration":
        return this.#duration(depth);
      case "type":
        return call("type", [this.#of(this.#type(1), depth - 1)]);
      case "null":
        return this.#value(type, depth);
    }
  }

  #value(type: Type, depth: number): Expression {
    if (typeof type !== "object") {
      const texts = values[type];
      // The first ones are plain; too many at an edge would fail together.
      return parsed(this.#pick(this.#maybe(0.6) ? texts.slice(0, plain) : texts));
    }
    const inner = depth - 1;
    if ("list" in type) {
      const length = this.#maybe(0.1) ? 0 : 1 + this.#below(3);
      return { kind: "list", elements: this.#times(length, () => this.#of(type.list, inner)) };
    }
    const entries = this.#keys(type.key).map((key) => ({ key, value: this.#of(type.map, inner) }));
    return { kind: "map", entries };
  }

  /** Keys of a map, seldom one twice. */
  #keys(type: Type): Expression[] {
    const found = this.#times(this.#below(4), () => this.#key(type));
    if (this.#maybe(0.02)) return found;
    const texts = found.map(printExpression);
    return found.filter((_key, index) => texts.indexOf(texts[index] ?? "") === index);
  }

  #key(type: Type): Expression {
    const usual = keyTexts[type as keyof typeof keyTexts];
    return usual === undefined || this.#maybe(0.03)
      ? this.#value(type, 0)
      : parsed(this.#pick(usual));
  }

  #conditional(type: Type, depth: number): Expression {
    const [whenTrue, whenFalse] = [this.#of(type, depth - 1), this.#of(type, depth - 1)];
    return { kind: "conditional", condition: this.#of("bool", depth - 1), whenTrue, whenFalse };
  }

  #element(type: Type, depth: number): Expression {
    if (this.#maybe(0.5)) {
      const index = this.#maybe(0.85)
        ? parsed(this.#pick(["0", "0", "0", "0", "0", "1", "2", "-1"]))
        : call("dyn", [
            this.#of(this.#pick(["int", "uint", "double", "bool", "string", "null"]), 0),
          ]);
      return { kind: "index", operand: this.#of({ list: type }, depth - 1), index };
    }
    const key = this.#pick(keys);
    const operand = this.#maybe(0.7)
      ? {
          kind: "map" as const,
          entries: keyTexts[key]
            .slice(1)
            .map((text) => ({ key: parsed(text), value: this.#of(type, depth - 2) })),
        }
      : this.#of({ map: type, key }, depth - 1);
    if (key === "string" && this.#maybe(0.5))
      return { kind: "select", operand, field: this.#pick(["a", "b"]) };
    return {
      kind: "index",
      operand,
      index: this.#maybe(0.9) ? this.#key(key) : call("dyn", [this.#key(this.#pick(keys))]),
    };
  }

  #list(type: { readonly list: Type }, depth: number): Expression {
    const choice = this.#below(5);
    if (choice === 0) return binary("+", this.#of(type, depth - 1), this.#of(type, depth - 1));
    if (choice > 2) return this.#value(type, depth);
    if (choice === 1) return this.#macro("filter", type.list, depth, ["bool"]);
    const from = this.#type(0);
    return this.#macro("map", from, depth, this.#maybe(0.7) ? [type.list] : ["bool", type.list]);
  }

  #macro(name: string, item: Type, depth: number, bodies: readonly Type[]): Expression {
    const isMap =
      this.#maybe(0.1) && typeof item !== "object" && (keys as readonly string[]).includes(item);
    const target = this.#of(isMap ? { map: "int", key: item } : { list: item }, depth - 1);
    const variable = this.#pick(["v", "w", "item"]);
    this.#bound.push({ name: variable, type: item });
    const inner = bodies.map((body) => this.#of(body, depth - 1));
    this.#bound.pop();
    return { kind: "call", name, target, arguments: [named(variable), ...inner] };
  }

  #bool(depth: number): Expression {
    const inner = depth - 1;
    const map = this.#boundMap();
    if (map !== undefined && this.#maybe(0.5)) return this.#presence(map);
    switch (this.#below(14)) {
      case 0:
      case 1:
        return binary(this.#pick(["&&", "||"]), this.#of("bool", inner), this.#of("bool", inner));
      case 2:
        return { kind: "unary", operator: "!", operand: this.#of("bool", inner) };
      case 3:
      case 4: {
        const type = this.#type(1);
        return binary(this.#pick(["==", "!="]), this.#of(type, inner), this.#of(type, inner));
      }
      case 5:
      case 6: {
        const type = this.#pick([...scalars, "timestamp", "duration"] as const);
        return binary(
          this.#pick(["<", "<=", ">", ">="]),
          this.#of(type, inner),
          this.#of(type, inner),
        );
      }
      case 7: {
        const [one, other] = [
          this.#pick(["int", "uint", "double"] as const),
          this.#pick(["int", "uint", "double"] as const),
        ];
        const operator = this.#pick(["<", "<=", ">", ">=", "==", "!="] as const);
        return binary(operator, call("dyn", [this.#of(one, inner)]), this.#of(other, inner));
      }
      case 8: {
        const type = this.#type(1);
        return binary("in", this.#of(type, inner), this.#of({ list: type }, inner));
      }
      case 9: {
        const key = this.#pick(keys);
        return binary("in", this.#key(key), this.#of({ map: this.#type(0), key }, inner));
      }
      case 10: {
        const item: Type = this.#maybe(0.3)
          ? { map: this.#type(0), key: this.#pick(keys) }
          : this.#type(0);
        return this.#macro(this.#pick(["all", "exists", "exists_one"]), item, depth, ["bool"]);
      }
      case 11:
        return method(
          this.#of("string", inner),
          this.#pick(["contains", "startsWith", "endsWith"]),
          [this.#of("string", inner)],
        );
      case 12:
        return method(this.#of("string", inner), "matches", [
          literal({ type: "string", value: this.#pick(patterns) }),
        ]);
      default:
        return call("bool", [
          this.#maybe(0.5)
            ? this.#of("bool", inner)
            : parsed(
                this.#pick([
                  "'true'",
                  "'false'",
                  "'t'",
                  "'T'",
                  "'TRUE'",
                  "'True'",
                  "'f'",
                  "'F'",
                  "'0'",
                  "'yes'",
                  "''",
                ]),
              ),
        ]);
    }
  }

  /** The variable of the innermost macro, when its items are maps. */
  #boundMap(): string | undefined {
    const { name, type } = this.#bound.at(-1) ?? {};
    return typeof type === "object" && "map" in type ? name : undefined;
  }

  #presence(map: string): Expression {
    const field = this.#pick(["a", "b"]);
    return call("has", [{ kind: "select", operand: named(map), field }]);
  }

  #int(depth: number): Expression {
    const inner = depth - 1;
    switch (this.#below(9)) {
      case 0:
      case 1:
      case 2:
        return binary(
          this.#pick(["+", "-", "*", "/", "%"]),
          this.#of("int", inner),
          this.#of("int", inner),
        );
      case 3:
        return { kind: "unary", operator: "-", operand: this.#of("int", inner) };
      case 4:
        return call("int", [
          this.#maybe(0.6) ? this.#of(this.#pick(["int", "double"]), inner) : this.#numeral(),
        ]);
      case 5: {
        const sized = this.#pick<Type>([
          "string",
          "bytes",
          { list: this.#type(0) },
          { map: this.#type(0), key: this.#pick(keys) },
        ]);
        const operand = this.#of(sized, inner);
        return this.#maybe(0.5) ? call("size", [operand]) : method(operand, "size", []);
      }
      case 6:
        return method(this.#of("duration", inner), this.#pick(lengths), []);
      default:
        return method(
          this.#of("timestamp", inner),
          this.#pick(parts),
          this.#maybe(0.5) ? [] : [literal({ type: "string", value: this.#pick(zones) })],
        );
    }
  }

  #double(depth: number): Expression {
    const inner = depth - 1;
    if (this.#maybe(0.6)) {
      return binary(
        this.#pick(["+", "-", "*", "/"]),
        this.#of("double", inner),
        this.#of("double", inner),
      );
    }
    if (this.#maybe(0.3))
      return { kind: "unary", operator: "-", operand: this.#of("double", inner) };
    return call("double", [
      this.#maybe(0.6) ? this.#of(this.#pick(["double", "int", "uint"]), inner) : this.#numeral(),
    ]);
  }

  /** A text that may be a number. */
  #numeral(): Expression {
    if (this.#maybe(0.5)) return literal({ type: "string", value: String(this.#below(100)) });
    return parsed(this.#pick(numerals));
  }

  #timestamp(depth: number): Expression {
    const inner = depth - 1;
    switch (this.#below(4)) {
      case 0:
        return binary(
          this.#pick(["+", "-"]),
          this.#of("timestamp", inner),
          this.#of("duration", inner),
        );
      case 1:
        return binary("+", this.#of("duration", inner), this.#of("timestamp", inner));
      case 2:
        return call("timestamp", [this.#of("int", inner)]);
      default:
        return call("timestamp", [parsed(this.#pick(readTexts["timestamp"] ?? []))]);
    }
  }

  #duration(depth: number): Expression {
    const inner = depth - 1;
    switch (this.#below(3)) {
      case 0:
        return binary("-", this.#of("timestamp", inner), this.#of("timestamp", inner));
      case 1:
        return binary(
          this.#pick(["+", "-"]),
          this.#of("duration", inner),
          this.#of("duration", inner),
        );
      default:
        return call("duration", [parsed(this.#pick(readTexts["duration"] ?? []))]);
    }
  }

  #times<T>(count: number, make: () => T): T[] {
    return Array.from({ length: count }, make);
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#below(items.length)] as T;
  }

  #maybe(chance: number): boolean {
    return this.#random() < chance;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  /** The generator "mulberry32". */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

function parsed(text: string): Expression {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(text);
  return result.tree;
}

function named(name: string): Expression {
  return { kind: "identifier", name };
}

function literal(value: LiteralValue): Expression {
  return { kind: "literal", ...value };
}

function call(name: string, given: readonly Expression[]): Expression {
  return { kind: "call", name, arguments: given };
}

function method(target: Expression, name: string, given: readonly Expression[]): Expression {
  return { kind: "call", name, target, arguments: given };
}

function binary(
  operator: (Expression & { kind: "binary" })["operator"],
  left: Expression,
  right: Expression,
): Expression {
  return { kind: "binary", operator, left, right };
}
