import fc from "fast-check";
import type { BehaviourOptions, PlainValue } from "@traffic-policy/policy-engine";

/** A part of an exchange: what one subject of conditions is in it. */
export interface Sample {
  readonly variables?: Readonly<Record<string, PlainValue>>;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly query?: string;
}

/** Something that conditions ask about, independent of all other subjects. */
interface Subject {
  readonly atoms: fc.Arbitrary<string>;
  /**
   * For everything that the subject can be, one for which all of the atoms come to the same. That makes the
   * domain complete: what holds for all combinations of samples holds for every exchange.
   */
  readonly samples: readonly Sample[];
}

/** Conditions of one kind. */
export interface Kind {
  readonly subjects: readonly Subject[];
  /** `inbound` when left out. */
  readonly direction?: string;
  /** What the documentation leaves open: a claim has to hold for each of these. */
  readonly readings?: readonly Partial<BehaviourOptions>[];
}

const equality = fc.constantFrom("==", "!=");
const relation = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");

function compared(
  term: string,
  operator: fc.Arbitrary<string>,
  constants: readonly string[],
): fc.Arbitrary<string> {
  const constant = fc.constantFrom(...constants);
  return fc.oneof(
    {
      arbitrary: fc.tuple(operator, constant).map((parts) => [term, ...parts].join(" ")),
      weight: 5,
    },
    {
      arbitrary: fc.tuple(constant, operator).map((parts) => [...parts, term].join(" ")),
      weight: 1,
    },
    { arbitrary: listOf(constants).map((list) => `${term} in ${list}`), weight: 2 },
  );
}

function listOf(constants: readonly string[]): fc.Arbitrary<string> {
  return fc
    .subarray([...constants], { minLength: 1, maxLength: Math.min(3, constants.length) })
    .map((items) => `[${items.join(", ")}]`);
}

function quoted(texts: readonly string[]): string[] {
  return texts.map((text) => `'${text}'`);
}

function answers<Name extends keyof BehaviourOptions>(
  name: Name,
  ...values: readonly BehaviourOptions[Name][]
): Partial<BehaviourOptions>[] {
  return values.map((value) => ({ [name]: value }));
}

/** All combinations of one item of each list. */
export function combinations<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (all, list) => all.flatMap((some) => list.map((one) => [...some, one])),
    [[]],
  );
}

/** All combinations of answers to open questions. */
function readings(
  ...questions: readonly Partial<BehaviourOptions>[][]
): Partial<BehaviourOptions>[] {
  return combinations(questions).map(
    (parts) => Object.assign({}, ...parts) as Partial<BehaviourOptions>,
  );
}

// Truth values. Two that are certain, for all four combinations, and one that fails without its header.

const bools = ["hasReqHeader('X-A')", "hasQueryParam('q')"];
const failing = "req.headers['x-b'][0] == '1'";

function truthOf(...terms: readonly string[]): fc.Arbitrary<string> {
  const forms = ["T", "T", "T", "(T) == true", "(T) != true", "false == (T)", "true != (T)"];
  return fc
    .tuple(fc.constantFrom(...terms), fc.constantFrom(...forms))
    .map(([term, form]) => (form === "T" ? term : form.replace("T", term)));
}

const truth: Kind = {
  subjects: [
    {
      atoms: fc.oneof(
        { arbitrary: truthOf(...bools), weight: 8 },
        equality.map((sign) => bools.join(` ${sign} `)),
      ),
      samples: combinations<Sample[]>([
        [[], [{ headers: [["x-a", "1"]] }]],
        [[], [{ query: "q=1" }]],
      ]).map((parts) => Object.assign({}, ...parts.flat()) as Sample),
    },
    {
      atoms: truthOf(failing),
      samples: [{}, { headers: [["x-b", "1"]] }, { headers: [["x-b", "2"]] }],
    },
  ],
};

