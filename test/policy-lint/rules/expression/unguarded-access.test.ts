import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/unguarded-access";

describe(rule, () => {
  test.each([
    {
      marked: "«req.headers['x']»[0] == 'a'",
      told: [
        {
          message: "req.headers['x'] fails when there is no such entry.",
          help: "Add the condition 'x' in req.headers.",
          severity: "warning",
        },
      ],
      place: {},
    },
    {
      marked: "'gzip' in «req.headers['accept-encoding']»",
      told: [
        {
          message: "req.headers['accept-encoding'] fails when there is no such entry.",
          help: "Add the condition 'accept-encoding' in req.headers.",
        },
      ],
      place: {},
    },
    {
      marked: "'a' in «req.headers['x']» || 'b' in req.headers['x']",
      told: [{ message: "req.headers['x'] fails when there is no such entry." }],
      place: {},
    },
    {
      marked: "'a' in «req.headers['x']» || 'a' in «req.headers['y']»",
      told: [
        { message: "req.headers['x'] fails when there is no such entry." },
        { message: "req.headers['y'] fails when there is no such entry." },
      ],
      place: {},
    },
    {
      marked: "«getReqHeader('X-Id')[0]» == 'a'",
      told: [
        {
          message: "getReqHeader('X-Id')[0] fails when there is no such item.",
          help: "Add the condition size(getReqHeader('X-Id')) > 0.",
        },
      ],
      place: {},
    },
    {
      marked: "'x' in req.headers && «req.headers['x'][1]» == 'a'",
      told: [
        {
          message: "req.headers['x'][1] fails when there is no such item.",
          help: "Add the condition size(req.headers['x']) > 1.",
        },
      ],
      place: {},
    },
    {
      marked: "'x' in req.headers || «req.headers.x» == ['a']",
      told: [{ message: "req.headers.x fails when there is no such entry." }],
      place: {},
    },
    {
      marked: "«req.cookies['session']»[0].value == 'a'",
      told: [{ message: "req.cookies['session'] fails when there is no such entry." }],
      place: {},
    },
    {
      marked: "«req.headers['x']»[0] == 'a'",
      told: [{ message: "req.headers['x'] fails when there is no such entry." }],
      place: { beside: ["'y' in req.headers"] },
    },
    {
      marked: "«req.content_length» > 5",
      told: [
        {
          severity: "warning",
          message:
            "req.content_length fails when the request has no body, or its length is not known in advance.",
          help: "Add the condition has(req.content_length). To match when it is missing, begin with !has(req.content_length) ||.",
          fixed: "has(req.content_length) && req.content_length > 5",
          safe: false,
        },
      ],
      place: {},
    },
    {
      marked: "«req.content_length» > 5 && req.content_length < 9 || req.method == 'PUT'",
      told: [
        {
          fixed:
            "has(req.content_length) && req.content_length > 5 && req.content_length < 9 || req.method == 'PUT'",
        },
      ],
      place: {},
    },
    {
      marked: "req.method == 'PUT' && (req.host == 'a' ? «req.url.port» == 80 : true)",
      told: [
        {
          message: "req.url.port fails when the URL has no port.",
          fixed:
            "req.method == 'PUT' && (req.host == 'a' ? has(req.url.port) && req.url.port == 80 : true)",
        },
      ],
      place: {},
    },
    {
      marked: "req.host == 'a' ? «req.url.port» == 80 : true",
      told: [{ fixed: "req.host == 'a' ? has(req.url.port) && req.url.port == 80 : true" }],
      place: {},
    },
    {
      marked: "!(«req.url.port» == 80)",
      told: [{ fixed: "has(req.url.port) && !(req.url.port == 80)" }],
      place: {},
    },
    // What else decides decides as before, and where nothing does, the rule does not match.
    {
      marked: "!(req.method == 'GET' && «req.url.port» == 80)",
      told: [{ fixed: "!(req.method == 'GET' && (!has(req.url.port) || req.url.port == 80))" }],
      place: {},
    },
    {
      marked: "!(req.method == 'GET' || «req.headers['x']» == ['a'])",
      told: [
        { fixed: "!(req.method == 'GET' || !('x' in req.headers) || req.headers['x'] == ['a'])" },
      ],
      place: {},
    },
    {
      marked: "(req.method == 'GET' && «req.url.port» == 80) != false",
      told: [
        { fixed: "(req.method == 'GET' && has(req.url.port) && req.url.port == 80) != false" },
      ],
      place: {},
    },
    {
      marked: "(req.method == 'GET' && «req.url.port» == 80 ? false : true)",
      told: [
        {
          fixed:
            "(req.method == 'GET' && (!has(req.url.port) || req.url.port == 80) ? false : true)",
        },
      ],
      place: {},
    },
    // A value that is read only sometimes is no condition to put a guard before.
    {
      marked: "(req.method == 'GET' ? 1 : «req.url.port») == 1",
      told: [{ fixed: undefined }],
      place: {},
    },
    {
      marked: "(req.method == 'GET' && «req.url.port» == 80) == (req.host == 'a')",
      told: [{ fixed: undefined }],
      place: {},
    },
    {
      marked: "«req.ts.body_received» > conn.ts.start",
      told: [{ message: "req.ts.body_received fails when the request has no body." }],
      place: {},
    },
    {
      marked: "«getReqCookie('a')».value == 'b'",
      told: [
        {
          message: "getReqCookie('a') fails when the request has no such cookie.",
          fixed: "hasReqCookie('a') && getReqCookie('a').value == 'b'",
        },
      ],
      place: {},
    },
    {
      marked: "«getResCookie('a')».value == 'b'",
      told: [{ message: "getResCookie('a') fails when the response sets no such cookie." }],
      place: { direction: "outbound" },
    },
    {
      marked: "req.cookies.exists(k, «req.cookies[k][1]».value == 'a')",
      told: [
        {
          help: "Add the condition size(req.cookies[k]) > 1.",
          fixed:
            "req.cookies.exists(k, size(req.cookies[k]) > 1 && req.cookies[k][1].value == 'a')",
        },
      ],
      place: {},
    },
    {
      marked: "«req.content_length» > 5",
      told: [{ severity: "info", help: "Put the guard before it." }],
      place: { after: ["has(req.content_length)"] },
    },
    {
      marked: "«req.headers['x']»[0] == 'a'",
      told: [
        {
          severity: "info",
          message:
            "req.headers['x'] fails when there is no such entry, and its guard comes only after it.",
          help: "Put the guard before it.",
        },
      ],
      place: { after: ["'x' in req.headers"] },
    },
    {
      marked: "«getReqHeader('X')[0]» == 'a' && «req.cookies['y']».size() > 0",
      told: [
        {
          severity: "info",
          message:
            "getReqHeader('X')[0] fails when there is no such item, and its guard comes only after it.",
          help: "Put the guard before it.",
        },
        {
          severity: "warning",
          message: "req.cookies['y'] fails when there is no such entry.",
          help: "Add the condition 'y' in req.cookies.",
        },
      ],
      place: { beside: ["req.method == 'GET'"], after: ["'x' in req.headers"] },
    },
    {
      marked: "'a' in «req.headers['x']»",
      told: [{ severity: "warning", help: "Add the condition 'x' in req.headers." }],
      place: { after: ["'y' in req.headers"] },
    },
    {
      marked: "'x' in req.headers && «req.headers['x'][-1]» == 'a'",
      told: [
        {
          severity: "warning",
          message: "req.headers['x'][-1] always fails: indexes start at 0.",
          help: "Count from the start of the list, such as [0] for the first item.",
        },
      ],
      place: {},
    },
    {
      marked: "size(req.content_encoding) > -2 && «req.content_encoding[-1]» == 'a'",
      told: [{ message: "req.content_encoding[-1] always fails: indexes start at 0." }],
      place: { after: ["size(req.content_encoding) > 1"] },
    },
    {
      marked: "«[10, 20][2]» == 20",
      told: [
        {
          message: "[10, 20][2] always fails: there is no such item.",
          help: "Correct the index.",
        },
      ],
      place: {},
    },
    {
      marked: "«{'a': 1}['b']» == 1 || {'a': 1}.a == 1",
      told: [{ message: "{'a': 1}['b'] always fails: there is no such entry." }],
      place: {},
    },
    {
      marked: "«req.headers['x']»[-1] == 'a' && [1][0] == 1",
      told: [{ help: "Add the condition 'x' in req.headers." }],
      place: {},
    },
    {
      marked: "«res.content_type.parameters['charset']» == 'utf-8'",
      told: [
        { message: "res.content_type.parameters['charset'] fails when there is no such entry." },
      ],
      place: { direction: "outbound" },
    },
    {
      marked: "«conn.tls.client.extensions[0]».critical",
      told: [{ message: "conn.tls.client.extensions[0] fails when there is no such item." }],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told.map((finding) => ({ fixed: undefined, ...finding }))).toEqual(
      told.map((finding) => expect.objectContaining(finding)),
    );
  });

  test.each([
    { text: "'x' in req.headers && req.headers['x'][0] == 'a'", place: {} },
    { text: "has(req.headers.x) && req.headers.x[0] == 'a'", place: {} },
    { text: "req.headers['x'][0] == 'a'", place: { beside: ["'x' in req.headers"] } },
    { text: "req.headers['x'][0] == 'a'", place: { beside: ["hasReqHeader('X')"] } },
    {
      text: "req.headers['x'][0] == 'a'",
      place: {
        beside: ["req.method == 'GET'", "'x' in req.headers"],
        after: ["size(req.headers['x']) > 0"],
      },
    },
    { text: "hasReqHeader('X-Id') && getReqHeader('X-Id')[0] == 'a'", place: {} },
    { text: "hasReqHeader('X-Id') && 'a' in req.headers['x-id']", place: {} },
    { text: "size(getReqHeader('X-Id')) > 0 && getReqHeader('X-Id')[0] == 'a'", place: {} },
    { text: "!('x' in req.headers) || 'a' in req.headers['x']", place: {} },
    { text: "'x' in req.headers ? req.headers['x'][0] == 'a' : false", place: {} },
    { text: "req.headers.exists(name, req.headers[name][0] == 'a')", place: {} },
    { text: "'a' in getReqHeader('X-Id')", place: {} },
    { text: "getReqHeader('X-Id').exists(v, v == 'a')", place: {} },
    { text: "req.headers['x'] == 'a'", place: {} },
    { text: "'X' in req.headers && 'a' in req.headers['X']", place: {} },
    { text: "req.mthod == 'a' && 'a' in req.headers['x']", place: {} },
    { text: "{'a': 1}['a'] == 1", place: {} },
    { text: "[1, 2][1] == 2", place: {} },
    { text: "hasReqCookie('a') && getReqCookie('a').value == 'b'", place: {} },
    { text: "has(req.content_length) && req.content_length > 5", place: {} },
    { text: "req.content_length > 5", place: { beside: ["hasReqHeader('Content-Length')"] } },
    { text: "req.content_length < 9", place: { beside: ["has(req.content_length)"] } },
    { text: "conn.geo.country_code == 'NO' && conn.tls.client.subject == ''", place: {} },
    { text: "actions.ngrok.log.metadata == {}", place: {} },
    { text: "dyn(req.headers)['x'] == 1", place: {} },
    {
      text: "size(req.headers['user-agent'].filter(v, v.matches('(?i)edge'))) > 0",
      place: { beside: ["'user-agent' in req.headers"] },
    },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
