import type { FunctionDefinition, Overload } from "../function.ts";
import { sharedFunctions } from "../shared/functions.ts";
import { standardFunctions } from "../standard/functions.ts";

type Details = Omit<FunctionDefinition, "name" | "description" | "overloads">;

const neverFails = { neverFails: true } as const;

const cookieUnsure = { unsure: ["What it returns if there is no such cookie is not documented."] };

// That they exist for the messages of a stream is inferred: the variables that they read do.
const ofMessages = sharedFunctions(
  {
    request: ["on_http_request", "on_http_response", "on_event_stream_message"],
    response: ["on_http_response", "on_event_stream_message"],
  },
  { getReqCookie: cookieUnsure, getResCookie: cookieUnsure },
);

const ofTexts: readonly FunctionDefinition[] = [
  define("base64.decode", "the bytes that base64 text stands for; padding is required", [
    call(["text: string"], "bytes"),
  ]),
  define("base64.encode", "bytes as base64 text", [call(["bytes: bytes"], "string")], neverFails),
  define(
    "decodeBase64",
    "the text that base64 text stands for",
    [method("string", [], "string")],
    unsure("What it does with a text that is not base64 is not documented."),
  ),
  define("encodeBase64", "the text as base64", [method("string", [], "string")], neverFails),
  define(
    "basic_auth.encode",
    "the value of an `authorization` header with these credentials",
    [call(["username: string", "password: string"], "string")],
    neverFails,
  ),
  define("charAt", "the character at this position; empty at the end of the text", [
    method("string", ["position: int"], "string"),
  ]),
  define(
    "indexOf",
    "the position of the first occurrence, from a position on; -1 without one",
    [
      method("string", ["text: string"], "int", [-1, Infinity]),
      method("string", ["text: string", "start: int"], "int", [-1, Infinity]),
    ],
    unsure("What it does with a position outside of the text is not documented."),
  ),
  define("lastIndexOf", "the position of the last occurrence, up to a position; -1 without one", [
    method("string", ["text: string"], "int", [-1, Infinity]),
    method("string", ["text: string", "start: int"], "int", [-1, Infinity]),
  ]),
  define("format", "the text with each of `%s %d %f %e %b %x %X %o` replaced by a value", [
    method("string", ["values: list(A)"], "string"),
  ]),
  define("lower", "the text in lower case", [method("string", [], "string")], neverFails),
  define("upper", "the text in upper case", [method("string", [], "string")], neverFails),
  define(
    "lowerAscii",
    "the text with the letters of ASCII in lower case",
    [method("string", [], "string")],
    neverFails,
  ),
  define(
    "upperAscii",
    "the text with the letters of ASCII in upper case",
    [method("string", [], "string")],
    neverFails,
  ),
  define(
    "replace",
    "the text with a part replaced everywhere, or only the first times",
    [
      method("string", ["part: string", "replacement: string"], "string"),
      method("string", ["part: string", "replacement: string", "limit: int"], "string"),
    ],
    neverFails,
  ),
  define(
    "reverse",
    "the characters in reverse order",
    [method("string", [], "string")],
    neverFails,
  ),
  define(
    "split",
    "the parts between separators, or between white space; a limit keeps only the first ones",
    [
      method("string", [], "list(string)"),
      method("string", ["separator: string"], "list(string)"),
      method("string", ["separator: string", "limit: int"], "list(string)"),
    ],
    unsure("What it does with a negative limit is not documented."),
  ),
  define(
    "strings.quote",
    "the text in double quotes, escaped",
    [call(["text: string"], "string")],
    {
      ...neverFails,
      ...unsure("Which characters it escapes is not documented."),
    },
  ),
  define("substring", "the part from a position on, up to the end or before a second position", [
    method("string", ["start: int"], "string"),
    method("string", ["start: int", "end: int"], "string"),
  ]),
  define(
    "trim",
    "the text without white space at its beginning and end",
    [method("string", [], "string")],
    neverFails,
  ),
  define(
    "isPrivateIp",
    "whether it is an IPv4 address of a private network (RFC 1918)",
    [method("string", [], "bool")],
    neverFails,
  ),
];

