import {
  ownMember,
  parseTimestamp,
  type Dialect,
  type Expression,
} from "@traffic-policy/policy-language";
import { millisecondsOf } from "../expression/format.ts";
import { timePart } from "../expression/functions/time.ts";
import {
  cookieSubject,
  headerSubject,
  paramSubject,
  variableSubject,
  type Subject,
  type Value,
} from "./subject.ts";
import { timeWithPart } from "./time-with-part.ts";

/** A part of a condition whose value follows from one subject. */
export interface Term {
  readonly subject: Subject;
  /** Its value for one of the subject; nothing when it has none, and fails. */
  read(value: Value): Value;
  /** The value that the subject should have for one of the term. */
  write(value: Value): Value;
  /** How many values the subject has: a list of none or one. */
  readonly isList?: true;
}

/** What names stand for inside a macro. */
export type Names = ReadonlyMap<string, Expression | Term>;

const itself = {
  read: (value: Value): Value => value,
  write: (value: Value): Value => value,
};

/** What an expression reads; nothing when it is not one simple thing. */
export function termOf(node: Expression, dialect: Dialect, names: Names): Term | undefined {
  if (node.kind === "identifier") {
    const meant = names.get(node.name);
    if (meant !== undefined) {
      return "subject" in meant ? meant : termOf(meant, dialect, new Map());
    }
  }
  const list = listTerm(node);
  if (list !== undefined) return list;
  const name = dottedName(node);
  if (name !== undefined) {
    const subject = variableSubject(name, dialect);
    return subject && { subject, ...itself };
  }
  if (node.kind === "index" && isLiteral(node.index, 0n)) {
    const inner = termOf(node.operand, dialect, names);
    return inner?.isList === true ? { subject: inner.subject, ...itself } : undefined;
  }
  if (node.kind === "select" && node.field === "value") return cookieTerm(node.operand);
  return node.kind === "call" ? callTerm(node, dialect, names) : undefined;
}

/** The names of what is one map each: which subject one of its keys is. */
const maps: Readonly<Record<string, (key: string) => Subject>> = {
  "req.headers": (key) => headerSubject("request", key),
  "req.Headers": (key) => headerSubject("request", key),
  "res.headers": (key) => headerSubject("response", key),
  "res.Headers": (key) => headerSubject("response", key),
  "req.Params": (key) => paramSubject(key),
  "req.url.query_params": (key) => paramSubject(key),
  "req.cookies": (key) => cookieSubject("request", key),
  "res.cookies": (key) => cookieSubject("response", key),
};

/** Functions of a name. */
const functions: Readonly<Record<string, keyof typeof maps>> = {
  ReqHeader: "req.headers",
  ResHeader: "res.headers",
  QueryParam: "req.url.query_params",
  ReqCookie: "req.cookies",
  ResCookie: "res.cookies",
};

/** The subject that a key of a map is. */
export function memberSubject(map: Expression, key: string): Subject | undefined {
  const name = dottedName(map);
  return name === undefined ? undefined : ownMember(maps, name)?.(key);
}

/** The subject whose presence `hasReqHeader('X')` and its kin ask for. */
export function presenceSubject(name: string, argument: Expression): Subject | undefined {
  const map = ownMember(functions, name.replace(/^has/, ""));
  const key = textOf(argument);
  if (map === undefined || key === undefined || !name.startsWith("has")) return undefined;
  return maps[map]?.(key);
}

/** A header, parameter or cookie with all of its values. */
function listTerm(node: Expression): Term | undefined {
  if (node.kind === "index") {
    const key = textOf(node.index);
    const subject = key === undefined ? undefined : memberSubject(node.operand, key);
    return subject && { subject, ...itself, isList: true };
  }
  if (node.kind !== "call" || node.target !== undefined || !node.name.startsWith("get")) {
    return undefined;
  }
  const [argument] = node.arguments;
  const map = ownMember(functions, node.name.replace(/^get/, ""));
  const key = argument && textOf(argument);
  if (map === undefined || key === undefined || map.endsWith("cookies")) return undefined;
  const subject = maps[map]?.(key);
  return subject && { subject, ...itself, isList: true };
}

