import fc from "fast-check";
import { equality, compared, quoted, answers, type Kind } from "./kind.ts";

// Finite texts: both schemes; of methods and countries those that are asked for, and others.

const methods = ["GET", "HEAD", "POST", "PUT"];
const countries = ["DE", "FR", "US"];

export const finite: Kind = {
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