const ofHashes: readonly FunctionDefinition[] = (
  [
    ["crc32", "the CRC-32 (IEEE)"],
    ["crc64", "the CRC-64 (ISO)"],
    ["md5", "the MD5"],
    ["sha1", "the SHA-1"],
    ["sha256", "the SHA-256"],
    ["sha512", "the SHA-512"],
    ["xxhash64", "the 64 bit xxHash"],
  ] as const
).flatMap(([name, what]) => {
  const description = `${what} of a text, as \`hex\` or as \`base64\``;
  const open = unsure(
    "What other formats do is not documented.",
    ...(name === "xxhash64" ? ["The seed is not documented; the examples have 0."] : []),
  );
  return [
    define(
      `hash.${name}`,
      description,
      [call(["text: string"], "string"), call(["text: string", "format: string"], "string")],
      open,
    ),
    define(
      name,
      description,
      [method("string", [], "string"), method("string", ["format: string"], "string")],
      open,
    ),
  ];
});

const decodedJson = unsure(
  "What it does with invalid JSON, and with JSON that is neither a list nor a map, is not documented.",
);
const encodedJson = unsure("The order of keys is not documented.");
const decodedQuery = unsure("What a parameter is that is there several times is not documented.");
const parsedUrl = unsure("What it does with a text that is no URL is not documented.");
const escapedUrl = unsure("Which characters it escapes is not documented, except for `/`.");
const unescapedUrl = unsure("What it does with `+` and with invalid escapes is not documented.");

const ofFormats: readonly FunctionDefinition[] = [
  define(
    "json.decode",
    "the list or map that JSON describes",
    [call(["json: string"], "dyn")],
    decodedJson,
  ),
  define(
    "decodeJson",
    "the list or map that JSON describes",
    [method("string", [], "dyn")],
    decodedJson,
  ),
  define(
    "json.encode",
    "a list or map as JSON",
    [call(["value: list(A)"], "string"), call(["value: map(A, B)"], "string")],
    encodedJson,
  ),
  define(
    "encodeJson",
    "the list or map as JSON",
    [method("list(A)", [], "string"), method("map(A, B)", [], "string")],
    encodedJson,
  ),
  define("isJson", "whether the text is JSON", [method("string", [], "bool")], neverFails),
  define(
    "queryString.decode",
    "the parameters of a query string",
    [call(["query: string"], "map(string, dyn)")],
    decodedQuery,
  ),
  define(
    "decodeQueryString",
    "the parameters of a query string",
    [method("string", [], "map(string, dyn)")],
    decodedQuery,
  ),
  define(
    "queryString.encode",
    "parameters as a query string",
    [call(["parameters: map(A, B)"], "string")],
    unsure("The order of parameters is not documented."),
  ),
  define(
    "encodeQueryString",
    "the parameters as a query string",
    [method("map(A, B)", [], "string")],
    unsure("The order of parameters is not documented."),
  ),
  define(
    "isQueryString",
    "whether the text is a query string",
    [method("string", [], "bool")],
    unsure("Whether a text without `=` is one is not documented."),
  ),
  define("url.parse", "the parts of a URL", [call(["url: string"], "url")], parsedUrl),
  define("parseUrl", "the parts of a URL", [method("string", [], "url")], parsedUrl),
  define("url.escape", "the text, escaped for a URL", [call(["text: string"], "string")], {
    ...neverFails,
    ...escapedUrl,
  }),
  define("escapeUrl", "the text, escaped for a URL", [method("string", [], "string")], {
    ...neverFails,
    ...escapedUrl,
  }),
  define(
    "url.unescape",
    "the text without the escapes of a URL",
    [call(["text: string"], "string")],
    unescapedUrl,
  ),
  define(
    "unescapeUrl",
    "the text without the escapes of a URL",
    [method("string", [], "string")],
    unescapedUrl,
  ),
  define(
    "isURL",
    "whether the text is a URL",
    [method("string", [], "bool")],
    unsure("Whether a text without scheme and host is one is not documented."),
  ),
];