// Numbers. All of them are compared with constants only, so that each constant, its neighbours and the ends of
// classes of a quotient are enough. The constants lie within what a port or a length can be, so that there is
// something on both sides of them.

const ports = [80, 81, 443, 8080];
const lengths = [1, 2, 1000, 5000];
const degrees = [-1.5, 0, 50, 50.5];

const wholeSamples = (
  name: string,
  constants: readonly number[],
  more: readonly PlainValue[],
): Sample[] =>
  [...constants.flatMap((value) => [value - 1, value, value + 1]), ...more].map((value) => ({
    variables: { [name]: value },
  }));

const numbers: Kind = {
  subjects: [
    {
      atoms: fc.oneof(
        { arbitrary: compared("conn.client_port", relation, ports.map(String)), weight: 4 },
        // The quotient of a whole number is a whole number: 443 / 100 is 4.
        compared("conn.client_port / 100", relation, ["4", "80"]),
      ),
      samples: wholeSamples(
        "conn.client_port",
        [...ports, 400, 499, 500, 8000, 8099, 8100],
        [1, 65_535],
      ),
    },
    {
      atoms: fc.oneof(
        { arbitrary: compared("req.content_length", relation, lengths.map(String)), weight: 5 },
        fc.constant("has(req.content_length)"),
      ),
      samples: wholeSamples("req.content_length", lengths, [null]),
    },
    {
      // A text that is no number fails; and so does the order of the number that is none.
      atoms: compared(
        "double(conn.geo.latitude)",
        relation,
        degrees.map((value) => value.toFixed(1)),
      ),
      samples: [
        ...degrees.flatMap((value) => [value - 0.25, value, value + 0.25].map(String)),
        "NaN",
        "north",
      ].map((value) => ({ variables: { "conn.geo.latitude": value } })),
    },
  ],
};

// Addresses. Ranges lie within one another or apart, so that the first and last addresses of all of them,
// their neighbours and the addresses that are asked for are in all parts that they cut the addresses into. No
// part is so small that the addresses asked for could be all of it, so it makes no difference how many
// spellings an address has; nor whether there are texts that are no addresses, because no range is all of IPv6.

const ranges = `
  0.0.0.0/0 10.0.0.0/8 10.1.2.7/8 10.1.0.0/16 10.1.2.0/24 10.1.3.0/24 192.168.0.0/16
  2001:db8::/32 2001:db8:1::/48 fd00::/8
`.match(/\S+/g) as string[];
const hosts = ["10.1.2.3", "172.16.0.1", "192.168.0.1", "2001:db8::1"];
const addressTexts = `${hosts.join(" ")}
  0.0.0.0 9.255.255.255 10.0.0.0 10.0.255.255 10.1.0.0 10.1.1.255 10.1.2.0 10.1.2.255 10.1.3.0 10.1.3.255 10.1.4.0
  10.1.255.255 10.2.0.0 10.255.255.255 11.0.0.0 192.167.255.255 192.168.0.0 192.168.255.255 192.169.0.0
  255.255.255.255 :: ::ffff:10.1.2.3 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db8:: 2001:db8:0:ffff:ffff::
  2001:db8:1:: 2001:db8:1:ffff:ffff:ffff:ffff:ffff 2001:db8:2:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9::
  fcff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fd00:: fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe00::
`.match(/\S+/g) as string[];

function addressAtoms(term: string): fc.Arbitrary<string> {
  return fc.oneof(
    {
      arbitrary: fc
        .constantFrom(...quoted(ranges))
        .map((range) => `inCidrRange(${term}, ${range})`),
      weight: 4,
    },
    {
      arbitrary: listOf(quoted(ranges)).map((list) => `inCidrRanges(${term}, ${list})`),
      weight: 2,
    },
    { arbitrary: compared(term, equality, quoted(hosts)), weight: 3 },
  );
}

