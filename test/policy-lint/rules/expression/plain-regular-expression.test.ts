import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/plain-regular-expression";

describe(rule, () => {
  test.each([
    {
      marked: "«req.url.path.matches('^/api/')»",
      told: [
        {
          message: "No regular expression is needed for ^/api/.",
          help: "Write req.url.path.startsWith('/api/').",
          fixed: "req.url.path.startsWith('/api/')",
          safe: true,
          severity: "warning",
        },
      ],
      place: {},
    },
    {
      marked: "«req.url.path.matches('/api')»",
      told: [
        {
          message: "No regular expression is needed for /api.",
          fixed: "req.url.path.contains('/api')",
        },
      ],
      place: {},
    },
    {
      marked: "«req.url.path.matches('\\\\.html$')»",
      told: [
        {
          message: "No regular expression is needed for \\.html$.",
          fixed: "req.url.path.endsWith('.html')",
        },
      ],
      place: {},
    },
    {
      marked: "«req.url.path.matches(r'\\.html$')»",
      told: [
        {
          message: "No regular expression is needed for \\.html$.",
          fixed: "req.url.path.endsWith('.html')",
        },
      ],
      place: {},
    },
    {
      marked: "«req.url.path.matches('[.]html\\\\z')»",
      told: [
        {
          message: "No regular expression is needed for [.]html\\z.",
          fixed: "req.url.path.endsWith('.html')",
        },
      ],
      place: {},
    },
    {
      marked: "«req.method.matches('^GET$')»",
      told: [
        {
          message: "No regular expression is needed for ^GET$.",
          fixed: "req.method == 'GET'",
        },
      ],
      place: {},
    },
    {
      marked: "!«req.method.matches('^GET$')»",
      told: [
        {
          message: "No regular expression is needed for ^GET$.",
          fixed: "!(req.method == 'GET')",
        },
      ],
      place: {},
    },
    {
      marked: 'true && «matches(req.method, "\\\\AGET$")»',
      told: [
        {
          message: "No regular expression is needed for \\AGET$.",
          fixed: 'true && req.method == "GET"',
        },
      ],
      place: {},
    },
    {
      marked: "«(req.host + req.url.path).matches('a/b')»",
      told: [
        {
          message: "No regular expression is needed for a/b.",
          fixed: "(req.host + req.url.path).contains('a/b')",
        },
      ],
      place: {},
    },
    {
      marked: "«req.url.query.matches('^$')»",
      told: [
        {
          message: "No regular expression is needed for ^$.",
          fixed: "req.url.query == ''",
        },
      ],
      place: {},
    },
    {
      marked: "getReqHeader('Accept').exists(v, «v.matches('application/json')»)",
      told: [
        {
          message: "No regular expression is needed for application/json.",
          fixed: "getReqHeader('Accept').exists(v, v.contains('application/json'))",
        },
      ],
      place: {},
    },
    {
      marked: "«req.url.path.matches('a\\\\$')»",
      told: [
        {
          message: "No regular expression is needed for a\\$.",
          fixed: "req.url.path.contains('a$')",
        },
      ],
      place: {},
    },
    {
      marked: "«req.url.path.matches('\\\\\\\\')»",
      told: [
        {
          message: "No regular expression is needed for \\\\.",
          fixed: "req.url.path.contains('\\\\')",
        },
      ],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "req.url.path.startsWith('/api/')", place: {} },
    { text: "req.url.path.matches('^/api/.*')", place: {} },
    { text: "req.url.path.matches('(?i)^/api')", place: {} },
    { text: "req.url.path.matches('a.b')", place: {} },
    { text: "req.url.path.matches('a|b')", place: {} },
    { text: "req.url.path.matches('^a|b$')", place: {} },
    { text: "req.url.path.matches('')", place: {} },
    { text: "req.url.path.matches('^')", place: {} },
    { text: "req.url.path.matches('(?m)^a$')", place: {} },
    { text: "req.url.path.matches('\\\\bapi')", place: {} },
    { text: "req.url.path.matches('\\\\d')", place: {} },
    { text: "req.url.path.matches('[ab]')", place: {} },
    { text: "req.url.path.matches('[^a]')", place: {} },
    { text: "req.url.path.matches('a{2}')", place: {} },
    { text: "req.url.path.matches('a^b')", place: {} },
    { text: "req.url.path.matches('a$b')", place: {} },
    { text: "req.url.path.matches('\\\\Qa\\\\E')", place: {} },
    { text: "req.url.path.matches('\\ufffd')", place: {} },
    { text: "req.url.path.matches(req.host)", place: {} },
    { text: "dyn(req.method).matches('^GET$')", place: {} },
    { text: "conn.client_ip.matches('^192')", place: {} },
    { text: "conn.client_ip.matches('^192\\\\.168\\\\.')", place: {} },
    { text: "req.mthod.matches('a')", place: {} },
    { text: "req.url.path.matches('\\\\n')", place: {} },
    { text: "req.url.path.matches('^\\\\x41')", place: {} },
    { text: "req.url.path.matches('(a)')", place: {} },
    { text: "req.user_agent.matches('/gptbot/i')", place: {} },
    { text: "req.user_agent.matches('bot\\b')", place: {} },
    { text: "req.user_agent.matches('bot\\f')", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