const ofLists: readonly FunctionDefinition[] = [
  define("join", "the texts in one, with a separator between them", [
    method("list(string)", [], "string"),
    method("list(string)", ["separator: string"], "string"),
  ]),
  define(
    "slice",
    "the items from a position on, before a second one",
    [method("list(A)", ["start: int", "end: int"], "list(A)")],
    unsure("What it does with positions outside of the list is not documented."),
  ),
  define(
    "flatten",
    "the list with the items of its lists in their place, one level deep or more",
    [method("list(A)", [], "list(dyn)"), method("list(A)", ["depth: int"], "list(dyn)")],
    unsure("Without a depth it is called recursive, but its examples are one level deep."),
  ),
  define("sort", "the items in ascending order; all of one type", [
    method("list(A)", [], "list(A)"),
  ]),
  // A macro: the first argument is a name for an item.
  define("sortBy", "the items in ascending order of a key", [
    method("list(A)", ["item: A", "key: B"], "list(A)"),
  ]),
  define(
    "distinct",
    "the items without repetitions, in their order",
    [method("list(A)", [], "list(A)")],
    neverFails,
  ),
  define("lists.range", "the numbers from 0 on, this many", [call(["count: int"], "list(int)")]),
];

const ofOutside: readonly FunctionDefinition[] = [
  define("rand.double", "a random number, from 0 to 1", [call([], "double")], {
    varies: true,
    neverFails: true,
    source: "random",
    ...unsure("Whether it can be 1 is not documented."),
  }),
  define(
    "rand.int",
    "a random whole number: 0 or 1, or from a minimum to a maximum, which may be it as well",
    [call([], "int", [0, 1]), call(["minimum: int", "maximum: int"], "int", [0, Infinity])],
    {
      varies: true,
      source: "random",
      ...unsure(
        "That it can be the maximum follows from the examples.",
        "What it does with bounds that are negative or in the wrong order is not documented.",
      ),
    },
  ),
  define(
    "secrets.get",
    "a secret of a vault",
    [call(["vault: string", "name: string"], "string")],
    {
      varies: true,
      source: "secrets",
      ...unsure("What it does if there is no such secret is not documented."),
    },
  ),
];

/** The functions of the dialect, except those that are the same as in standard CEL. */
export const functions: readonly FunctionDefinition[] = [
  ...ofMessages,
  ...ofTexts,
  ...ofHashes,
  ...ofFormats,
  ...ofLists,
  ...ofOutside,
  milliseconds(),
];

/** On a duration, `getMilliseconds` returns only the part below a second. */
function milliseconds(): FunctionDefinition {
  const standard = standardFunctions.find(({ name }) => name === "getMilliseconds");
  return define(
    "getMilliseconds",
    "the millisecond, from 0, in UTC or in a time zone; or the milliseconds of a duration below a second",
    (standard?.overloads ?? []).map((overload) =>
      overload.target === "duration" ? { ...overload, range: [-999, 999] } : overload,
    ),
  );
}

function define(
  name: string,
  description: string,
  overloads: readonly Overload[],
  details: Details = {},
): FunctionDefinition {
  return { name, description, overloads, ...details };
}

function unsure(...sentences: readonly string[]): { readonly unsure: readonly string[] } {
  return { unsure: sentences };
}

/** @param parameters - each as `name: type` */
function call(parameters: readonly string[], returns: string, range?: Overload["range"]): Overload {
  const parts = parameters.map((parameter) => parameter.split(": "));
  return {
    parameters: parts.map(([, type = ""]) => type),
    ...(parts.length > 0 && { parameterNames: parts.map(([name = ""]) => name) }),
    returns,
    ...(range && { range }),
  };
}

function method(target: string, ...rest: Parameters<typeof call>): Overload {
  return { target, ...call(...rest) };
}
