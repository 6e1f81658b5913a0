import { jsonPolicySource, protocols, type Protocol } from "@traffic-policy/policy-language";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { describe, expect, test } from "vitest";

const rule = "document/unavailable-section";

const actions = [{ type: "restrict-ips", config: { allow: ["192.0.2.0/24"] } }];

function findings(sections: readonly string[], protocol: Protocol | undefined): string[] {
  const document = Object.fromEntries(sections.map((name) => [name, [{ actions }]]));
  const source = jsonPolicySource("p.json", JSON.stringify(document));
  return lintPolicy(source, { dialect: phasesDialect, ...(protocol && { protocol }) })
    .filter((one) => one.rule === rule)
    .map(({ severity, path, message, help }) => `${severity} ${path}: ${message} ${help}`);
}

describe(rule, () => {
  test.each(["tcp", "tls"] as const)("finds phases of HTTP in a policy for %s", (protocol) => {
    expect(findings(["on_tcp_connect", "on_http_request", "on_http_response"], protocol)).toEqual([
      `error /on_http_request: A policy for ${protocol} has no on_http_request rules. It has on_tcp_connect rules.`,
      `error /on_http_response: A policy for ${protocol} has no on_http_response rules. It has on_tcp_connect rules.`,
    ]);
  });

  test("is the only finding: nothing is said of the actions in the section", () => {
    const source = jsonPolicySource(
      "p.json",
      JSON.stringify({ on_http_request: [{ name: "a", actions }] }),
    );
    const found = lintPolicy(source, { dialect: phasesDialect, protocol: "tcp" });
    expect(found.map((one) => one.rule)).toEqual([rule]);
  });

  test("finds nothing in a policy for http, or for any protocol", () => {
    expect(findings([...phasesDialect.sections.keys()], "http")).toEqual([]);
    expect(findings([...phasesDialect.sections.keys()], undefined)).toEqual([]);
  });

  test("warns of events in a manifest that the operator translates", () => {
    const document = { on_event_stream_message: [{ actions: [{ type: "log" }] }] };
    const source = jsonPolicySource("p.json", JSON.stringify(document));
    const found = (isTranslated: boolean): string[] =>
      lintPolicy(source, { dialect: phasesDialect, isTranslated })
        .filter((one) => one.rule === rule)
        .map(({ severity, path }) => `${severity} ${path}`);
    expect(found(true)).toEqual(["warning /on_event_stream_message"]);
    expect(found(false)).toEqual([]);
  });

  test.each(protocols)("finds nothing in connections, which %s has", (protocol) => {
    expect(findings(["on_tcp_connect"], protocol)).toEqual([]);
  });
});
