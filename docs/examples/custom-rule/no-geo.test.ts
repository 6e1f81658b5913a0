import { jsonPolicySource } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { expect, test } from "vitest";
import { noGeo } from "./no-geo.ts";

function findings(condition: string): { message: string; column: number | undefined }[] {
  const text = `{ "inbound": [{ "name": "A", "expressions": [${JSON.stringify(condition)}], "actions": [{ "type": "deny" }] }] }`;
  return lintPolicy(jsonPolicySource("web.json", text), {
    rules: new Map([["ours/no-geo", noGeo]]),
  })
    .filter(({ rule }) => rule === "ours/no-geo")
    .map(({ message, location }) => ({ message, column: location?.start.column }));
}

test("each variable of a place is found where it stands, also by an earlier name", () => {
  expect(findings("req.method == 'GET' && conn.geo.country_code == 'NO'")).toEqual([
    { message: "conn.geo.country_code tells where the client is.", column: 70 },
  ]);
  expect(findings("conn.Geo.CountryCode == 'NO'")).toEqual([
    { message: "conn.Geo.CountryCode tells where the client is.", column: 47 },
  ]);
});

test("an address, and a text that only looks like a variable, are no findings", () => {
  expect(findings("inCidrRange(conn.client_ip, '192.0.2.0/24')")).toEqual([]);
  expect(findings("req.host == 'conn.geo.country_code'")).toEqual([]);
});
