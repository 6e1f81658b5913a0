import { applyToJson } from "@traffic-policy/policy-language";
import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/deprecated-field";

function policy(type: string, config: string): string {
  return `{"on_http_request": [{"actions": [{"type": "${type}", "config": ${config}}]}]}`;
}

describe(rule, () => {
  test.each([
    {
      text: policy("custom-response", `{«"content"»: "a"}`),
      message: `"content" is called "body" today.`,
      fixed: policy("custom-response", `{"body": "a"}`),
    },
    {
      text: policy("forward-internal", `{"url": "https://a.internal", «"binding"»: "internal"}`),
      message: `"binding" is no key of this action any more.`,
      fixed: policy("forward-internal", `{"url": "https://a.internal"}`),
    },
    {
      text: policy("redirect", `{"to": "/a", «"format"»: "ngrok"}`),
      message: `"format" is no key of this action any more.`,
      fixed: policy("redirect", `{"to": "/a"}`),
    },
  ])("finds and mends $text", ({ text, message, fixed }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toMatchObject([{ severity: "warning", message, fix: { safe: true } }]);
    const fixes = diagnostics.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
    const written = applyToJson(text.replaceAll(/[«»]/g, ""), fixes);
    expect(JSON.parse(written.text)).toEqual(JSON.parse(fixed));
  });

  test.each([
    ["what is there under both names", policy("custom-response", `{"content": "a", "body": "b"}`)],
    ["names of the format that is gone", policy("redirect", `{"to": "$uri", "format": "nginx"}`)],
  ])("has no fix for %s", (_what, text) => {
    const { diagnostics } = find(rule, text);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.fix).toBeUndefined();
  });

  test("finds nothing in the keys of today, nor in the other dialect", () => {
    for (const text of [
      policy("custom-response", `{"body": "a"}`),
      policy("custom-response", `{"content": "a"}`).replace("on_http_request", "inbound"),
    ]) {
      expect(find(rule, text).found).toEqual([]);
    }
  });
});