const addresses: Kind = {
  subjects: [
    {
      atoms: addressAtoms("conn.client_ip"),
      samples: addressTexts.map((text) => ({ variables: { "conn.client_ip": text } })),
    },
    {
      atoms: fc.oneof(
        { arbitrary: addressAtoms("req.headers['x-real-ip'][0]"), weight: 4 },
        fc.constant("'x-real-ip' in req.headers"),
      ),
      samples: [{}, ...[...addressTexts, "unknown"].map((text) => headerSample("x-real-ip", text))],
    },
  ],
};

function headerSample(name: string, ...values: readonly string[]): Sample {
  return { headers: values.map((value) => [name, value]) };
}

// Times. The moments and lengths of time below cut time into pieces; the samples are the moments at the ends of
// the pieces and beside them, and in each month that is asked for or between (of a year before, in and after
// those asked for) all days at an hour of each class. A piece that is longer than a day has two weeks of such
// a month for each class of months in it, and so each day of the week; a shorter one has all of its hours. The
// clock is left out, as it moves on between two conditions.

const moments = ["2024-06-15T12:30:00Z", "2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z"];
const durations = ["1h", "24h", "744h"];
const hourClasses = [8, 9, 12, 17, 18];

function timeAtoms(term: string): fc.Arbitrary<string> {
  const stamps = moments.map((text) => `timestamp('${text}')`);
  const lengthsOfTime = durations.map((text) => `duration('${text}')`);
  return fc.oneof(
    { arbitrary: compared(term, relation, stamps), weight: 6 },
    { arbitrary: compared(`${term} - ${stamps[0] ?? ""}`, relation, lengthsOfTime), weight: 1 },
    { arbitrary: compared(`${term} + ${lengthsOfTime[1] ?? ""}`, relation, stamps), weight: 1 },
    { arbitrary: compared(`int(${term})`, relation, ["1735689600", "1767225600"]), weight: 1 },
  );
}

const parts = fc.oneof(
  { arbitrary: compared("conn.ts.start.getHours()", relation, ["9", "17"]), weight: 3 },
  {
    arbitrary: compared("conn.ts.start.getDayOfWeek()", relation, ["0", "1", "5", "6"]),
    weight: 3,
  },
  { arbitrary: compared("conn.ts.start.getFullYear()", relation, ["2024", "2025"]), weight: 1 },
  { arbitrary: compared("conn.ts.start.getMonth()", relation, ["0", "11"]), weight: 1 },
);

/** `>= 0` and `<= 11` of a month are written for symmetry, so lint does not report them. */
const symmetric = /\(\) (?:>= 0|<= 6|<= 11)$|^(?:0 <=|6 >=|11 >=) /;

const edges = moments.flatMap((text) =>
  [-24, 0, 1, 24, 744].flatMap((hours) =>
    [-1, 0, 1].map((rest) => Date.parse(text) + hours * 3_600_000 + rest),
  ),
);
const endsOfTime = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

const months = [2023, 2024, 2025, 2026].flatMap((year) =>
  [0, 5, 6, 11].map((month) => [year, month] as const),
);
const grid = [...months, [9999, 11] as const].flatMap(([year, month]) =>
  Array.from({ length: 31 }, (_, day) =>
    hourClasses.map((hour) => Date.UTC(year, month, day + 1, hour)),
  ).flat(),
);

const timeSamples = (name: string, times: readonly number[]): Sample[] =>
  times.map((time) => ({ variables: { [name]: new Date(time) } }));

const times: Kind = {
  subjects: [
    {
      atoms: fc.oneof(
        { arbitrary: timeAtoms("conn.ts.start"), weight: 3 },
        { arbitrary: parts.filter((text) => !symmetric.test(text)), weight: 2 },
      ),
      samples: timeSamples("conn.ts.start", [...edges, ...endsOfTime, ...grid]),
    },
    {
      atoms: fc.oneof(
        { arbitrary: timeAtoms("req.ts.body_received"), weight: 4 },
        fc.constant("has(req.ts.body_received)"),
      ),
      samples: [
        ...timeSamples("req.ts.body_received", [...edges, ...endsOfTime]),
        { variables: { "req.ts.body_received": null } },
      ],
    },
  ],
};