function cookieTerm(node: Expression): Term | undefined {
  if (node.kind === "call" && /^getRe[qs]Cookie$/.test(node.name)) {
    const [argument] = node.arguments;
    const subject = argument && presenceSubject(node.name.replace(/^get/, "has"), argument);
    return subject && { subject, ...itself };
  }
  if (node.kind !== "index" || !isLiteral(node.index, 0n)) return undefined;
  const list = listTerm(node.operand);
  return list && { subject: list.subject, ...itself };
}

function callTerm(
  { name, target, arguments: given }: Extract<Expression, { kind: "call" }>,
  dialect: Dialect,
  names: Names,
): Term | undefined {
  const [argument, ...others] = target === undefined ? given : [target, ...given];
  if (argument === undefined || others.length > 0) return undefined;
  const inner = termOf(argument, dialect, names);
  if (inner === undefined) return undefined;
  const { subject, read, write, isList } = inner;
  switch (name) {
    case "size":
      if (isList === true) {
        return {
          subject,
          read: (value) => (value === undefined ? 0 : 1),
          write: (size) => (size === 0 ? undefined : (subject.usual ?? "x")),
        };
      }
      return {
        subject,
        read: (value) => lengthOf(read(value)),
        write: (size) =>
          typeof size === "number" && size >= 0 && size <= 10_000
            ? write("a".repeat(size))
            : undefined,
      };
    case "int":
    case "double":
      return {
        subject,
        read: (value) => numberOf(read(value)),
        write: (value) => write(String(value)),
      };
    case "string":
      return inner;
    case "timestamp":
      return {
        subject,
        read: (value) => timeOf(read(value)),
        write: (value) =>
          typeof value === "number" && Math.abs(value) < 8e15
            ? write(new Date(value).toISOString().replace(".000Z", "Z"))
            : undefined,
      };
    default:
      return target === undefined ? undefined : timePartTerm(name, inner);
  }
}

/** `getHours()` and its kin. */
function timePartTerm(name: string, { subject, read, write }: Term): Term | undefined {
  const timeOfPart = ownMember(timeWithPart, name);
  if (timeOfPart === undefined) return undefined;
  return {
    subject,
    read: (value) => {
      const time = read(value);
      return typeof time === "number" ? timePart(name, time) : undefined;
    },
    write: (value) => (typeof value === "number" ? write(timeOfPart(value)) : undefined),
  };
}

function lengthOf(value: Value): Value {
  return typeof value === "string" ? [...value].length : undefined;
}

function numberOf(value: Value): Value {
  const isNumber = typeof value === "string" && /^-?\d+$/.test(value);
  return isNumber ? Number(value) : undefined;
}

/** A time in milliseconds since 1970. */
function timeOf(value: Value): Value {
  const time = typeof value === "string" ? parseTimestamp(value) : undefined;
  return time && millisecondsOf(time);
}

/** The text of a literal. */
export function textOf(node: Expression): string | undefined {
  return node.kind === "literal" && node.type === "string" ? node.value : undefined;
}

/** The value of a literal, or of `timestamp('…')` with one. */
export function literalValue(node: Expression): Value {
  if (node.kind === "call" && node.name === "timestamp" && node.arguments.length === 1) {
    return timeOf(node.arguments[0] && textOf(node.arguments[0]));
  }
  if (node.kind !== "literal") return undefined;
  switch (node.type) {
    case "string":
    case "bool":
    case "double":
      return node.value;
    case "int":
    case "uint":
      return Number(node.value);
    default:
      return undefined;
  }
}

function isLiteral(node: Expression, value: bigint): boolean {
  return node.kind === "literal" && node.type === "int" && node.value === value;
}

/** The name of a variable: `req.url.path`. */
function dottedName(node: Expression): string | undefined {
  if (node.kind === "identifier") return node.name;
  if (node.kind !== "select") return undefined;
  const before = dottedName(node.operand);
  return before === undefined ? undefined : `${before}.${node.field}`;
}
