import type { Project } from "./project.ts";
import type { Step } from "./step.ts";

/**
 * The first policy, the cases of it and the configuration. A configuration that is there has policies of
 * its own, so it is written last: whatever is missing when it could not be is made the next time.
 */
export function configurationSteps(project: Project): Step[] {
  const there = configurationOf(project);
  if (there !== undefined) return [{ path: there, what: "keep" }];
  const steps: Step[] = [
    project.has(policyFile)
      ? { path: policyFile, what: "keep" }
      : { path: policyFile, what: "write", text: policy },
  ];
  if (project.has(casesFile)) steps.push({ path: casesFile, what: "keep" });
  else if (hasCases(project)) steps.push({ path: casesFile, what: "write", text: cases });
  return [...steps, { path: "traffic-policy.config.ts", what: "write", text: configuration }];
}

/** Whether there are cases that can be tested, or will be. */
export function hasCases(project: Project): boolean {
  if (project.has(casesFile)) return true;
  // The cases are for the policy that is written here, and no other one.
  const isOurs = !project.has(policyFile) || project.text(policyFile) === policy;
  return configurationOf(project) === undefined && isOurs;
}

function configurationOf(project: Project): string | undefined {
  return project.firstOf(["ts", "js", "json"].map((ending) => `traffic-policy.config.${ending}`));
}

const policyFile = "policies/ssh.policy.ts";

const casesFile = "policies/ssh.cases.ts";

const configuration = `import { defineConfig, tcpEdge } from "traffic-policy";

export default defineConfig({
  // An emulator of the service on this machine, which needs no account and no key. For a real one:
  // service: { baseUrl: "https://api.example.com" }, and the key in TRAFFIC_POLICY_API_KEY.
  service: "emulator",
  targets: {
    ssh: tcpEdge("edge_1", "./${policyFile}"),
  },
});
`;

const policy = `import { conn, deny, not, policy, rule } from "@traffic-policy/policy-builder";

const office = ["192.0.2.0/24", "2001:db8::/32"];

export default policy({ protocol: "tcp" }).inbound(
  rule("Only from the office").when(not(conn.clientIp.inCidr(...office))).do(deny()),
);
`;

const cases = `import { defineCases } from "traffic-policy";
import ssh from "./ssh.policy.ts";

export default defineCases(ssh, [
  {
    name: "The office may connect",
    connection: { clientIp: "192.0.2.7" },
    expect: { outcome: "forwarded" },
  },
  {
    name: "Others may not",
    connection: { clientIp: "198.51.100.7" },
    expect: { outcome: "denied", matched: ["Only from the office"] },
  },
]);
`;
