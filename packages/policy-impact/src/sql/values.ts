import { printExpression, type Dialect, type Expression } from "@traffic-policy/policy-language";
import {
  canonicalHeaderName,
  childrenOf,
  variableNamed,
} from "@traffic-policy/policy-language/internal";
import { type Subject } from "@traffic-policy/policy-logic";
import { functionOf, httpToken } from "@traffic-policy/policy-logic/internal";
import {
  headerColumn,
  headersColumn,
  type FieldName,
  type HeadersOf,
  type LogColumns,
} from "../fields.ts";
import { ip4Pattern } from "./address-patterns.ts";
import { NotInSql, untranslated } from "./untranslated.ts";
import type { Sql, SqlWriter } from "./writer.ts";

/** The value of a subject as SQL: null when the log or the SQL does not provide it. */
export type SqlValue =
  | { readonly kind: "text" | "number" | "nanoseconds" | "decision"; readonly sql: Sql }
  | ListValue;

/** A list value. Not every database has null lists, so a separate expression tells if it is known. */
export interface ListValue {
  readonly kind: "list";
  readonly sql: Sql;
  readonly known?: Sql;
  /**
   * Returns the first item; null when there is none, or it is unknown. A column, so that several conditions can share
   * it.
   */
  first?(): Sql;
}

interface UsualHeader {
  readonly from: Sql;
  readonly isSent?: Sql;
  readonly value: Sql;
  /** Condition for the value being known; undefined when it always is. */
  readonly known?: Sql;
}

/** The values that the engine needs to evaluate what SQL cannot. */
export interface EngineNeeds {
  readonly columns: ReadonlySet<string>;
  /** Values that the log never contains: the engine would invent them. */
  readonly missing: ReadonlySet<string>;
}

function headersOf(name: string): HeadersOf | undefined {
  if (name === "req.headers") return "request";
  return name === "res.headers" ? "response" : undefined;
}

function headerBehind(name: string): string | undefined {
  const [, message, part = ""] =
    /^(req|res)\.(cookies|content_encoding|content_type)\b/.exec(name) ?? [];
  if (message === undefined) return undefined;
  if (part === "cookies") return message === "req" ? "cookie" : "set-cookie";
  return part.replace("_", "-");
}

/** Writes subjects as SQL over the columns of a log, and records the columns that each uses. */
export class SqlValues {
  readonly #writer: SqlWriter;
  readonly #columns: LogColumns;
  readonly #dialect: Dialect;
  readonly #isNormalized: boolean;
  readonly #derived = new Map<string, Sql>();
  readonly read = new Set<string>();
  readonly #reads = new Map<string, ReadonlySet<string>>();

  constructor(writer: SqlWriter, columns: LogColumns, dialect: Dialect, isNormalized: boolean) {
    this.#writer = writer;
    this.#columns = columns;
    this.#dialect = dialect;
    this.#isNormalized = isNormalized;
  }

  get derived(): ReadonlyMap<string, Sql> {
    return this.#derived;
  }