// Texts by parts. What the atoms below tell apart is settled by a text's state: its first and last characters, as
// many as the constants have, which of the constants are in it, and its size up to the next one after those asked
// for. The state of a text with one more character follows from its state before and from the character, so that
// there is a text of each state when no longer one has a new state. Characters that no constant has differ by
// their order only: one is before those of the constants, one after. A path that does not begin with a slash is
// for all of the atoms like one that has a slash and such a character before it.

function textsOfAllStates(
  start: string,
  letters: readonly string[],
  constants: readonly string[],
): string[] {
  const stateOf = (text: string): string =>
    JSON.stringify([
      text.slice(0, start.length + 2),
      text.slice(-2),
      constants.filter((constant) => text.includes(constant)),
      Math.min(text.length, start.length + 5),
    ]);
  const known = new Map([[stateOf(start), start]]);
  for (const text of known.values()) {
    for (const letter of letters) {
      const longer = text + letter;
      if (!known.has(stateOf(longer))) known.set(stateOf(longer), longer);
    }
  }
  return [...known.values()];
}

const words = ["a", "ab", "ba"];
const paths = ["/a", "/ab", "/b"];

function textAtoms(
  term: string,
  whole: readonly string[],
  pieces: readonly string[],
): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: compared(term, relation, quoted(whole)), weight: 3 },
    {
      arbitrary: fc
        .tuple(
          fc.constantFrom("startsWith", "endsWith", "contains"),
          fc.constantFrom(...quoted(whole)),
          fc.constantFrom(...quoted(pieces)),
        )
        .map(
          ([method, start, piece]) =>
            `${term}.${method}(${method === "startsWith" ? start : piece})`,
        ),
      weight: 5,
    },
  );
}

const textParts: Kind = {
  subjects: [
    {
      atoms: textAtoms("req.url.path", paths, ["a", "ab", "/a"]),
      samples: textsOfAllStates("/", ["/", "A", "a", "b", "~"], ["a", "ab", "/a"]).map((text) => ({
        variables: { "req.url.path": text },
      })),
    },
    {
      atoms: fc.oneof(
        { arbitrary: textAtoms("req.headers['x-a'][0]", words, words), weight: 5 },
        {
          arbitrary: fc
            .tuple(
              fc.constantFrom("size(req.headers['x-a'][0])", "req.headers['x-a'][0].size()"),
              relation,
              fc.constantFrom("1", "2", "3", "4"),
            )
            .map((all) => all.join(" ")),
          weight: 2,
        },
        { arbitrary: fc.constant("'x-a' in req.headers"), weight: 1 },
      ),
      samples: [
        {},
        ...textsOfAllStates("", ["!", "a", "b", "~"], words).map((text) =>
          headerSample("x-a", text),
        ),
      ],
    },
  ],
};

// Presence. Which value is the first, and which ones are in a list, is asked of two values: three items of three
// values have all that can be.

const lists = [1, 2, 3].flatMap((length) =>
  combinations(Array.from({ length }, () => ["1", "2", "3"])),
);

function valueAtoms(list: string, field = ""): fc.Arbitrary<string> {
  const values = fc.constantFrom("'1'", "'1'", "'2'");
  const forms = [
    `${list}[0]${field} == V`,
    `${list}[0]${field} != V`,
    `${list}.exists(v, v${field} == V)`,
  ];
  if (field === "") forms.push(`V in ${list}`, `V in ${list}`);
  return fc
    .tuple(fc.constantFrom(...forms), values)
    .map(([form, value]) => form.replace(/\bV\b/, value));
}

function presence(
  certain: readonly string[],
  sizes: readonly string[],
  values: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...certain), weight: 6 },
    { arbitrary: fc.constantFrom(...sizes), weight: 2 },
    { arbitrary: values, weight: 2 },
  );
}

