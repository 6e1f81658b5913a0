import { toPointer, type Expression, type Problem } from "@traffic-policy/policy-language";
import {
  isToken,
  meantCountryCode,
  parseAddress,
  parseCidr,
} from "@traffic-policy/policy-language/internal";
import type { ExchangeFields } from "./assertion-schema.ts";

type TextAlternative = string | { readonly matches: string } | null;
type TextCondition = TextAlternative | readonly TextAlternative[];

export function conditionOfFields({ connection, request, response }: ExchangeFields): Expression {
  const { clientIp, geo } = connection ?? {};
  return all([
    ...(clientIp === undefined ? [] : [isInRanges([clientIp].flat())]),
    ...texts(geo, { countryCode: "country_code" }).map(([name, given]) =>
      ifAny(variable(`conn.geo.${name}`), given),
    ),
    ...(request === undefined ? [] : requestConditions(request)),
    ...(response?.status === undefined ? [] : [isStatus([response.status].flat())]),
  ]);
}

function requestConditions({
  method,
  query,
  headers,
  cookies,
  params,
  ...url
}: NonNullable<ExchangeFields["request"]>): Expression[] {
  const { url: whole, host, path } = url;
  return [
    ...(method === undefined ? [] : [isOneOf(variable("req.method"), [method].flat())]),
    ...(whole === undefined ? [] : [isOneOf(variable("req.url"), [whole].flat())]),
    ...(host === undefined ? [] : [isOneOf(variable("req.url.host"), [host].flat())]),
    ...(path === undefined ? [] : [isOneOf(variable("req.url.path"), [path].flat())]),
    ...(query === undefined ? [] : [ifAny(variable("req.url.query"), query)]),
    ...texts(headers).map(([name, given]) =>
      inMap(variable("req.headers"), name.toLowerCase(), given),
    ),
    ...texts(cookies).map(([name, given]) => inMap(variable("req.cookies"), name, given, "value")),
    ...texts(params).map(([name, given]) => inMap(variable("req.url.query_params"), name, given)),
  ];
}

function texts(
  given: Readonly<Record<string, TextCondition | undefined>> = {},
  names: Readonly<Record<string, string>> = {},
): [name: string, given: TextCondition][] {
  return Object.entries(given).flatMap(([name, one]) =>
    one === undefined ? [] : [[names[name] ?? name, one]],
  );
}

function ifAny(field: Expression, given: TextCondition): Expression {
  const present = call("has", [field]);
  return orNone(present, given, (values) => isOneOf(field, values));
}

function inMap(map: Expression, key: string, given: TextCondition, field?: string): Expression {
  const present = binary(text(key), "in", map);
  const item: Expression = { kind: "identifier", name: "one" };
  const value: Expression = field === undefined ? item : { kind: "select", operand: item, field };
  const list: Expression = { kind: "index", operand: map, index: text(key) };
  return orNone(present, given, (values) => call("exists", [item, isOneOf(value, values)], list));
}

function orNone(
  present: Expression,
  given: TextCondition,
  isOne: (values: readonly NonNullable<TextAlternative>[]) => Expression,
): Expression {
  const alternatives = [given].flat() as readonly TextAlternative[];
  const values = alternatives.filter((one) => one !== null);
  const absent: Expression = { kind: "unary", operator: "!", operand: present };
  if (values.length === 0) return absent;
  return values.length < alternatives.length
    ? binary(absent, "||", isOne(values))
    : binary(present, "&&", isOne(values));
}

function isOneOf(
  value: Expression,
  alternatives: readonly NonNullable<TextAlternative>[],
): Expression {
  const literals = alternatives.flatMap((one) => (typeof one === "string" ? [text(one)] : []));
  const patterns = alternatives.flatMap((one) =>
    typeof one === "string" ? [] : [call("matches", [text(one.matches)], value)],
  );
  return any([...equals(value, literals), ...patterns]);
}

function equals(value: Expression, [first, ...others]: readonly Expression[]): Expression[] {
  if (first === undefined) return [];
  if (others.length === 0) return [binary(value, "==", first)];
  return [binary(value, "in", { kind: "list", elements: [first, ...others] })];
}

function isStatus(alternatives: readonly number[]): Expression {
  const literals = alternatives.map((one): Expression => ({
    kind: "literal",
    type: "int",
    value: BigInt(one),
  }));
  return any(equals(variable("res.status_code"), literals));
}

function isInRanges(given: readonly string[]): Expression {
  const ranges = given.map((one) => text((parseCidr(one) ?? parseAddress(one))?.text ?? one));
  const address = variable("conn.client_ip");
  const [first] = ranges;
  return ranges.length === 1 && first !== undefined
    ? call("inCidrRange", [address, first])
    : call("inCidrRanges", [address, { kind: "list", elements: ranges }]);
}