  /** @throws NotInSql when the log does not contain it, or no SQL gives exactly its value */
  of({ node, isPresence, isSize }: Subject): SqlValue {
    if (isPresence) return { kind: "decision", sql: this.#isThere(node) };
    const value = this.#valueOf(node);
    if (!isSize) return value;
    if (value.kind !== "list") throw untranslated(`the size of ${printExpression(node)}`);
    const { sizeOfList } = this.#writer;
    return { kind: "number", sql: whenKnown(sizeOfList(value.sql), value.known) };
  }

  #valueOf(node: Expression): SqlValue {
    if (node.kind === "index") return this.#entry(node);
    const variable = variableNamed(this.#dialect, node);
    if (variable === undefined) throw untranslated(printExpression(node));
    const name = variable.renamedTo ?? variable.name;
    const make = variables[name];
    if (make === undefined || variable.setBy !== undefined) {
      throw variable.setBy === undefined && isTold(name)
        ? new NotInSql({ kind: "missing", name })
        : untranslated(name);
    }
    return make(this);
  }

  #entry({ operand, index }: Expression & { kind: "index" }): SqlValue {
    const variable = variableNamed(this.#dialect, operand);
    const name = variable?.renamedTo ?? variable?.name ?? "";
    if (index.kind !== "literal" || index.type !== "string") {
      throw untranslated(printExpression({ kind: "index", operand, index }));
    }
    const key = index.value;
    switch (name) {
      case "req.headers":
      case "res.headers": {
        const of = name === "req.headers" ? "request" : "response";
        // The earliest names have canonical names of headers as keys.
        const isCanonical = /^re[qs]\.Headers$/.test(variable?.name ?? "");
        const wanted = key.toLowerCase();
        if (isCanonical ? canonicalHeaderName(key) !== key : wanted !== key) return this.#noItems();
        return this.header(of, wanted);
      }
      case "req.url.query_params": {
        if (/[&=]/.test(key)) return this.#noItems();
        const { parameter, contains, or } = this.#writer;
        const query = this.#rawQuery();
        const odd = or(...["%", "+", ";"].map((one) => contains(query, one)));
        return { kind: "list", sql: parameter(query, key), known: `NOT ${odd}` };
      }
      default:
        throw untranslated(printExpression({ kind: "index", operand, index }));
    }
  }

  #noItems(): SqlValue {
    return { kind: "list", sql: this.#writer.list() };
  }

  header(of: HeadersOf, name: string): ListValue {
    const own = this.#headerOf(of, name);
    const usual = of === "request" ? this.#usualHeader(name) : undefined;
    const value = usual === undefined ? this.#given(own, of, name) : this.#either(usual, own);
    const first = (): Sql =>
      this.#once(`first_${headerColumn(of, name)}`, () => this.#firstOf(usual, own));
    return { ...value, first };
  }

  #either({ from, isSent, value, known }: UsualHeader, own: ListValue | undefined): ListValue {
    const { list, listIf } = this.#writer;
    const sent = isSent === undefined ? list(value) : listIf(isSent, list(value), list());
    const hasField = `${from} IS NOT NULL`;
    if (own === undefined) return { kind: "list", sql: sent, known: known ?? hasField };
    const isGiven = this.#isGiven(own);
    return {
      kind: "list",
      sql: listIf(hasField, sent, own.sql),
      known: `CASE WHEN ${hasField} THEN ${known ?? this.#writer.boolean(true)} ELSE ${isGiven} END`,
    };
  }

