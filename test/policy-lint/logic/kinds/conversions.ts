import fc from "fast-check";
import { compared, equality, headerSample, quoted, relation, type Kind } from "./kind.ts";

// Conversions. Of the numbers in a text, those that are asked for and their neighbours are enough, each as it is
// usually written and in another way that some conversions take; and texts that only some, or none of them take.

const written = ["0", "1", "2", "3", "9", "10", "11", "12"];
const others =
  "1.0 1.2 10.0 1e1 -0.5 NaN inf -inf 9223372036854775807 -9223372036854775808 9223372036854775808 99999999999999999999";
const inText = [
  ...written.flatMap((text) => [text, `+${text}`, `0${text}`, `-${text}`, `${text}.5`]),
  ...others.split(" "),
  ..."true false t F tRUE x".split(" "),
  "",
  " 1",
];

function numberAtoms(text: string): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: compared(`int(${text})`, relation, ["1", "2", "10"]), weight: 4 },
    { arbitrary: compared(`double(${text})`, relation, ["1.0", "1.5", "10.0"]), weight: 3 },
    { arbitrary: compared(`uint(${text})`, relation, ["1u", "10u"]), weight: 2 },
    { arbitrary: compared(text, equality, quoted(["1", "10", "x", "true"])), weight: 2 },
    {
      arbitrary: fc.constantFrom(
        `bool(${text})`,
        `bool(${text}) == false`,
        `string(${text}) == '1'`,
        `double(int(${text})) > 1.5`,
        `int(double(${text})) == 1`,
        `string(int(${text})) == '1'`,
      ),
      weight: 2,
    },
  );
}

const port = "string(conn.client_port)";

const textsOfPorts = [
  `${port}.startsWith('4')`,
  `${port}.startsWith('44')`,
  `${port}.endsWith('80')`,
  `${port}.endsWith('x')`,
  `${port}.contains('44')`,
  `${port}.matches('^8')`,
  `${port}.matches('^[0-9]+$')`,
  `${port} < '5'`,
  `size(${port}) > 3`,
  `${port}.size() <= 5`,
  `('port ' + ${port}) == 'port 80'`,
  `(${port} + '/tcp').startsWith('443/')`,
  `size(${port} + '/tcp') == 6`,
];

/** The first port of all for which the conditions on ports come to the same. */
const portsToldApart = [
  ...new Map(
    Array.from({ length: 65_536 }, (_, index) => 65_535 - index).map((number) => {
      const text = String(number);
      const order = [79.5, 80, 443, 443.5].map((other) => Math.sign(number - other));
      const parts = [/^4/, /^44/, /80$/, /44/, /^8/].map((pattern) => pattern.test(text));
      return [[...order, ...parts, text < "5", text.length].join(), number];
    }),
  ).values(),
];

export const conversions: Kind = {
  subjects: [
    {
      atoms: fc.oneof(
        { arbitrary: numberAtoms("req.headers['x-n'][0]"), weight: 8 },
        { arbitrary: fc.constant("'x-n' in req.headers"), weight: 1 },
      ),
      samples: [{}, ...inText.map((text) => headerSample("x-n", text))],
    },
    {
      atoms: fc.oneof(
        {
          arbitrary: compared("string(conn.client_port)", equality, quoted(["80", "443", "x"])),
          weight: 3,
        },
        { arbitrary: compared("conn.client_port", relation, ["80", "443"]), weight: 3 },
        {
          arbitrary: compared("double(conn.client_port)", relation, ["79.5", "80.0", "443.5"]),
          weight: 3,
        },
        { arbitrary: compared("uint(conn.client_port)", relation, ["80u", "443u"]), weight: 2 },
        { arbitrary: fc.constantFrom(...textsOfPorts), weight: 6 },
        {
          arbitrary: fc.constantFrom(
            "int(double(conn.client_port)) == 80",
            "string(conn.client_port == 80) == 'true'",
          ),
          weight: 1,
        },
      ),
      samples: portsToldApart.map((number) => ({ variables: { "conn.client_port": number } })),
    },
    {
      // A text with something before and after it.
      atoms: fc.oneof(
        compared("('a' + req.headers['x-t'][0])", relation, quoted(["a", "ab", "b"])),
        compared("(req.headers['x-t'][0] + 'b')", equality, quoted(["ab", "b", "aab", "a"])),
        fc.constantFrom(
          "('/' + req.headers['x-t'][0] + '/').contains('/a')",
          "('/' + req.headers['x-t'][0] + '/').contains('b/')",
          "('/' + req.headers['x-t'][0]).startsWith('/a')",
          "size(req.headers['x-t'][0] + '12') > 3",
          "req.headers['x-t'][0].startsWith('a')",
          "req.headers['x-t'][0] == 'b'",
          "'x-t' in req.headers",
        ),
      ),
      samples: [
        {},
        ...[
          "",
          "!",
          "~",
          ...["a", "b", "~", "!"].flatMap((one) =>
            ["a", "b", "~", "!"].flatMap((other) => [one, one + other, `${one}~${other}`]),
          ),
        ].map((text) => headerSample("x-t", text)),
      ],
    },
  ],
};
