import type { Target } from "@traffic-policy/api";
import { expect, test } from "vitest";
import type { LoadedConfiguration } from "@traffic-policy/project";
import { PolicyUses } from "../../../packages/project/src/selection/policy-uses.ts";

const [staging, production] = ["staging", "production"].map(
  (name) => ({ environment: { name }, targets: {} }) as unknown as LoadedConfiguration,
) as [LoadedConfiguration, LoadedConfiguration];

const file = "/project/web.policy.ts";

const endpoint: Target = { kind: "cloud-endpoint", endpoint: "ep_1" };
const route: Target = { kind: "https-route", edge: "edge_1", route: "route_1" };

test.each([endpoint, route])(
  "a policy is used in the environments in which a target holds it: $kind",
  (target) => {
    const holder = { target, policyFile: file, configuration: production };
    const uses = new PolicyUses([staging, production], [holder]);
    expect(uses.environmentsOf(file)).toEqual([{ name: "production" }]);
    expect(uses.environmentsOf("/project/other.policy.ts")).toHaveLength(2);
  },
);

test("what targets say of the protocol counts in the environment of a policy", () => {
  const holders = [
    { target: route, policyFile: file, configuration: production },
    {
      target: { kind: "tcp-edge", edge: "edge_1" } as const,
      policyFile: file,
      configuration: staging,
    },
  ];
  const uses = new PolicyUses([staging, production], holders);
  const protocols = (environment?: string): string[] =>
    uses
      .claimsOn(file, environment === undefined ? {} : { environment })
      .map(({ protocol }) => protocol);
  expect(protocols("production")).toEqual(["http"]);
  expect(protocols("staging")).toEqual(["tcp"]);
  expect(protocols()).toEqual(["tcp", "http"]);
});