  #firstOf(usual: UsualHeader | undefined, own: ListValue | undefined): Sql {
    const branches: Sql[] = [];
    if (usual !== undefined) {
      const { from, isSent, value } = usual;
      const sent = isSent === undefined ? value : `CASE WHEN ${isSent} THEN ${value} END`;
      branches.push(`WHEN ${from} IS NOT NULL THEN ${sent}`);
    }
    if (own !== undefined) {
      branches.push(`WHEN ${this.#isGiven(own)} THEN ${this.#writer.itemAt(own.sql, 0)}`);
    }
    return `CASE ${branches.join(" ")} END`;
  }

  /** True when a list has items. A log may leave out individual headers, so only a present header is certain. */
  #isGiven({ sql, known }: ListValue): Sql {
    return [known, `${this.#writer.sizeOfList(sql)} > 0`].filter(Boolean).join(" AND ");
  }

  #usualHeader(name: string): UsualHeader | undefined {
    if (name === "host" && this.#has("host")) {
      const value = this.#plainHost();
      return { from: this.field("host"), value, known: `${value} IS NOT NULL` };
    }
    if (name === "content-length" && this.#has("content_length")) {
      const size = this.field("content_length");
      return { from: size, isSent: `${size} > 0`, value: this.#writer.textOf(size) };
    }
    return undefined;
  }

  #given(own: ListValue | undefined, of: HeadersOf, name: string): ListValue {
    // Some programs take the host out of the headers.
    if (own !== undefined && of === "request" && name === "host") {
      return { ...own, known: this.#isGiven(own) };
    }
    if (own !== undefined) return own;
    throw new NotInSql({ kind: "missing", name: `${variableOf[of]}['${name}']` });
  }

  #headerOf(of: HeadersOf, name: string): ListValue | undefined {
    const { all, names = [] } = this.#columns.headers[of] ?? {};
    const { entry, isKnown } = this.#writer;
    const known = (sql: Sql): { known?: Sql } => {
      const condition = isKnown(sql);
      return condition === undefined ? {} : { known: condition };
    };
    if (names.includes(name)) {
      const sql = this.#column(headerColumn(of, name));
      return { kind: "list", sql, ...known(sql) };
    }
    if (!all) return undefined;
    const map = this.#column(headersColumn(of));
    const isUsual = of === "request" && this.#usualHeader(name) !== undefined;
    // Few rows need it where a column tells the same; elsewhere, several conditions may.
    const sql = isUsual
      ? entry(map, name)
      : this.#once(headerColumn(of, name), () => entry(map, name));
    return { kind: "list", sql, ...known(map) };
  }

  #has(name: FieldName): boolean {
    return this.#columns.fields.has(name);
  }

  /** @throws NotInSql when the log does not have it */
  field(name: FieldName): Sql {
    if (!this.#has(name))
      throw new NotInSql({ kind: "missing", name: variableOfField[name] ?? name });
    return this.#column(name);
  }

  #column(name: string): Sql {
    this.read.add(name);
    return this.#writer.column(name);
  }

  #once(key: string, make: () => Sql): Sql {
    const name = `its_${key}`;
    let columns = this.#reads.get(name);
    if (columns === undefined) {
      columns = this.#readIn(() => this.#derived.set(name, make()));
      this.#reads.set(name, columns);
    }
    for (const column of columns) this.read.add(column);
    return this.#writer.column(name);
  }

  /** Returns the log columns that some work reads. Columns read earlier stay recorded as before. */
  #readIn(work: () => void): ReadonlySet<string> {
    const before = [...this.read];
    this.read.clear();
    try {
      work();
      return new Set(this.read);
    } finally {
      this.read.clear();
      for (const column of before) this.read.add(column);
    }
  }

  /** Returns the path and query string of rows with a regular URI; only the engine can read other rows. */
  #uri(): Sql {
    return this.#once("uri", () => {
      const { startsWith, contains } = this.#writer;
      const uri = this.field("uri");
      return `CASE WHEN ${startsWith(uri, "/")} AND NOT ${contains(uri, "#")} THEN ${uri} END`;
    });
  }

  rawPath(): Sql {
    return this.#once("raw_path", () => this.#writer.before(this.#uri(), "?"));
  }

  #rawQuery(): Sql {
    return this.#once("raw_query", () => this.#writer.after(this.#uri(), "?"));
  }

  path(): Sql {
    if (!this.#isNormalized) return this.rawPath();
    return this.#once("path", () => {
      const { contains, matches } = this.#writer;
      const path = this.rawPath();
      const isPerhapsUnusual = `${contains(path, "/.")} OR ${contains(path, "%")}`;
      const isUnusual = matches(path, String.raw`/\.\.?(?:/|$)|${unusualEscape}`);
      return `CASE WHEN ${isPerhapsUnusual} THEN CASE WHEN NOT ${isUnusual} THEN ${path} END ELSE ${path} END`;
    });
  }

  query(): Sql {
    if (!this.#isNormalized) return this.#rawQuery();
    return this.#once("query", () => {
      const { contains, matches } = this.#writer;
      const query = this.#rawQuery();
      return `CASE WHEN ${contains(query, "%")} THEN CASE WHEN NOT ${matches(query, unusualEscape)} THEN ${query} END ELSE ${query} END`;
    });
  }

  uri(): Sql {
    const { concat, contains, text } = this.#writer;
    const uri = this.#uri();
    const [path, query] = [this.path(), this.query()];
    return `CASE WHEN ${contains(uri, "?")} THEN ${concat(path, text("?"), query)} ELSE ${path} END`;
  }

  #plainHost(): Sql {
    return this.#once("plain_host", () => {
      const host = this.field("host");
      return `CASE WHEN ${this.#writer.matches(host, plainHost)} THEN ${host} END`;
    });
  }

  needsOf(trees: readonly Expression[]): EngineNeeds {
    const missing = new Set<string>();
    const ask = (look: () => unknown): void => {
      try {
        look();
      } catch (error) {
        if (!(error instanceof NotInSql)) throw error;
        if (error.reason.kind === "missing") missing.add(error.reason.name);
      }
    };
    const visit = (node: Expression): void => {
      const entry = this.#entryIn(node);
      if (entry !== undefined) {
        ask(() => this.header(entry.of, entry.name));
        // Where nothing tells the host, the engine makes one up.
        if (entry.of === "request" && entry.name === "host") ask(() => this.field("host"));
        return;
      }
      const variable = variableNamed(this.#dialect, node);
      if (variable !== undefined) {
        this.#askWhole(variable.renamedTo ?? variable.name, ask);
        return;
      }
      const { reads = [], varies } =
        (node.kind === "call" ? functionOf(node, this.#dialect) : undefined) ?? {};
      // A random number or a secret: the engine has neither.
      if (varies) missing.add(printExpression(node));
      for (const name of reads) this.#askWhole(name, ask);
      for (const child of childrenOf(node)) visit(child);
    };
    return { columns: this.#readIn(() => trees.forEach(visit)), missing };
  }

  #entryIn(node: Expression): { readonly of: HeadersOf; readonly name: string } | undefined {
    const [map, key] =
      node.kind === "index"
        ? [variableNamed(this.#dialect, node.operand), node.index]
        : node.kind === "call"
          ? [this.#mapReadBy(node.name), node.arguments[0]]
          : [];
    const of = headersOf(map?.renamedTo ?? map?.name ?? "");
    if (of === undefined || key?.kind !== "literal" || key.type !== "string") return undefined;
    return { of, name: key.value.toLowerCase() };
  }

  #mapReadBy(name: string): { readonly name: string; readonly renamedTo?: string } | undefined {
    const [only, ...others] = this.#dialect.functions.get(name)?.reads ?? [];
    return only === undefined || others.length > 0 ? undefined : { name: only };
  }

  #askWhole(name: string, ask: (look: () => unknown) => void): void {
    const of = headersOf(name);
    const behind = headerBehind(name);
    if (of !== undefined) {
      ask(() => {
        if (!this.#columns.headers[of]?.all) throw new NotInSql({ kind: "missing", name });
        this.#column(headersColumn(of));
      });
      if (of !== "request") return;
      ask(() => this.field("host"));
      if (this.#has("content_length")) this.field("content_length");
    } else if (behind !== undefined) {
      ask(() => this.header(name.startsWith("res.") ? "response" : "request", behind));
    } else if (name.startsWith("req.url")) {
      for (const field of fieldsOfUrl(name)) ask(() => this.field(field));
    } else if (name === "time.now") {
      ask(() => this.field("time"));
    } else if (variables[name] !== undefined) {
      ask(() => variables[name]?.(this));
      if (name === "req.host") ask(() => this.field("host"));
      // Without TLS, they have no value.
      if (name.startsWith("conn.tls.")) ask(() => this.field("scheme"));
    } else if (!/^(?:vars|actions)\b/.test(name)) {
      ask(() => {
        throw new NotInSql({ kind: "missing", name });
      });
    }
  }

  isUnusual(): Sql | undefined {
    const tests = Object.entries(sources).flatMap(([key, field]) => {
      const name = `its_${key}`;
      const { column } = this.#writer;
      return this.#derived.has(name) && this.#has(field)
        ? [`${column(field)} IS NOT NULL AND ${column(name)} IS NULL`]
        : [];
    });
    return tests.length === 0 ? undefined : this.#writer.or(...tests.map((test) => `(${test})`));
  }

  /** A cheap test for rows that may be requests; undefined when every row may be. */
  isRequest(): Sql | undefined {
    const tests: Sql[] = [];
    if (this.#has("method")) {
      const method = this.field("method");
      tests.push(`(${method} IS NULL OR ${this.method()} IS NOT NULL)`);
    }
    if (this.#has("uri")) {
      const uri = this.field("uri");
      tests.push(`(${uri} IS NULL OR ${this.#writer.startsWith(uri, "/")})`);
    }
    return tests.length === 0 ? undefined : tests.join(" AND ");
  }

  /** Returns a valid HTTP method. A row with any other text was never a request. */
  method(): Sql {
    return this.#once("method", () => {
      const { isIn, matches } = this.#writer;
      const method = this.field("method");
      return `CASE WHEN ${isIn(method, usualMethods)} THEN ${method} WHEN ${matches(method, `^${httpToken}$`)} THEN ${method} END`;
    });
  }

  /** Returns the host in lower case, for rows with a plain host: a name or an IPv4 address. */
  host(): Sql {
    return this.#once("host", () => {
      const { before, lower } = this.#writer;
      const name = before(this.#plainHost(), ":");
      return this.#isNormalized ? lower(name) : name;
    });
  }

  port(): Sql {
    const { after, contains, wholeOf } = this.#writer;
    const host = this.#plainHost();
    return `CASE WHEN ${contains(host, ":")} THEN ${wholeOf(after(host, ":"))} WHEN ${host} IS NOT NULL THEN 0 END`;
  }

  hasPort(): Sql {
    return this.#writer.contains(this.#plainHost(), ":");
  }

  authority(): Sql {
    const { concat, text, textOf } = this.#writer;
    const [host, port] = [this.host(), this.port()];
    return `CASE WHEN ${port} = 0 THEN ${host} ELSE ${concat(host, text(":"), textOf(port))} END`;
  }

  scheme(): Sql {
    return this.#writer.lower(this.field("scheme"));
  }

  url(): Sql {
    const { concat, text } = this.#writer;
    return this.#once("url", () =>
      concat(this.scheme(), text("://"), this.authority(), this.uri()),
    );
  }

  address(value: Sql): { readonly isFour: Sql; readonly isSix: Sql; six(): Sql } {
    const { ip6, isIp6, matches } = this.#writer;
    const isSix = this.#once(`is_six ${value}`, () => isIp6(value));
    return {
      isFour: this.#once(`is_four ${value}`, () => matches(value, ip4Pattern)),
      isSix,
      six: () => this.#once(`six ${value}`, () => `CASE WHEN ${isSix} THEN ${ip6(value)} END`),
    };
  }

  firstOf(of: HeadersOf, name: string): Sql {
    const { sizeOfList, text } = this.#writer;
    const { sql, known, first } = this.header(of, name);
    const isNone = [known, `${sizeOfList(sql)} = 0`].filter(Boolean).join(" AND ");
    const value = first?.() ?? sql;
    return `CASE WHEN ${value} IS NOT NULL THEN ${value} WHEN ${isNone} THEN ${text("")} END`;
  }

  #isThere(node: Expression): Sql {
    const variable = variableNamed(this.#dialect, node);
    const name = variable?.renamedTo ?? variable?.name ?? "";
    const there = presences[name.startsWith("conn.tls.") ? "conn.tls" : name];
    if (there === undefined) throw untranslated(`whether there is ${printExpression(node)}`);
    return there(this, this.#writer);
  }

  get writer(): SqlWriter {
    return this.#writer;
  }
}

export function whenKnown(sql: Sql, known: Sql | undefined): Sql {
  return known === undefined ? sql : `CASE WHEN ${known} THEN ${sql} END`;
}

const variableOf = { request: "req.headers", response: "res.headers" } as const;

/** The source columns of values that are null when their text has an unusual form. */
const sources: Readonly<Record<string, FieldName>> = {
  uri: "uri",
  path: "uri",
  query: "uri",
  plain_host: "host",
};

function fieldsOfUrl(name: string): readonly FieldName[] {
  if (/^req\.url\.(?:raw_)?(?:path|query|query_params|uri)$/.test(name)) return ["uri"];
  return name === "req.url.host" ? ["host"] : ["uri", "host", "scheme"];
}

// What normalizing would write otherwise: small letters, and what needs no escape.
const unusualEscape =
  "%(?:2[DEde]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[Ee]|[0-9A-F][a-f]|[a-f][0-9A-Fa-f])";

const usualMethods = "GET POST PUT DELETE HEAD OPTIONS PATCH".split(" ");

// Hosts without user, brackets, or a port that is written with zeros before it.
const plainHost = "^[A-Za-z0-9._~-]+(?::(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}))?$";

const variables: Readonly<Record<string, (values: SqlValues) => SqlValue>> = {
  "req.method": (values) => ({ kind: "text", sql: values.method() }),
  "req.version": textField("version"),
  "req.content_length": (values) => ({ kind: "number", sql: values.field("content_length") }),
  "req.host": (values) => ({ kind: "text", sql: values.firstOf("request", "host") }),
  "req.user_agent": (values) => ({ kind: "text", sql: values.firstOf("request", "user-agent") }),
  "req.location": (values) => ({ kind: "text", sql: values.firstOf("request", "location") }),
  "req.content_type.raw": (values) => ({
    kind: "text",
    sql: values.firstOf("request", "content-type"),
  }),
  "req.content_type": (values) => mediaType(values, "request"),
  "req.url": (values) => ({ kind: "text", sql: values.url() }),
  "req.url.authority": (values) => ({ kind: "text", sql: values.authority() }),
  "req.url.host": (values) => ({ kind: "text", sql: values.host() }),
  "req.url.path": (values) => ({ kind: "text", sql: values.path() }),
  "req.url.port": (values) => ({ kind: "number", sql: values.port() }),
  "req.url.query": (values) => ({ kind: "text", sql: values.query() }),
  "req.url.raw_path": (values) => ({ kind: "text", sql: values.rawPath() }),
  "req.url.scheme": (values) => ({ kind: "text", sql: values.scheme() }),
  "req.url.uri": (values) => ({ kind: "text", sql: values.uri() }),
  "req.ts.header_received": nanoseconds("time"),
  "conn.bytes_in": number("bytes_in"),
  "conn.bytes_out": number("bytes_out"),
  "conn.client_ip": textField("client_ip"),
  "conn.client_port": number("client_port"),
  "conn.geo.city": textField("city"),
  "conn.geo.country": textField("country"),
  "conn.geo.country_code": textField("country_code"),
  "conn.geo.subdivision": textField("subdivision"),
  "conn.client_ip.geo.location.city": textField("city"),
  "conn.client_ip.geo.location.country": textField("country"),
  "conn.client_ip.geo.location.country_code": textField("country_code"),
  "conn.client_ip.geo.location.subdivision": textField("subdivision"),
  "conn.tls.cipher_suite": textField("cipher_suite"),
  "conn.tls.sni": textField("sni"),
  "conn.tls.version": textField("tls_version"),
  "conn.ts.start": nanoseconds("connection_start"),
  "conn.ts.end": nanoseconds("connection_end"),
  "res.status_code": number("status"),
  "res.location": (values) => ({ kind: "text", sql: values.firstOf("response", "location") }),
  "res.content_type.raw": (values) => ({
    kind: "text",
    sql: values.firstOf("response", "content-type"),
  }),
  "res.content_type": (values) => mediaType(values, "response"),
};

function mediaType(values: SqlValues, of: HeadersOf): SqlValue {
  const { before, lower, matches, text: literal } = values.writer;
  const raw = values.firstOf(of, "content-type");
  const form = "^[A-Za-z0-9.+-]+/[A-Za-z0-9.+-]+(?:; ?charset=[A-Za-z0-9-]+)?$";
  const type = lower(before(raw, ";"));
  const sql = `CASE WHEN ${raw} = ${literal("")} THEN ${raw} WHEN ${matches(raw, form)} THEN ${type} END`;
  return { kind: "text", sql };
}

function textField(name: FieldName): (values: SqlValues) => SqlValue {
  return (values) => ({ kind: "text", sql: values.field(name) });
}

function number(name: FieldName): (values: SqlValues) => SqlValue {
  return (values) => ({ kind: "number", sql: values.field(name) });
}

function nanoseconds(name: FieldName): (values: SqlValues) => SqlValue {
  return (values) => ({ kind: "nanoseconds", sql: values.field(name) });
}

const presences: Readonly<Record<string, (values: SqlValues, writer: SqlWriter) => Sql>> = {
  "req.content_length": (values) => `${values.field("content_length")} >= 0`,
  "req.url.port": (values) => values.hasPort(),
  "conn.ts.end": (values, { boolean }) =>
    `CASE WHEN ${values.field("connection_end")} IS NOT NULL THEN ${boolean(true)} END`,
  "conn.tls": (values, { text: literal }) => `${values.scheme()} = ${literal("https")}`,
};

const variableOfField: Readonly<Partial<Record<FieldName, string>>> = {
  method: "req.method",
  version: "req.version",
  scheme: "req.url.scheme",
  host: "req.host",
  uri: "req.url",
  content_length: "req.content_length",
  client_ip: "conn.client_ip",
  client_port: "conn.client_port",
  city: "conn.geo.city",
  country: "conn.geo.country",
  country_code: "conn.geo.country_code",
  subdivision: "conn.geo.subdivision",
  tls_version: "conn.tls.version",
  cipher_suite: "conn.tls.cipher_suite",
  sni: "conn.tls.sni",
  status: "res.status_code",
  bytes_in: "conn.bytes_in",
  bytes_out: "conn.bytes_out",
  connection_start: "conn.ts.start",
  connection_end: "conn.ts.end",
  time: "req.ts.header_received",
};

function isTold(name: string): boolean {
  return /^(?:conn|endpoint|res|req\.(?:trailers|ts))\b/.test(name);
}
