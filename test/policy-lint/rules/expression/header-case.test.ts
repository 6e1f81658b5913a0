import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/header-case";

describe(rule, () => {
  test.each([
    {
      marked: "!(«'Authorization'» in req.headers)",
      told: [
        {
          message: "req.headers has no key Authorization: its keys are in lower case.",
          help: "Write 'authorization'.",
          fixed: "!('authorization' in req.headers)",
          safe: false,
          severity: "warning",
        },
      ],
      place: {},
    },
    {
      marked: "'a' in req.headers[«'X-Id'»]",
      told: [
        {
          message: "req.headers has no key X-Id: its keys are in lower case.",
          fixed: "'a' in req.headers['x-id']",
          safe: false,
        },
      ],
      place: {},
    },
    {
      marked: '"a" in req.headers[«"X-Id"»]',
      told: [
        {
          message: "req.headers has no key X-Id: its keys are in lower case.",
          fixed: '"a" in req.headers["x-id"]',
        },
      ],
      place: {},
    },
    {
      marked: "has(req.headers.«Host»)",
      told: [
        {
          message: "req.headers has no key Host: its keys are in lower case.",
          fixed: "has(req.headers.host)",
        },
      ],
      place: {},
    },
    {
      marked: "«'X-Done'» in res.trailers",
      told: [{ message: "res.trailers has no key X-Done: its keys are in lower case." }],
      place: { direction: "outbound" },
    },
    {
      marked: "'bronze' in getReqHeader(«'tier'»)",
      told: [
        {
          message:
            "getReqHeader() may not find tier: it is documented with names in their canonical form.",
          help: "Write 'Tier'.",
          fixed: "'bronze' in getReqHeader('Tier')",
          safe: false,
        },
      ],
      place: {},
    },
    {
      marked: "hasReqHeader(«'x-api-KEY'»)",
      told: [
        {
          message:
            "hasReqHeader() may not find x-api-KEY: it is documented with names in their canonical form.",
          fixed: "hasReqHeader('X-Api-Key')",
        },
      ],
      place: {},
    },
    {
      marked: "hasResHeader(«r'content-type'»)",
      told: [
        {
          message:
            "hasResHeader() may not find content-type: it is documented with names in their canonical form.",
          fixed: "hasResHeader('Content-Type')",
        },
      ],
      place: { direction: "outbound" },
    },
    {
      marked: "req.headers.exists(n, n in req.headers && «'X-A'» in req.headers)",
      told: [{ message: "req.headers has no key X-A: its keys are in lower case." }],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "'authorization' in req.headers", place: {} },
    { text: "'GZIP' in req.headers['accept-encoding']", place: {} },
    { text: "hasReqHeader('Authorization')", place: {} },
    { text: "getReqHeader('X-Api-Key') == []", place: {} },
    { text: "hasReqHeader('Content-Type') && hasReqHeader('Dnt')", place: {} },
    { text: "hasReqHeader('')", place: {} },
    { text: "hasReqHeader('x y')", place: {} },
    { text: "'Authorization' in req.Headers", place: {} },
    { text: "'Session' in req.cookies", place: {} },
    { text: "req.cookies['Session'] == []", place: {} },
    { text: "'Page' in req.url.query_params", place: {} },
    { text: "hasQueryParam('Page')", place: {} },
    { text: "hasReqCookie('Session')", place: {} },
    { text: "req.headers[req.host] == []", place: {} },
    { text: "getReqHeader(req.host) == []", place: {} },
    { text: "['X-A'].exists(name, name in req.headers)", place: {} },
    { text: "'X-A' in {'X-A': 1}", place: {} },
    { text: "'Accept' in [req.host]", place: {} },
    { text: "'X-Id' in req.headers['x-list']", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
