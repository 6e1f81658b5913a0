import { describe, expect, test } from "vitest";
import { lookIn } from "../../look-in.ts";

const rule = "expression/unescaped-dot";

describe(rule, () => {
  test.each([
    {
      marked: "req.host.matches('example«.»com')",
      told: [
        {
          message: "This dot in example.com matches any character.",
          help: "Write [.] to match only a dot.",
          fixed: "req.host.matches('example[.]com')",
          safe: false,
          severity: "warning",
        },
      ],
      place: {},
    },
    {
      marked: "req.host.matches('^(www|api)\\\\.example«.»com$')",
      told: [
        {
          message: "This dot in ^(www|api)\\.example.com$ matches any character.",
          fixed: "req.host.matches('^(www|api)\\\\.example[.]com$')",
        },
      ],
      place: {},
    },
    {
      marked: "req.host.matches('^(www|api)«.»example.com$')",
      told: [
        {
          message: "This dot in ^(www|api).example.com$ matches any character.",
          fixed: "req.host.matches('^(www|api)[.]example[.]com$')",
        },
      ],
      place: {},
    },
    {
      marked: "req.host.matches('^api«.»example.com$')",
      told: [
        {
          message: "This dot in ^api.example.com$ matches any character.",
          fixed: "req.host.matches('^api[.]example[.]com$')",
        },
      ],
      place: {},
    },
    {
      marked: "req.host.matches(r'^api\\.example«.»com$')",
      told: [
        {
          message: "This dot in ^api\\.example.com$ matches any character.",
          fixed: "req.host.matches(r'^api\\.example[.]com$')",
        },
      ],
      place: {},
    },
    {
      marked: "req.host.matches('.*\\\\.example«.»com')",
      told: [{ message: "This dot in .*\\.example.com matches any character." }],
      place: {},
    },
    {
      marked: "getReqHeader('Referer').exists(v, v.matches('^https://example«.»org/'))",
      told: [{ message: "This dot in ^https://example.org/ matches any character." }],
      place: {},
    },
    {
      marked: "conn.tls.sni.matches('^db«.»internal$')",
      told: [{ message: "This dot in ^db.internal$ matches any character." }],
      place: {},
    },
    {
      marked: "req.host.matches('^intranet«.»corp$')",
      told: [{ message: "This dot in ^intranet.corp$ matches any character." }],
      place: {},
    },
  ] as const)("finds $marked", ({ marked, told, place }) => {
    const result = lookIn(rule, marked, place);
    expect(result.found).toEqual(result.expected);
    expect(result.told).toEqual(told.map((finding) => expect.objectContaining(finding)));
  });

  test.each([
    { text: "req.host.matches('^example[.]com$')", place: {} },
    { text: "req.host.matches('^example\\\\.com$')", place: {} },
    { text: "req.host.matches(r'example\\.com')", place: {} },
    { text: "req.host == 'example.com'", place: {} },
    { text: "req.host.endsWith('.example.com')", place: {} },
    { text: "req.host.matches('.*')", place: {} },
    { text: "req.host.matches('^.+[.]example[.]com$')", place: {} },
    { text: "req.host.matches('example.*com')", place: {} },
    { text: "req.host.matches('example.+')", place: {} },
    { text: "req.url.path.matches('a.b')", place: {} },
    { text: "req.url.path.matches('/index.html$')", place: {} },
    { text: "req.url.path.matches('^/v1.0/')", place: {} },
    { text: "req.user_agent.matches('(?i).*(gptbot|chatgpt-user)/\\\\d+.*')", place: {} },
    { text: "req.user_agent.matches('Chrome/1.2')", place: {} },
    { text: "req.host.matches('^www.')", place: {} },
    { text: "req.host.matches('a.?com')", place: {} },
    { text: "req.host.matches('[a-z].com')", place: {} },
    { text: "req.url.path.matches('intranet.corp')", place: {} },
    { text: "req.host.contains('example.com')", place: {} },
    { text: "req.host.matches('^ex.mple')", place: {} },
  ] as const)("finds nothing in $text", ({ text, place }) => {
    expect(lookIn(rule, text, place).told).toEqual([]);
  });
});
