import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "expression/address-category";

const policy = (expression: string): string =>
  JSON.stringify({ on_http_request: [{ expressions: [expression], actions: [{ type: "deny" }] }] });

describe(rule, () => {
  test.each([
    [
      "«'proxy.anonymus.tor'» in conn.client_ip.categories",
      "proxy.anonymus.tor",
      "proxy.anonymous.tor",
    ],
    ["«'com.gihub'» in conn.server_ip.categories", "com.gihub", "com.github"],
    ["«'com.github.hook'» in conn.client_ip.categories", "com.github.hook", "com.github.hooks"],
    ["«'Com.GitHub'» in conn.client_ip.categories", "Com.GitHub", "com.github"],
    ["conn.client_ip.categories.exists(c, c == «'com.githb'»)", "com.githb", "com.github"],
  ])("finds %s", (marked, name, meant) => {
    const { expected, found, diagnostics } = find(rule, policy(marked));
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        message: `'${name}' is not a known category of addresses.`,
        help: `Did you mean '${meant}'?`,
      }),
    ]);
  });

  test.each([
    "'proxy.anonymous.tor' in conn.client_ip.categories",
    "'com.github' in conn.client_ip.categories",
    "'com.github.hooks' in conn.client_ip.categories",
    "'net.example.crawler' in conn.client_ip.categories",
    "conn.client_ip.categories.exists(c, c.startsWith('com.githu'))",
    "['com.githb'].exists(c, c == 'com.gihub')",
  ])("finds nothing in %s", (text) => {
    expect(find(rule, policy(text)).found).toEqual([]);
  });
});