function variable(name: string): Expression {
  const [first = "", ...fields] = name.split(".");
  return fields.reduce<Expression>((operand, field) => ({ kind: "select", operand, field }), {
    kind: "identifier",
    name: first,
  });
}

function text(value: string): Expression {
  return { kind: "literal", type: "string", value };
}

function call(name: string, args: readonly Expression[], target?: Expression): Expression {
  return { kind: "call", name, arguments: args, ...(target && { target }) };
}

function binary(
  left: Expression,
  operator: "==" | "in" | "&&" | "||",
  right: Expression,
): Expression {
  return { kind: "binary", operator, left, right };
}

function all(conditions: readonly Expression[]): Expression {
  return chain("&&", conditions, true);
}

function any(conditions: readonly Expression[]): Expression {
  return chain("||", conditions, false);
}

function chain(
  operator: "&&" | "||",
  [first, ...others]: readonly Expression[],
  ofNone: boolean,
): Expression {
  if (first === undefined) return { kind: "literal", type: "bool", value: ofNone };
  return others.reduce((left, right) => binary(left, operator, right), first);
}

export function fieldProblems({ connection, request }: ExchangeFields, path: string): Problem[] {
  const { clientIp = [], geo } = connection ?? {};
  return [
    ...each(clientIp, `${path}/connection/clientIp`, (one) =>
      (parseCidr(one) ?? parseAddress(one)) === undefined
        ? {
            message: `${JSON.stringify(one)} is neither an IP address nor a CIDR.`,
            help: "Write one like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.",
          }
        : undefined,
    ),
    ...each(geo?.countryCode ?? [], `${path}/connection/geo/countryCode`, countryProblem),
    ...(request === undefined ? [] : requestProblems(request, `${path}/request`)),
  ];
}

function requestProblems(
  {
    method = [],
    url = [],
    host = [],
    path = [],
    query = [],
    headers,
    cookies,
  }: NonNullable<ExchangeFields["request"]>,
  at: string,
): Problem[] {
  return [
    ...each(method, `${at}/method`, (one) =>
      isToken(one)
        ? undefined
        : {
            message: `${JSON.stringify(one)} is not an HTTP method.`,
            help: "Methods are words like GET or POST.",
          },
    ),
    ...each(url, `${at}/url`, (one) =>
      /^https?:\/\/[^/]+\//i.test(one)
        ? undefined
        : {
            message: `${JSON.stringify(one)} is not the whole URL of a request.`,
            help: 'Write one with its path, like https://example.com/, or use "host" and "path".',
          },
    ),
    ...each(host, `${at}/host`, (one) =>
      one.includes("/")
        ? {
            message: `${JSON.stringify(one)} is not a host.`,
            help: "Write the name alone, like example.com.",
          }
        : undefined,
    ),
    ...each(path, `${at}/path`, (one) =>
      one.startsWith("/")
        ? undefined
        : {
            message: `${JSON.stringify(one)} is not a path.`,
            help: "Paths begin with a slash.",
          },
    ),
    ...each(query, `${at}/query`, (one) =>
      one.startsWith("?")
        ? {
            message: "The query string is written without the question mark.",
            help: `Write ${JSON.stringify(one.slice(1))}.`,
          }
        : undefined,
    ),
    ...nameProblems(headers, "header", `${at}/headers`),
    ...nameProblems(cookies, "cookie", `${at}/cookies`),
  ];
}

function nameProblems(
  given: Readonly<Record<string, unknown>> = {},
  what: string,
  at: string,
): Problem[] {
  return Object.keys(given).flatMap((name): Problem[] =>
    isToken(name)
      ? []
      : [
          {
            path: at + toPointer([name]),
            part: "key",
            message: `${JSON.stringify(name)} is not a valid ${what} name.`,
          },
        ],
  );
}

function countryProblem(country: string): Sentence | undefined {
  const meant = meantCountryCode(country);
  if (country === meant) return undefined;
  const help = meant ? `Write ${meant}.` : "Write two letters of ISO 3166, like NO or BR.";
  return { message: `${JSON.stringify(country)} is not a country code.`, help };
}

type Sentence = Pick<Problem, "message" | "help">;

function each(
  given: TextCondition,
  path: string,
  problemOf: (one: string) => Sentence | undefined,
): Problem[] {
  const isList = Array.isArray(given);
  return ([given].flat() as readonly TextAlternative[]).flatMap((one, index) => {
    const problem = typeof one === "string" ? problemOf(one) : undefined;
    return problem === undefined ? [] : [{ path: isList ? `${path}/${index}` : path, ...problem }];
  });
}
