import { Files } from "@traffic-policy/project";
import { expect, test } from "vitest";
import { policyFilesMeant } from "../../../packages/cli/src/editor/policy-files-meant.ts";

test.each([
  ["all.yaml", "/shop/all.yaml"],
  ["all.yaml#NgrokTrafficPolicy/wiki", "/shop/all.yaml"],
  ["../plan.json#ngrok_cloud_endpoint.site", "/plan.json"],
])("cases of %s are about %s", (named, expected) => {
  const found = policyFilesMeant("/shop/a.cases.yaml", named, [], new Files("/shop"));
  expect(found).toEqual([expected]);
});
