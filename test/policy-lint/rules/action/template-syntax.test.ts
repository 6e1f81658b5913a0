import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/template-syntax";

const policy = (text: string): string =>
  `{"inbound": [{"actions": [{"type": "add-headers", "config": {"headers": {"x-a": ${text}}}}]}]}`;

describe(rule, () => {
  test.each([
    ['"«{{ conn.client_ip }}»"', "{{ conn.client_ip }}", "conn.client_ip"],
    ['"by «{{.conn.client_ip}}»"', "{{.conn.client_ip}}", "conn.client_ip"],
    [`"«{{ req.headers['x-b'][0] }}»"`, "{{ req.headers['x-b'][0] }}", "req.headers['x-b'][0]"],
    ['"«$conn.client_ip», at night"', "$conn.client_ip", "conn.client_ip"],
    ['"«$(req.host)»"', "$(req.host)", "req.host"],
    ['"«{req.url.path}»"', "{req.url.path}", "req.url.path"],
  ])("finds %s", (text, written, meant) => {
    const { expected, found, diagnostics } = find(rule, policy(text));
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        message: `${written} is not replaced.`,
        help: `Write \${${meant}}.`,
      }),
    ]);
    expect(diagnostics[0]?.fix).toMatchObject({ safe: false, edits: [{ text: `\${${meant}}` }] });
  });

  test.each([
    '"${conn.client_ip}"',
    '"{{ user.name }}"',
    '"{{ name }}"',
    '"$1.50"',
    '"$conn"',
    '"{\\"a.b\\": 1}"',
    '"a${req.host}b"',
    '"#{req.host}"',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, policy(text)).found).toEqual([]);
  });
});
