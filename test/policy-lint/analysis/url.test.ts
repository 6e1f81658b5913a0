import { urlProblem } from "@traffic-policy/policy-lint/internal";
import { expect, test } from "vitest";

test.each([
  "https://shop.internal",
  "tcp://ssh.internal:22",
  "https://${vars.name}.internal",
  "https://<name>.internal",
])("the service may take %s as a URL", (text) => {
  expect(urlProblem(text)).toBeUndefined();
});

test.each(["", "shop", "shop.internal:443", "https://"])("%j is refused as a URL", (text) => {
  expect(urlProblem(text)?.message).toBe(`${JSON.stringify(text)} is not a URL.`);
});
