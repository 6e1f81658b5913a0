import {
  ownMember,
  parseType,
  variableNamed,
  reading,
  type Dialect,
  type Expression,
  type VariableDefinition,
} from "@traffic-policy/policy-language";
import { fold, type Constant, type Test } from "@traffic-policy/policy-logic";
import {
  bodySize,
  cookie,
  header,
  param,
  placeOfVariable,
  type Place,
  type Value,
} from "./place.ts";

/** A value that follows from one place of an exchange. */
export interface Term {
  readonly place: Place;
  /** Its value for one of the place; undefined when it has none, and fails. */
  readonly read: (value: Value) => Constant | undefined;
  /** Values that the place may have to have for one of the term. */
  readonly write: (constant: Constant) => readonly Value[];
  /** What holds for all of its values. */
  readonly always?: Test;
}

/** What an expression in its canonical form reads; nothing when it is not one simple thing. */
export function termOf(node: Expression, dialect: Dialect): Term | undefined {
  const variable = variableNamed(dialect, node);
  if (variable !== undefined) return variableTerm(variable, dialect);
  switch (node.kind) {
    case "index": {
      const entry = entryTerm(node.operand, node.index, dialect);
      if (entry !== undefined) return listOf(entry);
      const isFirst = node.index.kind === "literal" && node.index.value === 0n;
      const { operand } = node;
      return isFirst && operand.kind === "index"
        ? entryTerm(operand.operand, operand.index, dialect)
        : undefined;
    }
    // Of a cookie.
    case "select":
      return node.field === "value" ? termOf(node.operand, dialect) : undefined;
    case "call":
      return callTerm(node, dialect);
    default:
      return undefined;
  }
}

function variableTerm(definition: VariableDefinition, dialect: Dialect): Term | undefined {
  const { renamedTo, type } = definition;
  const current = renamedTo && variableNamed(dialect, reading(renamedTo));
  const { name } = current || definition;
  const named = ownMember(headers, name);
  if (named !== undefined) return orEmpty(itself(header(...named)));
  const { kind } = parseType(type);
  const place = placeOfVariable(name, kind);
  if (place === undefined) return undefined;
  const isNumber = current && parseType(current.type).kind === "int";
  if (kind === "string" && isNumber) return asText(place);
  return /^req\.url\.(?:raw_)?(?:path|uri)$/.test(name)
    ? { ...itself(place), always: withSlash }
    : itself(place);
}

const withSlash: Test = { kind: "text", test: { kind: "startsWith", text: "/" } };

/** Variables that are a header, and empty text without it. */
const headers: Readonly<Record<string, readonly [of: "request" | "response", name: string]>> = {
  "req.content_type": ["request", "content-type"],
  "req.content_type.raw": ["request", "content-type"],
  "req.user_agent": ["request", "user-agent"],
  "req.location": ["request", "location"],
  "res.content_type": ["response", "content-type"],
  "res.content_type.raw": ["response", "content-type"],
  "res.location": ["response", "location"],
};

/** The maps of exchanges: the term of one of their keys. */
const maps: Readonly<Record<string, (key: string) => Term>> = {
  "req.headers": (key) => headerTerm("request", key),
  "res.headers": (key) => headerTerm("response", key),
  "req.url.query_params": (key) => itself(param(key)),
  "req.cookies": (key) => itself(cookie("request", key)),
  "res.cookies": (key) => itself(cookie("response", key)),
};

function headerTerm(of: "request" | "response", name: string): Term {
  const key = name.toLowerCase();
  return key === "content-length" ? asText(bodySize(of)) : itself(header(of, key));
}

/** The first value of an entry of a map. */
function entryTerm(map: Expression, key: Expression, dialect: Dialect): Term | undefined {
  const variable = variableNamed(dialect, map);
  if (variable === undefined || key.kind !== "literal" || key.type !== "string") return undefined;
  return ownMember(maps, variable.renamedTo ?? variable.name)?.(key.value);
}

function callTerm(
  { name, target, arguments: [argument, ...others] }: Expression & { kind: "call" },
  dialect: Dialect,
): Term | undefined {
  if (target !== undefined || argument === undefined || others.length > 0) return undefined;
  const conversion = ownMember(conversions, name);
  if (conversion !== undefined) {
    const inner = termOf(argument, dialect);
    return inner && converted(inner, conversion);
  }
  const [map] = dialect.functions.get(name)?.reads ?? [];
  return map !== undefined && name.startsWith("get")
    ? entryTerm(reading(map), argument, dialect)
    : undefined;
}

function itself(place: Place): Term {
  return { place, read: constantOf, write: (constant) => [valueOf(constant)] };
}

/** A number that is read as text. */
function asText(place: Place): Term {
  return {
    place,
    read: (value) => constantOf(value === undefined ? undefined : String(value)),
    write: ({ value }) => [Number(value)],
  };
}

function orEmpty({ place, read, write }: Term): Term {
  return {
    place,
    read: (value) => read(value ?? ""),
    write: (constant) => (constant.value === "" ? [undefined] : write(constant)),
  };
}

/** A list of all values: it has one, or none. */
function listOf({ place }: Term): Term {
  return {
    place,
    read: (value) => ({ kind: "number", value: value === undefined ? 0n : 1n }),
    write: ({ value }) => (value === 0n ? [undefined] : value === 1n ? place.likely : []),
  };
}

/** How a value becomes another one, and back. */
interface Conversion {
  readonly to: (constant: Constant) => Constant | undefined;
  readonly back: (constant: Constant) => Constant;
}

const conversions: Readonly<Record<string, Conversion>> = {
  int: {
    to: ({ value }) =>
      /^-?\d{1,18}$/.test(String(value)) ? { kind: "number", value: BigInt(value) } : undefined,
    back: inText,
  },
  double: {
    to: ({ value }) =>
      /^-?\d+(?:\.\d+)?$/.test(String(value))
        ? { kind: "number", value: Number(value) }
        : undefined,
    back: inText,
  },
  string: {
    to: inText,
    back: ({ value }) => ({ kind: "number", value: Number(value) }),
  },
  timestamp: {
    to: ({ kind, value }) =>
      kind === "text"
        ? fold({
            kind: "call",
            name: "timestamp",
            arguments: [{ kind: "literal", type: "string", value }],
          })
        : undefined,
    back: ({ value }) => {
      const date = new Date(Number(BigInt(value) / 1_000_000n));
      return { kind: "text", value: date.toISOString().replace(".000Z", "Z") };
    },
  },
};

function inText({ value }: Constant): Constant {
  return { kind: "text", value: String(value) };
}

function converted({ place, read, write }: Term, { to, back }: Conversion): Term {
  return {
    place,
    read: (value) => {
      const constant = read(value);
      return constant && to(constant);
    },
    // A number may be converted to a number.
    write: (constant) => [...write(back(constant)), ...write(constant)],
  };
}

function constantOf(value: Value): Constant | undefined {
  switch (typeof value) {
    case "string":
      return { kind: "text", value };
    case "boolean":
      return { kind: "bool", value };
    case "number":
      return { kind: "number", value: Number.isInteger(value) ? BigInt(value) : value };
    default:
      return undefined;
  }
}

function valueOf({ value }: Constant): Value {
  return typeof value === "bigint" ? Number(value) : value;
}
