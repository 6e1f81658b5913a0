import fc from "fast-check";
import { answers, combinations, compared, equality, quoted, readings, type Kind } from "./kind.ts";

// Related variables: parts of one URL, names of today and of earlier days. The parts of the URLs below are all that
// the atoms can tell apart: which of the constants each is, begins and ends with, and has in it.

const hosts = ["x", "a.example", "b.example", "x.example", "ax", "x@a.example"];
const paths = ["", "/", "/x", "/xx", "/x/x", "/xa", "/a/x", "/a/xx", "/a/xa", "/ax", "/a"];
const queries = [
  "",
  "?",
  "?x",
  "?/x",
  "?a/x",
  "?a/xx",
  "?a/xa",
  "?a",
  "?xa",
  "?ax",
  "??",
  "?x?",
  "?/x?",
];
const ports = ["", ":80", ":443", ":8080"];

const equalTo = (term: string, constants: readonly string[]): string[] =>
  quoted(constants).map((text) => `${term} == ${text}`);
const asked = (term: string, method: string, constants: readonly string[]): string[] =>
  quoted(constants).map((text) => `${term}.${method}(${text})`);

const wholeAtoms = [
  ...equalTo("req.url", ["https://a.example/x", "http://a.example/x?x", "https://b.example/"]),
  ...asked("req.url", "startsWith", [
    "http",
    "http://",
    "https://",
    "https://a.example/",
    "https://a.example/x",
    "http://x",
  ]),
  ...asked("req.url", "contains", ["/x", "?"]),
  ...asked("req.url", "endsWith", ["/x", "x", "?"]),
  "req.url.matches('^https?://[^/]*/x$')",
];

const partAtoms = [
  ...equalTo("req.url.scheme", ["http", "https"]),
  ...equalTo("req.url.host", ["a.example", "b.example"]),
  ...asked("req.url.host", "endsWith", [".example"]),
  ...asked("req.url.host", "startsWith", ["x"]),
  ...equalTo("req.url.path", ["/x", "/"]),
  ...asked("req.url.path", "startsWith", ["/x"]),
  ...asked("req.url.path", "endsWith", ["x"]),
  ...asked("req.url.path", "contains", ["/x"]),
  "has(req.url.query)",
  ...equalTo("req.url.query", ["", "x"]),
  ...asked("req.url.query", "contains", ["/x"]),
];

const uriAtoms = [
  ...equalTo("req.url.uri", ["/x", "/x?x", "/"]),
  ...asked("req.url.uri", "startsWith", ["/x", "/x?"]),
  ...asked("req.url.uri", "endsWith", ["/x"]),
  ...asked("req.url.uri", "contains", ["?"]),
];

/** Parts that a URL has, or does not have, wherever it leads. */
const withinAtoms = [
  "req.url.contains(req.url.path)",
  "req.url.endsWith(req.url.uri)",
  "req.url.startsWith(req.url.scheme)",
  "req.url.contains(req.url.host)",
  "req.url.contains(req.url.query)",
  "req.url.uri.startsWith(req.url.path)",
  "req.url == '/x'",
  "req.url.startsWith('/x')",
  "req.url.matches('^/')",
  "req.url.uri == 'x'",
];

export const relatedVariables: Kind = {
  readings: readings(
    answers("urlNormalization", "rfc3986", "none"),
    answers("absentVariables", "empty", "error"),
  ),
  subjects: [
    {
      atoms: fc.oneof(
        { arbitrary: fc.constantFrom(...wholeAtoms), weight: 3 },
        { arbitrary: fc.constantFrom(...partAtoms), weight: 3 },
        { arbitrary: fc.constantFrom(...uriAtoms), weight: 2 },
        { arbitrary: fc.constantFrom(...withinAtoms), weight: 2 },
        {
          arbitrary: fc.oneof(
            compared("req.url.port", equality, ["80", "8080"]),
            fc.constant("has(req.url.port)"),
          ),
          weight: 1,
        },
      ),
      samples: combinations([["http://", "https://"], hosts, ports, paths, queries]).map(
        (parts) => ({ url: parts.join("") }),
      ),
    },
    {
      atoms: fc.oneof(
        ...["req.method", "req.Method"].map((name) =>
          compared(name, equality, quoted(["GET", "PUT"])),
        ),
      ),
      samples: ["GET", "PUT", "POST"].map((method) => ({
        variables: { "req.method": method, "req.Method": method },
      })),
    },
  ],
};
