import type { Project } from "./project.ts";
import type { Step } from "./step.ts";

/** The configuration and its first policy. A configuration that is there has policies of its own. */
export function configurationSteps(project: Project): Step[] {
  const there = project.firstOf(
    ["ts", "js", "json"].map((ending) => `traffic-policy.config.${ending}`),
  );
  if (there !== undefined) return [{ path: there, what: "keep" }];
  return [
    { path: "traffic-policy.config.ts", what: "write", text: configuration },
    project.has(policyFile)
      ? { path: policyFile, what: "keep" }
      : { path: policyFile, what: "write", text: policy },
  ];
}

const policyFile = "policies/ssh.policy.ts";

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
