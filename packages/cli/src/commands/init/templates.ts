import type { ProjectTarget } from "@traffic-policy/policy-builder/project";

export interface Template {
  readonly name: string;
  readonly kind: ProjectTarget["kind"];
  readonly policy: string;
  readonly cases: string;
}

/** @param text - the key of the response's text, which differs between the dialects */
const noAdminPages = (text: "body" | "content"): string => `  rule("No admin pages")
    .when(req.url.path.matches("^/admin(/|$)"))
    .do(
      customResponse({
        statusCode: 404,
        headers: { "content-type": "text/plain" },
        ${text}: "Not found",
      }),
    ),
`;

const siteCases = `import { defineCases } from "traffic-policy";
import web from "./web.policy.ts";

export default defineCases(web, [
  {
    name: "The site is there",
    request: { url: "https://web.example/" },
    expect: { outcome: "forwarded" },
  },
  {
    name: "Its admin pages are not",
    request: { url: "https://web.example/admin/users" },
    expect: { status: 404, matched: ["No admin pages"] },
  },
  {
    name: "Nor is their first page, with no slash at the end",
    request: { url: "https://web.example/admin" },
    expect: { status: 404, matched: ["No admin pages"] },
  },
  {
    name: "A page whose name only begins like theirs is there",
    request: { url: "https://web.example/administrators" },
    expect: { outcome: "forwarded" },
  },
]);
`;

export const templates: Readonly<Record<ProjectTarget["kind"], Template>> = {
  "tcp-edge": {
    name: "ssh",
    kind: "tcp-edge",
    policy: `import { conn, deny, not, policy, rule } from "@traffic-policy/policy-builder";

const office = ["192.0.2.0/24", "2001:db8::/32"];

export default policy({ protocol: "tcp" }).inbound(
  rule("Only from the office").when(not(conn.clientIp.inCidr(...office))).do(deny()),
);
`,
    cases: `import { defineCases } from "traffic-policy";
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
`,
  },
  "cloud-endpoint": {
    name: "web",
    kind: "cloud-endpoint",
    policy: `import {
  customResponse,
  forwardInternal,
  policy,
  req,
  rule,
} from "@traffic-policy/policy-builder/phases";

export default policy({ protocol: "http" }).onHttpRequest(
${noAdminPages("body")}  rule("Everything else").do(forwardInternal({ url: "https://web.internal" })),
);
`,
    cases: siteCases,
  },
  "agent-endpoint": {
    name: "web",
    kind: "agent-endpoint",
    policy: `import { customResponse, policy, req, rule } from "@traffic-policy/policy-builder/phases";

export default policy({ protocol: "http" }).onHttpRequest(
${noAdminPages("body")});
`,
    cases: siteCases,
  },
  "https-route": {
    name: "web",
    kind: "https-route",
    policy: `import { customResponse, policy, req, rule } from "@traffic-policy/policy-builder";

export default policy({ protocol: "http" }).inbound(
${noAdminPages("content")});
`,
    cases: siteCases,
  },
};