const header = ["getReqHeader('Via')", "req.headers['via']", "req.headers.via"];
const param = ["getQueryParam('q')", "req.url.query_params['q']", "req.url.query_params.q"];
const cookies = ["req.cookies['c']", "req.cookies.c"];

const presences: Kind = {
  readings: readings(
    answers("absentValues", "empty-list", "error"),
    answers("absentCookie", "error", "empty"),
    answers("headerNames", "canonical", "any-case"),
  ),
  subjects: [
    {
      atoms: presence(
        ["hasReqHeader('Via')", "'via' in req.headers", "has(req.headers.via)"],
        [
          "size(getReqHeader('Via')) > 0",
          "getReqHeader('Via').size() == 0",
          "getReqHeader('Via') != []",
          "hasReqHeader('via')",
        ],
        fc.oneof(...header.map((list) => valueAtoms(list))),
      ),
      samples: [{}, ...lists.map((values) => headerSample("via", ...values))],
    },
    {
      atoms: presence(
        ["hasReqCookie('c')", "'c' in req.cookies", "has(req.cookies.c)"],
        ["size(req.cookies['c']) > 1"],
        fc.oneof(
          ...cookies.map((list) => valueAtoms(list, ".value")),
          equality.map((sign) => `getReqCookie('c').value ${sign} '1'`),
        ),
      ),
      samples: [
        {},
        ...lists.map((all) => headerSample("cookie", all.map((one) => `c=${one}`).join("; "))),
      ],
    },
    {
      atoms: presence(
        ["hasQueryParam('q')", "'q' in req.url.query_params", "has(req.url.query_params.q)"],
        ["size(getQueryParam('q')) > 0", "getQueryParam('q') == []"],
        fc.oneof(...param.map((list) => valueAtoms(list))),
      ),
      samples: [
        {},
        ...lists.map((values) => ({ query: values.map((value) => `q=${value}`).join("&") })),
      ],
    },
  ],
};

// Finite texts: both schemes; of methods and countries those that are asked for, and others.

const methods = ["GET", "HEAD", "POST", "PUT"];
const countries = ["DE", "FR", "US"];

const finite: Kind = {
  readings: answers("absentVariables", "empty", "error"),
  subjects: [
    {
      atoms: fc.oneof(
        { arbitrary: compared("req.url.scheme", equality, ["'http'", "'https'"]), weight: 4 },
        fc.constantFrom("req.url.scheme.startsWith('https')", "req.url.scheme.endsWith('s')"),
      ),
      samples: ["http", "https"].map((scheme) => ({ variables: { "req.url.scheme": scheme } })),
    },
    {
      atoms: compared("req.method", equality, quoted(methods)),
      samples: [...methods, "PURGE"].map((method) => ({ variables: { "req.method": method } })),
    },
    {
      atoms: fc.oneof(
        { arbitrary: compared("conn.geo.country_code", equality, quoted(countries)), weight: 5 },
        fc.constant("has(conn.geo.country_code)"),
      ),
      samples: [...countries, "NO", ""].map((code) => ({
        variables: { "conn.geo.country_code": code },
      })),
    },
  ],
};

// Statuses. All constants are between 200 and 503, so there are statuses below and above them.

const codes = [200, 204, 299, 300, 400, 404, 499, 500, 503];

const statuses: Kind = {
  direction: "outbound",
  subjects: [
    {
      atoms: fc.oneof(
        { arbitrary: compared("res.status_code", relation, codes.map(String)), weight: 3 },
        { arbitrary: compared("res.status_code / 100", relation, ["2", "3", "4"]), weight: 1 },
      ),
      samples: wholeSamples("res.status_code", codes, [100, 599]),
    },
  ],
};

/** By what rules are about. */
export const kinds: Readonly<Record<string, Kind>> = {
  "truth values": truth,
  numbers,
  addresses,
  times,
  "texts by parts": textParts,
  presence: presences,
  "finite texts": finite,
  statuses,
};
