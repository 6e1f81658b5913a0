import fc from "fast-check";
import { relation, compared, wholeSamples, type Kind } from "./kind.ts";

// Numbers. All of them are compared with constants only, so that each constant, its neighbours and the ends of
// classes of a quotient are enough. The constants lie within what a port or a length can be, so that there is
// something on both sides of them.

const ports = [80, 81, 443, 8080];
const lengths = [1, 2, 1000, 5000];
const degrees = [-1.5, 0, 50, 50.5];

export const numbers: Kind = {
  subjects: [
    {
      atoms: fc.oneof(
        { arbitrary: compared("conn.client_port", relation, ports.map(String)), weight: 4 },
        // The quotient of a whole number is a whole number: 443 / 100 is 4.
        compared("conn.client_port / 100", relation, ["4", "80"]),
        // Each port is within these.
        fc.constantFrom(
          "conn.client_port >= 0",
          "conn.client_port > -1",
          "conn.client_port < 65536",
        ),
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
