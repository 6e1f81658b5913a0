import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/environment-variable";

const policy = (value: string): string =>
  `{"inbound": [{"actions": [{"type": "add-headers", "config": {"headers": {"x-a": ${JSON.stringify(value)}}}}]}]}`;
const help =
  "Insert the value before the policy is pushed: write the policy in TypeScript and read the variable there.";

describe(rule, () => {
  test.each([
    {
      what: "a name in capitals",
      text: policy("Bearer ${«API_KEY»}"),
      message: "API_KEY looks like an environment variable, but the service has none.",
    },
    {
      what: "a name in capitals with digits and space",
      text: policy("${« REGION_2 »}"),
      message: "REGION_2 looks like an environment variable, but the service has none.",
    },
    {
      what: "the environment of Node",
      text: policy("${«process.env.apiKey»}"),
      message: "process.env.apiKey looks like an environment variable, but the service has none.",
    },
    {
      what: "the environment of others",
      text: policy("${«env.API_KEY»}"),
      message: "env.API_KEY looks like an environment variable, but the service has none.",
    },
  ])("finds $what", ({ text, message }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, help })]);
  });

  test.each([
    policy("${conn.client_ip}"),
    policy("${req.Method}"),
    policy("${'API_KEY'}"),
    policy("$API_KEY"),
    policy("${X}"),
    policy("${req.host == HOST}"),
    policy("${api_key}"),
    policy("${environment.KEY}"),
    '{"inbound": [{"expressions": ["API_KEY == 1"], "actions": [{"type": "deny"}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
